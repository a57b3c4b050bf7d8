//! The module `unbeatable._unbeatable`: the façade, as Python sees it.
//!
//! What is here turns arguments into questions, asks them without the interpreter's lock, and hands reports
//! out as JSON and as the program's text. What a user imports is written in Python, beside it.

mod asked;
mod game;
mod interruptible;
mod own;
mod without_game;
mod worded_report;

use std::ffi::OsString;

use pyo3::prelude::*;

use unbeatable::{Call, Registry};

/// Does what a command line asks for, and returns the exit code. `again` starts the program once more.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>, again: Vec<String>) -> u8 {
    let call = Call { arguments, again };
    py.detach(|| unbeatable::program_called(Registry::standard(), call))
}

#[pymodule]
mod _unbeatable {
    #[pymodule_export]
    use super::asked::AskError;
    #[pymodule_export]
    use super::game::AskedGame;
    #[pymodule_export]
    use super::program;
    #[pymodule_export]
    use super::without_game::{database, reproduce, verify};
    #[pymodule_export]
    use super::worded_report::WordedReport;

    /// The version of the program.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    use pyo3::prelude::*;

    /// An error that somebody makes by hand is about no argument.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let error = module.py().get_type::<super::asked::AskError>();
        error.setattr("argument", module.py().None())
    }
}
