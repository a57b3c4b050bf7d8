//! A game in progress.

use crate::game::{Game, Repetition};
use crate::value::Outcome;

/// A game in progress: its positions so far, newest last. The only owner of history.
pub struct Line<'g, G: Game> {
    game: &'g G,
    positions: Vec<G::Position>,
}

// Derived, it would ask for `G: Clone`; the rule book is only borrowed.
impl<G: Game> Clone for Line<'_, G> {
    fn clone(&self) -> Self {
        Line {
            game: self.game,
            positions: self.positions.clone(),
        }
    }
}

impl<'g, G: Game> Line<'g, G> {
    /// A line that begins with `first`, as if nothing had happened before.
    #[must_use]
    pub fn new(game: &'g G, first: G::Position) -> Self {
        Line {
            game,
            positions: vec![first],
        }
    }

    /// A line through all of these positions, oldest first. Panics if there is none.
    #[must_use]
    pub fn with_history(game: &'g G, positions: Vec<G::Position>) -> Self {
        assert!(!positions.is_empty(), "a line has a first position");
        Line { game, positions }
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
        self.positions.last().expect("a line has a first position")
    }

    /// All positions, the first one first.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// How many moves were played on this line.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// How the game ended, or `None` while it goes on.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome<G::Value>> {
        self.game.outcome(self.position())
    }

    /// Plays `m`, one of the position's moves. Says `false`, and plays nothing, if history forbids it.
    #[must_use]
    #[inline]
    pub fn play(&mut self, m: G::Move) -> bool {
        let next = self.game.play(self.position(), m);
        if self.game.repetition() == Repetition::Forbidden
            && self
                .positions
                .iter()
                .any(|earlier| self.game.repeats(earlier, &next))
        {
            return false;
        }
        self.positions.push(next);
        true
    }

    /// Takes the last move back. Panics at the first position.
    #[inline]
    pub fn undo(&mut self) {
        assert!(
            self.positions.len() > 1,
            "the first position of a line has no move to take back"
        );
        self.positions.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Player, Wdl};

    /// A token on a ring of `size` places steps either way, or the game is given up; a place (with
    /// either player to move) may not be visited twice.
    struct Ring {
        size: u8,
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
            Repetition::Forbidden
        }

        fn repeats(&self, earlier: &Token, now: &Token) -> bool {
            !now.over && earlier.place == now.place
        }
    }

    #[test]
    fn forbidden_repetitions_are_refused_and_play_nothing() {
        let ring = Ring { size: 3 };
        let mut line = Line::new(&ring, ring.start());
        assert!(line.play(1));
        assert!(!line.play(-1), "back to place 0");
        assert_eq!(line.plies(), 1);
        assert!(line.play(1));
        assert!(!line.play(1), "place 0 again, from the other side");
        assert!(line.play(0), "giving up never repeats");
        assert_eq!(line.outcome(), Some(Outcome::win(Player::Second)));
        line.undo();
        let known = line.positions().to_vec();
        assert!(
            !Line::with_history(&ring, known).play(-1),
            "history may be given"
        );
        line.undo();
        assert!(line.play(0));
        assert_eq!(line.outcome(), Some(Outcome::win(Player::First)));
    }
}
