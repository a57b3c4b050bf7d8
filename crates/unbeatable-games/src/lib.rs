//! The games: one file for each game's rules and notation, one for each idea of analysis.
//!
//! | game | rules | knowledge |
//! | --- | --- | --- |
//! | `mnk:CxRxK`, `ttt` | [`mnk`] | [`threats`], [`potential`], [`strategy_stealing`]; guess: [`open_lines`] |
//! | `connect:CxR` | [`connect`] | [`winning_squares`]; guess: [`column_order`] |
//! | `uttt`, `uttt:play-on` | [`ultimate`], on [`local_boards`] | [`critical_boards`], [`race`], [`endgames`] |
//! | `go:CxR` | [`go`] | [`safety`]; guesses: [`pass_order`], [`liberties`] |
//! | `nim`, `subtract`, `kayles`, `dawson`, `octal` | [`heaps`] | [`nimbers`], [`nim_sum`] |
//!
//! Games know no solver. What is proven about a game beyond its rules is an
//! [`Analysis`](unbeatable_core::Analysis), tested against exhaustive search.

pub mod column_order;
pub mod connect;
mod connect_notation;
pub mod critical_boards;
pub mod eight_lines;
pub mod endgames;
mod follow_up;
pub mod go;
mod go_notation;
pub mod heaps;
mod heaps_notation;
pub mod images;
pub mod liberties;
pub mod local_boards;
pub mod lomont;
pub mod mnk;
mod mnk_notation;
pub mod nim_sum;
pub mod nimbers;
pub mod odds;
pub mod open_lines;
pub mod pass_order;
pub mod potential;
pub mod race;
mod reach;
pub mod safety;
pub mod strategy_stealing;
pub mod threats;
pub mod ultimate;
mod ultimate_notation;
pub mod winning_squares;
