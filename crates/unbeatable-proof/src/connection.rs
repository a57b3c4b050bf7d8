//! Certificates of connections: lemmas that join two points of a board, whatever the opponent does.
//!
//! | module | what it says |
//! | --- | --- |
//! | [`lemma`] | what a lemma says, and the four rules that make one |
//! | [`check`](mod@check) | the checker |
//! | [`closure`] | all that follows from the stones of a position by those rules, written down |
//! | [`extract`](mod@extract) | the writer, who asks a solver for moves and for nothing else |
//!
//! The format is described in `docs/certificates.md`.

pub mod check;
pub mod closure;
pub mod extract;
pub mod lemma;
