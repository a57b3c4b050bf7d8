//! What is marked in pictures, against the rules alone: nothing is marked that is not so, and nothing is
//! missing. Marks that are a little wrong are refused by this comparison.

use std::collections::HashMap;

use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Budget, Game, Notation, Outcome, Player, Spec, Wdl};
use unbeatable_games::heaps::nim_sum::NimSum;
use unbeatable_games::heaps::nimbers::nimber_by_search;
use unbeatable_games::heaps::{Heaps, Piles};
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_games::ultimate::critical_boards::{CriticalBoards, to_avoid, winning_squares};
use unbeatable_games::ultimate::{Move, Position, Ultimate};
use unbeatable_solve::{backward, count};

use crate::naive::ROWS;

/// How often something was marked, so that a test can see that it was enough.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    /// For the player to move, and for the other one.
    wins: [u64; 2],
    avoid: u64,
}

impl Tally {
    fn add(&mut self, mover: Player, marked: &[Highlight]) {
        self.positions += 1;
        for highlight in marked {
            match highlight.kind {
                HighlightKind::Wins(player) => self.wins[usize::from(player != mover)] += 1,
                HighlightKind::Avoid => self.avoid += 1,
                kind => panic!("not in these games: {kind:?}"),
            }
        }
    }
}

/// Calls `see` with every unfinished position of random games, until it refuses one.
fn random_games<G: Notation>(
    game: &G,
    games: u64,
    mut see: impl FnMut(&G::Position) -> Result<(), String>,
) -> Result<(), String> {
    for index in 0..games {
        let mut random = Random::for_task(31, index);
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            see(&pos).map_err(|e| format!("{} {}: {e}", game.spec(), game.position_text(&pos)))?;
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    Ok(())
}

/// Whether the opponent has won after `m`, or can win by his reply: found by playing.
fn loses_at_once<G: Game<Value = Wdl>>(game: &G, pos: &G::Position, m: G::Move) -> bool {
    let lost = Some(Outcome::win(game.turn(pos).other()));
    let next = game.play(pos, m);
    match game.outcome(&next) {
        Some(outcome) => Some(outcome) == lost,
        None => game
            .moves(&next)
            .any(|reply| game.outcome(&game.play(&next, reply)) == lost),
    }
}

/// All marks of a board of `squares` squares: `wins` says whether a mark there would win, `avoids` whether
/// it is a move to avoid.
fn marks(
    squares: usize,
    wins: impl Fn(Player, usize) -> bool,
    avoids: impl Fn(usize) -> bool,
) -> Vec<Highlight> {
    let mut marks = vec![];
    for square in 0..squares {
        let kinds = Player::BOTH
            .into_iter()
            .filter(|player| wins(*player, square));
        let kinds = kinds.map(HighlightKind::Wins);
        let avoided = avoids(square).then_some(HighlightKind::Avoid);
        marks.extend(kinds.chain(avoided).map(|kind| Highlight { square, kind }));
    }
    marks
}

fn compare(found: &[Highlight], expected: &[Highlight]) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?} instead of {expected:?}")),
    }
}

// Ultimate tic-tac-toe.

const RULE_SETS: [Ultimate; 4] = [
    Ultimate::STANDARD,
    Ultimate::PLAY_ON,
    Ultimate::STANDARD.by_majority(),
    Ultimate::PLAY_ON.by_majority(),
];

fn has_row(signs: &[char], sign: char) -> bool {
    let is_whole = |row: &[u8; 3]| row.iter().all(|&i| signs[usize::from(i)] == sign);
    ROWS.iter().any(is_whole)
}

/// A position as letters, without whose turn it is and where he is sent.
struct Letters {
    boards: Vec<Vec<char>>,
    /// `X`, `O`, or `.` for nobody's.
    owners: Vec<char>,
}

impl Letters {
    fn new(game: Ultimate, pos: &Position) -> Self {
        let text = game.position_text(pos);
        let parts: Vec<&str> = text.split(';').collect();
        let owner = |c: char| match c.to_ascii_uppercase() {
            c @ ('X' | 'O') => c,
            _ => '.',
        };
        Letters {
            boards: parts[2].split('/').map(|b| b.chars().collect()).collect(),
            owners: parts[1].chars().map(owner).collect(),
        }
    }

    fn is_closed(&self, game: Ultimate, board: usize) -> bool {
        let is_won = self.owners[board] != '.' && !game.plays_on();
        is_won || !self.boards[board].contains(&'.')
    }

    /// Whether `player` wins the game by a mark in that square, if a mark can be put there.
    fn wins(&self, game: Ultimate, player: Player, board: usize, square: usize) -> bool {
        if self.boards[board][square] != '.' || self.is_closed(game, board) {
            return false;
        }
        let sign = ['X', 'O'][player.index()];
        let mut next = Letters {
            boards: self.boards.clone(),
            owners: self.owners.clone(),
        };
        next.boards[board][square] = sign;
        if next.owners[board] == '.' && has_row(&next.boards[board], sign) {
            next.owners[board] = sign;
        }
        let owned = |sign| next.owners.iter().filter(|owner| **owner == sign).count();
        let [own, other] = match player {
            Player::First => [owned('X'), owned('O')],
            Player::Second => [owned('O'), owned('X')],
        };
        let is_over = (0..9).all(|board| next.is_closed(game, board));
        has_row(&next.owners, sign) || (is_over && game.counts_boards() && own > other)
    }
}

/// Board and square of a square of the diagram.
fn local(square: usize) -> (usize, usize) {
    let (row, column) = (square / 9, square % 9);
    (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3)
}

/// What must be marked, as far as the rules alone tell.
fn expected_marks(game: Ultimate, pos: &Position) -> Vec<Highlight> {
    let letters = Letters::new(game, pos);
    let moves: Vec<Move> = game.moves(pos).collect();
    let at = |square: usize| {
        let (board, square) = local(square);
        Move::new(board as u8, square as u8)
    };
    let wins = |player, square| {
        let (board, square) = local(square);
        letters.wins(game, player, board, square)
    };
    marks(81, wins, |square| {
        moves.contains(&at(square)) && loses_at_once(&game, pos, at(square))
    })
}

#[test]
fn critical_squares_are_those_that_the_rules_find() {
    for game in RULE_SETS {
        let mut tally = Tally::default();
        let mut last_marks = 0;
        random_games(&game, 200, |pos| {
            let found = CriticalBoards.highlights(&game, pos);
            tally.add(game.turn(pos), &found);
            compare(&found, &expected_marks(game, pos))?;
            // The squares that win for the mover, where he may play, are moves that win.
            for m in game.moves(pos) {
                let outcome = game.outcome(&game.play(pos, m));
                let wins = outcome == Some(Outcome::win(game.turn(pos)));
                last_marks += u64::from(outcome == Some(Outcome::win(game.turn(pos).other())));
                let is_marked = found.iter().any(|highlight| {
                    local(highlight.square) == (m.board().into(), m.square().into())
                        && highlight.kind == HighlightKind::Wins(game.turn(pos))
                });
                assert_eq!(wins, is_marked, "{}", game.position_text(pos));
            }
            Ok(())
        })
        .expect("true marks");
        let Tally {
            positions,
            wins,
            avoid,
        } = tally;
        assert!(positions > 7_000 && avoid > 500, "{game:?}: {tally:?}");
        assert!(wins[0] > 1_000 && wins[1] > 1_000, "{game:?}: {tally:?}");
        // By majority one may end the game, and lose it.
        assert_eq!(
            game.counts_boards(),
            last_marks > 10,
            "{game:?}: {last_marks}"
        );
    }
}

/// How the marks could be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    /// Squares to avoid without their exceptions.
    Schematic,
    /// Only lines of boards win.
    LinesOnly,
    /// The mover's wins where he may not play are forgotten.
    LegalOnly,
    /// The opponent's wins are forgotten.
    MoverOnly,
}

fn wrong_marks(game: Ultimate, pos: &Position, wrong: Wrong) -> Vec<Highlight> {
    let found = CriticalBoards.highlights(&game, pos);
    let has = |square: usize, kind| found.contains(&Highlight { square, kind });
    let at = |square: usize| {
        let (board, square) = local(square);
        Move::new(board as u8, square as u8)
    };
    let is_legal = |square| game.moves(pos).any(|m| m == at(square));
    let wins = |player, square| {
        let wins = has(square, HighlightKind::Wins(player));
        match wrong {
            Wrong::LinesOnly => winning_squares(pos, player).any(|m| m == at(square)),
            Wrong::LegalOnly => wins && (player != game.turn(pos) || is_legal(square)),
            Wrong::MoverOnly => wins && player == game.turn(pos),
            Wrong::Schematic => wins,
        }
    };
    marks(81, wins, |square| match wrong {
        Wrong::Schematic => is_legal(square) && to_avoid(pos) >> local(square).1 & 1 == 1,
        _ => has(square, HighlightKind::Avoid),
    })
}

#[test]
fn wrong_marks_are_refused() {
    for (wrong, game) in [
        (Wrong::Schematic, Ultimate::STANDARD),
        (Wrong::Schematic, Ultimate::PLAY_ON),
        (Wrong::LinesOnly, Ultimate::STANDARD.by_majority()),
        (Wrong::LegalOnly, Ultimate::STANDARD),
        (Wrong::MoverOnly, Ultimate::STANDARD),
    ] {
        let refused = random_games(&game, 200, |pos| {
            compare(&wrong_marks(game, pos, wrong), &expected_marks(game, pos))
        });
        let why = refused.expect_err(&format!("{wrong:?}"));
        println!("{wrong:?}: {why}");
    }
}

// k in a row.

/// Whether `sign` stands `length` times in a row on a board of letters.
fn has_line(rows: &[Vec<char>], sign: char, length: usize) -> bool {
    let at = |row: isize, column: isize| {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?)
    };
    let starts =
        (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column)));
    starts
        .flat_map(|start| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| (start, step)))
        .any(|((row, column), (down, right))| {
            (0..length as isize)
                .all(|i| at(row as isize + i * down, column as isize + i * right) == Some(&sign))
        })
}

fn expected_lines(game: &Mnk, pos: &Board) -> Vec<Highlight> {
    let text = game.position_text(pos);
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let (columns, length) = (rows[0].len(), usize::from(game.length()));
    let wins = |player: Player, square: usize| {
        let (row, column) = (square / columns, square % columns);
        let mut next = rows.clone();
        next[row][column] = ['X', 'O'][player.index()];
        rows[row][column] == '.'
            && !game.is_misere()
            && has_line(&next, ['X', 'O'][player.index()], length)
    };
    // Where a threat can be seen, it is left to the eye which moves do not stop it.
    marks(rows.len() * columns, wins, |square| {
        let m = game.moves(pos).find(|m| usize::from(*m) == square);
        game.is_misere() && m.is_some_and(|m| loses_at_once(game, pos, m))
    })
}

fn mnk(spec: &str) -> Mnk {
    Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("a board")
}

#[test]
fn squares_that_complete_lines_are_those_that_the_rules_find() {
    for spec in ["ttt", "ttt+misere", "mnk:4x3x3", "mnk:4x3x3+misere"] {
        let game = mnk(spec);
        let mut tally = Tally::default();
        count::positions(
            &game,
            game.start(),
            false,
            &Budget::DEFAULT,
            &(),
            &mut |pos| {
                if game.outcome(pos).is_none() {
                    let found = Threats.highlights(&game, pos);
                    tally.add(game.turn(pos), &found);
                    let same = compare(&found, &expected_lines(&game, pos));
                    same.unwrap_or_else(|e| panic!("{spec} {}: {e}", game.position_text(pos)));
                }
            },
        )
        .expect("a budget that is large enough");
        let Tally {
            positions,
            wins,
            avoid,
        } = tally;
        assert!(positions > 4_000, "{spec}: {tally:?}");
        match game.is_misere() {
            true => assert!(wins == [0; 2] && avoid > 1_000, "{spec}: {tally:?}"),
            false => assert!(wins.iter().all(|n| *n > 1_000), "{spec}: {tally:?}"),
        }
    }
    for spec in [
        "mnk:5x5x4",
        "mnk:5x5x4+misere",
        "mnk:8x8x5",
        "mnk:1x5x2",
        "mnk:3x2x1",
        "mnk:26x2x3",
    ] {
        let game = mnk(spec);
        random_games(&game, 100, |pos| {
            compare(&Threats.highlights(&game, pos), &expected_lines(&game, pos))
        })
        .expect("true marks");
    }
}

/// What a picture shows of a position is what its solvers are told: the wins of the mover are his
/// candidates.
#[test]
fn squares_that_win_are_candidates() {
    let game = mnk("ttt");
    random_games(&game, 200, |pos| {
        let mover = HighlightKind::Wins(game.turn(pos));
        let marked = Threats.highlights(&game, pos).into_iter();
        let wins: Vec<u8> = marked
            .filter(|highlight| highlight.kind == mover)
            .map(|highlight| highlight.square as u8)
            .collect();
        let kept: Vec<u8> = Threats.candidates(&game, pos).collect();
        match wins.is_empty() || wins == kept {
            true => Ok(()),
            false => Err(format!("{wins:?} and {kept:?}")),
        }
    })
    .expect("the same squares");
}

// Heaps.

/// What pictures show of heaps, and what is to be compared with it.
type Shown<'a> = &'a dyn Fn(&Heaps, &Piles) -> Option<Vec<u32>>;

/// Compares the nimbers of every position behind the start with exhaustive search; says of how many there
/// were some.
fn compare_nimbers(game: &Heaps, shown: Shown<'_>) -> Result<u64, String> {
    let solution = backward(game, game.start(), true, &Budget::DEFAULT, &());
    let mut all = vec![];
    count::positions(
        game,
        game.start(),
        true,
        &Budget::DEFAULT,
        &(),
        &mut |pos| {
            all.push(*pos);
        },
    )
    .expect("a budget that is large enough");
    let (mut known, mut compared) = (HashMap::new(), 0);
    for pos in &all {
        let wrong = |e: &str| Err(format!("{} {}: {e}", game.spec(), game.position_text(pos)));
        let Some(nimbers) = shown(game, pos) else {
            if !game.is_misere() {
                return wrong("no nimbers");
            }
            continue;
        };
        if nimbers.len() != pos.heaps().len() {
            return wrong("not one for each heap");
        }
        for (&heap, &nimber) in pos.heaps().iter().zip(&nimbers) {
            let alone = Piles::new(&[heap], Player::First).expect("one heap");
            let is_nimber = match game.is_misere() {
                false => nimber_by_search(game, &alone, &mut known) == nimber,
                true => u32::from(heap) == nimber,
            };
            if !is_nimber {
                return wrong("not the nimber of its heap");
            }
        }
        let sum = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
        let best = match game.outcome(pos) {
            Some(outcome) if outcome.value_for(pos.turn()) == Wdl::Win => return wrong("won"),
            Some(_) => vec![],
            None => match solution.entry(pos).expect("a solved position").value {
                Wdl::Win => solution.best_moves(pos),
                _ => vec![],
            },
        };
        if best.is_empty() != (sum == 0) {
            return wrong("the sum does not decide");
        }
        let mut of = |heap: &u16| {
            let alone = Piles::new(&[*heap], Player::First).expect("one heap");
            match game.is_misere() {
                false => nimber_by_search(game, &alone, &mut known),
                true => u32::from(*heap),
            }
        };
        for m in game.moves(pos).filter(|_| game.outcome(pos).is_none()) {
            let next = game.play(pos, m);
            let next_sum = next.heaps().iter().fold(0, |sum, heap| sum ^ of(heap));
            if best.contains(&m) != (next_sum == 0) {
                return wrong("the winning moves are not those that make it 0");
            }
        }
        compared += 1;
    }
    Ok(compared)
}

fn heaps(spec: &str) -> Heaps {
    Heaps::from_spec(Spec::parse(spec).expect("a spec")).expect("a heap game")
}

#[test]
fn nimbers_decide_wherever_they_are_shown() {
    let mut compared = 0;
    for spec in [
        "nim:3,4,5,9",
        "nim:5,5,5,5,5+misere",
        "nim:2,4,9,11+misere",
        "subtract:4,9,21+take=1,2,3",
        "subtract:30,31+take=2,5,7",
        "kayles:3,4,9",
        "dawson:5,11,12",
        "octal:9,12+code=0.137",
        "octal:11+code=4.5",
        "octal:6,13+code=0.0364",
    ] {
        let game = heaps(spec);
        let know = NimSum::new(&game);
        let shown = |game: &Heaps, pos: &Piles| know.nimbers(game, pos);
        compared += compare_nimbers(&game, &shown).expect("true nimbers");
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn nimbers_are_not_shown_where_they_do_not_decide() {
    for spec in [
        "kayles:5,7+misere",
        "subtract:9,21+misere",
        "dawson:5,11+misere",
    ] {
        let game = heaps(spec);
        let know = NimSum::new(&game);
        let shown = |game: &Heaps, pos: &Piles| know.nimbers(game, pos);
        assert_eq!(compare_nimbers(&game, &shown), Ok(0), "{spec}");
    }
    // Misère Nim with one large heap less, and with none, would be wrong.
    for large_min in [0, 1] {
        let game = heaps("nim:3,4,5+misere");
        let shown = |_: &Heaps, pos: &Piles| {
            let large = pos.heaps().iter().filter(|heap| **heap > 1).count();
            let sizes = pos.heaps().iter().map(|heap| u32::from(*heap)).collect();
            (large >= large_min).then_some(sizes)
        };
        let why = compare_nimbers(&game, &shown).expect_err("nimbers that do not decide");
        println!("{large_min}: {why}");
    }
}
