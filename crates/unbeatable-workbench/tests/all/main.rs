//! All tests of the façade, in one program: each would have to be linked with every solver and game.
//!
//! The library has no unit tests, because it would be compiled twice for them. What its interface hides
//! is tested through its files, which a module here may include.

mod checkpoint;
mod claims;
mod corpus;
mod forecast;
mod goban;
mod goban_moves;
mod matches;
mod outside;
mod perfect;
mod position;
mod questions;
mod resuming;
mod sgf;
mod sgf_texts;
mod statistics;
mod trees;
mod ultimate;
mod within;
