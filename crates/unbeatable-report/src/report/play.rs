//! Games move by move: what a person sees, and what is kept.

use serde::{Deserialize, Serialize};
use unbeatable_core::diagram::Diagram;
use unbeatable_core::notation::listed;

use super::basics::{OutcomeReport, Stop};

/// All there is to see of a game in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayReport {
    /// The complete spec of the rules.
    pub game: String,
    /// What people call the game.
    pub title: String,
    /// What the sides are called, the first player's first.
    pub sides: [&'static str; 2],
    /// Who plays them: `human`, or a player's name.
    pub players: [String; 2],
    /// The position now, with its history where that matters.
    pub position: String,
    /// Whose turn it is: 0 for the first player.
    pub turn: usize,
    /// How the game ended, or `None` while it goes on.
    pub outcome: Option<OutcomeReport>,
    /// Who gave the game away, and how.
    pub forfeit: Option<ForfeitReport>,
    /// The legal moves in board order; none if the game is over.
    pub moves: Vec<LegalMove>,
    /// The moves that look possible and are not, in board order.
    pub forbidden: Vec<ForbiddenReport>,
    /// The moves so far, each with the side that made it (0 for the first player).
    pub played: Vec<(usize, String)>,
    /// Where the last move was made.
    pub last: Option<Place>,
    /// The position as text over several lines.
    pub board: String,
    /// The position as shapes, if it has any.
    pub diagram: Option<Diagram>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LegalMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it is made, if it is made somewhere: a pass is not.
    pub place: Option<Place>,
}

/// A move that looks possible and is not: a point of Go that superko or the rule of suicide forbids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForbiddenReport {
    /// As it would be written.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it would be made.
    pub place: Option<Place>,
    /// The reason, in words that follow the move.
    pub why: String,
    /// After how many moves the position stood that it would bring back; `None` if another rule forbids it.
    /// The moves of a history that was told are counted too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<usize>,
}

/// All forbidden moves with their reasons in a sentence, those with one reason together; `None` without any.
#[must_use]
pub fn forbidden_sentence(forbidden: &[ForbiddenReport]) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = vec![];
    for ForbiddenReport { text, why, .. } in forbidden {
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, moves)) => moves.push(text),
            None => reasons.push((why, vec![text])),
        }
    }
    let parts = reasons.iter();
    let parts = parts.map(|(why, moves)| format!("{} ({why})", listed(moves, "and")));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("Forbidden: {}.", parts.join(", ")))
}

/// Where a move is made, in the diagram of the position before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "PlaceFields", into = "PlaceFields")]
#[non_exhaustive]
pub enum Place {
    /// On the square of that number.
    Square(usize),
    /// From the square of the first number to that of the second.
    Step(usize, usize),
    /// In the heap of that number: it takes the stones from the first number up to the second.
    Heap(usize, [usize; 2]),
}

/// A [`Place`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PlaceFields {
    Step { square: usize, from: usize },
    Square { square: usize },
    Heap { heap: usize, from: usize, to: usize },
}

impl From<PlaceFields> for Place {
    fn from(fields: PlaceFields) -> Place {
        match fields {
            PlaceFields::Step { square, from } => Place::Step(from, square),
            PlaceFields::Square { square } => Place::Square(square),
            PlaceFields::Heap { heap, from, to } => Place::Heap(heap, [from, to]),
        }
    }
}

impl From<Place> for PlaceFields {
    fn from(place: Place) -> PlaceFields {
        match place {
            Place::Square(square) => PlaceFields::Square { square },
            Place::Step(from, square) => PlaceFields::Step { square, from },
            Place::Heap(heap, [from, to]) => PlaceFields::Heap { heap, from, to },
        }
    }
}

/// What came of asking a player for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    /// This move, which is played, and why, if the player says so.
    Move(String, Option<Grounds>),
    /// It gave the game away: what happened, in one line.
    Forfeit(String),
    /// None: it was stopped (`interrupted`, `memory`, …).
    Stopped(Stop),
}

/// Why a player makes a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grounds {
    /// It is proven to be best.
    Proven,
    /// It is proven to be worth something, and a better one may be there.
    Kept,
    /// Nothing is proven.
    Guess,
}

impl Grounds {
    /// What follows the move in a sentence: 'O plays b2, proven best.'
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Grounds::Proven => "proven best",
            Grounds::Kept => "which keeps what is proven",
            Grounds::Guess => "a guess",
        }
    }
}

/// How many moves a player made on which grounds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundsReport {
    /// Proven to be best.
    pub proven: u64,
    /// Proven to be worth something.
    pub kept: u64,
    /// Guessed.
    pub guess: u64,
}

impl GroundsReport {
    /// Counts a move.
    pub fn count(&mut self, grounds: Grounds) {
        *match grounds {
            Grounds::Proven => &mut self.proven,
            Grounds::Kept => &mut self.kept,
            Grounds::Guess => &mut self.guess,
        } += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, more: &Self) {
        self.proven += more.proven;
        self.kept += more.kept;
        self.guess += more.guess;
    }
}

/// Who gave a game away, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForfeitReport {
    /// What the side is called in the game.
    pub side: String,
    /// What happened, in one line.
    pub why: String,
}

/// A game, as it is kept in files: one JSON object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The complete spec of the rules.
    pub game: String,
    /// Its number in the match, from 1; 1 if there is no match.
    pub number: u64,
    /// Who played the first player's side.
    pub first: String,
    /// Who played the second player's side.
    pub second: String,
    /// Where the game began.
    pub position: String,
    /// All moves.
    pub moves: Vec<String>,
    /// Why each of them was made, where the player says so; none if nobody does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Option<Grounds>>,
    /// How many of them were given before the players took over.
    pub opening: usize,
    /// How it ended; `null` if it did not.
    pub outcome: Option<OutcomeReport>,
    /// Who gave it away, and how.
    pub forfeit: Option<ForfeitReport>,
}

/// A player, for those who choose one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerReport {
    /// Its name as a player.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it does, in a sentence.
    pub summary: String,
}
