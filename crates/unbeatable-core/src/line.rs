//! A game in progress.

use std::collections::HashSet;

use crate::game::{Game, Mark, Repetition, Trace};
use crate::mixer::BuildMixer;
use crate::value::Outcome;

/// A game in progress: its positions so far, newest last, and its history.
pub struct Line<'g, G: Game> {
    game: &'g G,
    /// Every position, with what it left in the history.
    steps: Vec<(G::Position, Left)>,
    history: History,
}

// Derived, it would ask for `G: Clone`; the rule book is only borrowed.
impl<G: Game> Clone for Line<'_, G> {
    fn clone(&self) -> Self {
        Line {
            game: self.game,
            steps: self.steps.clone(),
            history: self.history.clone(),
        }
    }
}

impl<'g, G: Game> Line<'g, G> {
    /// A line that begins with `first`, as if nothing had happened before.
    #[must_use]
    pub fn new(game: &'g G, first: G::Position) -> Self {
        debug_assert!(
            G::HAS_HISTORY || !game.repetition().is_forbidden(),
            "HAS_HISTORY and repetition of a game must agree"
        );
        let mut history = History {
            marks: Marks::new(game.repetition()),
        };
        let left = match game.repetition() {
            Repetition::Impossible => Left::NOTHING,
            Repetition::Forbidden { .. } => history
                .leave_mark(game.first_trace(&first))
                .expect("nothing stands in an empty history"),
        };
        let steps = vec![(first, left)];
        Line {
            game,
            steps,
            history,
        }
    }

    /// The rule book.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position now.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &G::Position {
        let (pos, _) = self.steps.last().expect("a line has a first position");
        pos
    }

    /// All positions, the first one first.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &G::Position> {
        self.steps.iter().map(|(pos, _)| pos)
    }

    /// How many moves were played on this line.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.steps.len() - 1
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome<G::Value>> {
        self.game.outcome(self.position())
    }

    /// What decides, beside the position, which moves are legal.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Every mark that stands in the history, in the order in which they were left.
    pub fn marks(&self) -> impl Iterator<Item = Mark> {
        let left = self.steps.iter().map(|(_, left)| *left);
        left.filter(|left| *left != Left::NOTHING)
            .map(|left| left.0)
    }

    /// The moves that history allows, in board order; one at least, if the game is not over.
    #[must_use]
    pub fn moves(&self) -> Vec<G::Move> {
        let moves = self.game.moves(self.position());
        match self.game.repetition() {
            Repetition::Impossible => moves.collect(),
            Repetition::Forbidden { .. } => {
                let mut next = self.clone();
                let is_allowed = |m: &G::Move| {
                    let is_played = next.play(*m);
                    if is_played {
                        next.undo();
                    }
                    is_played
                };
                moves.filter(is_allowed).collect()
            }
        }
    }

    /// After how many moves of this line stood what `m`, one of the position's moves, would bring back, which
    /// history forbids; `None` if it allows `m`.
    #[must_use]
    pub fn repeated_by(&self, m: G::Move) -> Option<usize> {
        if !self.game.repetition().is_forbidden() {
            return None;
        }
        match self.game.trace(&self.game.play(self.position(), m)) {
            Trace::Nothing | Trace::Leaves(_) => None,
            Trace::Once(mark) => (self.steps.iter()).position(|(_, left)| *left == Left(mark)),
        }
    }

    /// Plays `m`, one of the position's moves. Says `false`, and plays nothing, if history forbids it.
    #[must_use]
    #[inline]
    pub fn play(&mut self, m: G::Move) -> bool {
        let next = self.game.play(self.position(), m);
        match self.history.enter(self.game, &next) {
            None => false,
            Some(left) => {
                self.steps.push((next, left));
                true
            }
        }
    }

    /// Puts `pos` in the place of the last position, for those who have to bend the rules: a protocol
    /// may let a player move twice. What the last position left in the history stays there.
    pub fn amend(&mut self, pos: G::Position) {
        let (last, _) = self.steps.last_mut().expect("a line has a first position");
        *last = pos;
    }

    /// This line in another rule book for the same game, in which `of` says what stands for each position:
    /// both have the same history.
    #[must_use]
    pub fn carried<'h, H: Game>(
        &self,
        game: &'h H,
        of: impl Fn(&G::Position) -> H::Position,
    ) -> Line<'h, H> {
        Line {
            game,
            steps: self
                .steps
                .iter()
                .map(|(pos, left)| (of(pos), *left))
                .collect(),
            history: self.history.clone(),
        }
    }

    /// Takes the last move back. Panics at the first position.
    #[inline]
    pub fn undo(&mut self) {
        assert!(
            self.steps.len() > 1,
            "the first position of a line has no move to take back"
        );
        if let Some((_, left)) = self.steps.pop() {
            self.history.leave(left);
        }
    }
}

/// The marks that stand in the history of a line: for solvers that keep its positions themselves.
#[derive(Clone)]
pub struct History {
    marks: Marks,
}

/// What a position left in the history; given back, it is taken out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left(Mark);

impl Left {
    /// No mark has all bits set: marks have fewer than 64.
    const NOTHING: Self = Left(Mark::MAX);

    /// Whether no mark was left, or one that stood there already.
    #[must_use]
    #[inline]
    pub fn is_nothing(self) -> bool {
        self == Left::NOTHING
    }
}

impl History {
    /// Whether `mark` stands there.
    #[must_use]
    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.contains(mark)
    }

    /// Goes on to `next`, the position after a move. `None`, and nothing is left, if that repeats.
    /// Costs nothing in games where repetition is impossible.
    #[must_use]
    #[inline(always)]
    pub fn enter<G: Game>(&mut self, game: &G, next: &G::Position) -> Option<Left> {
        match game.repetition() {
            Repetition::Impossible => Some(Left::NOTHING),
            Repetition::Forbidden { .. } => self.leave_mark(game.trace(next)),
        }
    }

    #[inline(always)]
    fn leave_mark(&mut self, trace: Trace) -> Option<Left> {
        let (mark, may_repeat) = match trace {
            Trace::Nothing => return Some(Left::NOTHING),
            Trace::Leaves(mark) => (mark, true),
            Trace::Once(mark) => (mark, false),
        };
        match self.marks.insert(mark) {
            true => Some(Left(mark)),
            false => may_repeat.then_some(Left::NOTHING),
        }
    }

    /// Goes back from a position that left `left` when it was entered.
    #[inline(always)]
    pub fn leave(&mut self, left: Left) {
        if left != Left::NOTHING {
            self.marks.remove(left.0);
        }
    }
}

/// A set of marks: bits where marks are few, which is what small boards need to be fast.
#[derive(Clone)]
enum Marks {
    /// Bit `m % 64` of word `m / 64` stands for mark `m`.
    Few(Vec<u64>),
    Many(HashSet<Mark, BuildMixer>),
}

impl Marks {
    /// Marks of up to this many bits are few: their set takes 8 KiB at most.
    const FEW_BITS: u32 = 16;

    fn new(repetition: Repetition) -> Self {
        match repetition {
            Repetition::Impossible => Marks::Few(vec![]),
            Repetition::Forbidden { mark_bits } if mark_bits <= Self::FEW_BITS => {
                Marks::Few(vec![0; (1usize << mark_bits).div_ceil(64)])
            }
            Repetition::Forbidden { mark_bits } => {
                assert!(mark_bits < 64, "marks have fewer than 64 bits");
                Marks::Many(HashSet::default())
            }
        }
    }

    #[inline]
    fn contains(&self, mark: Mark) -> bool {
        match self {
            Marks::Few(words) => words[(mark / 64) as usize] >> (mark % 64) & 1 == 1,
            Marks::Many(set) => set.contains(&mark),
        }
    }

    /// Puts a mark in; says whether it was not there.
    #[inline(always)]
    fn insert(&mut self, mark: Mark) -> bool {
        match self {
            Marks::Few(words) => {
                let word = &mut words[(mark / 64) as usize];
                let is_new = *word >> (mark % 64) & 1 == 0;
                *word |= 1 << (mark % 64);
                is_new
            }
            Marks::Many(set) => set.insert(mark),
        }
    }

    #[inline(always)]
    fn remove(&mut self, mark: Mark) {
        match self {
            Marks::Few(words) => words[(mark / 64) as usize] &= !(1 << (mark % 64)),
            Marks::Many(set) => {
                set.remove(&mark);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Player, Wdl};

    /// A token on a ring of `size` places steps either way, or the game is given up; a place (with
    /// either player to move) may not be visited twice.
    #[derive(Clone)]
    struct Ring {
        size: u8,
        mark_bits: u32,
    }

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Token {
        place: u8,
        turn: Player,
        over: bool,
    }

    impl Game for Ring {
        type Position = Token;
        type Move = i8;
        type Value = Wdl;

        const HAS_HISTORY: bool = true;

        fn start(&self) -> Token {
            Token {
                place: 0,
                turn: Player::First,
                over: false,
            }
        }

        fn turn(&self, pos: &Token) -> Player {
            pos.turn
        }

        fn outcome(&self, pos: &Token) -> Option<Outcome<Wdl>> {
            pos.over.then(|| Outcome::win(pos.turn))
        }

        fn moves(&self, _: &Token) -> impl Iterator<Item = i8> {
            [1, -1, 0].into_iter()
        }

        fn play(&self, pos: &Token, m: i8) -> Token {
            let place = (pos.place as i8 + m).rem_euclid(self.size as i8) as u8;
            Token {
                place,
                turn: pos.turn.other(),
                over: m == 0,
            }
        }

        fn repetition(&self) -> Repetition {
            Repetition::Forbidden {
                mark_bits: self.mark_bits,
            }
        }

        fn trace(&self, pos: &Token) -> Trace {
            match pos.over {
                true => Trace::Leaves(pos.place.into()),
                false => Trace::Once(pos.place.into()),
            }
        }
    }

    #[test]
    fn forbidden_repetitions_are_refused_and_play_nothing() {
        // A set of bits and a set of numbers.
        for mark_bits in [2, 40] {
            let ring = Ring { size: 3, mark_bits };
            let mut line = Line::new(&ring, ring.start());
            assert!(line.play(1));
            assert!(!line.play(-1), "back to place 0");
            assert_eq!(line.repeated_by(-1), Some(0));
            assert_eq!(line.repeated_by(1), None);
            assert_eq!(line.plies(), 1);
            assert!(line.play(1));
            assert!(!line.play(1), "place 0 again, from the other side");
            assert_eq!(line.repeated_by(1), Some(0));
            assert_eq!(line.repeated_by(-1), Some(1));
            assert_eq!(line.repeated_by(0), None);
            assert!(line.play(0), "giving up never repeats");
            assert_eq!(line.outcome(), Some(Outcome::win(Player::Second)));
            assert_eq!(line.marks().collect::<Vec<_>>(), [0, 1, 2]);
            line.undo();
            assert!(
                line.history().has(2),
                "what a move only left again stays when it is taken back"
            );
            line.undo();
            assert!(line.history().has(1) && !line.history().has(2));
            assert!(line.play(0));
            assert_eq!(line.outcome(), Some(Outcome::win(Player::First)));
        }
    }

    #[test]
    fn an_amended_position_keeps_what_was_left() {
        let ring = Ring {
            size: 3,
            mark_bits: 2,
        };
        let mut line = Line::new(&ring, ring.start());
        assert!(line.play(1));
        line.amend(Token {
            turn: Player::First,
            ..*line.position()
        });
        assert_eq!((line.position().turn, line.plies()), (Player::First, 1));
        assert!(!line.play(-1), "place 0 was visited all the same");
        line.undo();
        assert_eq!(line.position(), &ring.start());
        assert!(!line.history().has(1), "what was left is taken out with it");
    }
}
