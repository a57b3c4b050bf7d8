//! What is asked without a game at hand: files that name theirs, and published claims.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use unbeatable::texts::{self, Verdict};

use crate::asked::Asked;
use crate::game::games;
use crate::interruptible::{Interruptible, follow};
use crate::worded_report::WordedReport;

/// Checks a certificate, a database or a book.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<WordedReport> {
    let asked = &Asked::new(asked);
    let (file, limits) = (asked.needed_path("path")?, asked.limits()?);
    asked.end()?;
    let check = |f: &Interruptible| Verdict::of(&games(), &file, &limits, f);
    let verdict = follow(py, check, |_| Ok(()))?.map_err(|error| asked.refused(&error))?;
    Ok(WordedReport::new(verdict, Verdict::text))
}

/// The spec of the game of the database in a folder, and the position from which it reaches all others.
#[pyfunction]
pub(crate) fn database(py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<(String, String)> {
    let asked = &Asked::new(asked);
    let folder = asked.needed_path("path")?;
    asked.end()?;
    let found = py.detach(|| {
        let bench = unbeatable::database_game(&games(), &folder)?;
        Ok((bench.game.identity(), unbeatable::database_root(&folder)?))
    });
    found.map_err(|error| asked.refused(&error))
}

/// Measures published claims, one by one.
#[pyfunction]
pub(crate) fn reproduce(py: Python<'_>, asked: &Bound<'_, PyDict>) -> PyResult<Vec<WordedReport>> {
    let asked = &Asked::new(asked);
    let names = asked.texts("names")?;
    let all = asked.flag("all")?.unwrap_or(false);
    asked.end()?;
    let measure = |f: &Interruptible| {
        let mut answers = vec![];
        let mut each = |report| answers.push(WordedReport::new(report, texts::reproduced));
        unbeatable::claims::reproduce(&names, all, f, &mut each)?;
        Ok(answers)
    };
    follow(py, measure, |_| Ok(()))?.map_err(|error| asked.refused(&error))
}
