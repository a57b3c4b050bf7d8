//! All ways to set alpha-beta up.

use unbeatable_core::{Analysis, Budget, Game, Goal, Guide, Line, Watch};
use unbeatable_solve::{AlphaBeta, Fail, Search, Solved, Solver, Window};

const BOTH: [bool; 2] = [false, true];

/// All settings that differ: symmetry does something only together with a table.
pub(crate) fn all() -> Vec<AlphaBeta> {
    let mut all = vec![];
    for fail in [Fail::Hard, Fail::Soft] {
        for window in [Window::Closed, Window::Open] {
            for (table, symmetry) in [(false, false), (true, false), (true, true)] {
                for scout in BOTH {
                    for deepen in BOTH {
                        all.push(AlphaBeta {
                            fail,
                            window,
                            table,
                            symmetry,
                            scout,
                            deepen,
                        });
                    }
                }
            }
        }
    }
    all
}

/// A budget for tables of that size.
pub(crate) fn bytes(table_bytes_max: usize) -> Budget {
    Budget {
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

/// A budget of that many nodes.
pub(crate) fn nodes(nodes_max: u64) -> Budget {
    Budget {
        nodes_max,
        ..Budget::DEFAULT
    }
}

/// One question to a search of its own.
pub(crate) fn alpha_beta<'g, G: Game, A: Analysis<G>, D: Guide<G>>(
    line: &Line<'g, G>,
    (know, guide): (&'g A, &'g D),
    options: AlphaBeta,
    budget: Budget,
    goal: Goal<G::Value>,
    watch: &dyn Watch<G::Value>,
) -> Solved<G> {
    Search::new(line.game(), know, guide, options, budget).solve(line, goal, watch)
}
