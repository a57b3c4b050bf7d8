//! How fast games are counted.

use divan::Bencher;
use unbeatable_core::{Budget, Game, Line, Spec};
use unbeatable_games::go::Go;
use unbeatable_walks::walks;

fn main() {
    divan::main();
}

/// Games of a line of four points, counted by components.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn walks_superko(bencher: Bencher) {
    let game = Spec::parse("go:1x4+suicide")
        .and_then(Go::from_spec)
        .expect("a board");
    bencher.bench(|| {
        let counted = walks(&Line::new(&game, game.start()), &Budget::DEFAULT, &());
        assert_eq!(counted.map(|walked| walked.games), Ok(2_098_407_841));
    });
}
