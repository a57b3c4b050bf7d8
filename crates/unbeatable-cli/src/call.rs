//! How the program was called.

use std::env;
use std::ffi::OsString;
use std::sync::OnceLock;

use unbeatable_workbench::AskError;

/// A call by another program, in whose process everything happens: an interpreter, say.
#[derive(Clone, Debug)]
pub struct Call {
    /// The words behind the program's name.
    pub arguments: Vec<OsString>,
    /// The words that start this program once more, in a process of its own.
    pub again: Vec<String>,
}

/// Who called, if it was not the system.
static CALL: OnceLock<Call> = OnceLock::new();

/// Notes who called. Later calls in one process are not noted.
pub(crate) fn note(call: Call) {
    let _ = CALL.set(call);
}

/// The words behind the program's name.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    match CALL.get() {
        Some(call) => call.arguments.clone().into_iter(),
        None => env::args_os().skip(1).collect::<Vec<_>>().into_iter(),
    }
}

/// The words that start this program once more.
pub(crate) fn again() -> Result<Vec<String>, AskError> {
    if let Some(call) = CALL.get() {
        return Ok(call.again.clone());
    }
    let program = env::current_exe()
        .map_err(|e| AskError::new(format!("this program does not know where it is: {e}")))?;
    Ok(vec![program.display().to_string()])
}
