//! Strong solutions: every position of a game, solved and kept in a folder.

mod counting;
#[cfg(feature = "fleet")]
mod fleet;
mod folder;
mod layers;
mod pace;
mod room;
mod run;
mod summary;

pub use layers::InLayers;
