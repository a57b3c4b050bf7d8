//! How soon games end: alpha-beta over values that order wins by speed.
//!
//! The winner hurries and the loser delays. [`Soonest`] finds both who wins and with which ply, for games in
//! layers ([`unbeatable_core::Layered`]), whose positions know how many plies are left.

mod crew;
mod run;
mod solver;
mod soonest;
mod table;

pub use soonest::{Found, PLIES_MAX, Soonest};
