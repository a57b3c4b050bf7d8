//! Tests of the files of solved games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod atomic_file;
mod databases;
mod folder;
mod layers;
mod parts;
mod solution;
mod tampering;
mod verification;
