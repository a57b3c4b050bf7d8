//! Every solver gives the same answers, keeps its budget, and says so when it could not finish.
//!
//! The truth is backward induction without folding, which shares no code with the other solvers but
//! the meter; minimax, which shares nothing with it but the rules, confirms it.

mod agree;
mod budgets;
mod crew;
mod df_pn;
mod goals;
mod mutants;
mod pn;
mod proofs;
mod settings;
mod values;
mod visits;
