//! The classes of a small game: every position that can be reached, symmetric ones taken together.
//!
//! Classes are numbered as they are found, breadth first and in board order from the root, and the first
//! position that is found of a class stands for it. So the numbers follow from the rules and from which
//! positions belong together, not from the image that a game happens to call canonical.

use std::collections::HashMap;
use std::ops::ControlFlow;

use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Game, Outcome, Player, Repetition, Stopped};

/// What finding classes may take, and who is asked from time to time whether to go on.
pub struct Limits<'w> {
    /// Bytes for all that is remembered.
    pub bytes_max: usize,
    /// Called every so often with how many positions were looked at.
    pub watch: &'w dyn Fn(u64) -> ControlFlow<()>,
}

/// Positions between two looks at the watcher.
const PULSE_POSITIONS: u64 = 1 << 12;

/// Moves between two looks, if positions have many.
const PULSE_MOVES: usize = 1 << 16;

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
    classes: Vec<Class<G>>,
    numbers: Numbers<G>,
    /// The class behind each move, in board order, class after class.
    replies: Vec<u32>,
    /// All classes, those behind a class before it.
    order: Vec<u32>,
}

type Numbers<G> = HashMap<(<G as Game>::Position, Player), u32, BuildMixer>;

/// More classes than that are not numbered.
const CLASSES_MAX: usize = 1 << 30;

impl<'g, G: Game> Classes<'g, G> {
    /// Finds all classes from `root` and solves them backwards.
    ///
    /// `Err` if it takes more than allowed. Panics where repetition is forbidden: there a position
    /// alone has neither moves nor a value.
    pub fn new(game: &'g G, root: &G::Position, limits: &Limits) -> Result<Self, Stopped> {
        assert!(
            game.repetition() == Repetition::Impossible,
            "positions have no classes of their own where history matters"
        );
        let mut all = Classes {
            game,
            classes: vec![],
            numbers: Numbers::<G>::default(),
            replies: vec![],
            order: vec![],
        };
        all.number_or_add(root);
        let mut next = 0;
        while next < all.classes.len() {
            all.look(next as u64, limits)?;
            let Class {
                position, outcome, ..
            } = all.classes[next];
            all.classes[next].begin = all.replies.len() as u32;
            if outcome.is_none() {
                for m in game.moves(&position) {
                    let reply = all.number_or_add(&game.play(&position, m));
                    all.replies.push(reply);
                    // A position may have tens of thousands of moves.
                    if all.replies.len().is_multiple_of(PULSE_MOVES) {
                        all.pulse(next as u64, limits)?;
                    }
                }
            }
            all.classes[next].moves = all.replies.len() as u32 - all.classes[next].begin;
            if all.classes.len() > CLASSES_MAX || all.replies.len() > u32::MAX as usize / 2 {
                return Err(Stopped::Memory);
            }
            next += 1;
        }
        all.sort();
        all.solve();
        Ok(all)
    }

    fn look(&self, positions: u64, limits: &Limits) -> Result<(), Stopped> {
        if self.bytes() > limits.bytes_max {
            return Err(Stopped::Memory);
        }
        look(positions, limits)
    }

    /// The same, whatever the number of positions.
    fn pulse(&self, positions: u64, limits: &Limits) -> Result<(), Stopped> {
        match (limits.watch)(positions) {
            _ if self.bytes() > limits.bytes_max => Err(Stopped::Memory),
            ControlFlow::Break(()) => Err(Stopped::Asked),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Bytes that are taken, and those that a larger copy takes while it is made.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let entry = size_of::<((G::Position, Player), u32)>() + 1;
        self.classes.capacity() * (size_of::<Class<G>>() + size_of::<u32>()) * 3 / 2
            + self.numbers.capacity() * entry * 3 / 2
            + self.replies.capacity() * size_of::<u32>() * 3 / 2
    }

    fn key(&self, pos: &G::Position) -> (G::Position, Player) {
        // Colours may be exchanged along with the turn; here the side to move is part of a class.
        (self.game.canonical(pos), self.game.turn(pos))
    }

    fn number_or_add(&mut self, pos: &G::Position) -> u32 {
        let next = self.classes.len() as u32;
        let key = self.key(pos);
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            let turn = self.game.turn(pos);
            let outcome = self.game.outcome(pos);
            self.classes.push(Class {
                position: *pos,
                turn,
                outcome,
                value: outcome.map_or(unbeatable_core::Value::WORST, |o| o.value_for(turn)),
                begin: 0,
                moves: 0,
            });
        }
        number
    }

    /// Puts the classes in order, those behind a class before it.
    fn sort(&mut self) {
        let mut seen = vec![false; self.classes.len()];
        let mut path: Vec<(u32, u32)> = vec![(0, 0)];
        seen[0] = true;
        self.order.reserve_exact(self.classes.len());
        while let Some((class, at)) = path.last_mut() {
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
    }

    fn solve(&mut self) {
        for i in 0..self.order.len() {
            let class = self.order[i];
            let replies = self.replies(class).iter();
            let values = replies.map(|&reply| -self.class(reply).value);
            if let Some(best) = values.max() {
                self.classes[class as usize].value = best;
            }
        }
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
    pub fn test(&self, root: &G::Position, limits: &Limits) -> Result<u64, NoTruth<G::Position>> {
        let mut seen = std::collections::HashSet::<G::Position, BuildMixer>::default();
        let mut open = vec![*root];
        seen.insert(*root);
        let (mut count, mut replies, mut expected) = (0, vec![], vec![]);
        while let Some(pos) = open.pop() {
            look(count, limits).map_err(NoTruth::Stopped)?;
            let bytes = seen.capacity() * (size_of::<G::Position>() + 1) * 3 / 2
                + open.capacity() * size_of::<G::Position>() * 3 / 2;
            if self.bytes() + bytes > limits.bytes_max {
                return Err(NoTruth::Stopped(Stopped::Memory));
            }
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
                let next = self.game.play(&pos, m);
                replies.push(self.number(&next).ok_or(NoTruth::Differs(pos))?);
                if seen.insert(next) {
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

fn look(positions: u64, limits: &Limits) -> Result<(), Stopped> {
    if positions.is_multiple_of(PULSE_POSITIONS) && (limits.watch)(positions).is_break() {
        return Err(Stopped::Asked);
    }
    Ok(())
}

impl<G: Game> Class<G> {
    fn range(&self) -> std::ops::Range<usize> {
        self.begin as usize..(self.begin + self.moves) as usize
    }
}
