//! Tests of the files of solved games.

mod databases;
mod folder;
mod layers;
mod solution;
