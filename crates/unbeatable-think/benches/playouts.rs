//! How fast games are played out. Every benchmark asserts its answer.
//!
//! `cargo bench -p unbeatable-think`; with a name behind `--` only those that contain it.

use divan::Bencher;
use divan::counter::ItemsCount;
use unbeatable_core::{Analysis, Game, Line, Margin, Spec, Stopped, Wdl};
use unbeatable_games::go::Go;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::mnk::Mnk;
use unbeatable_games::mnk::potential::Potential;
use unbeatable_games::mnk::threats::Threats;
use unbeatable_games::ultimate::Ultimate;
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_think::mcts::{Mcts, Settings};

fn main() {
    divan::main();
}

/// Games played out from the start, whose value is one of `values`; items are playouts.
fn bench_playouts<G: Game, A: Analysis<G>>(
    bencher: Bencher,
    game: &G,
    know: &A,
    values: &[G::Value],
) {
    const PLAYOUTS: u64 = 4_000;
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench(|| {
        let mut mcts = Mcts::new(game, know, Settings::BEST, 1 << 24, 1);
        let found = mcts.think(&Line::new(game, game.start()), PLAYOUTS, &());
        assert_eq!(found.stopped, Some(Stopped::Nodes), "all were needed");
        assert!(values.iter().all(|&value| found.bounds.contains(value)));
        found
    });
}

#[divan::bench]
fn mcts_ttt(bencher: Bencher) {
    bench_playouts(bencher, &Mnk::tic_tac_toe(), &(), &[Wdl::Draw]);
}

#[divan::bench]
fn mcts_5x5x4(bencher: Bencher) {
    let spec = Spec::parse("mnk:5x5x4").expect("a spec");
    let game = Mnk::from_spec(spec).expect("a board");
    let know = (Threats, Potential);
    bench_playouts(bencher, &game, &know, &[Wdl::Draw]);
}

/// Its value is not known; none may be excluded so soon.
#[divan::bench]
fn mcts_uttt(bencher: Bencher) {
    let values = [Wdl::Loss, Wdl::Draw, Wdl::Win];
    bench_playouts(bencher, &Ultimate::STANDARD, &CriticalBoards, &values);
}

#[divan::bench]
fn mcts_go_4x4(bencher: Bencher) {
    let spec = Spec::parse("go:4x4").expect("a spec");
    let game = Go::from_spec(spec).expect("a board");
    bench_playouts(bencher, &game, &Safety, &[Margin::points(2)]);
}
