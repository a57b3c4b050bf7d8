//! Questions and reports, as plain data: what people and programs ask, and what they get.

pub mod follow;
pub mod question;
pub mod report;
pub mod units;

pub use follow::{Argument, AskError, Follow};
