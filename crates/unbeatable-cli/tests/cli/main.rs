//! The command line, as its users know it.

mod answers;
mod batch;
mod certificate;
mod checkpoint;
mod chomp;
mod codingame;
mod draw;
mod fleet;
mod gtp;
mod help;
mod htp;
#[cfg(unix)]
mod interrupt;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod output;
mod outside;
mod play;
mod prove;
#[cfg(unix)]
mod pty;
mod rules;
mod run;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod serve;
mod sgf;
mod strategy;
mod strong;
mod ultimate;
mod usage;
