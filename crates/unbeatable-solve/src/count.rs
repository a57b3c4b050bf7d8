//! How many there are: move sequences, positions, classes.
//!
//! Move sequences are counted layer by layer: every class of positions of the same depth is kept
//! once, with the number of sequences that lead into it. So trees far too large to walk are counted
//! exactly, in memory for two layers.

use unbeatable_core::{
    Budget, Game, Line, Outcome, Pieces, Player, Repetition, Shards, Stopped, Trace, Value, Watch,
};

use crate::meter::Meter;

/// What was counted, by depth from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<V> {
    /// All of them at each depth, finished ones included.
    pub by_depth: Vec<u128>,
    /// The finished ones among them.
    pub ends_by_depth: Vec<u128>,
    /// Finished ones, by outcome, in the order in which the outcomes came up.
    pub by_outcome: Vec<(Outcome<V>, u128)>,
    /// Calls that a recursive search would make, repeats included.
    pub examined: u128,
}

impl<V: Value> Counted<V> {
    fn new() -> Self {
        Counted {
            by_depth: vec![],
            ends_by_depth: vec![],
            by_outcome: vec![],
            examined: 1,
        }
    }

    fn end(&mut self, outcome: Outcome<V>, many: u128) -> Result<(), Stopped> {
        if let Some(ends) = self.ends_by_depth.last_mut() {
            *ends = add(*ends, many)?;
        }
        match self
            .by_outcome
            .iter_mut()
            .find(|(known, _)| *known == outcome)
        {
            Some((_, count)) => *count = add(*count, many)?,
            None => self.by_outcome.push((outcome, many)),
        }
        Ok(())
    }

    /// What is left of a count that is stopped in the middle of a depth.
    fn halted(mut self, why: Stopped) -> Halted<V> {
        self.ends_by_depth.pop();
        self.by_outcome.clear();
        self.examined = 0;
        Halted { why, so_far: self }
    }

    /// All of them. Panics for what a stopped count left, if that does not fit 128 bits.
    #[must_use]
    pub fn total(&self) -> u128 {
        sum(self.by_depth.iter().copied()).expect("a finished count fits 128 bits")
    }

    /// The finished ones. Panics for what a stopped count left, if that does not fit 128 bits.
    #[must_use]
    pub fn ends(&self) -> u128 {
        let ends = self.by_outcome.iter().map(|(_, count)| *count);
        sum(ends).expect("a finished count fits 128 bits")
    }
}

/// A count that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halted<V> {
    /// Why.
    pub why: Stopped,
    /// What was counted: `by_depth` as far as it is exact, `ends_by_depth` likewise, nothing else.
    pub so_far: Counted<V>,
}

fn add(a: u128, b: u128) -> Result<u128, Stopped> {
    a.checked_add(b).ok_or(Stopped::Overflow)
}

fn sum(counts: impl IntoIterator<Item = u128>) -> Result<u128, Stopped> {
    counts.into_iter().try_fold(0, add)
}

/// Counts the move sequences from `root`, the empty one and finished ones included.
///
/// `budget.nodes_max` bounds the classes visited, `budget.table_bytes_max` the two layers.
pub fn sequences<G: Game>(
    game: &G,
    root: G::Position,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Result<Counted<G::Value>, Halted<G::Value>> {
    assert_history_does_not_matter(game);
    let mut meter = Meter::new(budget, watch);
    let mut counted = Counted::new();
    let mut turn = game.turn(&root);
    let mut layer: DepthClasses<G> = Shards::default();
    layer.get_or_insert_with(game.canonical(&root), || 1);
    let mut total = 0;
    while !layer.is_empty() {
        counted.ends_by_depth.push(0);
        // The tree as a whole must fit too: a sum that does not ends the count at the depth before.
        let many = sum(layer.iter().map(|(_, many)| *many));
        match many.and_then(|many| Ok((many, add(total, many)?))) {
            Ok((many, so_far)) => {
                counted.by_depth.push(many);
                total = so_far;
            }
            Err(why) => return Err(counted.halted(why)),
        }
        match next_layer(game, &layer, turn, budget, &mut meter, &mut counted) {
            Ok(next) => layer = next,
            Err(why) => return Err(counted.halted(why)),
        }
        turn = turn.other();
    }
    counted.examined = total;
    Ok(counted)
}

/// The classes of one depth, each with the number of sequences that lead into it.
type DepthClasses<G> = Shards<<G as Game>::Position, u128>;

/// The layer behind `layer`, whose finished positions are counted.
fn next_layer<G: Game>(
    game: &G,
    layer: &DepthClasses<G>,
    turn: Player,
    budget: &Budget,
    meter: &mut Meter<G::Value>,
    counted: &mut Counted<G::Value>,
) -> Result<DepthClasses<G>, Stopped> {
    let mut next: DepthClasses<G> = Shards::default();
    for (pos, many) in layer.iter() {
        meter.node()?;
        if let Some(outcome) = game.outcome(pos) {
            // Whose turn it is, the depth tells: a canonical form may have the players exchanged.
            let value = outcome.value_for(game.turn(pos));
            counted.end(Outcome::from_value(value, turn), *many)?;
            continue;
        }
        for m in game.moves(pos) {
            meter.work(1)?;
            if layer.bytes() + next.bytes_with_one_more() > budget.table_bytes_max {
                return Err(Stopped::Memory);
            }
            let child = game.canonical(&game.play(pos, m));
            let (ways, _) = next.get_or_insert_with(child, || 0);
            *ways = add(*ways, *many)?;
        }
        meter.table_bytes = layer.bytes() + next.bytes();
    }
    Ok(next)
}

/// Counts the distinct positions that can be reached from `root`, or their classes with `folds`,
/// each at the least depth at which it comes up. `visit` sees every one of them.
pub fn positions<G: Game>(
    game: &G,
    root: G::Position,
    folds: bool,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
    visit: &mut dyn FnMut(&G::Position),
) -> Result<Counted<G::Value>, Halted<G::Value>> {
    assert_history_does_not_matter(game);
    let fold = |pos: &G::Position| if folds { game.class(pos) } else { *pos };
    let bytes_max = budget.table_bytes_max;
    let mut meter = Meter::new(budget, watch);
    let mut counted = Counted::new();
    let mut seen: Shards<G::Position, ()> = Shards::default();
    let mut layer = Pieces::default();
    layer.push(fold(&root));
    seen.get_or_insert_with(fold(&root), || ());
    while !layer.is_empty() {
        counted.by_depth.push(layer.len() as u128);
        counted.ends_by_depth.push(0);
        let layer_bytes = layer.bytes();
        let mut next = Pieces::default();
        for pos in layer {
            let pos = &pos;
            if let Err(why) = meter.node() {
                return Err(counted.halted(why));
            }
            visit(pos);
            if let Some(outcome) = game.outcome(pos) {
                let ended = counted.end(outcome, 1);
                ended.expect("there are fewer positions than 2^128");
                continue;
            }
            for m in game.moves(pos) {
                if let Err(why) = meter.work(1) {
                    return Err(counted.halted(why));
                }
                counted.examined += 1;
                if seen.bytes_with_one_more() + layer_bytes + next.bytes() > bytes_max {
                    return Err(counted.halted(Stopped::Memory));
                }
                let child = fold(&game.play(pos, m));
                if seen.get_or_insert_with(child, || ()).1 {
                    next.push(child);
                }
            }
            meter.table_bytes = seen.bytes() + layer_bytes + next.bytes();
        }
        layer = next;
    }
    Ok(counted)
}

/// Counts the distinct boards that can be reached from the end of `line` where repetition is
/// forbidden, or their classes with `folds`, each at the least depth at which it comes up.
///
/// A way to a board that is as short as possible comes to nothing twice, so it is legal if it avoids
/// what stood before the line's end: the history that grows behind it does not matter.
pub fn boards<G: Game>(
    line: &Line<G>,
    folds: bool,
    budget: &Budget,
    watch: &dyn Watch<G::Value>,
) -> Result<Counted<G::Value>, Halted<G::Value>> {
    let game = line.game();
    let mut meter = Meter::new(budget, watch);
    let mut counted = Counted::new();
    let mut seen: Shards<G::Position, ()> = Shards::default();
    let mut boards: Shards<G::Position, ()> = Shards::default();
    let mut layer = Pieces::default();
    layer.push(*line.position());
    seen.get_or_insert_with(*line.position(), || ());
    while !layer.is_empty() {
        let before = boards.len();
        let layer_bytes = layer.bytes();
        let mut next = Pieces::default();
        for pos in layer {
            let pos = &pos;
            if let Err(why) = meter.node() {
                return Err(counted.halted(why));
            }
            let board = game.board(pos);
            let mut images = game.images(&board).take(if folds { usize::MAX } else { 1 });
            if !images.any(|image| boards.get(&game.board(&image)).is_some()) {
                boards.get_or_insert_with(board, || ());
            }
            if game.outcome(pos).is_some() {
                continue;
            }
            for m in game.moves(pos) {
                if let Err(why) = meter.work(1) {
                    return Err(counted.halted(why));
                }
                counted.examined += 1;
                let child = game.play(pos, m);
                let repeats = match game.trace(&child) {
                    Trace::Once(mark) => line.history().has(mark),
                    Trace::Leaves(_) | Trace::Nothing => false,
                };
                if !repeats && seen.get_or_insert_with(child, || ()).1 {
                    next.push(child);
                }
            }
            let fronts = layer_bytes + next.bytes();
            meter.table_bytes = seen.bytes() + boards.bytes() + fronts;
            let at_most = seen.bytes_with_one_more() + boards.bytes_with_one_more() + fronts;
            if at_most > budget.table_bytes_max {
                return Err(counted.halted(Stopped::Memory));
            }
        }
        counted.by_depth.push((boards.len() - before) as u128);
        layer = next;
    }
    // The last moves lead to boards that were there before.
    while counted.by_depth.last() == Some(&0) {
        counted.by_depth.pop();
    }
    Ok(counted)
}

fn assert_history_does_not_matter<G: Game>(game: &G) {
    assert!(
        game.repetition() == Repetition::Impossible,
        "where history matters, sequences that meet in a position do not go on alike"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::toys::{Ring, ToyHeap};

    /// Ways to write a number as ones and twos in order: Fibonacci numbers.
    #[test]
    fn sequences_are_fibonacci_numbers() {
        let mut fibonacci = [1, 1];
        for size in 1..60 {
            let game = ToyHeap(size);
            let counted = sequences(&game, game.start(), &Budget::DEFAULT, &()).unwrap();
            assert_eq!(counted.ends(), fibonacci[1], "{size}");
            fibonacci = [fibonacci[1], fibonacci[0] + fibonacci[1]];
        }
    }

    #[test]
    fn ends_are_told_apart_by_winner() {
        // 3 = 1+1+1 is won by the first player, 1+2 and 2+1 by the second.
        let game = ToyHeap(3);
        let counted = sequences(&game, game.start(), &Budget::DEFAULT, &()).unwrap();
        assert_eq!(counted.by_depth, [1, 2, 3, 1]);
        let mut by_outcome = counted.by_outcome;
        by_outcome.sort_by_key(|(_, many)| *many);
        let wins = Player::BOTH.map(Outcome::win);
        assert_eq!(by_outcome, [(wins[0], 1), (wins[1], 2)]);
    }

    #[test]
    fn positions_are_met_once() {
        let game = ToyHeap(3);
        let mut met = vec![];
        let budget = Budget::DEFAULT;
        let counted = positions(&game, game.start(), false, &budget, &(), &mut |pos| {
            met.push(*pos)
        });
        let counted = counted.unwrap();
        // (3,1st) (2,2nd) (1,2nd) (1,1st) (0,1st) (0,2nd)
        assert_eq!((counted.total(), counted.examined, met.len()), (6, 7, 6));
        assert_eq!(met[0], (3, Player::First));
    }

    #[test]
    fn budgets_are_kept() {
        let game = ToyHeap(10);
        let nodes = |nodes_max| Budget {
            nodes_max,
            ..Budget::DEFAULT
        };
        let count = |budget| sequences(&game, game.start(), &budget, &()).map(|c| c.total());
        assert_eq!(count(nodes(0)).unwrap_err().why, Stopped::Nodes);
        assert_eq!(count(nodes(5)).unwrap_err().why, Stopped::Nodes);
        assert!(count(nodes(1_000)).is_ok());
    }

    #[test]
    fn what_was_counted_before_a_stop_is_exact() {
        let game = ToyHeap(10);
        let all = sequences(&game, game.start(), &Budget::DEFAULT, &()).unwrap();
        let mut depths = vec![];
        for nodes_max in 0..40 {
            let budget = Budget {
                nodes_max,
                ..Budget::DEFAULT
            };
            if let Err(halted) = sequences(&game, game.start(), &budget, &()) {
                let Counted {
                    by_depth,
                    ends_by_depth,
                    ..
                } = halted.so_far;
                assert_eq!(by_depth, all.by_depth[..by_depth.len()]);
                assert_eq!(ends_by_depth, all.ends_by_depth[..by_depth.len() - 1]);
                depths.push(by_depth.len());
            }
        }
        assert!(depths.is_sorted() && depths.last() > Some(&5), "{depths:?}");
    }

    /// Ways to write 250 as ones and twos: a Fibonacci number of 172 bits. What fits is kept.
    #[test]
    fn counts_that_do_not_fit_are_stopped() {
        let game = ToyHeap(250);
        let halted = sequences(&game, game.start(), &Budget::DEFAULT, &()).unwrap_err();
        assert_eq!(halted.why, Stopped::Overflow);
        let Counted {
            by_depth,
            ends_by_depth,
            ..
        } = halted.so_far;
        // As long as no heap is used up there are two moves, and no game ends.
        let powers: Vec<u128> = (0..125).map(|depth| 1 << depth).collect();
        assert_eq!(by_depth[..125], powers);
        assert!(by_depth.len() - ends_by_depth.len() <= 1);
        let all = sequences(&ToyHeap(150), ToyHeap(150).start(), &Budget::DEFAULT, &());
        assert!(all.is_ok(), "a number of 104 bits fits");
    }

    #[test]
    fn boards_are_counted_without_their_turn() {
        let ring = Ring(7);
        let mut line = Line::new(&ring, ring.start());
        let count = |line: &Line<Ring>, folds| {
            let counted = boards(line, folds, &Budget::DEFAULT, &()).unwrap();
            counted.by_depth
        };
        // The toy's board is its whole position: a place, whose turn, and whether it is over.
        assert_eq!(count(&line, false)[..2], [1, 3]);
        assert!(line.play(1) && line.play(1));
        // Back is forbidden now.
        assert_eq!(count(&line, false)[..2], [1, 2]);
    }

    #[test]
    #[should_panic(expected = "where history matters")]
    fn not_where_history_matters() {
        let _ = sequences(&Ring(3), Ring(3).start(), &Budget::DEFAULT, &());
    }
}
