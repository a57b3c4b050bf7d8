//! What can be asked of the lab: a path, a query and a body in, JSON out.
//!
//! A [`Desk`] has what requests are answered with. [`RequestKind::find`] says which of [`ALL_KINDS`] a path is,
//! [`RequestKind::understand`] what is to be done for it: a [`Task`]. When and where it is done is up to whoever
//! has the desk: a server that lets searches wait for their turns, or a worker inside a browser.
//! `docs/http.md` describes the requests.

mod allowance;
mod desk;
mod failure;
mod query;
mod request;
mod request_kinds;
mod requests;
mod sent_rules;
mod task;
mod temporary_file;
mod timed_follower;
mod trees;

pub use crate::allowance::Allowance;
pub use crate::desk::{Desk, SearchCounts};
pub use crate::failure::{Code, Failure};
pub use crate::query::Query;
pub use crate::request::{BodyKind, JSON, Request, RequestKind, Verb};
pub use crate::request_kinds::{ALL_KINDS, BOARD_KINDS};
pub use crate::task::{JsonAnswer, Task, TimedQuestion};
pub use crate::timed_follower::TimedFollower;
