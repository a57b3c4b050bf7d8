//! The moves of a position, and which of them to search next.

use unbeatable_core::{Analysis, Game, Guide, Stopped, Value};

use super::super::crew::Halt;
use super::super::frames::Single;
use super::super::memory::{FIRST, Proof};
use super::child::{ChildrenVerdict, OpenNumbers, SuperkoChild};
use super::{INFINITY, SuperkoNode, SuperkoRun, once};

/// The moves of the positions on the way take at most this much. Games of thousands of moves with
/// thousands to choose from would take more memory than any table.
const MOVES_BYTES_MAX: usize = 64 << 20;

impl<G: Game, A: Analysis<G>, D: Guide<G>> SuperkoRun<'_, '_, '_, G, A, D> {
    /// StoodLists a position's moves with what is known of them; the first that wins ends the list.
    pub(super) fn expand(&mut self, node: &SuperkoNode<G::Position>) -> Result<(), Halt> {
        self.list_moves(node)?;
        let game = self.search.game;
        let goal = 1 - node.goal;
        self.make_room(self.children.len() - node.first)?;
        let is_new = !self.memory().knows(game, &node.canon);
        self.progress += u64::from(is_new);
        for i in node.first..self.children.len() {
            let mut child = self.children[i];
            match game.outcome(&child.pos) {
                Some(outcome) => {
                    self.meter.node()?;
                    self.meter.end();
                    let rank = outcome.value_for(game.turn(&child.pos)).rank();
                    child.proof = Some(Proof::of_itself(rank, i32::from(rank) >= goal));
                }
                None => self.look_up(node, &mut child),
            }
            self.children[i] = child;
            if child.proof.is_some_and(|proof| !proof.won) {
                self.children.truncate(i + 1);
                break;
            }
        }
        Ok(())
    }

    /// StoodLists the legal moves of a position, and the positions that history keeps its player out of.
    fn list_moves(&mut self, node: &SuperkoNode<G::Position>) -> Result<(), Halt> {
        let game = self.search.game;
        for m in game.moves(&node.pos) {
            let next = game.play(&node.pos, m);
            let once = once(game, &next);
            if once.is_some_and(|mark| self.place.history.has(mark)) {
                self.kept_out.push(next);
                continue;
            }
            let canon = self.search.memory.frames.canonical(game, &next);
            // While the next ones are listed, the memory of this one arrives.
            self.memory().prefetch(game, &canon);
            self.children.push(SuperkoChild {
                m,
                pos: next,
                canon,
                once,
                numbers: FIRST,
                proof: None,
                place: 0,
                looked: 0,
                seen: u32::MAX,
                mark: Single::NONE,
            });
        }
        let moves_bytes = size_of_val(&self.children[..]);
        match moves_bytes > MOVES_BYTES_MAX {
            true => Err(Stopped::Depth.into()),
            false => Ok(self.meter.work(self.children.len() - node.first)?),
        }
    }

    /// The mark that a move leaves, as sets see it.
    pub(super) fn mark(&mut self, i: usize) -> Single {
        let child = &self.children[i];
        if child.mark.is_none() {
            let frames = &self.search.memory.frames;
            let mark = self
                .memory()
                .sets
                .mark(self.search.game, frames, &child.pos);
            self.children[i].mark = mark;
        }
        self.children[i].mark
    }

    /// What is known of an unfinished child, without search.
    #[inline]
    fn look_up(
        &mut self,
        node: &SuperkoNode<G::Position>,
        child: &mut SuperkoChild<G::Position, G::Move>,
    ) {
        let (game, goal) = (self.search.game, 1 - node.goal);
        child.place = self.memory().find(game, &child.canon);
        child.looked = self.memory().now();
        if self.memory().is_known(child.place, &child.canon) {
            child.seen = self.memory().newest_proof(child.place, &child.canon);
            child.proof = self.remembered(node, child);
            let side = self.side(goal);
            let numbers = self.memory().numbers(child.place, &child.canon, side);
            child.numbers = numbers.unwrap_or_else(|| self.first_numbers(&child.pos, goal));
            return;
        }
        child.proof = self.known(node, &child.pos);
        match child.proof {
            None => child.numbers = self.first_numbers(&child.pos, goal),
            Some(proof) => {
                self.remember(&child.canon, goal, proof, 1);
            }
        }
    }

    /// What the numbers of the children from `first` on say.
    #[inline]
    pub(super) fn choose(&self, first: usize) -> ChildrenVerdict {
        let mut choice = OpenNumbers {
            best: 0,
            least: INFINITY - 1,
            second: INFINITY - 1,
            most: 0,
            open: 0,
        };
        for (i, child) in self.children[first..].iter().enumerate() {
            match &child.proof {
                Some(proof) if proof.won => {}
                Some(_) => return ChildrenVerdict::Won(first + i),
                None => {
                    choice.most = choice.most.max(child.numbers.win);
                    if child.numbers.lose < choice.least || choice.open == 0 {
                        choice.second = choice.least;
                        choice.least = child.numbers.lose;
                        choice.best = first + i;
                    } else {
                        choice.second = choice.second.min(child.numbers.lose);
                    }
                    choice.open += 1;
                }
            }
        }
        match choice.open {
            0 => ChildrenVerdict::Lost,
            _ => ChildrenVerdict::Open(choice),
        }
    }

    /// Looks up again what the search behind one child may have changed about all.
    #[inline]
    pub(super) fn look_again(&mut self, node: &SuperkoNode<G::Position>) {
        let (game, goal) = (self.search.game, 1 - node.goal);
        let side = self.side(goal);
        for i in node.first..self.children.len() {
            let memory = self.memory();
            let child = &self.children[i];
            if child.proof.is_some() || !memory.may_have_changed(child.place, child.looked) {
                continue;
            }
            let mut child = *child;
            child.looked = memory.now();
            child.place = memory.find_again(game, &child.canon, child.place);
            if !memory.is_known(child.place, &child.canon) {
                self.children[i] = child;
                continue;
            }
            if let Some(numbers) = memory.numbers(child.place, &child.canon, side) {
                child.numbers = numbers;
            }
            let newest = memory.newest_proof(child.place, &child.canon);
            if newest != child.seen {
                child.seen = newest;
                child.proof = self.remembered(node, &child);
            }
            self.children[i] = child;
        }
    }
}
