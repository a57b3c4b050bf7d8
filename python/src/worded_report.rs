//! A report on its way to Python.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

/// A report: JSON, and the words of the program.
#[pyclass(frozen, name = "Answer", module = "unbeatable._unbeatable")]
pub(crate) struct WordedReport {
    /// The report as JSON.
    #[pyo3(get)]
    json: String,
    /// Writes it as the program does.
    write: Box<dyn Fn() -> String + Send + Sync>,
    /// A picture, if there is one; made when somebody looks.
    draw: Box<dyn Fn() -> Option<Vec<u8>> + Send + Sync>,
}

impl WordedReport {
    /// A report with what the program would print.
    pub(crate) fn new<R: Serialize + Send + Sync + 'static>(
        report: R,
        write: impl Fn(&R) -> String + Send + Sync + 'static,
    ) -> WordedReport {
        Self::drawn(report, write, |_| None)
    }

    /// A report with what the program would print, and what it looks like.
    pub(crate) fn drawn<R: Serialize + Send + Sync + 'static>(
        report: R,
        write: impl Fn(&R) -> String + Send + Sync + 'static,
        draw: impl Fn(&R) -> Option<Vec<u8>> + Send + Sync + 'static,
    ) -> WordedReport {
        let json = serde_json::to_string(&report);
        let report = Arc::new(report);
        let seen = Arc::clone(&report);
        WordedReport {
            json: json.expect("reports have text keys and finite numbers, so they are JSON"),
            write: Box::new(move || write(&report)),
            draw: Box::new(move || draw(&seen)),
        }
    }
}

#[pymethods]
impl WordedReport {
    /// What the program prints.
    fn text(&self) -> String {
        (self.write)()
    }

    /// The picture, if there is one.
    fn picture<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        // A game written in Python is asked for its moves by another thread.
        let picture = py.detach(|| (self.draw)())?;
        Some(PyBytes::new(py, &picture))
    }
}
