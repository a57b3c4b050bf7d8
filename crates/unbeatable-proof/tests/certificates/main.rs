//! Certificates: written, checked, and changed in every way that somebody could think of.

mod adversary;
mod book;
mod damage;
mod file;
mod fuzz;
mod mutants;
mod naive;
mod raw;
mod round_trip;
mod rules;
