//! One game, ready to be asked: the one place where the types of games end.
//!
//! A rule book with its analysis and guides ([`Kit`](unbeatable_core::Kit)) becomes a [`Bench`]: searches and other kernels
//! are made for the game's own types ([`searches`], [`kernels`]) and asked in the terms of the
//! [erased game](erased), which is a game like any other. What asks, reports, draws or plays is written
//! against that one, and compiled once.

// What only fleets need is left where it is.
#![cfg_attr(not(feature = "fleet"), allow(dead_code))]

pub mod bench;
pub mod book;
pub mod clock;
pub mod database_analysis;
pub mod databases;
pub mod depth;
pub mod erased;
mod joining;
mod journal;
pub mod kernels;
mod open_book;
mod packed;
pub mod registry;
pub mod repertoire;
pub mod run_folder;
mod searchers;
pub mod searches;
pub mod solvers;
pub mod strengths;
pub mod strong;

pub use bench::Bench;
pub use erased::{ErasedGame, Move, Position};
