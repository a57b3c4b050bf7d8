//! The command line, as its users know it.

mod answers;
mod gtp;
mod help;
#[cfg(unix)]
mod interrupt;
mod output;
mod run;
mod sgf;
mod ultimate;
mod usage;
