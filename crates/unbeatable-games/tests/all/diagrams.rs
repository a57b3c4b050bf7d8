//! Diagrams show what boards in text show.

use std::collections::HashSet;

use unbeatable_core::diagram::{Block, Diagram, Square};
use unbeatable_core::random::Random;
use unbeatable_core::{Game, Line, Notation, Player, Spec, Wdl};
use unbeatable_games::connect::Connect;
use unbeatable_games::go::Go;
use unbeatable_games::heaps::Heaps;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::ultimate::Ultimate;

/// Random games; `shown` says of each position with one of its moves what its text shows, in the
/// words of `signs`.
fn check<G: Notation>(game: &G, games: u64, shown: impl Fn(&G::Position, G::Move) -> String) {
    for index in 0..games {
        let mut random = Random::for_task(1, index);
        let mut line = Line::new(game, game.start());
        while line.outcome().is_none() {
            let pos = *line.position();
            let moves: Vec<G::Move> = game.moves(&pos).collect();
            let m = moves[random.below(moves.len() as u64) as usize];
            let diagram = game.diagram(&pos, Some(m)).expect("there is one");
            assert_eq!(
                signs(&diagram),
                shown(&pos, m),
                "{}",
                game.position_text(&pos)
            );
            // A move that superko forbids changes nothing: another one is tried.
            let _ = line.play(m);
        }
    }
}

/// A grid's squares as letters; of heaps their stones, `+` where a move begins to take.
fn signs(diagram: &Diagram) -> String {
    match diagram {
        Diagram::Grid { squares, .. } => squares.iter().map(letter).collect(),
        Diagram::Heaps(heaps) => {
            let heap = |heap: &unbeatable_core::diagram::Heap| -> String {
                let begin = heap.taken.as_ref().map(|taken| taken.start);
                let stone = |at| if begin == Some(at) { '+' } else { '|' };
                (0..heap.stones).map(stone).chain(['\n']).collect()
            };
            heaps.iter().map(heap).collect()
        }
    }
}

fn letter(square: &Square) -> char {
    match square {
        Square::Empty => '.',
        Square::Of(Player::First) => 'X',
        Square::Of(Player::Second) => 'O',
        Square::Marked => '?',
        Square::Piece(..) | Square::Left => panic!("no game here has pieces"),
    }
}

/// Those letters of a board in text, `?` where the move is.
fn written<G: Notation>(game: &G, pos: &G::Position, m: G::Move, letters: &str) -> String {
    let mut text = String::new();
    let mark = |other| Some(if other == m { '?' } else { '.' });
    game.write_board(pos, &mark, &mut text)
        .expect("writing to a string does not fail");
    // What stands behind 'pass' is no square.
    let lines = text
        .lines()
        .map(|line| line.split("pass").next().unwrap_or(""));
    lines
        .flat_map(str::chars)
        .filter(|c| letters.contains(*c))
        .collect()
}

#[test]
fn boards_of_k_in_a_row() {
    for spec in ["ttt", "mnk:4x3x3", "mnk:2x5x2"] {
        let game = Mnk::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 50, |pos, m| written(&game, pos, m, "XO.?"));
    }
}

#[test]
fn boards_of_connect_four() {
    for spec in ["connect:7x6", "connect:12x3", "connect:3x9+k=3"] {
        let game = Connect::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 50, |pos, m| {
            let rows = game.position_text(pos);
            let mut signs: Vec<char> = rows.chars().filter(|c| *c != '/').collect();
            let columns = usize::from(game.columns());
            let mut in_column = (0..signs.len()).filter(|at| at % columns == usize::from(m));
            let landing = in_column.rfind(|at| signs[*at] == '.');
            signs[landing.expect("a legal move")] = '?';
            let mut text = String::new();
            game.write_board(pos, &|other| (other == m).then_some('?'), &mut text)
                .expect("writing to a string does not fail");
            let marked = text.chars().filter(|c| "XO?".contains(*c));
            let shown = signs.iter().copied().filter(|c| *c != '.');
            assert!(marked.eq(shown), "{text}");
            signs.into_iter().collect()
        });
    }
}

#[test]
fn boards_of_go() {
    for spec in ["go:3x3", "go:4x2+suicide"] {
        let game = Go::from_spec(Spec::parse(spec).unwrap()).unwrap();
        check(&game, 20, |pos, m| written(&game, pos, m, "XO.?"));
    }
}

#[test]
fn heaps() {
    let game = Heaps::from_spec(Spec::parse("nim:1,3,5,9").unwrap()).unwrap();
    check(&game, 50, |pos, m| {
        // In text each of several equal heaps has the mark, in a diagram one.
        let mut text = String::new();
        let mark = |other| (other == m).then_some('+');
        game.write_board(pos, &mark, &mut text)
            .expect("writing to a string does not fail");
        let mut is_first = true;
        let mut signs = String::new();
        for line in text.lines() {
            let stones: String = line.chars().filter(|c| "|+".contains(*c)).collect();
            signs.push_str(&if is_first {
                stones.clone()
            } else {
                stones.replace('+', "|")
            });
            signs.push('\n');
            is_first &= !stones.contains('+');
        }
        signs
    });
}

#[test]
fn ultimate_boards() {
    let game = Ultimate::STANDARD;
    check(&game, 20, |pos, m| {
        let text = game.position_text(pos);
        let boards: Vec<Vec<char>> = text
            .rsplit(';')
            .next()
            .expect("three parts")
            .split('/')
            .map(|board| board.chars().collect())
            .collect();
        let square = |at: usize| {
            let (row, column) = (at / 9, at % 9);
            let (board, square) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            match (usize::from(m.board()), usize::from(m.square())) == (board, square) {
                true => '?',
                false => boards[board][square],
            }
        };
        (0..81).map(square).collect()
    });
}

#[test]
fn ultimate_boards_that_are_won_or_drawn() {
    for game in [Ultimate::STANDARD, Ultimate::PLAY_ON] {
        let mut finished = 0;
        for index in 0..20 {
            let mut random = Random::for_task(2, index);
            let mut line = Line::new(&game, game.start());
            while line.outcome().is_none() {
                let pos = *line.position();
                let text = game.position_text(&pos);
                let Some(Diagram::Grid { blocks, .. }) = game.diagram(&pos, None) else {
                    panic!("nine boards are a grid")
                };
                let letter = |block: &Block| match block {
                    Block::Open => '.',
                    Block::Won(Player::First) => 'X',
                    Block::Won(Player::Second) => 'O',
                    Block::Drawn => '#',
                };
                let shown: String = blocks.iter().map(letter).collect();
                // Which board is to be played in is for the moves to say.
                let written = text.split(';').nth(1).expect("three parts");
                let written = written.replace('@', ".").to_ascii_uppercase();
                assert_eq!(shown, written, "{text}");
                finished += shown.matches(['X', 'O', '#']).count();
                let moves: Vec<_> = game.moves(&pos).collect();
                let m = moves[random.below(moves.len() as u64) as usize];
                assert!(line.play(m), "nothing repeats");
            }
        }
        assert!(finished > 0, "some board was finished");
    }
}

/// The squares of the line that ended a game, from its diagram.
fn ending_line<G: Notation>(game: &G, text: &str) -> Vec<usize> {
    let pos = game.parse_position(text).expect("a position");
    match game.diagram(&pos, None) {
        Some(Diagram::Grid { line, .. }) => line,
        _ => panic!("a board is a grid"),
    }
}

#[test]
fn lines_that_ended_the_game_are_shown() {
    let ttt = Mnk::new(3, 3, 3, false).expect("a board");
    assert_eq!(ending_line(&ttt, "XXX/OO./..."), [0, 1, 2]);
    assert_eq!(ending_line(&ttt, "XO./OX./..X"), [0, 4, 8]);
    // Two lines at once, with a square in common.
    assert_eq!(ending_line(&ttt, "XOX/OXO/XOX"), [0, 2, 4, 6, 8]);
    assert_eq!(ending_line(&ttt, "XO./.../..."), [0; 0]);
    let connect = Connect::new(5, 4, 4).expect("a board");
    assert_eq!(ending_line(&connect, "112233"), [0; 0]);
    assert_eq!(ending_line(&connect, "1122334"), [15, 16, 17, 18]);
    assert_eq!(ending_line(&connect, "1212121"), [0, 5, 10, 15]);
    let won = "O;XXX......;XXX....../XXX....../XXX....../OO......./OO......./OO......./O......../O......../.........";
    let boards: Vec<usize> = (0..27).collect();
    assert_eq!(ending_line(&Ultimate::STANDARD, won), boards);
}

/// In every position of a game: who won has a line, all of whose squares are his, and nobody else has one.
#[test]
fn lines_are_of_who_won() {
    fn walk<G: Notation<Value = Wdl>>(game: &G, pos: &G::Position, seen: &mut HashSet<String>) {
        if !seen.insert(game.position_text(pos)) {
            return;
        }
        let Some(Diagram::Grid { line, squares, .. }) = game.diagram(pos, None) else {
            panic!("a board is a grid")
        };
        match game.outcome(pos) {
            Some(outcome) if outcome.winner().is_some() => {
                let winner = outcome.winner().map(Square::Of);
                assert!(line.len() >= 3, "{}", game.position_text(pos));
                assert!(line.iter().all(|&square| Some(squares[square]) == winner));
            }
            outcome => {
                assert!(line.is_empty());
                for m in game.moves(pos).filter(|_| outcome.is_none()) {
                    walk(game, &game.play(pos, m), seen);
                }
            }
        }
    }
    let mut seen = HashSet::new();
    let ttt = Mnk::new(3, 3, 3, false).expect("a board");
    walk(&ttt, &ttt.start(), &mut seen);
    assert_eq!(seen.len(), 5478);
    let mut seen = HashSet::new();
    let connect = Connect::new(4, 3, 3).expect("a board");
    walk(&connect, &connect.start(), &mut seen);
    assert!(seen.len() > 1000, "{} positions", seen.len());
}
