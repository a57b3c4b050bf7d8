//! The last open board of ultimate tic-tac-toe against exhaustive search, which knows nothing but the
//! rules: where random games end, and in positions made up for it, with every meaning that the results
//! of the board can have.

use std::collections::HashSet;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Notation, Outcome, Player, Wdl};
use unbeatable_games::ultimate::endgames::{ending, last_board, local_result};
use unbeatable_games::ultimate::local_boards::has_line;
use unbeatable_games::ultimate::{Position, Ultimate};

use crate::naive::{Naive, Sample, random_positions};

const CLOSING: [Ultimate; 2] = [Ultimate::STANDARD, Ultimate::STANDARD.by_majority()];
const PLAYED_ON: [Ultimate; 2] = [Ultimate::PLAY_ON, Ultimate::PLAY_ON.by_majority()];
/// Who may win a board, as the table numbers it.
const RESULTS: [Option<Player>; 3] = [Some(Player::Second), None, Some(Player::First)];

/// A local board without a line and with some empty squares.
fn random_board(random: &mut Random) -> String {
    loop {
        let empty = 1 + random.below(9);
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

/// Made up: any board may be open, the others are anybody's, and the marks are such as no game may have
/// led to. The player to move may be sent there, or free.
fn made_up(game: Ultimate, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut found = vec![];
    while found.len() < count {
        let mut status: Vec<char> = (0..9).map(|_| random.pick(&['X', 'O', '#'])).collect();
        let mut marks = vec![".........".to_string(); 9];
        let open = random.below(9) as usize;
        marks[open] = random_board(&mut random);
        status[open] = if random.below(3) > 0 { '@' } else { '.' };
        let (turn, status) = (random.pick(&['X', 'O']), status.iter().collect::<String>());
        let text = format!("{turn};{status};{}", marks.join("/"));
        // What cannot be written, such as a game with two winners, is left out.
        let pos = game.parse_position(&text).ok();
        found.extend(pos.filter(|pos| game.outcome(pos).is_none()));
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
    for game in CLOSING.into_iter().chain(PLAYED_ON) {
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
    let board = pos.closed().trailing_ones() as u8;
    let local = Player::BOTH.map(|player| pos.local(player, board));
    let result = result(local_result(local, turn));
    ending(game, won, board, RESULTS[usize::from(result)])
}

/// Mistakes that could be made with one open board, each of which is found.
#[test]
fn planted_errors_with_one_open_board_are_found() {
    let [game, majority] = CLOSING;
    let won = |pos: &Position| Player::BOTH.map(|player| pos.won(player));
    let all = made_up(game, 1_000, 5);
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
    let all = made_up(majority, 1_000, 5);
    compare(majority, &all, &right).expect("no error");
    let by_lines = |_: Ultimate, pos: &Position| right(game, pos);
    refuse("boards are not counted", majority, &all, &by_lines);
}
