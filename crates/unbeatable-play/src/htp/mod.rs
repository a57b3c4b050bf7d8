//! The Hex Text Protocol: the Go Text Protocol with cells of Hex, as clients such as `HexGui` speak it.

mod commands;
mod engine;

pub use commands::answer;
pub use engine::HtpEngine;
