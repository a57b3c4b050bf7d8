//! Games from files: the rules of a game in GDL, read, checked, grounded and played.
//!
//! GDL is the Game Description Language (Love, Hinrichs, Haley, Schkufza and Genesereth 2008).

mod board;
pub mod book;
mod changes;
pub mod checks;
pub mod circuit;
pub mod clause;
pub mod complaint;
mod condition;
mod deed;
pub mod ending;
pub mod expression;
mod fault_words;
pub mod file;
pub mod format;
mod goals;
pub mod grounding;
mod groups;
mod image;
mod induction;
mod layer_weights;
mod layers;
pub mod mechanism;
mod notation;
pub mod parts;
mod picture;
mod pieces;
pub mod position;
pub mod rules;
pub mod symmetry;
mod turns;
mod way;
mod weights;
mod words;
