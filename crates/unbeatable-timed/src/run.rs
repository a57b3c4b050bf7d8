//! One question about how soon, being answered.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use unbeatable_core::{
    Ahead, Bounds, Effort, Foresight, Layered, Outcome, Stopped, Timing, TimingSight, Value,
};
use unbeatable_solve::meter::Meter;

use crate::crew::{TimingCrew, TimingMate};
use crate::table::{Known, NO_MOVE, RANK_END, TimingTable};

/// A win that is to come earlier than with so small a part of the last plies is asked for like any win.
const LATE: i32 = 14;

/// What comes early comes within so many plies, or is not found with so many nodes.
const EARLY_PLIES: i32 = 16;
const EARLY_NODES: u64 = 4_000;

/// What is asked about a position.
#[derive(Clone, Copy)]
pub(crate) enum TimingQuestion {
    /// Whether its rank is more than the first, or less than the second.
    Within(Timing, Timing),
    /// Its rank.
    Exactly {
        /// It is no less than this, as is known from elsewhere. Most often it is just this: who led here
        /// knew why.
        floor: Option<Timing>,
        /// Whether a move that is worth it is to be found as well.
        needs_move: bool,
    },
}

/// One question being answered.
pub(crate) struct SoonestRun<'s, 'g, 'w, G: Layered, F> {
    pub(crate) game: &'g G,
    pub(crate) know: &'g F,
    pub(crate) table: &'s TimingTable,
    pub(crate) meter: Meter<'w, Timing>,
    /// Children of the positions on the way, one behind the other.
    pub(crate) children: Vec<ChildSight<G::Position>>,
    /// Why positions are left without an answer.
    pub(crate) halt: Option<Halt>,
    /// A root move that is worth the lower bound.
    pub(crate) witness: Option<G::Move>,
    /// This thread, if several search together.
    pub(crate) mate: Option<TimingMate>,
}

/// How many threads search, and after how many nodes of the first one.
#[derive(Clone, Copy)]
pub(crate) struct CrewSize {
    pub(crate) threads: usize,
    pub(crate) alone_nodes: u64,
}

/// Why a position is left without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The search was stopped.
    Stopped(Stopped),
    /// Another thread has answered the question, or was stopped.
    Over,
}

/// A move that is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct ChildSight<P> {
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
    /// Proves what is asked, as far as it is let; the meter has the bounds.
    pub(crate) fn answer(
        &mut self,
        pos: &G::Position,
        question: TimingQuestion,
        crew: CrewSize,
    ) -> Result<(), Stopped> {
        if let Some(outcome) = self.game.outcome(pos) {
            self.meter.node()?;
            self.meter.end();
            let rank = self.rank_of_end(pos, outcome);
            self.meter.prove(Bounds::exactly(Timing::of(rank)));
            return Ok(());
        }
        let needs_move = !matches!(
            question,
            TimingQuestion::Exactly {
                needs_move: false,
                ..
            }
        );
        if let Some(rank) = self.know.written(self.game, pos) {
            self.meter.prove(Bounds::exactly(Timing::of(rank)));
            // A move is still to be found.
            return match needs_move {
                true => self.ask(pos, [rank - 1, rank], crew),
                false => self.meter.node(),
            };
        }
        let left = self.left(pos);
        self.meter.prove(Bounds {
            lower: Timing::of(-left),
            upper: Timing::of(left),
        });
        match question {
            TimingQuestion::Within(alpha, beta) => {
                return self.ask(pos, [alpha.rank().into(), beta.rank().into()], crew);
            }
            TimingQuestion::Exactly {
                floor: Some(floor), ..
            } if i32::from(floor.rank()) > -left => {
                self.meter.prove(Bounds::at_least(floor));
                if i32::from(floor.rank()) < left {
                    let rank = floor.rank().into();
                    self.ask(pos, [rank, rank + 1], crew)?;
                }
            }
            TimingQuestion::Exactly { .. } => {}
        }
        // First who wins, then how soon. Most wins come late, so that steps begin at the latest moment, and
        // double.
        self.ask_early(pos, left)?;
        let mut step = 1;
        loop {
            let Bounds { lower, upper } = self.meter.bounds;
            let (lower, upper) = (i32::from(lower.rank()), i32::from(upper.rank()));
            if lower == upper {
                // What is known from elsewhere comes without a move.
                return match needs_move && self.witness.is_none() && lower > -left {
                    true => self.ask(pos, [lower - 1, lower], crew),
                    false => Ok(()),
                };
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
            self.ask(pos, [alpha, alpha + 1], crew)?;
        }
    }

    /// Asks whether the game ends early, and gives up soon: many positions are decided by what comes next,
    /// and who asks first whether anybody wins at all plays all the long games.
    fn ask_early(&mut self, pos: &G::Position, left: i32) -> Result<(), Stopped> {
        let rank = left - EARLY_PLIES;
        if rank < EARLY_PLIES / 2 {
            return Ok(());
        }
        for window in [[rank, rank + 1], [-rank - 1, -rank]] {
            let [alpha, beta] = window.map(Timing::of);
            if self.meter.bounds.lower > alpha || self.meter.bounds.upper < beta {
                continue;
            }
            let alone = CrewSize {
                threads: 1,
                alone_nodes: 0,
            };
            let whole = self.meter.narrow(EARLY_NODES);
            let answer = self.ask(pos, window, alone);
            if !self.meter.widen(whole) {
                answer?;
            }
        }
        Ok(())
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

    /// Searches the root in a window, by several threads if it takes one of them long.
    fn ask(&mut self, pos: &G::Position, window: [i32; 2], crew: CrewSize) -> Result<(), Stopped> {
        let stopped = |halt| match halt {
            Halt::Stopped(why) => why,
            Halt::Over => panic!("a thread that is alone was told by another"),
        };
        if crew.threads <= 1 {
            return self.root(pos, window).map_err(stopped);
        }
        let whole = self.meter.narrow(crew.alone_nodes);
        let alone = self.root(pos, window).map_err(stopped);
        match self.meter.widen(whole) && alone == Err(Stopped::Nodes) {
            true => self.together(pos, window, crew.threads),
            false => alone,
        }
    }

    /// Searches the root by several threads, until one of them has the answer.
    fn together(
        &mut self,
        pos: &G::Position,
        window: [i32; 2],
        threads: usize,
    ) -> Result<(), Stopped> {
        self.table.share();
        let crew = Arc::new(TimingCrew::new(threads, self.left(pos)));
        let account = self.meter.share();
        let (game, know, table) = (self.game, self.know, self.table);
        let (bounds, witness) = (self.meter.bounds, self.witness);
        let mut answers = Vec::new();
        let efforts: Vec<Effort> = thread::scope(|scope| {
            let (account, crew) = (&account, &crew);
            let spawn = |number| {
                let search = move || {
                    let mut meter = Meter::joined(account);
                    meter.prove(bounds);
                    let mut run = SoonestRun {
                        game,
                        know,
                        table,
                        meter,
                        children: vec![],
                        halt: None,
                        witness,
                        mate: Some(TimingMate::new(crew, number)),
                    };
                    let answer = run.root(pos, window);
                    crew.end();
                    (answer, run.meter.bounds, run.witness, run.meter.effort)
                };
                // A system that gives no more threads has to do with those it gave.
                thread::Builder::new().spawn_scoped(scope, search).ok()
            };
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            self.mate = Some(TimingMate::new(crew, 0));
            answers.push(self.root(pos, window));
            crew.end();
            self.mate = None;
            let mut efforts = Vec::new();
            for other in others {
                let joined = other.join().unwrap_or_else(|cause| resume_unwind(cause));
                let (answer, bounds, witness, effort) = joined;
                if bounds.lower > self.meter.bounds.lower || self.witness.is_none() {
                    self.witness = witness;
                }
                self.meter.prove(bounds);
                answers.push(answer);
                efforts.push(effort);
            }
            efforts
        });
        self.meter.end_share(&efforts);
        let mut stopped = None;
        for answer in answers {
            match answer {
                Ok(()) => return Ok(()),
                Err(Halt::Stopped(why)) => stopped = stopped.or(Some(why)),
                Err(Halt::Over) => {}
            }
        }
        Err(stopped.expect("the first thread that leaves knows why"))
    }

    /// Searches the root in a window, and joins what that proves to the meter's bounds.
    fn root(&mut self, pos: &G::Position, [alpha, beta]: [i32; 2]) -> Result<(), Halt> {
        self.halt = None;
        self.children.clear();
        self.meter.node().map_err(Halt::Stopped)?;
        self.meter.unfinished(0);
        let mut moves: Vec<G::Move> = self.game.moves(pos).collect();
        moves.sort_by_key(|&m| {
            let is_first = Some(m) == self.witness;
            (!is_first, -self.know.promise(self.game, pos, m))
        });
        let mut best = -RANK_END;
        let mut proven = match self.witness {
            Some(_) => self.meter.bounds.lower.rank().into(),
            // What is written comes without a move.
            None => alpha,
        };
        for m in moves {
            let next = self.game.play(pos, m);
            if alpha > 0 && Some(m) != self.witness && alpha * LATE <= self.left(pos) {
                // A move that does not win need not be asked how soon.
                let value = -self.behind_root(&next, -1, 0)?;
                if value <= 0 {
                    best = best.max(value);
                    continue;
                }
            }
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
        // Any move is worth the least there is.
        if i32::from(self.meter.bounds.lower.rank()) <= -self.left(pos) {
            self.witness = self.witness.or_else(|| self.game.moves(pos).next());
        }
        Ok(())
    }

    /// What the position behind a root move is worth to the player to move there.
    fn behind_root(&mut self, next: &G::Position, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let value = match self.game.outcome(next) {
            Some(outcome) => self.rank_of_end(next, outcome),
            None if let Some(rank) = self.know.written(self.game, next) => rank,
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
        self.halt.map_or(Ok(value), Err)
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
        if let Err(halt) = self.node() {
            self.halt = Some(halt);
            return alpha;
        }
        self.meter.unfinished(depth);
        let before = self.meter.effort.nodes;
        let first = self.children.len();
        let mut found = lower;
        let mut best = NO_MOVE;
        let mut told = 0;
        let children = &mut self.children;
        let (game, know, table) = (self.game, self.know, self.table);
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
        let mate = self.mate.as_ref();
        let parts = mate.is_some_and(|mate| mate.enter(node.mixed, depth));
        let mut settled = None;
        let mut floor = alpha.max(found);
        let mut i = first;
        while i < self.children.len() && floor < beta {
            let mut child = self.children[i];
            let depth_behind = depth + 1 + child.ahead.forced;
            i += 1;
            if parts {
                // All who come here search the first one together. Of the others, those that somebody
                // searches wait.
                let mate = self.mate.as_ref().expect("only mates part");
                let is_young = (first + 2..=last).contains(&i);
                if is_young && mate.is_busy(child.mixed, depth_behind) {
                    self.children.push(child);
                    continue;
                }
                if let Some(known) = self.table.get(child.mixed) {
                    join(&mut child, known);
                }
            }
            let value = match child.is_mine() {
                true => self.search(&child, floor, beta, depth_behind),
                false => -self.search(&child, -beta, -floor, depth_behind),
            };
            if self.halt.is_some() {
                return alpha;
            }
            if value > found {
                (found, best) = (value, child.place);
            }
            floor = floor.max(value);
            // Another thread may have settled it meanwhile.
            if parts
                && let Some(Known { lower, upper, .. }) = self.table.get(node.mixed)
                && (lower >= beta || upper <= alpha)
            {
                settled = Some(if lower >= beta { lower } else { upper });
                break;
            }
        }
        self.children.truncate(first);
        if let Some(mate) = self.mate.as_ref().filter(|_| parts) {
            mate.leave(depth);
        }
        if let Some(rank) = settled {
            return rank;
        }
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

    /// Counts a node, unless another thread has the answer.
    #[inline]
    fn node(&mut self) -> Result<(), Halt> {
        match &self.mate {
            Some(mate) if mate.is_over() => Err(Halt::Over),
            _ => self.meter.node().map_err(Halt::Stopped),
        }
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
