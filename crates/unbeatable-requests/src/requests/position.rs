//! Positions, without a search.

use std::sync::Arc;

use unbeatable_workbench::Ask;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::query::POSITION;
use crate::request::Request;
use crate::task::{Task, written};

pub(crate) const EXPECTED: &[&str] = &POSITION;

pub(crate) fn position(desk: &Arc<Desk>, request: Request) -> Result<Task, Failure> {
    let (desk, spec, setup) = (
        Arc::clone(desk),
        request.query.spec()?,
        request.query.setup(),
    );
    Ok(Task::brief(move || {
        written(&desk.game(&spec)?.position(&setup)?)
    }))
}
