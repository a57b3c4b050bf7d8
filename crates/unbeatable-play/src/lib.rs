//! Games played: players, matches, and the protocols and records of Go and of programming contests.

pub mod codingame;
pub mod game;
pub mod goban;
pub mod gtp;
pub mod htp;
pub mod matches;
pub mod players;
pub mod seat;
pub mod sgf;
