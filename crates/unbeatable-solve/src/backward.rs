//! Backward induction: every position that can be reached, solved once, ends first.
//!
//! Lomont (2024) calls it a frontier search and goes round a queue until all children of a position
//! are scored. Here positions are finished in depth-first post-order, so one pass is enough: each
//! position is expanded once, after all that follows from it. (His text has the players' min and max
//! exchanged; values here are for the side to move, so there is nothing to exchange.)

use unbeatable_core::{
    Bounds, Budget, Effort, Game, Goal, Line, Repetition, Shards, Stopped, Value, Watch,
};

use crate::meter::Meter;
use crate::solved::{Evidence, LINE_MOVES_MAX, PliesLeft, Solved};
use crate::solver::Solver;

/// Backward induction, for one question or for several: nothing is remembered.
pub struct Backward {
    /// Whether only canonical positions are solved.
    pub folds: bool,
    /// What each question may take.
    pub budget: Budget,
}

impl<'g, G: Game> Solver<'g, G> for Backward {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn prove(
        &mut self,
        line: &Line<'g, G>,
        _: Goal<G::Value>,
        watch: &dyn Watch<G::Value>,
    ) -> Solved<G> {
        let (game, root) = (line.game(), *line.position());
        backward(game, root, self.folds, &self.budget, watch).solved()
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedPosition<V> {
    /// Its value.
    pub value: V,
    /// Plies to the end, the winner shortening and the loser prolonging; `None` for draws, and in
    /// games with points, where there is no winner to hurry.
    pub distance: Option<u32>,
}

/// The value of every position that can be reached from a root.
pub struct Solution<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    folds: bool,
    entries: StoredPositions<G>,
    /// What was spent: `nodes` are distinct positions, or canonical ones if they are folded. (Where the
    /// players may change places, one canonical position serves two classes.)
    pub effort: Effort,
    /// What is proven of the root.
    pub bounds: Bounds<G::Value>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
}

type StoredPositions<G> = Shards<<G as Game>::Position, StoredPosition<<G as Game>::Value>>;

/// A solved position as it is kept: the value says whether there is a distance.
#[derive(Clone, Copy)]
struct StoredPosition<V> {
    value: V,
    distance: u32,
}

impl<V: Value> From<SolvedPosition<V>> for StoredPosition<V> {
    fn from(entry: SolvedPosition<V>) -> Self {
        StoredPosition {
            value: entry.value,
            distance: entry.distance.unwrap_or(0),
        }
    }
}

impl<V: Value> From<StoredPosition<V>> for SolvedPosition<V> {
    fn from(StoredPosition { value, distance }: StoredPosition<V>) -> Self {
        SolvedPosition {
            value,
            distance: hurries(value).then_some(distance),
        }
    }
}

/// Solves every position that can be reached from `root`; with `folds`, the canonical ones.
///
/// Stopped early, it still knows what the root moves that were finished prove. Panics in games where
/// history matters: there a position has no value of its own.
pub fn backward<'g, G: Game>(
    game: &'g G,
    root: G::Position,
    folds: bool,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Solution<'g, G> {
    assert!(
        game.repetition() == Repetition::Impossible,
        "positions have no values of their own where history matters"
    );
    let mut run = BackwardRun {
        game,
        folds,
        meter: Meter::new(budget, watch),
        entries: StoredPositions::<G>::default(),
        bytes_max: budget.table_bytes_max,
    };
    run.meter.prove(game.range(game.turn(&root)));
    let folded = run.fold(&root);
    let stopped = run.finish(&folded, 0).err();
    Solution {
        game,
        root,
        folds,
        entries: run.entries,
        effort: run.meter.effort,
        bounds: run.meter.bounds,
        stopped,
    }
}

struct BackwardRun<'g, 'w, G: Game> {
    game: &'g G,
    folds: bool,
    meter: Meter<'w, G::Value>,
    entries: StoredPositions<G>,
    bytes_max: usize,
}

impl<G: Game> BackwardRun<'_, '_, G> {
    fn fold(&self, pos: &G::Position) -> G::Position {
        if self.folds {
            self.game.canonical(pos)
        } else {
            *pos
        }
    }

    /// The entry of `pos`, a position in folded form that has none yet.
    fn finish(
        &mut self,
        pos: &G::Position,
        depth: u32,
    ) -> Result<SolvedPosition<G::Value>, Stopped> {
        self.meter.node()?;
        let entry = match self.game.outcome(pos) {
            Some(outcome) => {
                self.meter.end();
                let value = outcome.value_for(self.game.turn(pos));
                SolvedPosition {
                    value,
                    distance: hurries(value).then_some(0),
                }
            }
            None => {
                self.meter.unfinished(depth);
                let mut best: Option<SolvedPosition<G::Value>> = None;
                for m in self.game.moves(pos) {
                    self.meter.work(1)?;
                    let child = self.fold(&self.game.play(pos, m));
                    let reply = match self.entries.get(&child) {
                        Some(known) => (*known).into(),
                        None => self.finish(&child, depth + 1)?,
                    };
                    let seen = before(reply);
                    if best.is_none_or(|best| is_better(seen, best)) {
                        best = Some(seen);
                        if depth == 0 {
                            self.meter.prove(Bounds::at_least(seen.value));
                        }
                    }
                }
                best.expect("an unfinished position has a move")
            }
        };
        if self.entries.bytes_with_one_more() > self.bytes_max {
            return Err(Stopped::Memory);
        }
        self.entries.get_or_insert_with(*pos, || entry.into());
        self.meter.table_bytes = self.entries.bytes();
        if depth == 0 {
            self.meter.prove(Bounds::exactly(entry.value));
        }
        Ok(entry)
    }
}

/// Whether the length of the game matters: somebody wins, and by nothing but winning.
fn hurries<V: Value>(value: V) -> bool {
    !V::SCORED && value.rank() != 0
}

/// What the player who moves into a position with `reply` gets.
fn before<V: Value>(reply: SolvedPosition<V>) -> SolvedPosition<V> {
    let distance = reply.distance.map(|plies| plies + 1);
    SolvedPosition {
        value: -reply.value,
        distance,
    }
}

/// Larger values first; wins rather soon, losses rather late.
fn is_better<V: Value>(a: SolvedPosition<V>, b: SolvedPosition<V>) -> bool {
    if a.value != b.value {
        return a.value > b.value;
    }
    if a.value.rank() > 0 {
        a.distance < b.distance
    } else {
        a.distance > b.distance
    }
}

impl<'g, G: Game> Solution<'g, G> {
    /// What is known of `pos`; `None` if it cannot be reached, or if the search was stopped before.
    #[must_use]
    pub fn entry(&self, pos: &G::Position) -> Option<SolvedPosition<G::Value>> {
        let pos = if self.folds {
            self.game.canonical(pos)
        } else {
            *pos
        };
        self.entries.get(&pos).map(|kept| (*kept).into())
    }

    /// How many positions, or canonical ones, are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
    }

    /// What each move of an unfinished position leads to, for the player who makes it, distance
    /// counted from here. Only for positions that are known.
    #[must_use]
    pub fn moves(&self, pos: &G::Position) -> Vec<(G::Move, SolvedPosition<G::Value>)> {
        let entry = |m| self.entry(&self.game.play(pos, m)).map(before);
        self.game
            .moves(pos)
            .map(|m| {
                (
                    m,
                    entry(m).expect("what follows on a known position is known"),
                )
            })
            .collect()
    }

    /// All moves that keep the value of a known, unfinished position.
    #[must_use]
    pub fn best_moves(&self, pos: &G::Position) -> Vec<G::Move> {
        let moves = self.moves(pos);
        let best = moves
            .iter()
            .map(|(_, e)| e.value)
            .max()
            .expect("there is a move");
        moves
            .iter()
            .filter(|(_, e)| e.value == best)
            .map(|(m, _)| *m)
            .collect()
    }

    /// Best play from a known position to the end, or for [`LINE_MOVES_MAX`] moves: the winner hurries,
    /// the loser holds out.
    #[must_use]
    pub fn line(&self, pos: &G::Position) -> Vec<G::Move> {
        let mut line = Line::new(self.game, *pos);
        let mut moves = Vec::new();
        while line.outcome().is_none() && moves.len() < LINE_MOVES_MAX {
            let choices = self.moves(line.position());
            let mut best = choices[0];
            for choice in choices {
                if is_better(choice.1, best.1) {
                    best = choice;
                }
            }
            moves.push(best.0);
            assert!(line.play(best.0), "history does not matter here");
        }
        moves
    }

    /// The answer for the root, in the form that all solvers share.
    #[must_use]
    pub fn solved(&self) -> Solved<G> {
        let is_known = self.stopped.is_none();
        let best = self.proven_best();
        let line = match best.first() {
            // What follows on a move whose value is known is known too, if the search was stopped.
            Some(m) if !is_known => {
                let behind = self.line(&self.game.play(&self.root, *m));
                [&[*m], behind.as_slice()].concat()
            }
            Some(_) => self.line(&self.root),
            None => vec![],
        };
        Solved {
            bounds: self.bounds,
            witness: self.witness(),
            best,
            best_complete: is_known,
            line,
            effort: self.effort,
            table_bytes: self.bytes(),
            stopped: self.stopped,
            evidence: Evidence::Exact,
            plies_left: (self.entry(&self.root))
                .and_then(|root| root.distance)
                .map(PliesLeft::exactly),
        }
    }

    /// A root move that is worth the lower bound, if that says anything.
    fn witness(&self) -> Option<G::Move> {
        let range = self.game.range(self.game.turn(&self.root));
        if self.bounds.lower == range.lower || self.game.outcome(&self.root).is_some() {
            return None;
        }
        let entry = |m| self.entry(&self.game.play(&self.root, m));
        let is_worth_it = |reply: SolvedPosition<G::Value>| -reply.value >= self.bounds.lower;
        self.game
            .moves(&self.root)
            .find(|m| entry(*m).is_some_and(is_worth_it))
    }

    /// The root moves that are known to be worth its value; none while that is not exact.
    fn proven_best(&self) -> Vec<G::Move> {
        let Some(value) = self.bounds.value() else {
            return vec![];
        };
        if self.game.outcome(&self.root).is_some() {
            return vec![];
        }
        let entry = |m| self.entry(&self.game.play(&self.root, m));
        self.game
            .moves(&self.root)
            .filter(|m| entry(*m).is_some_and(|reply| -reply.value == value))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::toys::{Coins, Ring, ToyHeap};
    use unbeatable_core::{Margin, Player, Wdl};

    fn solve<G: Game>(game: &G) -> Solution<'_, G> {
        backward(game, game.start(), true, &Budget::DEFAULT, &())
    }

    /// The winner leaves multiples of three; the loser takes one each time to hold out.
    #[test]
    fn distances_count_plies_to_the_end() {
        let game = ToyHeap(11);
        let solution = solve(&game);
        for (size, value, plies) in [
            (0, Wdl::Loss, 0),
            (1, Wdl::Win, 1),
            (2, Wdl::Win, 1),
            (3, Wdl::Loss, 2),
            (4, Wdl::Win, 3),
            (6, Wdl::Loss, 4),
            (8, Wdl::Win, 5),
        ] {
            let entry = solution.entry(&(size, Player::First)).unwrap();
            assert_eq!(
                (entry.value, entry.distance),
                (value, Some(plies)),
                "{size}"
            );
        }
        assert_eq!(solution.line(&(4, Player::First)), [1, 1, 2]);
        assert_eq!(solution.best_moves(&(5, Player::Second)), [2]);
        assert_eq!(solution.entry(&(12, Player::First)), None);
        assert_eq!(solution.effort.nodes, solution.len() as u64);
    }

    #[test]
    fn points_have_no_distance() {
        let game = Coins(&[1, 9, 2]);
        let entry = solve(&game).entry(&game.start()).unwrap();
        assert_eq!((entry.value, entry.distance), (Margin::points(-6), None));
    }

    /// Taking two is best from a heap of two; the search is stopped before it has seen more.
    #[test]
    fn a_stopped_search_keeps_what_is_proven() {
        let game = ToyHeap(2);
        for (nodes_max, bounds) in [
            (0, Bounds::UNKNOWN),
            (2, Bounds::UNKNOWN),
            (3, Bounds::at_least(Wdl::Loss)),
            (4, Bounds::exactly(Wdl::Win)),
        ] {
            let budget = Budget {
                nodes_max,
                ..Budget::DEFAULT
            };
            let solution = backward(&game, game.start(), false, &budget, &());
            assert_eq!(solution.bounds, bounds, "{nodes_max}");
            assert_eq!(solution.stopped, (nodes_max < 4).then_some(Stopped::Nodes));
        }
    }

    #[test]
    #[should_panic(expected = "where history matters")]
    fn not_where_history_matters() {
        let _ = solve(&Ring(3));
    }
}
