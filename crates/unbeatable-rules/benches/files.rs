//! Games from files beside the games of this project that are programs: perft of both, every sequence of moves
//! from the start. `cargo bench -p unbeatable-rules`; items are positions. Every benchmark asserts its answer.

use divan::Bencher;
use divan::counter::ItemsCount;
use unbeatable_core::perft::perft;
use unbeatable_core::{Game, Kind, Line, Spec};
use unbeatable_games::connect::Connect;
use unbeatable_games::mnk::Mnk;
use unbeatable_rules::file::GameFile;
use unbeatable_rules::grounding::limits::GroundingLimits;

const TIC_TAC_TOE: &str = include_str!("../../../games/tic-tac-toe.kif");
const CONNECT_FOUR: &str = include_str!("../../../games/connect-four-5x4.kif");
const BREAKTHROUGH: &str = include_str!("../../../games/breakthrough-4x4.kif");

fn main() {
    divan::main();
}

fn native<G: Kind>(spec: &str) -> G {
    G::parse(Spec::parse(spec).expect("a spec")).expect("a game")
}

/// All sequences of so many moves or fewer.
fn count<G: Game>(bencher: Bencher, game: &G, depth: usize, expected: u64) {
    bencher.counter(ItemsCount::new(expected)).bench(|| {
        let mut line = Line::new(game, game.start());
        let counts = perft(&mut line, depth, &mut |_| true).expect("nobody stops it");
        assert_eq!(counts.sequences.iter().sum::<u64>(), expected);
    });
}

fn count_file(bencher: Bencher, text: &str, depth: usize, expected: u64) {
    match GameFile::read("bench.kif", text, &GroundingLimits::USUAL) {
        Ok((GameFile::Tiny(book), _)) => count(bencher, &book, depth, expected),
        Ok(_) => panic!("a file of at most 64 fluents without points"),
        Err(complaints) => panic!("{}", complaints[0].what),
    }
}

#[divan::bench(sample_count = 10)]
fn tic_tac_toe_from_a_file(bencher: Bencher) {
    count_file(bencher, TIC_TAC_TOE, 9, 549_946);
}

#[divan::bench(sample_count = 10)]
fn tic_tac_toe_of_the_program(bencher: Bencher) {
    count(bencher, &native::<Mnk>("ttt"), 9, 549_946);
}

#[divan::bench(sample_count = 10)]
fn connect_four_from_a_file(bencher: Bencher) {
    count_file(bencher, CONNECT_FOUR, 8, 459_009);
}

#[divan::bench(sample_count = 10)]
fn connect_four_of_the_program(bencher: Bencher) {
    count(bencher, &native::<Connect>("connect:5x4"), 8, 459_009);
}

#[divan::bench(sample_count = 10)]
fn breakthrough_from_a_file(bencher: Bencher) {
    count_file(bencher, BREAKTHROUGH, 6, 118_099);
}

/// From a text to a rule book.
#[divan::bench(sample_count = 10)]
fn reading(bencher: Bencher) {
    bencher.bench(|| {
        let read = GameFile::read("bench.kif", CONNECT_FOUR, &GroundingLimits::USUAL);
        assert_eq!(read.map(|(_, summary)| summary.fluents).ok(), Some(62));
    });
}
