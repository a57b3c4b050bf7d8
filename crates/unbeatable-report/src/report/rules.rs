//! Files with the rules of a game.

use serde::{Deserialize, Serialize};

/// What a file with rules is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct RulesReport {
    /// [`SCHEMA`](super::SCHEMA).
    pub schema: u32,
    /// The file.
    pub file: String,
    /// What the game is; nothing if the file is refused.
    pub game: Option<RulesGameReport>,
    /// What is wrong with the file; empty if it is a game.
    pub wrong: Vec<ComplaintReport>,
    /// What looks wrong, but does no harm.
    pub odd: Vec<ComplaintReport>,
}

/// A game from a file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct RulesGameReport {
    /// The roles, who moves first at the start first.
    pub roles: [String; 2],
    /// What can be true or not.
    pub fluents: usize,
    /// What each role may ever do.
    pub actions: [usize; 2],
    /// Rules without variables.
    pub ground_rules: usize,
    /// Wires and gates that they make.
    pub weight: usize,
    /// Symmetries, with that which changes nothing.
    pub symmetries: usize,
    /// Whether the rules have no others.
    pub has_all_symmetries: bool,
    /// How it is known that players move in turn.
    pub alternates: String,
    /// How it is known that every game ends.
    pub ends: String,
    /// What both get together at the end.
    pub sum: i32,
    /// Whether values are points, not just win, draw and loss.
    pub is_scored: bool,
}

/// Something that is wrong with a file, or looks wrong.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct ComplaintReport {
    /// The line, from 1 on; nothing if the file is meant as a whole.
    pub line: Option<usize>,
    /// The column, from 1 on.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: Option<String>,
    /// All of it for terminals, with an excerpt.
    #[serde(skip)]
    pub text: String,
}
