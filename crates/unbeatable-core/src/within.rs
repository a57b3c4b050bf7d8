//! A game that must be won in time: does the first player win within so many plies?
//!
//! [`Within`] is a rule book with a limit, and a game like any other, so that every solver can answer:
//! the first player wins if he wins under the inner rules before the plies are used up; if not, for
//! whatever reason, the second player does. What an analysis knows of the inner game carries over as far
//! as that is true ([`Lifted`](crate::Lifted)).

use std::fmt::{self, Write};

use crate::game::{Game, Repetition};
use crate::notation::{Notation, ParseError};
use crate::random::finalise;
use crate::value::{Outcome, Player, Wdl};

/// The rule book: the inner one, and how many plies the first player has, from the start.
#[derive(Clone, Debug)]
pub struct Within<G> {
    game: G,
    plies: u32,
}

/// A position of the inner game, and how many plies are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limited<P> {
    /// The inner position.
    pub pos: P,
    /// The plies left.
    pub left: u32,
}

impl<G: Game> Within<G> {
    /// The game that the first player must win within that many plies.
    ///
    /// Panics where history matters: nobody has thought about that.
    #[must_use]
    pub fn new(game: G, plies: u32) -> Self {
        assert!(
            game.repetition() == Repetition::Impossible,
            "limits are for games without repetition"
        );
        Within { game, plies }
    }

    /// The inner rule book.
    #[must_use]
    pub fn inner(&self) -> &G {
        &self.game
    }

    /// The inner position with as many plies left as the start has.
    #[must_use]
    pub fn limited(&self, pos: G::Position) -> Limited<G::Position> {
        let left = self.plies;
        Limited { pos, left }
    }

    /// How the limited game ends if the inner one ended so.
    fn judged(outcome: Outcome<G::Value>) -> Outcome<Wdl> {
        match outcome.winner() {
            Some(Player::First) => Outcome::win(Player::First),
            _ => Outcome::win(Player::Second),
        }
    }
}

impl<G: Game> Game for Within<G> {
    type Position = Limited<G::Position>;
    type Move = G::Move;
    type Value = Wdl;

    fn start(&self) -> Self::Position {
        self.limited(self.game.start())
    }

    #[inline]
    fn turn(&self, limited: &Self::Position) -> Player {
        self.game.turn(&limited.pos)
    }

    #[inline]
    fn outcome(&self, limited: &Self::Position) -> Option<Outcome<Wdl>> {
        match self.game.outcome(&limited.pos) {
            Some(outcome) => Some(Self::judged(outcome)),
            None => (limited.left == 0).then_some(Outcome::win(Player::Second)),
        }
    }

    #[inline]
    fn moves(&self, limited: &Self::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(&limited.pos)
    }

    #[inline]
    fn play(&self, limited: &Self::Position, m: G::Move) -> Self::Position {
        Limited {
            pos: self.game.play(&limited.pos, m),
            left: limited.left - 1,
        }
    }

    /// The inner game's, but for those in which the players change places: only one of them has to win
    /// in time.
    fn images(&self, limited: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let (turn, left) = (self.turn(limited), limited.left);
        let images = self.game.images(&limited.pos);
        let images = images.filter(move |pos| self.game.turn(pos) == turn);
        images.map(move |pos| Limited { pos, left })
    }

    /// The inner game's, unless the players change places there.
    fn canonical(&self, limited: &Self::Position) -> Self::Position {
        let pos = self.game.canonical(&limited.pos);
        match self.game.turn(&pos) == self.turn(limited) {
            true => Limited { pos, ..*limited },
            false => *limited,
        }
    }

    #[inline]
    fn key(&self, limited: &Self::Position) -> u64 {
        self.game.key(&limited.pos) ^ finalise(u64::from(limited.left))
    }

    #[inline]
    fn second_key(&self, limited: &Self::Position) -> u64 {
        self.game.second_key(&limited.pos) ^ u64::from(limited.left)
    }
}

/// Positions as in the inner game, and the plies left: `X../.O./..X within 5`.
impl<G: Notation> Notation for Within<G> {
    fn spec(&self) -> String {
        format!("{} within {}", self.game.spec(), self.plies)
    }

    fn rules_text(&self) -> Option<&str> {
        self.game.rules_text()
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    fn write_position(&self, limited: &Self::Position, f: &mut dyn Write) -> fmt::Result {
        self.game.write_position(&limited.pos, f)?;
        write!(f, " within {}", limited.left)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParseError> {
        let expected = || ParseError::new(text.chars().count(), "' within ' and a number", text);
        let (pos, left) = text.rsplit_once(" within ").ok_or_else(expected)?;
        Ok(Limited {
            pos: self.game.parse_position(pos)?,
            left: left.parse().map_err(|_| expected())?,
        })
    }

    fn write_move(&self, limited: &Self::Position, m: G::Move, f: &mut dyn Write) -> fmt::Result {
        self.game.write_move(&limited.pos, m, f)
    }

    fn write_board(
        &self,
        limited: &Self::Position,
        mark: &dyn Fn(G::Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        self.game.write_board(&limited.pos, mark, f)
    }
}
