//! Certificates: written, checked, and changed in every way that somebody could think of.

mod adversary;
mod file;
mod mutants;
mod naive;
mod round_trip;
mod rules;
