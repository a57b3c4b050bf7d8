//! Proofs: which hold behind a move, and how those of the moves make the position's own.

use std::collections::HashSet;

use unbeatable_core::{Analysis, Bounds, Game, Guide, Mark, Trace, Value};

use super::super::crew::Halt;
use super::super::frames::{Frame, Frames, Single};
use super::super::memory::{NONE, Proof};
use super::super::sets::EMPTY;
use super::child::SuperkoChild;
use super::{HELD, SuperkoNode, SuperkoRun, once};
use crate::search::Search;

impl<G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'_, '_, '_, G, A, D> {
    /// What an analysis knows of an unfinished position behind a move from `node`.
    #[inline]
    pub(super) fn known(
        &self,
        node: &SuperkoNode<G::Position>,
        pos: &G::Position,
    ) -> Option<Proof> {
        let Search { game, know, .. } = *self.search;
        let goal = 1 - node.goal;
        let proof = |bounds: Bounds<G::Value>| {
            let [lower, upper] = [bounds.lower, bounds.upper].map(Value::rank);
            if i32::from(lower) >= goal {
                Some(Proof::of_itself(lower, true))
            } else if i32::from(upper) < goal {
                Some(Proof::of_itself(upper, false))
            } else {
                None
            }
        };
        let if_kept = proof(know.bounds_if_kept(game, pos))?;
        if let Some(proof) = proof(know.bounds(game, pos)) {
            return Some(proof);
        }
        self.has_kept(node, pos, if_kept.won).then_some(Proof {
            kept: true,
            ..if_kept
        })
    }

    /// Whether the player who wins at `pos`, behind a move from `node`, has kept all on the way there.
    fn has_kept(&self, node: &SuperkoNode<G::Position>, pos: &G::Position, won: bool) -> bool {
        let Search { game, know, .. } = *self.search;
        let mover = game.turn(&node.pos);
        match won {
            true => self.place.kept[mover.other().index()],
            false => self.place.kept[mover.index()] && know.keeps(game, &node.pos, pos),
        }
    }

    /// A remembered proof that decides the goal behind a move from `node`, and holds there.
    pub(super) fn remembered(
        &self,
        node: &SuperkoNode<G::Position>,
        child: &SuperkoChild<G::Position, G::Move>,
    ) -> Option<Proof> {
        let memory = self.memory();
        let holds = |proof: &Proof| {
            proof.decides(1 - node.goal)
                && (self.search.options.forgets || self.holds(node, child, proof))
        };
        memory.proofs(child.place, &child.canon).find(holds)
    }

    fn holds(
        &self,
        node: &SuperkoNode<G::Position>,
        child: &SuperkoChild<G::Position, G::Move>,
        proof: &Proof,
    ) -> bool {
        let game = self.search.game;
        let (frames, memory) = (&self.search.memory.frames, self.memory());
        let frame = || frames.between(game, &child.canon, &child.pos);
        let stands = |kept_out: &G::Position| {
            let needed = once(game, &frames.image(game, kept_out, frame()));
            needed == mark(game, &child.pos)
                || needed.is_some_and(|mark| self.place.history.has(mark))
        };
        !self
            .place
            .path
            .meets_new(&memory.sets, frames, proof, frame)
            && memory.all_listed(proof.stood, stands)
            && (!proof.kept || self.has_kept(node, &child.pos, proof.won))
    }

    /// The player to move wins by child `i`.
    pub(super) fn win(&mut self, node: &SuperkoNode<G::Position>, i: usize) -> Result<Proof, Halt> {
        self.make_room(0)?;
        let mark = self.children[i].once.map(|_| self.mark(i));
        let child = self.children[i];
        let lost = child.proof.expect("a child that is lost was proven");
        let game = self.search.game;
        let (frames, memory) = (&self.search.memory.frames, self.memory());
        let here = frames.between(game, &node.pos, &node.canon);
        let there = frames.between(game, &child.canon, &child.pos);
        let both = frames.then(there, here);
        let mut proof = Proof {
            bound: -lost.bound,
            won: true,
            kept: lost.kept,
            frame: frames.then(lost.frame, both),
            ..lost
        };
        debug_assert!(lost.newest.is_none(), "who has lost has no next move");
        proof.newest = mark.map_or(Single::NONE, |mark| mark.mapped(frames, here));
        let stood: Vec<G::Position> = memory
            .list(lost.stood)
            .iter()
            .filter_map(|kept_out| before(game, frames, kept_out, &child.pos, [there, here]))
            .collect();
        proof.stood = memory.keep_list(&stood);
        if node.depth == 0 {
            self.winner = Some(child.m);
        }
        Ok(self.prove(node, proof))
    }

    /// The player to move has lost: all moves are won by the other.
    pub(super) fn lose(&mut self, node: &SuperkoNode<G::Position>) -> Result<Proof, Halt> {
        self.make_room(0)?;
        let proof = loop {
            match self.united(node) {
                Some(proof) => break proof,
                None => {
                    let words = self.union.len();
                    self.union.clear();
                    self.make_more_room(0, words)?;
                    self.make_room(0)?;
                }
            }
        };
        Ok(self.prove(node, proof))
    }

    /// The proof that a position is lost whose moves are all won by the other player, if memory has room for
    /// its set.
    fn united(&mut self, node: &SuperkoNode<G::Position>) -> Option<Proof> {
        let (game, union) = (self.search.game, &mut self.union);
        let frames = &self.search.memory.frames;
        let memory = self.held.as_deref().expect(HELD);
        let here = frames.between(game, &node.pos, &node.canon);
        let mut proof = Proof::of_itself(i16::MIN, false);
        let kept_out = self.kept_out[node.first_kept_out..].iter();
        let mut stood: Vec<G::Position> = kept_out
            .map(|kept_out| frames.image(game, kept_out, here))
            .collect();
        for child in &self.children[node.first..] {
            let won = child.proof.expect("every child was proven");
            proof.bound = proof.bound.max(-won.bound);
            proof.kept |= won.kept;
            if won.new == EMPTY && won.newest.is_none() && won.stood == NONE {
                continue;
            }
            let there = frames.between(game, &child.canon, &child.pos);
            let both = frames.then(there, here);
            union.add_set(&memory.sets, frames, won.new, frames.then(won.frame, both));
            if !won.newest.is_none() {
                union.add(won.newest.mapped(frames, both).word(frames));
            }
            stood.extend(
                memory.list(won.stood).iter().filter_map(|kept_out| {
                    before(game, frames, kept_out, &child.pos, [there, here])
                }),
            );
        }
        if stood.len() > 1 {
            let mut marks = HashSet::new();
            stood.retain(|kept_out| marks.insert(once(game, kept_out)));
        }
        proof.new = union.finish(&memory.sets)?;
        proof.stood = memory.keep_list(&stood);
        Some(proof)
    }
}

/// What must have stood before a move if its mark must stand behind it: nothing, if the move to `next`
/// leaves that mark itself. Frames lead from the proof to the line, and on to the position's own proof.
fn before<G: Game>(
    game: &G,
    frames: &Frames,
    kept_out: &G::Position,
    next: &G::Position,
    [there, here]: [Frame; 2],
) -> Option<G::Position> {
    let kept_out = frames.image(game, kept_out, there);
    (once(game, &kept_out) != mark(game, next)).then(|| frames.image(game, &kept_out, here))
}

/// The mark that a move to `pos` leaves.
fn mark<G: Game>(game: &G, pos: &G::Position) -> Option<Mark> {
    match game.trace(pos) {
        Trace::Once(mark) | Trace::Leaves(mark) => Some(mark),
        Trace::Nothing => None,
    }
}
