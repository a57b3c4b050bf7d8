//! Tables and words: what asks local boards fastest. Every benchmark asserts its answer.
//!
//! `cargo bench -p unbeatable-games`. Items are boards in the win tests, and positions where all boards
//! of both players are asked at once. Each result is looked at by itself, as a search would do it, so
//! that the compiler does not treat many boards together.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Goal, Line, Notation, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::{CriticalBoards, winning_squares};
use unbeatable_games::ultimate::eight_lines;
use unbeatable_games::ultimate::local_boards::{COMPLETING, FULL, LINES, has_line};
use unbeatable_games::ultimate::{Position, Ultimate, words};
use unbeatable_solve::Search;
use unbeatable_solve::Solver;
use unbeatable_solve::df_pn::DfPn;

fn main() {
    divan::main();
}

/// Local boards of one player, as random games have them.
fn boards() -> Vec<u16> {
    let all = positions();
    let boards = all
        .iter()
        .flat_map(|pos| (0..9).map(|board| pos.local(pos.turn().other(), board)));
    boards.collect()
}

/// The positions of random games.
fn positions() -> Vec<Position> {
    let game = Ultimate::STANDARD;
    let mut all = vec![];
    for index in 0..20 {
        let mut random = Random::for_task(5, index);
        let mut pos = game.start();
        while game.outcome(&pos).is_none() {
            all.push(pos);
            let moves: Vec<_> = game.moves(&pos).collect();
            pos = game.play(&pos, random.pick(&moves));
        }
    }
    all
}

/// Asks `test` about every board.
fn win_test(bencher: Bencher, test: impl Fn(u16) -> bool + Sync) {
    let boards = boards();
    let won = boards.iter().filter(|&&set| has_line(set)).count();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        let found = boards.iter().filter(|&&set| black_box(test(set))).count();
        assert_eq!(found, won);
    });
}

/// What the benchmark itself takes; not a win test.
#[divan::bench]
fn win_a_none(bencher: Bencher) {
    let boards = boards();
    let odd = boards.iter().filter(|&&set| set & 1 == 1).count();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        let found = boards
            .iter()
            .filter(|&&set| black_box(set & 1 == 1))
            .count();
        assert_eq!(found, odd);
    });
}

/// One bit of a table of 64 bytes: what the rules use.
#[divan::bench]
fn win_b_table(bencher: Bencher) {
    win_test(bencher, has_line);
}

/// One line after the other, until one is whole. (How many there are is hidden from the compiler, or it
/// would compare all at once.)
#[divan::bench]
fn win_c_one_by_one(bencher: Bencher) {
    win_test(bencher, |set| {
        let lines = black_box(&LINES[..]);
        lines.iter().any(|line| set & line == *line)
    });
}

/// One line after the other, with nothing hidden: on x86-64 it becomes one comparison of all.
#[divan::bench]
fn win_d_loop(bencher: Bencher) {
    win_test(bencher, |set| LINES.iter().any(|line| set & line == *line));
}

/// Eight lanes in a number of 128 bits.
#[divan::bench]
fn win_e_eight_lines(bencher: Bencher) {
    win_test(bencher, eight_lines::has_line);
}

/// A position's words, First's and then Second's.
fn four_words(pos: &Position) -> [u64; 4] {
    let ([a, b], [c, d]) = (pos.words(Player::First), pos.words(Player::Second));
    [a, b, c, d]
}

/// The squares of five boards in a word.
const SQUARES: u64 = FULL as u64 * words::EACH;

/// The squares that complete a line of five boards, looked up one after the other.
#[inline]
fn completing_by_table(word: u64) -> u64 {
    let board = |i: u32| {
        let set = word >> (9 * i) & u64::from(FULL);
        u64::from(COMPLETING[set as usize]) << (9 * i)
    };
    board(0) | board(1) | board(2) | board(3) | board(4)
}

/// All empty squares that complete a line are found, by the tables' account; others may be found too, if
/// they are taken.
#[track_caller]
fn check(all: &[[u64; 4]], found: &[[u64; 4]]) {
    let pairs = all.iter().flatten().zip(found.iter().flatten());
    for (&word, squares) in pairs {
        assert_eq!(squares & !word & SQUARES, completing_by_table(word));
    }
}

/// Asks for the squares that complete a line, of the nine local boards and the global one, of both
/// players.
fn all_boards(bencher: Bencher, completing: impl Fn([u64; 4]) -> [u64; 4] + Sync) {
    let all: Vec<[u64; 4]> = positions().iter().map(four_words).collect();
    check(
        &all,
        &all.iter()
            .map(|&words| completing(words))
            .collect::<Vec<_>>(),
    );
    bencher.counter(ItemsCount::new(all.len())).bench(|| {
        for &words in &all {
            black_box(completing(words));
        }
    });
}

/// Twenty look-ups.
#[divan::bench]
fn all_boards_a_tables(bencher: Bencher) {
    all_boards(bencher, |words| words.map(completing_by_table));
}

/// Shifts and masks on four words, one after the other or as the compiler likes.
#[divan::bench]
fn all_boards_b_words(bencher: Bencher) {
    all_boards(bencher, |all| all.map(words::completing));
}

/// What the analysis asks of each position, in words: where either player would win at once.
#[divan::bench]
fn winning_squares_of_both(bencher: Bencher) {
    let all = positions();
    for pos in &all {
        for player in Player::BOTH {
            let critical = COMPLETING[usize::from(pos.won(player))] & !pos.closed();
            let squares = (0..9)
                .filter(|board| critical >> board & 1 == 1)
                .map(|board| {
                    let own = usize::from(pos.local(player, board));
                    (COMPLETING[own] & !pos.occupied(board)).count_ones() as usize
                });
            assert_eq!(winning_squares(pos, player).len(), squares.sum());
        }
    }
    bencher.counter(ItemsCount::new(all.len())).bench(|| {
        for pos in &all {
            black_box(Player::BOTH.map(|player| winning_squares(pos, player)));
        }
    });
}

/// A search that asks all of this of every position it meets; items are nodes.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn search(bencher: Bencher) {
    let game = Ultimate::STANDARD;
    let text = "O;@.X......;.XO.OX..X/X..O..O.O/X..X..X.X/O.OO.X.OX/.X.....O./O.OX...../O.OX...../\
                .X.XX..../XO...OXO.";
    let pos = game.parse_position(text).expect("a position");
    let solve = || {
        let mut search = Search::new(&game, &CriticalBoards, &(), DfPn::BEST, Budget::DEFAULT);
        let solved = search.prove(&Line::new(&game, pos), Goal::Value, &());
        assert_eq!(solved.bounds.value(), Some(Wdl::Win));
        solved.effort.nodes
    };
    bencher.counter(ItemsCount::new(solve())).bench(solve);
}
