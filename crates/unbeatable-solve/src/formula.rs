//! No search: an analysis that solves its game is asked, once.

use unbeatable_core::{Analysis, Bounds, Budget, Game, Goal, Line, Value, Watch};

use crate::meter::Meter;
use crate::solved::{Evidence, LINE_MOVES_MAX, Solved};
use crate::solver::Solver;

/// An analysis that solves its game, asked one question after the other.
pub struct Formula<'g, A> {
    /// The analysis.
    pub know: &'g A,
    /// What each question may take.
    pub budget: Budget,
}

impl<'g, G: Game, A: Analysis<G>> Solver<'g, G> for Formula<'g, A> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        formula(line, self.know, &self.budget, watch)
    }
}

/// What `know` says of the position at the end of `line`: its value, all best moves, and a line that
/// follows one best move after the other. (Who loses plays on in board order.) One node.
///
/// Panics if `know` does not solve the game.
pub fn formula<G: Game, A: Analysis<G>>(
    line: &Line<G>,
    know: &A,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Solved<G> {
    let game = line.game();
    assert!(know.solves(game), "an analysis that solves the game");
    let mut meter = Meter::new(budget, watch);
    let stopped = meter.node().err();
    let pos = line.position();
    let mut best = vec![];
    let mut bounds = Bounds::UNKNOWN;
    if stopped.is_none() {
        match line.outcome() {
            Some(outcome) => {
                meter.end();
                bounds = Bounds::exactly(outcome.value_for(game.turn(pos)));
            }
            None => {
                meter.unfinished(0);
                bounds = know.bounds(game, pos);
                best = best_moves(game, know, pos);
                assert!(
                    bounds.is_exact(),
                    "an analysis that solves the game is exact"
                );
            }
        }
    }
    let least = game.range(game.turn(pos)).lower;
    Solved {
        bounds,
        witness: best.first().copied().filter(|_| bounds.lower > least),
        line: play_out(line, know, &best),
        best_complete: stopped.is_none(),
        best,
        effort: meter.effort,
        table_bytes: 0,
        stopped,
        evidence: Evidence::Exact,
        plies_left: None,
    }
}

fn best_moves<G: Game, A: Analysis<G>>(game: &G, know: &A, pos: &G::Position) -> Vec<G::Move> {
    let best = know.best_moves(game, pos);
    let best = best.expect("an analysis that solves the game knows the best moves");
    assert!(!best.is_empty(), "an unfinished position has a best move");
    best
}

/// The first of the best moves, and so on.
fn play_out<G: Game, A: Analysis<G>>(line: &Line<G>, know: &A, best: &[G::Move]) -> Vec<G::Move> {
    let game = line.game();
    let mut line = line.clone();
    let mut moves = Vec::new();
    let mut next = best.first().copied();
    while let Some(m) = next {
        assert!(line.play(m), "a best move is legal");
        moves.push(m);
        if line.outcome().is_some() || moves.len() == LINE_MOVES_MAX {
            break;
        }
        let pos = line.position();
        next = match know.bounds(game, pos).value() {
            // To a loser all moves are alike: one will do, and listing all can take long.
            Some(value) if value == G::Value::WORST => game.moves(pos).next(),
            _ => Some(best_moves(game, know, pos)[0]),
        };
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backward;
    use unbeatable_core::toys::ToyHeap;
    use unbeatable_core::{Player, Stopped, Wdl};

    /// From a heap of a multiple of three who moves loses; else one move leaves such a heap.
    struct ByThree;

    impl Analysis<ToyHeap> for ByThree {
        fn bounds(&self, _: &ToyHeap, pos: &(u8, Player)) -> Bounds<Wdl> {
            let value = if pos.0.is_multiple_of(3) {
                Wdl::Loss
            } else {
                Wdl::Win
            };
            Bounds::exactly(value)
        }

        fn solves(&self, _: &ToyHeap) -> bool {
            true
        }

        fn best_moves(&self, game: &ToyHeap, pos: &(u8, Player)) -> Option<Vec<u8>> {
            Some(match pos.0 % 3 {
                0 => game.moves(pos).collect(),
                rest => vec![rest],
            })
        }
    }

    #[test]
    fn it_answers_as_search_does() {
        for size in 0..=30 {
            let game = ToyHeap(size);
            let line = Line::new(&game, game.start());
            let solved = formula(&line, &ByThree, &Budget::DEFAULT, &());
            let solution = backward(&game, game.start(), false, &Budget::DEFAULT, &());
            assert_eq!(solved.bounds, solution.bounds, "{size}");
            assert_eq!(solved.best, solution.solved().best, "{size}");
            assert_eq!((solved.effort.nodes, solved.best_complete), (1, true));
            let is_won = solved.bounds == Bounds::exactly(Wdl::Win);
            assert_eq!(solved.witness.is_some(), is_won, "{size}");
            let mut played = line.clone();
            assert!(solved.line.iter().all(|m| played.play(*m)), "{size}");
            let turn = game.turn(line.position());
            let ended = played.outcome().expect("the line goes to the end");
            assert_eq!(Some(ended.value_for(turn)), solved.bounds.value(), "{size}");
        }
    }

    #[test]
    fn a_budget_of_nothing_answers_nothing() {
        let game = ToyHeap(7);
        let budget = Budget {
            nodes_max: 0,
            ..Budget::DEFAULT
        };
        let solved = formula(&Line::new(&game, game.start()), &ByThree, &budget, &());
        assert_eq!(solved.stopped, Some(Stopped::Nodes));
        assert_eq!(solved.bounds, Bounds::UNKNOWN);
        assert!(solved.best.is_empty() && !solved.best_complete);
    }

    #[test]
    #[should_panic(expected = "an analysis that solves the game")]
    fn not_without_knowledge() {
        let game = ToyHeap(7);
        let _ = formula(&Line::new(&game, game.start()), &(), &Budget::DEFAULT, &());
    }
}
