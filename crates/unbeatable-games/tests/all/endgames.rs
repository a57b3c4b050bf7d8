//! One and two open boards of ultimate tic-tac-toe against exhaustive search, which knows nothing but
//! the rules: where random games end, and in positions made up for it, with every meaning that the
//! results of the open boards can have.

use std::collections::HashSet;
use std::sync::LazyLock;

use unbeatable_core::analysis::Aim;
use unbeatable_core::random::Random;
use unbeatable_core::{Analysis, Bounds, Decided, Game, Notation, Outcome, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::endgames::{ending, last_board, local_result};
use unbeatable_games::ultimate::local_boards::has_line;
use unbeatable_games::ultimate::odds::Odds;
use unbeatable_games::ultimate::{Move, Position, Ultimate};

#[path = "../../benches/endgames/two_boards.rs"]
mod two_boards;

use crate::naive::{Naive, Sample, random_positions};
use two_boards::{Endgames, Ending, Memory};

const CLOSING: [Ultimate; 2] = [Ultimate::STANDARD, Ultimate::STANDARD.by_majority()];
const PLAYED_ON: [Ultimate; 2] = [Ultimate::PLAY_ON, Ultimate::PLAY_ON.by_majority()];
const QUESTIONS: [Outcome<Wdl>; 2] = [Outcome::DRAW, WIN];
/// Who may win a board, as the table numbers it.
const RESULTS: [Option<Player>; 3] = [Some(Player::Second), None, Some(Player::First)];
const WIN: Outcome<Wdl> = Outcome::win(Player::First);

fn open_boards(pos: &Position) -> Vec<u8> {
    (0..9).filter(|&b| pos.closed() >> b & 1 == 0).collect()
}

/// The empty squares of open boards.
fn empty_squares(pos: &Position) -> u32 {
    let empty = |board: &u8| 9 - pos.occupied(*board).count_ones();
    open_boards(pos).iter().map(empty).sum()
}

/// A local board without a line and with some empty squares: so many at most.
fn random_board(random: &mut Random, empty_max: u64) -> String {
    loop {
        let empty = 1 + random.below(empty_max);
        let mut squares = ['.'; 9];
        let mut order: Vec<usize> = (0..9).collect();
        for i in (1..9).rev() {
            order.swap(i, random.below(i as u64 + 1) as usize);
        }
        for &square in &order[empty as usize..] {
            squares[square] = random.pick(&['X', 'O']);
        }
        let marks = |letter: char| {
            let own = (0..9).filter(|&s| squares[s] == letter);
            own.fold(0u16, |set, square| set | 1 << square)
        };
        if !has_line(marks('X')) && !has_line(marks('O')) {
            return squares.iter().collect();
        }
    }
}

/// Made up: any boards may be open, the others are anybody's, and the marks are such as no game may
/// have led to. The player to move may be sent anywhere.
fn made_up(
    game: Ultimate,
    boards: usize,
    empty_max: u32,
    count: usize,
    seed: u64,
) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut found = vec![];
    while found.len() < count {
        let mut status: Vec<char> = (0..9).map(|_| random.pick(&['X', 'O', '#'])).collect();
        let mut marks = vec![".........".to_string(); 9];
        let mut open = vec![];
        while open.len() < boards {
            let board = random.below(9) as usize;
            if !open.contains(&board) {
                open.push(board);
                status[board] = '.';
                marks[board] = random_board(&mut random, 9.min(empty_max.into()));
            }
        }
        if random.below(3) > 0 {
            status[random.pick(&open)] = '@';
        }
        let (turn, status) = (random.pick(&['X', 'O']), status.iter().collect::<String>());
        let text = format!("{turn};{status};{}", marks.join("/"));
        // What cannot be written, such as a game with two winners, is left out.
        let pos = game.parse_position(&text).ok();
        found.extend(
            pos.filter(|pos| game.outcome(pos).is_none() && empty_squares(pos) <= empty_max),
        );
    }
    found
}

/// What is claimed of a position: how it ends.
type Claim<'c> = &'c dyn Fn(Ultimate, &Position) -> Outcome<Wdl>;

/// Compares claims with exhaustive search.
fn compare(game: Ultimate, all: &[Position], claim: Claim) -> Result<[u64; 3], String> {
    let mut naive = Naive::default();
    let mut tally = [0; 3];
    for pos in all {
        if naive.values.len() > 1_000_000 {
            naive = Naive::default();
        }
        let value = naive.value(game, pos, usize::MAX).expect("no limit");
        let claimed = claim(game, pos).value_for(pos.turn());
        if claimed != value {
            let (spec, text) = (game.spec(), game.position_text(pos));
            return Err(format!("{spec} {text}: {claimed:?}, but it is a {value:?}"));
        }
        tally[(value as i8 + 1) as usize] += 1;
    }
    Ok(tally)
}

fn by_last_board(game: Ultimate, pos: &Position) -> Outcome<Wdl> {
    last_board(game, pos).expect("one open board").outcome
}

/// By both questions about it.
fn by_answers(answer: impl Fn(Outcome<Wdl>) -> bool) -> Outcome<Wdl> {
    match QUESTIONS.map(answer) {
        [_, true] => WIN,
        [true, false] => Outcome::DRAW,
        [false, false] => Outcome::win(Player::Second),
    }
}

#[track_caller]
fn check(game: Ultimate, all: &[Position], claim: Claim) {
    let tally = compare(game, all, claim).expect("true values");
    assert!(
        tally.iter().all(|&n| n * 100 > all.len() as u64),
        "{tally:?}"
    );
}

/// Global boards with the centre open, one for each meaning that its three results can have.
fn meanings_of_centre(game: Ultimate) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut found = vec![];
    for number in 0..3usize.pow(8) {
        let mut status: Vec<char> = (0..8)
            .map(|i| ['X', 'O', '#'][number / 3usize.pow(i) % 3])
            .collect();
        status.insert(4, '.');
        let won = ['X', 'O'].map(|letter| {
            let own = (0..9).filter(|&board| status[board] == letter);
            own.fold(0u16, |set, board| set | 1 << board)
        });
        if won.iter().any(|&won| has_line(won)) {
            continue;
        }
        let meaning = RESULTS.map(|owner| ending(game, won, 4, owner).value_for(Player::First));
        if seen.insert(meaning) {
            found.push(status.iter().collect());
        }
    }
    found
}

/// Every way to mark the last board, at either turn, and every meaning that its results can have.
#[test]
fn one_open_board_completely() {
    for (game, meanings) in CLOSING.into_iter().zip([4, 7]) {
        let globals = meanings_of_centre(game);
        assert_eq!(globals.len(), meanings, "{globals:?}");
        let mut all = vec![];
        for number in 0..3usize.pow(9) {
            let marks: String = (0..9)
                .map(|square| ['.', 'X', 'O'][number / 3usize.pow(square) % 3])
                .collect();
            for (turn, global) in ['X', 'O']
                .iter()
                .flat_map(|t| globals.iter().map(move |g| (t, g)))
            {
                let closed = ".........";
                let before = format!("{closed}/").repeat(4);
                let after = format!("/{closed}").repeat(4);
                let text = format!("{turn};{global};{before}{marks}{after}");
                // What cannot be written is decided: a board with a line, or without an empty square.
                all.extend(game.parse_position(&text).ok());
            }
        }
        assert_eq!(all.len(), 11_093 * 2 * meanings);
        check(game, &all, &by_last_board);
    }
}

fn check_two_open_boards(empty_max: u32, count: usize) {
    for game in CLOSING {
        let endgames = Endgames::two();
        let claim = |game, pos: &Position| {
            let answer = |asked| endgames.is_reached(game, pos, asked);
            by_answers(|asked| answer(asked).expect("two open boards"))
        };
        check(game, &made_up(game, 2, empty_max, count, 4), &claim);
    }
}

#[test]
fn two_open_boards() {
    check_two_open_boards(9, 4_000);
}

#[test]
#[ignore = "slow: 80 s"]
fn two_open_boards_with_more_empty_squares() {
    check_two_open_boards(12, 5_000);
}

/// The made-up positions have all that two open boards can have: every pair of boards, every way to be
/// sent, and nine meanings for each question in which the players are not alike.
#[test]
fn no_meaning_is_left_out() {
    let game = Ultimate::STANDARD;
    for at_least in QUESTIONS {
        let (mut pairs, mut ways) = (HashSet::new(), HashSet::new());
        let mut meanings = HashSet::new();
        for pos in made_up(game, 2, 9, 4_000, 4) {
            let ending = Ending::new(game, &pos, at_least).expect("two open boards");
            meanings.insert(ending.needs);
            pairs.insert(ending.boards);
            ways.insert((ending.to_play, ending.turn == Player::First));
        }
        // The tenth: whoever asks for a win has no line left.
        assert_eq!((meanings.len(), pairs.len(), ways.len()), (10, 36, 6));
    }
}

/// What was compared: positions with one open board, with two, and with three, and how many of these
/// were decided, or had moves left out that critical boards keep.
type Tally = [u64; 5];

/// Looks at a position with up to three open boards as a search would.
fn compare_prospects(game: Ultimate, pos: &Position, naive: &Naive, tally: &mut Tally) {
    let boards = open_boards(pos).len();
    tally[boards - 1] += 1;
    let value = naive.known(game, pos);
    for (endgames, boards_max) in ENDGAMES.iter() {
        if boards <= *boards_max {
            assert_eq!(
                endgames.bounds(&game, pos),
                Bounds::exactly(value),
                "{pos:?}"
            );
        }
        for at_least in QUESTIONS {
            let aim = Aim::new(pos.turn(), at_least);
            let reaches = |value: Wdl| aim.is_reached(Bounds::exactly(value)) == Some(true);
            let worth = |m: Move| -naive.known(game, &game.play(pos, m));
            let mut kept = vec![];
            let decided = endgames.prospects(&game, &Odds, pos, at_least, |p| kept.push(p.m));
            match decided {
                Some(Decided::Reached(m)) => assert!(reaches(worth(m)), "{m:?} in {pos:?}"),
                Some(Decided::Missed) => assert!(!reaches(value), "{pos:?}"),
                None => {
                    let finds = kept.iter().any(|&m| reaches(worth(m)));
                    assert_eq!(finds, reaches(value), "{kept:?} in {pos:?}");
                }
            }
            if boards == 3 {
                let mut seen = 0;
                CriticalBoards.prospects(&game, &Odds, pos, at_least, |_| seen += 1);
                tally[3] += u64::from(decided.is_some());
                tally[4] += u64::from(decided.is_none() && kept.len() < seen);
            }
        }
    }
}

static ENDGAMES: LazyLock<[(Endgames, usize); 2]> =
    LazyLock::new(|| [(Endgames::one(), 1), (Endgames::two(), 2)]);

/// Calls `see` with every position behind random late ones.
fn walk(game: Ultimate, roots: u64, mut see: impl FnMut(&Position, &Naive)) {
    let sample = Sample {
        game,
        roots,
        positions_max: 20_000,
        seed: 31,
    };
    random_positions(&sample, |_, naive| {
        naive.values.keys().for_each(|pos| see(pos, naive));
        Ok(())
    })
    .expect("no complaints");
}

#[test]
fn what_games_lead_to() {
    for game in CLOSING {
        let mut tally = Tally::default();
        walk(game, 100, |pos, naive| {
            if open_boards(pos).len() <= 3 {
                compare_prospects(game, pos, naive, &mut tally);
            }
        });
        assert!(tally.iter().all(|&n| n > 5_000), "{game:?} {tally:?}");
    }
    for game in PLAYED_ON {
        let mut seen = 0;
        walk(game, 100, |pos, naive| {
            if let Some(last) = last_board(game, pos) {
                assert_eq!(last.outcome.value_for(pos.turn()), naive.known(game, pos));
                seen += 1;
            }
        });
        assert!(seen > 5_000, "{game:?} {seen}");
    }
}

#[track_caller]
fn refuse(error: &str, game: Ultimate, all: &[Position], claim: Claim) {
    let why = compare(game, all, claim).expect_err(error);
    println!("{error}: {why}");
}

/// How one open board ends, if it is looked up like that.
fn looked_up(
    game: Ultimate,
    pos: &Position,
    turn: Player,
    won: [u16; 2],
    result: impl Fn(u8) -> u8,
) -> Outcome<Wdl> {
    let board = open_boards(pos)[0];
    let local = Player::BOTH.map(|player| pos.local(player, board));
    let result = result(local_result(local, turn));
    ending(game, won, board, RESULTS[usize::from(result)])
}

/// Mistakes that could be made with one open board, each of which is found.
#[test]
fn planted_errors_with_one_open_board_are_found() {
    let [game, majority] = CLOSING;
    let won = |pos: &Position| Player::BOTH.map(|player| pos.won(player));
    let all = made_up(game, 1, 9, 1_000, 5);
    let right = |game, pos: &Position| looked_up(game, pos, pos.turn(), won(pos), |r| r);
    compare(game, &all, &right).expect("no error");
    refuse("the other player's turn", game, &all, &|game, pos| {
        looked_up(game, pos, pos.turn().other(), won(pos), |r| r)
    });
    refuse("boards of the other player", game, &all, &|game, pos| {
        let [first, second] = won(pos);
        looked_up(game, pos, pos.turn(), [second, first], |r| r)
    });
    refuse("Second never wins the board", game, &all, &|game, pos| {
        looked_up(game, pos, pos.turn(), won(pos), |r| r.max(1))
    });
    let all = made_up(majority, 1, 9, 1_000, 5);
    compare(majority, &all, &right).expect("no error");
    let by_lines = |_: Ultimate, pos: &Position| right(game, pos);
    refuse("boards are not counted", majority, &all, &by_lines);
}

/// What is wrong with an ending.
type Error = (&'static str, fn(&mut Ending));

const ERRORS: [Error; 9] = [
    ("always a free choice", |e| e.to_play = 3),
    ("never a free choice", |e| e.to_play = e.to_play.min(2)),
    ("sent to the other board", |e| {
        e.to_play = [0, 2, 1, 3][usize::from(e.to_play)]
    }),
    ("squares send to the other board", |e| e.boards.swap(0, 1)),
    ("another square sends", |e| {
        e.boards[1] = (e.boards[1] + 1) % 9
    }),
    ("the other player's turn", |e| e.turn = e.turn.other()),
    ("what the other board means", |e| e.needs.swap(0, 1)),
    ("a drawn board is Second's", |e| {
        e.needs.iter_mut().for_each(|need| need[1] = need[0])
    }),
    ("a board of Second's is drawn", |e| {
        e.needs.iter_mut().for_each(|need| need[0] = need[1])
    }),
];

/// The same with two open boards.
#[test]
fn planted_errors_with_two_open_boards_are_found() {
    let game = Ultimate::STANDARD;
    let all = made_up(game, 2, 9, 1_000, 6);
    let spoiled = |spoil: fn(&mut Ending)| {
        move |game: Ultimate, pos: &Position| {
            let memory = Memory::new(12);
            by_answers(|asked| {
                let mut ending = Ending::new(game, pos, asked).expect("two open boards");
                spoil(&mut ending);
                memory.is_reached(&ending)
            })
        }
    };
    compare(game, &all, &spoiled(|_| {})).expect("no error");
    for (error, spoil) in ERRORS {
        refuse(error, game, &all, &spoiled(spoil));
    }
}
