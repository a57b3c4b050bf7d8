//! Tests of the files of solved games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod databases;
mod folder;
mod layers;
mod parts;
mod place;
mod solution;
mod tampering;
mod verification;
