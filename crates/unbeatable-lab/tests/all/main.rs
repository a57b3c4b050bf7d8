//! All tests of the lab, in one program: it has to be linked with every solver and game.
//!
//! They speak to a server in the same process, in plain HTTP over a socket, so that they can also send
//! what no client would.

mod answers;
mod bounds;
mod client;
mod databases;
mod events;
mod load;
mod pages;
mod records;
mod refusals;
mod rules;
mod security;
mod shares;
mod trees;
