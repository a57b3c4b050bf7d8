//! Every solver gives the same answers, keeps its budget, and says so when it could not finish.
//!
//! The truth is backward induction without folding, which shares no code with the other solvers but
//! the meter; minimax, which shares nothing with it but the rules, confirms it.
//!
//! All of it is one program: each would compile the solvers for its games once more. (Not the table's
//! entry under loom, which is made of other atomics.)

mod agree;
mod budgets;
mod counting;
mod crew;
mod df_pn;
mod df_pn_memory;
mod goals;
mod guides;
mod layered;
mod lines;
mod looks;
mod mutants;
mod pn;
mod proofs;
mod remote;
mod settings;
mod superko;
mod superko_df_pn;
mod toys;
mod values;
mod visits;
mod within;
