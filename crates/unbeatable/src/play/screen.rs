//! stub
use super::Session;
use crate::failure::{Exit, Failure};
use crate::output::Console;
use unbeatable_workbench::question::Limits;
pub(crate) fn run(s: Session, l: &Limits, h: bool, c: &mut Console) -> Result<Exit, Failure> {
    super::plain::run(s, l, h, c)
}
