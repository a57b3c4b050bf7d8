//! The module `unbeatable._unbeatable`: the façade, as Python sees it.
//!
//! What is here turns arguments into questions, asks them without the interpreter's lock, and hands reports
//! out as JSON and as the program's text. What a user imports is written in Python, beside it.

mod answer;
mod asked;
mod follower;
mod game;
mod own;

use std::ffi::OsString;

use pyo3::prelude::*;

use unbeatable::{Call, Registry};

/// The games of the program, and those of files.
fn games() -> Registry {
    Registry::standard().opening(unbeatable::files::OPENER)
}

/// Does what a command line asks for, and returns the exit code. `again` starts the program once more.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>, again: Vec<String>) -> u8 {
    let call = Call { arguments, again };
    py.detach(|| unbeatable::program_called(Registry::standard(), call))
}

#[pymodule]
mod _unbeatable {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::asked::AskError;
    #[pymodule_export]
    use super::game::{Game, database, reproduce, verify};
    #[pymodule_export]
    use super::program;

    /// The version of the program.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
