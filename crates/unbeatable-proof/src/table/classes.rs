//! The classes of a small game: every position that can be reached, symmetric ones taken together.
//!
//! Classes are numbered as they are found, breadth first and in board order from the root, and the first
//! position that is found of a class stands for it. So the numbers follow from the rules and from which
//! positions belong together, not from the image that a game happens to call canonical.

use std::cell::Cell;
use std::ops::ControlFlow;

use unbeatable_core::{Game, Outcome, Pieces, Player, Repetition, Shards, Stopped, Value};

/// What finding classes may take, and who is asked from time to time whether to go on.
pub struct ClassLimits<'w> {
    /// Bytes for all that is remembered.
    pub bytes_max: usize,
    /// Called every so often with how many positions were looked at.
    pub watch: &'w dyn Fn(u64) -> ControlFlow<()>,
}

/// How much is done between two looks at the watcher: moves played, classes passed.
const PULSE_WORK: usize = 1 << 14;

/// Counts what is done until the watcher has to be asked.
pub(super) struct Pulse<'l, 'w> {
    limits: &'l ClassLimits<'w>,
    work_left: Cell<usize>,
}

impl<'l, 'w> Pulse<'l, 'w> {
    pub(super) fn new(limits: &'l ClassLimits<'w>) -> Self {
        Pulse {
            limits,
            work_left: Cell::new(0),
        }
    }

    /// Notes that so much was done, with so many positions in all and so many bytes taken now.
    #[inline]
    pub(super) fn work(&self, units: usize, positions: u64, bytes: usize) -> Result<(), Stopped> {
        if bytes > self.limits.bytes_max {
            return Err(Stopped::Memory);
        }
        if let Some(left) = self.work_left.get().checked_sub(units) {
            self.work_left.set(left);
            return Ok(());
        }
        self.work_left.set(PULSE_WORK);
        match (self.limits.watch)(positions) {
            ControlFlow::Break(()) => Err(Stopped::Asked),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

/// Positions that belong together: images of each other, with the same player to move.
#[derive(Debug)]
pub struct Class<G: Game> {
    /// The position that stands for the class.
    pub position: G::Position,
    /// Who moves next.
    pub turn: Player,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome<G::Value>>,
    /// What it is worth to the player to move.
    pub value: G::Value,
    /// Where its replies begin.
    begin: u32,
    /// How many moves there are.
    moves: u32,
}

/// Every class that can be reached from a root.
pub struct Classes<'g, G: Game> {
    game: &'g G,
    classes: Pieces<Class<G>>,
    numbers: Shards<(G::Position, Player), u32>,
    /// The class behind each move, in board order, class after class.
    replies: Vec<u32>,
    /// All classes, those behind a class before it.
    order: Vec<u32>,
}

/// More classes than that are not numbered.
const CLASSES_MAX: usize = 1 << 30;

impl<'g, G: Game> Classes<'g, G> {
    /// Finds all classes from `root` and solves them backwards.
    ///
    /// `Err` if it takes more than allowed. Panics where repetition is forbidden: there a position
    /// alone has neither moves nor a value.
    pub fn new(game: &'g G, root: &G::Position, limits: &ClassLimits) -> Result<Self, Stopped> {
        assert!(
            game.repetition() == Repetition::Impossible,
            "positions have no classes of their own where history matters"
        );
        let mut all = Classes {
            game,
            classes: Pieces::default(),
            numbers: Shards::default(),
            replies: vec![],
            order: vec![],
        };
        let pulse = Pulse::new(limits);
        all.number_or_add(root);
        let mut next = 0;
        while next < all.classes.len() {
            pulse.work(1, next as u64, all.bytes())?;
            let Class {
                position, outcome, ..
            } = all.classes[next];
            all.classes[next].begin = all.replies.len() as u32;
            if outcome.is_none() {
                for m in game.moves(&position) {
                    pulse.work(1, next as u64, all.bytes())?;
                    let reply = all.number_or_add(&game.play(&position, m));
                    if all.replies.len() == all.replies.capacity() {
                        // Little room to spare: there are more replies than anything else.
                        all.replies.reserve_exact(all.replies.len() / 8 + 1024);
                    }
                    all.replies.push(reply);
                }
            }
            all.classes[next].moves = all.replies.len() as u32 - all.classes[next].begin;
            if all.classes.len() > CLASSES_MAX || all.replies.len() > u32::MAX as usize / 2 {
                return Err(Stopped::Memory);
            }
            next += 1;
        }
        all.sort(&pulse)?;
        all.solve(&pulse)?;
        Ok(all)
    }

    /// Bytes that are taken, with those of the order that they are put in, and those that a larger list of
    /// replies takes while it is made.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.classes.bytes()
            + self.classes.len() * size_of::<u32>()
            + self.numbers.bytes_with_one_more()
            + self.replies.capacity() * size_of::<u32>() * 2
    }

    fn key(&self, pos: &G::Position) -> (G::Position, Player) {
        // Colours may be exchanged along with the turn; here the side to move is part of a class.
        (self.game.canonical(pos), self.game.turn(pos))
    }

    fn number_or_add(&mut self, pos: &G::Position) -> u32 {
        let next = self.classes.len() as u32;
        let (&mut number, is_new) = self.numbers.get_or_insert_with(self.key(pos), || next);
        if is_new {
            let turn = self.game.turn(pos);
            let outcome = self.game.outcome(pos);
            self.classes.push(Class {
                position: *pos,
                turn,
                outcome,
                value: outcome.map_or(Value::WORST, |o| o.value_for(turn)),
                begin: 0,
                moves: 0,
            });
        }
        number
    }

    /// Puts the classes in order, those behind a class before it.
    fn sort(&mut self, pulse: &Pulse) -> Result<(), Stopped> {
        let bytes = self.bytes();
        let mut seen = vec![false; self.classes.len()];
        let mut path: Vec<(u32, u32)> = vec![(0, 0)];
        seen[0] = true;
        self.order.reserve_exact(self.classes.len());
        while let Some((class, at)) = path.last_mut() {
            pulse.work(1, seen.len() as u64, bytes)?;
            let replies = &self.replies[self.classes[*class as usize].range()];
            match replies.get(*at as usize) {
                None => {
                    self.order.push(*class);
                    path.pop();
                }
                Some(&reply) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[reply as usize], true) {
                        path.push((reply, 0));
                    }
                }
            }
        }
        assert_eq!(self.order.len(), self.classes.len());
        Ok(())
    }

    fn solve(&mut self, pulse: &Pulse) -> Result<(), Stopped> {
        for i in 0..self.order.len() {
            let class = self.order[i];
            pulse.work(
                1 + self.replies(class).len(),
                self.len() as u64,
                self.bytes(),
            )?;
            let replies = self.replies(class).iter();
            let values = replies.map(|&reply| -self.class(reply).value);
            if let Some(best) = values.max() {
                self.classes[class as usize].value = best;
            }
        }
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Never: there is the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// A class by its number.
    #[must_use]
    pub fn class(&self, number: u32) -> &Class<G> {
        &self.classes[number as usize]
    }

    /// The class of a position; `None` if it cannot be reached from the root.
    #[must_use]
    pub fn number(&self, pos: &G::Position) -> Option<u32> {
        self.numbers.get(&self.key(pos)).copied()
    }

    /// The position that is shown for a class: its canonical image, or the first one in which the right
    /// player is to move.
    #[must_use]
    pub fn shown(&self, number: u32) -> G::Position {
        self.game.class(&self.classes[number as usize].position)
    }

    /// The class behind each move of the position that stands for a class, in board order.
    #[must_use]
    pub fn replies(&self, number: u32) -> &[u32] {
        &self.replies[self.classes[number as usize].range()]
    }

    /// All classes, those behind a class before it.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Tests on every position that can be reached that its class tells the truth: its positions are images
    /// of each other, the same player is to move, the game is over or not in the same way, and its moves lead to the same classes, each as
    /// often. Then a class has one value, one future, and one chance against a random player, whatever
    /// `canonical` does.
    ///
    /// Returns how many positions there are.
    pub fn test(
        &self,
        root: &G::Position,
        limits: &ClassLimits,
    ) -> Result<u64, NoTruth<G::Position>> {
        let pulse = Pulse::new(limits);
        let mut seen: Shards<G::Position, ()> = Shards::default();
        let mut open = vec![*root];
        seen.get_or_insert_with(*root, || ());
        let (mut count, mut replies, mut expected) = (0, vec![], vec![]);
        while let Some(pos) = open.pop() {
            let open_bytes = open.capacity() * size_of::<G::Position>() * 3 / 2;
            let bytes = self.bytes() + seen.bytes_with_one_more() + open_bytes;
            let so_far = count;
            let look = |units| pulse.work(units, so_far, bytes).map_err(NoTruth::Stopped);
            look(1)?;
            count += 1;
            // A class has no more in it than images of each other.
            let canonical = self.game.canonical(&pos);
            if !self.game.images(&pos).any(|image| image == canonical) {
                return Err(NoTruth::Differs(pos));
            }
            let number = self.number(&pos).ok_or(NoTruth::Differs(pos))?;
            let class = self.class(number);
            if class.turn != self.game.turn(&pos) || class.outcome != self.game.outcome(&pos) {
                return Err(NoTruth::Differs(pos));
            }
            if class.outcome.is_some() {
                continue;
            }
            replies.clear();
            for m in self.game.moves(&pos) {
                look(1)?;
                let next = self.game.play(&pos, m);
                replies.push(self.number(&next).ok_or(NoTruth::Differs(pos))?);
                if seen.get_or_insert_with(next, || ()).1 {
                    open.push(next);
                }
            }
            replies.sort_unstable();
            expected.clear();
            expected.extend_from_slice(self.replies(number));
            expected.sort_unstable();
            if replies != expected {
                return Err(NoTruth::Differs(pos));
            }
        }
        Ok(count)
    }
}

/// Why a test of the classes ended without success.
#[derive(Debug)]
pub enum NoTruth<P> {
    /// This position is not what its class says.
    Differs(P),
    /// It took more than allowed.
    Stopped(Stopped),
}

impl<G: Game> Class<G> {
    fn range(&self) -> std::ops::Range<usize> {
        self.begin as usize..(self.begin + self.moves) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::Spec;
    use unbeatable_games::heaps::Heaps;

    /// However many moves a position has, the watcher is asked often, and whenever it has had enough there
    /// are no classes.
    #[test]
    fn watchers_are_asked_by_work() {
        let game = Heaps::from_spec(Spec::parse("nim:99,99").unwrap()).unwrap();
        let find = |calls_max: usize| {
            let calls = Cell::new(0);
            let watch = |_| {
                calls.set(calls.get() + 1);
                match calls.get() < calls_max {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            };
            let limits = ClassLimits {
                bytes_max: usize::MAX,
                watch: &watch,
            };
            let classes = Classes::new(&game, &game.start(), &limits);
            let replies = classes.map(|classes| classes.replies.len());
            (replies, calls.get())
        };
        let (replies, calls) = find(usize::MAX);
        // Each reply is found once, passed once, and compared once.
        let work = 3 * replies.unwrap();
        assert!(calls >= work / PULSE_WORK, "{calls} calls, {work} units");
        for calls_max in [1, 2, calls / 3, calls / 2, calls - 1, calls] {
            assert_eq!(find(calls_max), (Err(Stopped::Asked), calls_max));
        }
    }
}
