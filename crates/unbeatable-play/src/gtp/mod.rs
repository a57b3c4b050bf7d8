//! The Go Text Protocol, version 2 (Farnebäck 2002, draft 2): what clients such as `GoGui` and Sabaki
//! send, and what they expect to hear.

mod commands;
mod engine;
mod protocol;
pub(crate) mod session;
mod time;

pub use commands::answer;
pub use engine::GtpEngine;
pub use session::AfterResponse;
