//! The games: a folder for each, with its rules (`mod.rs`), its notation, and a file for each idea of
//! analysis.
//!
//! | game | rules | knowledge |
//! | --- | --- | --- |
//! | `mnk:CxRxK`, `ttt` | [`mnk`] | [`threats`](mnk::threats), [`potential`](mnk::potential), [`strategy_stealing`](mnk::strategy_stealing); guess: [`open_lines`](mnk::open_lines) |
//! | `connect:CxR` | [`connect`] | [`winning_squares`](connect::winning_squares); guess: [`column_order`](connect::column_order) |
//! | `uttt`, `uttt:play-on` | [`ultimate`], on [`local_boards`](ultimate::local_boards) | [`critical_boards`](ultimate::critical_boards), [`race`](ultimate::race), [`endgames`](ultimate::endgames); guess: [`odds`](ultimate::odds) |
//! | `go:CxR` | [`go`] | [`safety`](go::safety); guesses: [`pass_order`](go::pass_order), [`liberties`](go::liberties) |
//! | `nim`, `subtract`, `kayles`, `dawson`, `octal` | [`heaps`] | [`nimbers`](heaps::nimbers), [`nim_sum`](heaps::nim_sum) |
//!
//! Games know no solver. What is proven about a game beyond its rules is an
//! [`Analysis`](unbeatable_core::Analysis), tested against exhaustive search.

pub mod connect;
pub mod go;
pub mod heaps;
pub mod images;
pub mod lomont;
pub mod mnk;
pub mod ultimate;
