//! One question being answered by df-pn: the recursion itself.

use std::sync::RwLockReadGuard;

use unbeatable_core::{
    Analysis, Bounds, Effort, Game, Guide, Line, Mark, Numbers, Outcome, Player, Stopped, Trace,
    Value,
};

use super::SuperkoDfPn;
use super::arena::Stretch;
use super::crew::{Halt, SuperkoMate};
use super::memory::{Proof, ProofMemory};
use super::sets::Union;
use crate::distance::Distance;
use crate::meter::Meter;
use crate::questions::{YesNoAnswer, YesNoSearch};
use crate::search::Search;

mod child;
mod children;
mod place;
mod proofs;
mod room;
mod steps;
mod together;

use child::{ChildrenVerdict, SuperkoChild};
use place::LinePlace;

/// A search goes no deeper: a ply takes more than a kilobyte of stack.
const DEPTH_MAX: u32 = 40_000;

/// More than any number of an open position.
const INFINITY: u32 = u32::MAX / 4;

/// A child is searched until it is this much worse than the next one, as a part of that one's number:
/// less going back and forth (Pawlewicz and Lew 2007).
const ONE_OVER_EPSILON: u32 = 10;

/// After so many visits in a row that led to nothing new, the next must.
const IDLE_MAX: u32 = 4;

/// One question being answered, by one thread or by one of several.
pub(super) struct SuperkoRun<'s, 'g, 'w, G: Game, A, D> {
    search: &'s Search<'g, G, A, D, SuperkoDfPn>,
    meter: Meter<'w, G::Value>,
    /// Memory, while nobody makes room in it,
    held: Option<RwLockReadGuard<'s, ProofMemory<G::Position>>>,
    /// how many times it had been swept when it was last held,
    sweeps: u32,
    /// where the next proofs are written there,
    stretch: Stretch,
    /// and the set that is being made.
    union: Union,
    /// The other threads, if there are some.
    mate: Option<SuperkoMate<G::Position>>,
    /// Where it is, beginning with the line that the question is about.
    place: LinePlace<G>,
    /// The rank that the player to move at the root is to reach. The other player is to reach one more
    /// than its negation.
    goal: i32,
    /// The moves of the positions on the way, one behind the other,
    children: Vec<SuperkoChild<G::Position, G::Move>>,
    /// and the positions that history keeps their players out of.
    kept_out: Vec<G::Position>,
    /// Grows with every new position and every proof.
    progress: u64,
    /// The move at the root that the last won question found.
    winner: Option<G::Move>,
}

/// A position being searched.
#[derive(Clone, Copy)]
struct SuperkoNode<P> {
    pos: P,
    canon: P,
    /// The rank that its player is to reach.
    goal: i32,
    depth: u32,
    /// It must lead to something new, whatever its numbers.
    is_forced: bool,
    /// Where its moves begin, and its player's forbidden moves.
    first: usize,
    first_kept_out: usize,
    /// When the visit began.
    nodes: u64,
    progress: u64,
}

impl<'s, 'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'s, 'g, 'w, G, A, D> {
    pub(super) fn new(
        search: &'s Search<'g, G, A, D, SuperkoDfPn>,
        line: &Line<'g, G>,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let place = LinePlace::new(search.know, line);
        let mut run = SuperkoRun::at(search, place, i32::MIN, meter);
        run.mark_path();
        run
    }

    fn at(
        search: &'s Search<'g, G, A, D, SuperkoDfPn>,
        place: LinePlace<G>,
        goal: i32,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let mut run = SuperkoRun {
            search,
            meter,
            held: None,
            sweeps: 0,
            stretch: 0..0,
            union: Union::default(),
            mate: None,
            place,
            goal,
            children: vec![],
            kept_out: vec![],
            progress: 0,
            winner: None,
        };
        run.hold();
        run
    }

    /// Proves the root, or says why not.
    fn root(&mut self, pos: &G::Position) -> Result<Proof, Halt> {
        let open = Distance {
            win: INFINITY,
            lose: INFINITY,
        };
        let canon = self.search.memory.frames.canonical(self.search.game, pos);
        loop {
            match self.visit(pos, &canon, self.goal, open, 0, false) {
                Err(Halt::Swept) => self.begin_again(),
                found => {
                    return Ok(found?.expect("no number reaches infinity before a proof"));
                }
            }
        }
    }

    /// Searches a position until it is proven or one of its numbers has reached its limit.
    ///
    /// Returns its proof, in the frame of its canonical form, or `None`; then memory has its numbers.
    fn visit(
        &mut self,
        pos: &G::Position,
        canon: &G::Position,
        goal: i32,
        limits: Distance,
        depth: u32,
        is_forced: bool,
    ) -> Result<Option<Proof>, Halt> {
        let node = SuperkoNode {
            pos: *pos,
            canon: *canon,
            goal,
            depth,
            is_forced,
            first: self.children.len(),
            first_kept_out: self.kept_out.len(),
            nodes: self.meter.effort.nodes,
            progress: self.progress,
        };
        self.meter.node()?;
        if let (Some(mate), Some(memory)) = (&mut self.mate, &self.held) {
            mate.look_around(self.search.game, memory, self.meter.effort.nodes)?;
        }
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth.into());
        }
        self.meter.unfinished(depth);
        let found = self.expand(&node).and_then(|()| self.search(&node, limits));
        self.children.truncate(node.first);
        self.kept_out.truncate(node.first_kept_out);
        found
    }

    /// Chooses among the children of a position until it is proven or its numbers reach their limits.
    fn search(
        &mut self,
        node: &SuperkoNode<G::Position>,
        limits: Distance,
    ) -> Result<Option<Proof>, Halt> {
        let mut idle = 0;
        loop {
            let choice = match self.choose(node.first) {
                ChildrenVerdict::Won(i) => return self.win(node, i).map(Some),
                ChildrenVerdict::Lost => return self.lose(node).map(Some),
                ChildrenVerdict::Open(choice) => choice,
            };
            // Weak proof numbers (Ueda et al. 2008): a sum would count what children share many times.
            let others = (choice.open - 1) * Numbers::UNIT;
            let now = Distance {
                win: choice.least,
                lose: (choice.most + others).min(INFINITY - 1),
            };
            let is_over = now.win >= limits.win || now.lose >= limits.lose;
            let must_go_on = node.is_forced && self.progress == node.progress;
            if is_over && !must_go_on {
                self.note(node, now)?;
                return Ok(None);
            }
            let (best, second) = self.part(node, limits, now, &choice);
            let child = self.children[best];
            let mut limits = Distance {
                win: limits.lose.saturating_sub(others),
                lose: limits.win.min(second + second / ONE_OVER_EPSILON + 1),
            };
            if must_go_on {
                limits.win = limits.win.max(child.numbers.win + 1);
                limits.lose = limits.lose.max(child.numbers.lose + 1);
            }
            let before = self.progress;
            let is_forced = must_go_on || idle >= IDLE_MAX;
            match self.descend(node, best, limits, is_forced) {
                Ok(proof) => self.children[best].proof = proof,
                Err(Halt::Back(depth)) if depth == node.depth => {}
                Err(halt) => return Err(halt),
            }
            idle = match self.progress > before {
                true => 0,
                false => idle + 1,
            };
            self.look_again(node);
            self.meter.work(self.children.len() - node.first)?;
        }
    }

    fn descend(
        &mut self,
        node: &SuperkoNode<G::Position>,
        i: usize,
        limits: Distance,
        is_forced: bool,
    ) -> Result<Option<Proof>, Halt> {
        let (game, goal) = (self.search.game, 1 - node.goal);
        let child = self.children[i];
        let place = &mut self.place;
        let left = place
            .history
            .enter(game, &child.pos)
            .expect("the move was legal when the position was expanded");
        let kept = place.kept;
        place.kept[game.turn(&node.pos).index()] &=
            self.search.know.keeps(game, &node.pos, &child.pos);
        if !left.is_nothing() {
            let mark = self.mark(i);
            self.place.path.push(&self.search.memory.frames, mark);
        }
        if let (Some(mate), Some(memory)) = (&mut self.mate, &self.held) {
            mate.enter(game, memory, (child.canon, child.place), node.depth, goal);
        }
        let depth = node.depth + 1;
        let found = self.visit(&child.pos, &child.canon, goal, limits, depth, is_forced);
        if let Some(mate) = &mut self.mate {
            mate.leave(node.depth);
        }
        let place = &mut self.place;
        if !left.is_nothing() {
            place.path.pop(&self.search.memory.frames);
        }
        place.kept = kept;
        place.history.leave(left);
        found
    }

    /// What was spent.
    pub(super) fn effort(&self) -> Effort {
        self.meter.effort
    }

    /// 0 for the goal of the player to move at the root, 1 for the other's.
    #[inline]
    fn side(&self, goal: i32) -> usize {
        usize::from(goal != self.goal)
    }

    /// The numbers of a position that was not visited yet.
    #[inline]
    fn first_numbers(&self, pos: &G::Position, goal: i32) -> Distance {
        let Search { game, guide, .. } = *self.search;
        let turn = game.turn(pos);
        let goal = match turn {
            Player::First => goal,
            Player::Second => 1 - goal,
        };
        let at_least = Outcome::from_value(G::Value::of_rank(goal as i16), Player::First);
        Distance::guessed(guide.numbers(game, pos, at_least), turn)
    }

    fn prove(&mut self, node: &SuperkoNode<G::Position>, proof: Proof) -> Proof {
        self.progress += 1;
        // The first position of a line may have left no mark where a move to it would have.
        if node.depth > 0 {
            let nodes = self.meter.effort.nodes - node.nodes;
            self.remember(&node.canon, node.goal, proof, nodes);
        }
        proof
    }

    fn remember(&mut self, canon: &G::Position, goal: i32, proof: Proof, nodes: u64) {
        let (game, side) = (self.search.game, self.side(goal));
        let held = self.held.as_ref().expect(HELD);
        held.prove(game, canon, side, proof, nodes, &mut self.stretch);
    }

    fn note(&mut self, node: &SuperkoNode<G::Position>, numbers: Distance) -> Result<(), Halt> {
        self.make_room(0)?;
        let nodes = self.meter.effort.nodes - node.nodes;
        let (game, side) = (self.search.game, self.side(node.goal));
        self.memory().note(game, &node.canon, side, numbers, nodes);
        Ok(())
    }

    #[inline]
    fn memory(&self) -> &ProofMemory<G::Position> {
        self.held.as_ref().expect(HELD)
    }
}

const HELD: &str = "whoever searches holds memory";

impl<'g, 'w, G: Game, A: Analysis<G>, D: Guide<G>> YesNoSearch<'g, 'w, G>
    for SuperkoRun<'_, 'g, 'w, G, A, D>
{
    fn meter(&mut self) -> &mut Meter<'w, G::Value> {
        &mut self.meter
    }

    fn known(&self, pos: &G::Position) -> Bounds<G::Value> {
        self.search.know.bounds(self.search.game, pos)
    }

    fn ask(&mut self, pos: &G::Position, goal: i32) -> Result<YesNoAnswer<G::Move>, Stopped> {
        if goal != self.goal {
            self.goal = goal;
            self.change_memory(ProofMemory::ask);
        }
        self.winner = None;
        let proof = self.answer(pos)?;
        Ok(match proof.won {
            true => YesNoAnswer::Yes(self.winner.expect("a win has a move"), proof.bound),
            false => YesNoAnswer::No(proof.bound),
        })
    }

    fn play(&mut self, _: &G::Position, next: &G::Position) -> bool {
        self.step(next)
    }

    fn allows(&self, next: &G::Position) -> bool {
        let mark = once(self.search.game, next);
        mark.is_none_or(|mark| !self.place.history.has(mark))
    }
}

/// The mark that a move to `pos` leaves, if it must be new.
#[inline]
fn once<G: Game>(game: &G, pos: &G::Position) -> Option<Mark> {
    match game.trace(pos) {
        Trace::Once(mark) if game.repetition().is_forbidden() => Some(mark),
        _ => None,
    }
}
