//! The language of games: what a game is, what a position is worth, and what is proven about it.
//!
//! Read the modules in this order:
//!
//! | module | what it says |
//! | --- | --- |
//! | [`value`] | who plays, how a game ended, what a position is worth, what is proven of that |
//! | [`game`] | the rule book: the one trait that a game must implement |
//! | [`line`](mod@line) | a game in progress, the only owner of history |
//! | [`notation`], [`spec`] | text in, text out |
//! | [`diagram`] | what a position looks like, for those who draw |
//! | [`rows`] | boards of columns and rows in writing |
//! | [`forbidden`] | moves that look possible and are not |
//! | [`analysis`] | knowledge beyond the rules |
//! | [`guide`] | guesses that only order the work |
//! | [`within`], [`lifted`] | a game that must be won in time, and what is known of it |
//! | [`restriction`] | fewer choices for the side that has to prove something |
//! | [`kind`] | how people find a game, and a game with all that is known of it |
//! | [`connection`] | games that are won by who connects two sides |
//! | [`budget`] | how much a search may spend, what it spent, and how to follow and stop it |
//! | [`oracle`] | what a solver knows, move by move |
//! | [`perft`](mod@perft) | counting move sequences by walking them |
//! | [`laws`] | the laws that every game obeys, checked by play |
//! | [`toys`] | games small enough to be solved by hand, for tests of solvers |
//! | [`forest`] | trees written down while they are walked |
//! | [`foresight`] | how soon a game ends, and what is seen of that without search |
//! | [`layered`] | games whose positions are numbers in layers, to be solved all of them |
//! | [`bits`], [`mixer`], [`random`] | bit iteration; hashing; a small seeded generator |
//! | [`shards`], [`pieces`] | a hash map and a list that grow in small steps |
//!
//! The crate has no dependency, no input or output, no clock, no thread and no hidden randomness.

pub mod analysis;
pub mod bits;
mod broken_rules;
pub mod budget;
pub mod connection;
pub mod diagram;
pub mod forbidden;
pub mod foresight;
pub mod forest;
pub mod game;
pub mod guide;
pub mod kind;
pub mod laws;
pub mod layered;
pub mod lifted;
pub mod line;
pub mod mixer;
pub mod notation;
pub mod notation_checks;
pub mod oracle;
pub mod perft;
pub mod pieces;
pub mod random;
pub mod restriction;
pub mod rows;
pub mod shards;
pub mod spec;
pub mod toys;
pub mod value;
pub mod within;

pub use analysis::{Aim, Analysis, Decided, Prospect, RelevanceZones, has_kept};
pub use broken_rules::BrokenRules;
pub use budget::{Budget, Effort, Progress, Stopped, Watch};
pub use connection::Connection;
pub use diagram::Diagram;
pub use forbidden::{Ban, ForbiddenMove};
pub use foresight::{Ahead, Foresight, Timing, TimingSight};
pub use forest::Forest;
pub use game::{Game, Mark, Repetition, Trace};
pub use guide::{Guide, Numbers, SCORE_MAX};
pub use kind::{Kind, Kit, Listing, Preset};
pub use layered::{Behind, Layered, Numbered, Settled, part_of};
pub use lifted::Lifted;
pub use line::{History, Left, Line};
pub use notation::{Notation, ParseError};
pub use oracle::{Oracle, Promise};
pub use pieces::Pieces;
pub use restriction::{Restriction, restricted_prospects};
pub use shards::Shards;
pub use spec::{Piece, Spec};
pub use value::{Bounds, Goal, Margin, Outcome, Player, Value, Wdl};
pub use within::{Limited, Within};
