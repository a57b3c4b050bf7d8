//! How long exact answers about Connect Four take.

use unbeatable_core::{Budget, Game, Kind, Spec, Timing};
use unbeatable_games::connect::Connect;
use unbeatable_timed::Soonest;

fn main() {
    divan::main();
}

/// Boards with the last ply of best play; `None` for a draw.
#[divan::bench(args = [("connect:5x5", None), ("connect:6x5", None)], sample_count = 3)]
fn boards(bencher: divan::Bencher, (spec, last): (&str, Option<u32>)) {
    let parsed = Spec::parse(spec).expect("a spec");
    let kit = Connect::parse(parsed).expect("a game").kit();
    bencher.bench(|| {
        let mut search = Soonest::new(&kit.game, &kit.known, Budget::DEFAULT);
        let found = search.time(&kit.game.start(), None, &());
        let expected = last.map_or(Timing::DRAW, |last| {
            Timing::won(
                last,
                u32::from(kit.game.columns()) * u32::from(kit.game.rows()),
            )
        });
        assert_eq!(found.bounds.lower, expected);
        assert_eq!(found.bounds.upper, expected);
        found.effort.nodes
    });
}
