//! All tests of the façade, in one program: each would have to be linked with every solver and game.

mod best;
mod books;
mod claims;
mod corpus;
mod goban;
mod goban_moves;
mod hex;
mod job_tree;
mod matches;
mod outside;
mod perfect;
mod position;
mod questions;
mod read_back;
mod repertoires;
mod resuming;
mod sgf;
mod sgf_texts;
mod trees;
mod ultimate;
mod within;
mod workers;
