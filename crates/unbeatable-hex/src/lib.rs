//! Hex: its rules, and what is known of its positions by virtual connections.

pub mod board;
pub mod connections;
pub mod hex;
pub mod inferior;
