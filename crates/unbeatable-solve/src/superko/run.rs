//! One question being answered by df-pn: the recursion itself.

use unbeatable_core::{
    Analysis, Bounds, Game, Guide, History, Line, Mark, Numbers, Outcome, Player, Stopped, Trace,
    Value, has_kept,
};

use super::memory::{FIRST, MemorySweep, Moment, Proof, SlotIndex};
use super::path::Path;
use super::{Framed, SuperkoDfPn};
use crate::distance::Distance;
use crate::meter::Meter;
use crate::questions::{YesNoAnswer, YesNoSearch};
use crate::search::Search;

mod proofs;

/// A search goes no deeper: a ply takes more than a kilobyte of stack.
const DEPTH_MAX: u32 = 40_000;

/// More than any number of an open position.
const INFINITY: u32 = u32::MAX / 4;

/// A child is searched until it is this much worse than the next one, as a part of that one's number:
/// less going back and forth (Pawlewicz and Lew 2007).
const ONE_OVER_EPSILON: u32 = 10;

/// The moves of the positions on the way take at most this much. Games of thousands of moves with
/// thousands to choose from would take more memory than any table.
const MOVES_BYTES_MAX: usize = 64 << 20;

/// After so many visits in a row that led to nothing new, the next must.
const IDLE_MAX: u32 = 4;

/// One question being answered.
pub(super) struct SuperkoRun<'s, 'g, 'w, G: Game, A, D> {
    search: &'s mut Search<'g, G, A, D, SuperkoDfPn>,
    meter: Meter<'w, G::Value>,
    /// The history of the position being searched,
    history: History,
    /// and its marks again, as sets see them.
    path: Path,
    /// Whether each player has kept on the way there what was safe.
    kept: [bool; 2],
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

/// A move of a position on the way, and what is known of the position behind it.
#[derive(Clone, Copy)]
struct SuperkoChild<P, M> {
    m: M,
    pos: P,
    canon: P,
    /// The mark that must be new, if there is one.
    once: Option<Mark>,
    /// For the player to move there.
    numbers: Distance,
    /// In the frame of `canon`.
    proof: Option<Proof>,
    place: SlotIndex,
    /// When the place was last looked at, and the newest proof then.
    looked: Moment,
    seen: u32,
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
        search: &'s mut Search<'g, G, A, D, SuperkoDfPn>,
        line: &Line<'g, G>,
        meter: Meter<'w, G::Value>,
    ) -> Self {
        let kept = has_kept(search.know, line);
        let mut run = SuperkoRun {
            history: line.history().clone(),
            search,
            meter,
            path: Path::new(),
            kept,
            goal: i32::MIN,
            children: vec![],
            kept_out: vec![],
            progress: 0,
            winner: None,
        };
        let game = run.search.game;
        let mut marks: Vec<Mark> = vec![];
        for (i, pos) in line.positions().enumerate() {
            let trace = match i {
                0 => game.first_trace(pos),
                _ => game.trace(pos),
            };
            if let Trace::Once(mark) | Trace::Leaves(mark) = trace
                && game.repetition().is_forbidden()
                && run.history.has(mark)
                && !marks.contains(&mark)
            {
                marks.push(mark);
                run.push(pos);
            }
        }
        debug_assert_eq!(
            run.path.length(),
            line.marks().count(),
            "every mark that stands belongs to a position"
        );
        run
    }

    fn push(&mut self, pos: &G::Position) {
        let game = self.search.game;
        let Framed { frames, table } = &mut self.search.memory;
        let mark = table.sets.mark(game, frames, pos);
        self.path.push(frames, mark);
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
    ) -> Result<Option<Proof>, Stopped> {
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
        if depth > DEPTH_MAX {
            return Err(Stopped::Depth);
        }
        self.meter.unfinished(depth);
        let found = self.expand(&node).and_then(|()| self.search(&node, limits));
        self.children.truncate(node.first);
        self.kept_out.truncate(node.first_kept_out);
        found
    }

    /// Lists a position's moves with what is known of them; the first that wins ends the list.
    fn expand(&mut self, node: &SuperkoNode<G::Position>) -> Result<(), Stopped> {
        self.list_moves(node)?;
        let game = self.search.game;
        let goal = 1 - node.goal;
        self.make_room(self.children.len() - node.first)?;
        self.fetch(node);
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

    /// Lists the legal moves of a position, and the positions that history keeps its player out of.
    fn list_moves(&mut self, node: &SuperkoNode<G::Position>) -> Result<(), Stopped> {
        let game = self.search.game;
        for m in game.moves(&node.pos) {
            let next = game.play(&node.pos, m);
            let once = once(game, &next);
            if once.is_some_and(|mark| self.history.has(mark)) {
                self.kept_out.push(next);
                continue;
            }
            self.children.push(SuperkoChild {
                m,
                pos: next,
                canon: self.search.memory.frames.canonical(game, &next),
                once,
                numbers: FIRST,
                proof: None,
                place: 0,
                looked: 0,
                seen: u32::MAX,
            });
        }
        let moves_bytes = size_of_val(&self.children[..]);
        match moves_bytes > MOVES_BYTES_MAX {
            true => Err(Stopped::Depth),
            false => self.meter.work(self.children.len() - node.first),
        }
    }

    /// Touches the places of all children at once, so that their memory is waited for once.
    #[inline]
    fn fetch(&mut self, node: &SuperkoNode<G::Position>) {
        let (game, memory) = (self.search.game, &self.search.memory.table);
        let place = memory.find(game, &node.canon);
        let is_new = !memory.is_known(place);
        for child in &mut self.children[node.first..] {
            child.place = memory.first_place(game, &child.canon);
        }
        let touched =
            |sum, child: &SuperkoChild<_, _>| sum + usize::from(memory.is_known(child.place));
        let known = self.children[node.first..].iter().fold(0, touched);
        std::hint::black_box(known);
        self.progress += u64::from(is_new);
    }

    /// What is known of an unfinished child, without search.
    #[inline]
    fn look_up(
        &mut self,
        node: &SuperkoNode<G::Position>,
        child: &mut SuperkoChild<G::Position, G::Move>,
    ) {
        let (game, goal) = (self.search.game, 1 - node.goal);
        child.place = self.search.memory.table.find(game, &child.canon);
        child.looked = self.search.memory.table.now();
        if self.search.memory.table.is_known(child.place) {
            child.seen = self.search.memory.table.newest_proof(child.place);
            child.proof = self.remembered(node, child);
            let side = self.side(goal);
            let numbers = self.search.memory.table.numbers(child.place, side);
            child.numbers = numbers.unwrap_or_else(|| self.first_numbers(&child.pos, goal));
            return;
        }
        child.proof = self.known(node, &child.pos);
        match child.proof {
            None => child.numbers = self.first_numbers(&child.pos, goal),
            Some(proof) => {
                let side = self.side(goal);
                let memory = &mut self.search.memory.table;
                memory.prove(game, &child.canon, side, proof, 1);
            }
        }
    }

    /// Chooses among the children of a position until it is proven or its numbers reach their limits.
    fn search(
        &mut self,
        node: &SuperkoNode<G::Position>,
        limits: Distance,
    ) -> Result<Option<Proof>, Stopped> {
        let mut idle = 0;
        loop {
            let OpenNumbers {
                best,
                least,
                second,
                most,
                open,
            } = match self.choose(node.first) {
                ChildrenVerdict::Won(i) => return self.win(node, i).map(Some),
                ChildrenVerdict::Lost => return self.lose(node).map(Some),
                ChildrenVerdict::Open(choice) => choice,
            };
            // Weak proof numbers (Ueda et al. 2008): a sum would count what children share many times.
            let now = Distance {
                win: least,
                lose: (most + (open - 1) * Numbers::UNIT).min(INFINITY - 1),
            };
            let is_over = now.win >= limits.win || now.lose >= limits.lose;
            let must_go_on = node.is_forced && self.progress == node.progress;
            if is_over && !must_go_on {
                self.note(node, now)?;
                return Ok(None);
            }
            let child = self.children[best];
            let mut limits = Distance {
                win: limits.lose.saturating_sub((open - 1) * Numbers::UNIT),
                lose: limits.win.min(second + second / ONE_OVER_EPSILON + 1),
            };
            if must_go_on {
                limits.win = limits.win.max(child.numbers.win + 1);
                limits.lose = limits.lose.max(child.numbers.lose + 1);
            }
            let before = self.progress;
            let is_forced = must_go_on || idle >= IDLE_MAX;
            self.children[best].proof = self.descend(node, &child, limits, is_forced)?;
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
        child: &SuperkoChild<G::Position, G::Move>,
        limits: Distance,
        is_forced: bool,
    ) -> Result<Option<Proof>, Stopped> {
        let game = self.search.game;
        let left = self
            .history
            .enter(game, &child.pos)
            .expect("the move was legal when the position was expanded");
        let kept = self.kept;
        self.kept[game.turn(&node.pos).index()] &=
            self.search.know.keeps(game, &node.pos, &child.pos);
        if !left.is_nothing() {
            self.push(&child.pos);
        }
        let (goal, depth) = (1 - node.goal, node.depth + 1);
        let found = self.visit(&child.pos, &child.canon, goal, limits, depth, is_forced);
        if !left.is_nothing() {
            self.path.pop(&self.search.memory.frames);
        }
        self.kept = kept;
        self.history.leave(left);
        found
    }

    /// What the numbers of the children from `first` on say.
    #[inline]
    fn choose(&self, first: usize) -> ChildrenVerdict {
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
    fn look_again(&mut self, node: &SuperkoNode<G::Position>) {
        let (game, goal) = (self.search.game, 1 - node.goal);
        let side = self.side(goal);
        for i in node.first..self.children.len() {
            let memory = &self.search.memory.table;
            let child = &self.children[i];
            if child.proof.is_some() || !memory.may_have_changed(child.place, child.looked) {
                continue;
            }
            let mut child = *child;
            child.looked = memory.now();
            child.place = memory.find_again(game, &child.canon, child.place);
            if !memory.is_known(child.place) {
                self.children[i] = child;
                continue;
            }
            if let Some(numbers) = memory.numbers(child.place, side) {
                child.numbers = numbers;
            }
            let newest = memory.newest_proof(child.place);
            if newest != child.seen {
                child.seen = newest;
                child.proof = self.remembered(node, &child);
            }
            self.children[i] = child;
        }
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
        let nodes = self.meter.effort.nodes - node.nodes;
        // The first position of a line may have left no mark where a move to it would have.
        if node.depth > 0 {
            let side = self.side(node.goal);
            let (game, memory) = (self.search.game, &mut self.search.memory.table);
            memory.prove(game, &node.canon, side, proof, nodes);
        }
        proof
    }

    fn note(&mut self, node: &SuperkoNode<G::Position>, numbers: Distance) -> Result<(), Stopped> {
        self.make_room(0)?;
        let nodes = self.meter.effort.nodes - node.nodes;
        let side = self.side(node.goal);
        let (game, memory) = (self.search.game, &mut self.search.memory.table);
        memory.note(game, &node.canon, side, numbers, nodes);
        Ok(())
    }

    /// Makes room for what one node adds to memory; sweeps it if it is full.
    #[inline]
    fn make_room(&mut self, moves: usize) -> Result<(), Stopped> {
        let listed = self.path.length() + moves + 32;
        let (game, memory) = (self.search.game, &mut self.search.memory.table);
        if memory.make_room(game, moves, listed) {
            self.meter.table_bytes = memory.bytes() + self.path.bytes();
            return Ok(());
        }
        self.sweep();
        match self
            .search
            .memory
            .table
            .make_room(self.search.game, moves, listed)
        {
            true => Ok(()),
            false => Err(Stopped::Memory),
        }
    }

    #[cold]
    fn sweep(&mut self) {
        let game = self.search.game;
        let Framed { frames, table } = &mut self.search.memory;
        let mut sweep = MemorySweep::new(game, frames, table);
        self.path = self.path.renumbered(frames, |mark| sweep.single(mark));
        for child in &mut self.children {
            child.proof = child.proof.map(|proof| sweep.proof(proof));
            // Proofs have new numbers, and places are others.
            child.looked = 0;
            child.seen = u32::MAX;
        }
        *table = sweep.finish();
        self.meter.table_bytes = table.bytes() + self.path.bytes();
    }
}

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
            self.search.memory.table.ask();
        }
        self.winner = None;
        let open = Distance {
            win: INFINITY,
            lose: INFINITY,
        };
        let canon = self.search.memory.frames.canonical(self.search.game, pos);
        let proof = self.visit(pos, &canon, goal, open, 0, false)?;
        let proof = proof.expect("no number reaches infinity before a proof");
        Ok(match proof.won {
            true => YesNoAnswer::Yes(self.winner.expect("a win has a move"), proof.bound),
            false => YesNoAnswer::No(proof.bound),
        })
    }

    fn play(&mut self, pos: &G::Position, next: &G::Position) -> bool {
        let game = self.search.game;
        match self.history.enter(game, next) {
            None => false,
            Some(left) => {
                self.kept[game.turn(pos).index()] &= self.search.know.keeps(game, pos, next);
                if !left.is_nothing() {
                    self.push(next);
                }
                true
            }
        }
    }

    fn allows(&self, next: &G::Position) -> bool {
        let mark = once(self.search.game, next);
        mark.is_none_or(|mark| !self.history.has(mark))
    }
}

/// What the children of a position say about it.
enum ChildrenVerdict {
    /// The player to move wins by that one.
    Won(usize),
    /// All are won by the other player.
    Lost,
    Open(OpenNumbers),
}

/// The numbers of the children that are not proven.
struct OpenNumbers {
    /// The one that is nearest to being lost for its player,
    best: usize,
    /// its number, and that of the next one.
    least: u32,
    second: u32,
    /// The largest number to win.
    most: u32,
    /// How many there are.
    open: u32,
}

/// The mark that a move to `pos` leaves, if it must be new.
#[inline]
fn once<G: Game>(game: &G, pos: &G::Position) -> Option<Mark> {
    match game.trace(pos) {
        Trace::Once(mark) if game.repetition().is_forbidden() => Some(mark),
        _ => None,
    }
}
