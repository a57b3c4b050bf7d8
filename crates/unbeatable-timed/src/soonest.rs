//! Alpha-beta for how soon: one question after the other, each with a window that nothing fits into.

use unbeatable_core::{
    Ahead, Bounds, Budget, Effort, Foresight, Layered, Outcome, Stopped, Timing, TimingSight,
    Value, Watch,
};
use unbeatable_solve::meter::Meter;

use crate::table::{Known, NO_MOVE, RANK_END, TimingTable};

/// Games of at most so many plies.
pub const PLIES_MAX: u32 = RANK_END as u32 - 2;

/// A search with its memory, for one question or for several about the same game.
pub struct Soonest<'g, G: Layered, F> {
    game: &'g G,
    know: &'g F,
    /// What each question may take.
    pub budget: Budget,
    table: TimingTable,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// What is proven, for the player to move.
    pub bounds: Bounds<Timing>,
    /// A move that is worth the lower bound at least, if one was found.
    pub witness: Option<M>,
    /// What was spent.
    pub effort: Effort,
    /// Bytes taken by the table.
    pub table_bytes: usize,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
}

impl<'g, G: Layered, F: Foresight<G>> Soonest<'g, G, F> {
    /// A search with an empty memory.
    ///
    /// Panics if a game can take more than [`PLIES_MAX`] plies, or its positions are no numbers.
    #[must_use]
    pub fn new(game: &'g G, know: &'g F, budget: Budget) -> Self {
        assert!(
            game.is_packed() && game.layer_max() <= PLIES_MAX,
            "a game of at most {PLIES_MAX} plies whose positions are numbers"
        );
        Soonest {
            game,
            know,
            budget,
            table: TimingTable::new(budget.table_bytes_max, know.number_bits(game)),
        }
    }

    /// How the game ends from a position, and how soon; or, if a window is given, whether that is more than
    /// its lower end, or less than its upper one.
    pub fn time(
        &mut self,
        pos: &G::Position,
        window: Option<(Timing, Timing)>,
        watch: &dyn Watch<Timing>,
    ) -> Found<G::Move> {
        let budget = self.budget;
        let mut run = SoonestRun {
            meter: Meter::new(&budget, watch),
            game: self.game,
            know: self.know,
            table: &mut self.table,
            children: vec![],
            stopped: None,
            witness: None,
        };
        let stopped = run.answer(pos, window).err();
        Found {
            bounds: run.meter.bounds,
            witness: run.witness,
            effort: run.meter.effort,
            table_bytes: run.meter.table_bytes,
            stopped,
        }
    }
}

/// One question being answered.
struct SoonestRun<'s, 'g, 'w, G: Layered, F> {
    game: &'g G,
    know: &'g F,
    table: &'s mut TimingTable,
    meter: Meter<'w, Timing>,
    /// Children of the positions on the way, one behind the other.
    children: Vec<ChildSight<G::Position>>,
    stopped: Option<Stopped>,
    /// A root move that is worth the lower bound.
    witness: Option<G::Move>,
}

/// A move that is to be searched.
#[derive(Clone, Copy)]
struct ChildSight<P> {
    promise: i32,
    /// Its place among the moves that were told.
    place: u8,
    /// The number of the position behind it, mixed.
    mixed: u64,
    /// The best move there, if it is remembered.
    best: u8,
    ahead: Ahead<P>,
}

impl<P> ChildSight<P> {
    /// Whether the player to move there is the one who moves here.
    #[inline]
    fn is_mine(&self) -> bool {
        !self.ahead.forced.is_multiple_of(2)
    }
}

impl<G: Layered, F: Foresight<G>> SoonestRun<'_, '_, '_, G, F> {
    fn answer(
        &mut self,
        pos: &G::Position,
        window: Option<(Timing, Timing)>,
    ) -> Result<(), Stopped> {
        if let Some(outcome) = self.game.outcome(pos) {
            self.meter.node()?;
            self.meter.end();
            let rank = self.rank_of_end(pos, outcome);
            self.meter.prove(Bounds::exactly(Timing::of(rank)));
            return Ok(());
        }
        let left = self.left(pos);
        self.meter.prove(Bounds {
            lower: Timing::of(-left),
            upper: Timing::of(left),
        });
        if let Some((alpha, beta)) = window {
            return self.root(pos, alpha.rank().into(), beta.rank().into());
        }
        // First who wins, then how soon. Most wins come late, so that steps begin at the latest moment, and
        // double.
        let mut step = 1;
        loop {
            let Bounds { lower, upper } = self.meter.bounds;
            let (lower, upper) = (i32::from(lower.rank()), i32::from(upper.rank()));
            if lower == upper {
                return Ok(());
            }
            let alpha = match () {
                () if lower <= 0 && upper > 0 => 0,
                () if lower < 0 && upper == 0 => -1,
                () if lower > 0 => (lower + step).min((lower + upper) / 2),
                () => (upper - step - 1).max((lower + upper - 1) / 2 - 1),
            };
            if lower > 0 || upper < 0 {
                step *= 2;
            }
            let alpha = alpha.clamp(lower, upper - 1);
            self.root(pos, alpha, alpha + 1)?;
        }
    }

    /// How many plies are left at most.
    #[inline]
    fn left(&self, pos: &G::Position) -> i32 {
        (self.game.layer_max() - self.game.layer(pos)) as i32
    }

    fn rank_of_end(&self, pos: &G::Position, outcome: Outcome<G::Value>) -> i32 {
        let value = outcome.value_for(self.game.turn(pos));
        (self.left(pos) + 1) * i32::from(value.rank())
    }

    /// Searches the root in a window, and joins what that proves to the meter's bounds.
    fn root(&mut self, pos: &G::Position, alpha: i32, beta: i32) -> Result<(), Stopped> {
        self.meter.node()?;
        self.meter.unfinished(0);
        let mut moves: Vec<G::Move> = self.game.moves(pos).collect();
        if let Some(first) = self.witness {
            moves.sort_by_key(|m| *m != first);
        }
        let mut best = -RANK_END;
        let mut proven = i32::from(self.meter.bounds.lower.rank());
        for m in moves {
            let next = self.game.play(pos, m);
            let value = -self.behind_root(&next, -beta, -best.max(alpha))?;
            if value > best {
                best = value;
                // Above the window it is a lower bound; within, exact.
                if value > alpha && value > proven {
                    (self.witness, proven) = (Some(m), value);
                    let least = Bounds::at_least(Timing::of(value));
                    self.meter.prove(least);
                }
            }
            if best >= beta {
                return Ok(());
            }
        }
        self.meter.prove(Bounds::at_most(Timing::of(best)));
        self.witness = self.witness.or_else(|| self.game.moves(pos).next());
        Ok(())
    }

    /// What the position behind a root move is worth to the player to move there.
    fn behind_root(&mut self, next: &G::Position, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let value = match self.game.outcome(next) {
            Some(outcome) => self.rank_of_end(next, outcome),
            None => match self.know.look(self.game, next, alpha, beta) {
                TimingSight::Settled(rank) => rank,
                TimingSight::Open(ahead) => {
                    let mixed = self.table.mix(self.know.number(self.game, &ahead.pos));
                    let mut child = ChildSight {
                        promise: 0,
                        place: 0,
                        mixed,
                        best: NO_MOVE,
                        ahead,
                    };
                    if let Some(known) = self.table.get(mixed) {
                        join(&mut child, known);
                    }
                    match child.is_mine() {
                        false => self.search(&child, alpha, beta, 1),
                        true => -self.search(&child, -beta, -alpha, 1),
                    }
                }
            },
        };
        self.stopped.map_or(Ok(value), Err)
    }

    /// What an open position is worth to the player to move there.
    ///
    /// The value if it is inside the window; a lower bound if that is not below it, an upper bound if that is
    /// not above it. Nothing if the search was stopped.
    fn search(
        &mut self,
        node: &ChildSight<G::Position>,
        mut alpha: i32,
        mut beta: i32,
        depth: u32,
    ) -> i32 {
        let Ahead { lower, upper, .. } = node.ahead;
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if let Err(why) = self.meter.node() {
            self.stopped = Some(why);
            return alpha;
        }
        self.meter.unfinished(depth);
        let before = self.meter.effort.nodes;
        let first = self.children.len();
        let mut found = lower;
        let mut best = NO_MOVE;
        let mut told = 0;
        let children = &mut self.children;
        let (game, know, table) = (self.game, self.know, &*self.table);
        let cut = know.look_behind(game, &node.ahead, alpha, beta, |promise, sight| {
            match sight {
                TimingSight::Settled(rank) => {
                    if -rank > found {
                        (found, best) = (-rank, told);
                    }
                }
                TimingSight::Open(ahead) => {
                    let mixed = table.mix(know.number(game, &ahead.pos));
                    table.prefetch(mixed);
                    children.push(ChildSight {
                        promise: promise + i32::from(told == node.best) * FIRST,
                        place: told,
                        mixed,
                        best: NO_MOVE,
                        ahead,
                    });
                }
            }
            told = (told + 1).min(NO_MOVE);
        });
        if let Some(rank) = cut {
            self.children.truncate(first);
            return rank;
        }
        // All are looked up before any is searched.
        let mut i = first;
        while i < self.children.len() {
            let child = &mut self.children[i];
            if let Some(known) = self.table.get(child.mixed) {
                join(child, known);
                let Ahead { lower, upper, .. } = child.ahead;
                let (least, most) = match child.is_mine() {
                    true => (lower, upper),
                    false => (-upper, -lower),
                };
                if least >= beta {
                    self.children.truncate(first);
                    return least;
                }
                if most <= alpha {
                    if most > found {
                        (found, best) = (most, child.place);
                    }
                    self.children.swap_remove(i);
                    continue;
                }
            }
            i += 1;
        }
        self.children[first..].sort_by_key(|child| -child.promise);
        let last = self.children.len();
        let mut floor = alpha.max(found);
        for i in first..last {
            if floor >= beta {
                break;
            }
            let child = self.children[i];
            let value = match child.is_mine() {
                true => self.search(&child, floor, beta, depth + 1 + child.ahead.forced),
                false => -self.search(&child, -beta, -floor, depth + 1 + child.ahead.forced),
            };
            if self.stopped.is_some() {
                return alpha;
            }
            if value > found {
                (found, best) = (value, child.place);
            }
            floor = floor.max(value);
        }
        self.children.truncate(first);
        let value = found.min(upper);
        let known = Known {
            lower: if value > alpha { value } else { lower },
            upper: if value < beta { value } else { upper },
            best,
        };
        let nodes = self.meter.effort.nodes - before + 1;
        self.table.put(node.mixed, known, nodes);
        self.meter.table_bytes = self.table.bytes();
        value
    }
}

/// More promising than anything: what was best before.
const FIRST: i32 = 1 << 20;

/// Adds what is remembered of a child to what is seen.
#[inline]
fn join<P>(child: &mut ChildSight<P>, known: Known) {
    let ahead = &mut child.ahead;
    ahead.lower = ahead.lower.max(known.lower);
    ahead.upper = ahead.upper.min(known.upper);
    assert!(
        ahead.lower <= ahead.upper,
        "contradictory proofs of how soon a game ends"
    );
    child.best = known.best;
}
