//! All tests of the games that need no more than their interface, in one program: each would compile the
//! solvers and the rules that it compares once more, and most would leave a processor idle at their end.

mod analyses;
mod connect;
mod critical_boards;
mod diagrams;
mod endgames;
mod exhaustive;
mod fuzz;
mod go_forbidden;
mod go_remarks;
mod go_rules;
mod go_texts;
mod heaps;
mod highlights;
mod naive;
mod planted_errors;
mod race;
mod safety;
mod sweep;
mod ultimate_rules;
mod ultimate_solved;
