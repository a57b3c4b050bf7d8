//! What can be asked of the lab: a path, a query and a body in, JSON out.
//!
//! A [`Desk`] has what requests are answered with. [`RequestKind::find`] says which request a path is,
//! [`RequestKind::understand`] what is to be done for it: a [`Task`]. When and where it is done is up to whoever
//! has the desk: a server that lets searches wait for their turns, or a worker inside a browser.
//! `docs/http.md` describes the requests.

mod desk;
mod failure;
mod query;
mod request_kinds;
mod requests;
mod sent_rules;
mod task;
mod temporary_file;
mod terms;
mod timed_follower;
mod trees;

pub use crate::desk::{Desk, SearchCounts};
pub use crate::failure::{Code, Failure};
pub use crate::query::Query;
pub use crate::request_kinds::{BodyKind, JSON, Method, Request, RequestKind};
pub use crate::task::{JsonAnswer, Task, TimedQuestion};
pub use crate::terms::Terms;
pub use crate::timed_follower::TimedFollower;
