//! Games of connection. Hex, with what is known of its positions by virtual connections; and Gale, which two
//! trees decide.

pub mod board;
pub mod connections;
pub mod gale;
pub mod hex;
pub mod inferior;
pub mod word;
