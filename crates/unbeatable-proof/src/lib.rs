//! Certificates: what a position is worth, written down so that nobody has to believe it.
//!
//! Read the modules in this order:
//!
//! | module | what it says |
//! | --- | --- |
//! | [`claim`] | what is claimed, as text |
//! | [`container`] | the file: blocks of bytes, and their checksum |
//! | [`answers`] | a strategy: the list of its answers |
//! | [`walk`] | the walk over a strategy that writer and checker have in common |
//! | [`check`](mod@check) | the checker |
//! | [`extract`](mod@extract) | the writer, who asks a solver for the answers |
//! | [`tree`] | its strategies as trees, for those who want to see them |
//! | [`connection`] | connections of two sides, by lemmas |
//! | [`written`] | a proof that was written, of whatever kind |
//! | [`table`] | tables of moves, and the proof that none is smaller |
//!
//! The format is described in `docs/certificates.md`. The checker trusts the rules: of a game it uses
//! `turn`, `outcome`, `moves`, `play`, `range`, equality of positions, and where history matters
//! `repetition`, `trace` and `first_trace`; and the notation, to read the claim. It uses no images or
//! canonical forms, takes no key for evidence, asks no analysis and no solver, and this crate uses no other
//! of ours but `unbeatable-core`. Certificates of tables ([`table`]) speak of classes of symmetric positions:
//! their checker finds them by `canonical`, and tests them.

pub mod answers;
pub mod check;
pub mod claim;
pub mod connection;
pub mod container;
pub mod extract;
pub mod table;
pub mod tree;
pub mod walk;
pub mod written;

pub use check::{Checked, Refusal, check};
pub use claim::Claim;
pub use extract::{StrategySize, extract};
