//! A report on its way to Python.

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
    /// A picture that came with it.
    picture: Option<Vec<u8>>,
}

impl WordedReport {
    /// A report with what the program would print.
    pub(crate) fn new<R: Serialize + Send + Sync + 'static>(
        report: R,
        write: impl Fn(&R) -> String + Send + Sync + 'static,
    ) -> WordedReport {
        let json = serde_json::to_string(&report);
        WordedReport {
            json: json.expect("reports have text keys and finite numbers, so they are JSON"),
            write: Box::new(move || write(&report)),
            picture: None,
        }
    }

    /// A report with a picture.
    pub(crate) fn with_picture(self, picture: Option<Vec<u8>>) -> WordedReport {
        WordedReport { picture, ..self }
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
        Some(PyBytes::new(py, self.picture.as_ref()?))
    }
}
