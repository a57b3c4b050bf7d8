//! Minimax: every move sequence, nothing cut, nothing remembered (Zermelo 1913, von Neumann 1928).
//!
//! It counts as the seeds count: a node is a move sequence from the root, finished ones included.
//! History is kept by the line, so it is right under every repetition rule.

use unbeatable_core::{Bounds, Budget, Game, Goal, History, Line, Stopped, Value, Watch};

use crate::meter::{DEPTH_MAX, Meter};
use crate::rank_bounds::{RankBounds, ranks};
use crate::solved::{Evidence, LINE_MOVES_MAX, Solved};
use crate::solver::Solver;
use crate::visits::{self, Ending, Visits};

/// Minimax, for one question or for several: nothing is remembered.
pub struct Minimax {
    /// What each question may take.
    pub budget: Budget,
}

impl<'g, G: Game> Solver<'g, G> for Minimax {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        minimax(line, &self.budget, watch)
    }

    fn record(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Option<(Solved<G>, Visits)> {
        Some(record(line, &self.budget, watch))
    }
}

/// Solves the position at the end of `line`. Gives all best moves.
pub fn minimax<G: Game>(line: &Line<G>, budget: &Budget, watch: &dyn Watch<G::Value>) -> Solved<G> {
    let mut search = MinimaxRun::new(line, Meter::new(budget, watch));
    search.solve::<false>(line)
}

/// Solves the position as [`minimax()`] does, and writes down what it visits.
pub fn record<G: Game>(
    line: &Line<G>,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> (Solved<G>, Visits) {
    let mut search = MinimaxRun::new(line, Meter::new(&visits::budget(budget), watch));
    let solved = search.solve::<true>(line);
    search.visits.finish(ranks(search.meter.bounds));
    (solved, search.visits)
}

struct MinimaxRun<'g, 'w, G: Game> {
    game: &'g G,
    meter: Meter<'w, G::Value>,
    history: History,
    /// `lines[d]`: best play from the position of depth `d` that was finished last.
    lines: Vec<Vec<G::Move>>,
    /// What is visited, if that is written down.
    visits: Visits,
}

impl<'g, 'w, G: Game> MinimaxRun<'g, 'w, G> {
    fn new(line: &Line<'g, G>, meter: Meter<'w, G::Value>) -> Self {
        MinimaxRun {
            game: line.game(),
            meter,
            history: line.history().clone(),
            lines: vec![],
            visits: Visits::default(),
        }
    }

    fn solve<const RECORDED: bool>(&mut self, line: &Line<G>) -> Solved<G> {
        let range = line.game().range(line.game().turn(line.position()));
        self.meter.prove(range);
        let mut best = Vec::new();
        let stopped = self.root::<RECORDED>(line, &mut best).err();
        let bounds = self.meter.bounds;
        let is_exact = bounds.is_exact();
        Solved {
            bounds,
            best_complete: is_exact && stopped.is_none(),
            witness: best.first().copied().filter(|_| bounds.lower > range.lower),
            best: if is_exact { best } else { vec![] },
            line: match is_exact {
                true => self.lines.swap_remove(0),
                false => vec![],
            },
            effort: self.meter.effort,
            table_bytes: 0,
            stopped,
            evidence: Evidence::Exact,
            plies_left: None,
        }
    }

    /// Proves the root's value into the meter, move by move, and collects all best moves.
    fn root<const RECORDED: bool>(
        &mut self,
        line: &Line<G>,
        best: &mut Vec<G::Move>,
    ) -> Result<(), Stopped> {
        self.meter.node()?;
        self.lines.push(vec![]);
        let pos = *line.position();
        if RECORDED {
            self.visits.begin(self.game, &pos, None, None);
        }
        if let Some(outcome) = line.outcome() {
            self.meter.end();
            let value = outcome.value_for(self.game.turn(&pos));
            self.meter.prove(Bounds::exactly(value));
            return Ok(());
        }
        let mut most = G::Value::WORST;
        for m in self.game.moves(&pos) {
            if let Some(value) = self.worth::<RECORDED>(&pos, m, 0)? {
                if value > most || best.is_empty() {
                    best.clear();
                    self.extend_line(0, m);
                    self.meter.prove(Bounds::at_least(value));
                    most = value;
                }
                if value == most {
                    best.push(m);
                }
            }
        }
        assert!(
            !best.is_empty(),
            "an unfinished position has a move that history allows"
        );
        self.meter.prove(Bounds::exactly(most));
        self.leave::<RECORDED>(most);
        Ok(())
    }

    /// What `m` is worth to the player who makes it in `pos`, which stands at `depth`. `None` if history
    /// forbids it.
    #[inline(always)]
    fn worth<const RECORDED: bool>(
        &mut self,
        pos: &G::Position,
        m: G::Move,
        depth: u32,
    ) -> Result<Option<G::Value>, Stopped> {
        let game = self.game;
        let child = game.play(pos, m);
        let Some(left) = self.history.enter(game, &child) else {
            return Ok(None);
        };
        self.meter.node()?;
        if RECORDED {
            self.visits.enter(game, (pos, m), &child, None);
        }
        match self.lines.get_mut(depth as usize + 1) {
            Some(line) => line.clear(),
            None => self.lines.push(vec![]),
        }
        let value = match game.outcome(&child) {
            Some(outcome) => {
                self.meter.end();
                outcome.value_for(game.turn(&child))
            }
            None => self.value::<RECORDED>(child, depth + 1)?,
        };
        self.history.leave(left);
        Ok(Some(-value))
    }

    /// The value of an unfinished position for the player to move.
    fn value<const RECORDED: bool>(
        &mut self,
        pos: G::Position,
        depth: u32,
    ) -> Result<G::Value, Stopped> {
        self.meter.unfinished(depth);
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth);
        }
        let mut most = None;
        for m in self.game.moves(&pos) {
            if let Some(value) = self.worth::<RECORDED>(&pos, m, depth)?
                && most.is_none_or(|most| value > most)
            {
                most = Some(value);
                self.extend_line(depth as usize, m);
            }
        }
        let most = most.expect("an unfinished position has a move that history allows");
        self.leave::<RECORDED>(most);
        Ok(most)
    }

    /// Writes down what an unfinished position is worth, if that is asked for.
    #[inline(always)]
    fn leave<const RECORDED: bool>(&mut self, value: G::Value) {
        if RECORDED {
            self.visits
                .leave(Ending::Searched, RankBounds::exactly(value.rank().into()));
        }
    }

    /// Best play from depth `ply` is now `m`, then what was best behind it.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let [here, behind] = &mut self.lines[ply..ply + 2] else {
            unreachable!("the position behind a move has a line, if an empty one")
        };
        here.clear();
        here.push(m);
        here.extend(behind.iter().take(LINE_MOVES_MAX - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::toys::{Coins, Ring, ToyHeap};
    use unbeatable_core::{Margin, Wdl};

    fn solve<G: Game>(game: &G) -> Solved<G> {
        minimax(&Line::new(game, game.start()), &Budget::DEFAULT, &())
    }

    #[test]
    fn heaps_of_three_are_lost() {
        for size in 0..12 {
            let solved = solve(&ToyHeap(size));
            let lost = size % 3 == 0;
            let value = if lost { Wdl::Loss } else { Wdl::Win };
            assert_eq!(solved.bounds.value(), Some(value), "{size}");
            // From a lost heap all moves are as good; else the one that leaves a multiple of three.
            let best: Vec<u8> = (1..=size.min(2))
                .filter(|m| lost || m % 3 == size % 3)
                .collect();
            assert_eq!((solved.best, solved.best_complete), (best, true), "{size}");
        }
    }

    #[test]
    fn nodes_and_ends_are_move_sequences() {
        // 3 = 1+1+1 = 1+2 = 2+1: three ends, and the heads 1, 1+1, 2 and nothing.
        let solved = solve(&ToyHeap(3));
        assert_eq!((solved.effort.nodes, solved.effort.ends), (7, 3));
        assert_eq!(solved.effort.depth_max, 2);
    }

    #[test]
    fn points_are_margins() {
        // Who takes the 1 lets the opponent have the 9; the 4 leaves that to the opponent.
        let solved = solve(&Coins(&[1, 9, 2, 4]));
        assert_eq!(solved.bounds.value(), Some(Margin::points(10)));
        assert_eq!(solved.best, [true]);
        assert_eq!(solved.line, [true, false, false, false]);
    }

    /// The token goes round once, whichever way: the places left decide who is stuck.
    #[test]
    fn history_counts() {
        for size in 3..9 {
            let value = if size % 2 == 0 { Wdl::Win } else { Wdl::Loss };
            assert_eq!(solve(&Ring(size)).bounds.value(), Some(value), "{size}");
        }
    }
}
