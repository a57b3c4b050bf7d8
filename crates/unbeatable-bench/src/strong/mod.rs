//! Strong solutions: every position of a game, solved and kept in a folder.

#[cfg(feature = "fleet")]
mod fleet;
mod folder;
mod layer_count;
mod layers;
mod pace;
mod room;
mod run;
mod summary;

pub use layers::InLayers;
