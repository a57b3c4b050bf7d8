//! The arguments of a question: objects of Python, one by one.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use unbeatable::core::notation::quoted;
use unbeatable::question::{Fail, Limits, Method, Named, Setup, Window};
use unbeatable::units::{parse_bytes, parse_nodes, parse_plain, parse_threads, parse_time};

create_exception!(
    unbeatable,
    AskError,
    PyValueError,
    "A question that cannot be asked. `argument` is the name of the one that is wrong, or None."
);

/// That a question cannot be asked: which argument is wrong, and why.
pub(crate) fn wrong(py: Python<'_>, argument: Option<&str>, why: impl Display) -> PyErr {
    let error = AskError::new_err(why.to_string());
    let named = error.value(py).setattr("argument", argument);
    named.err().unwrap_or(error)
}

/// What the façade calls an argument, and what calls may say instead.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("certificate", "path"),
    ("database", "path"),
    ("database", "folder"),
    ("book", "path"),
    ("checkpoint", "resume"),
    ("claim", "names"),
    ("count", "boards"),
    ("games", "boards"),
    ("player", "players"),
];

/// What the façade says of a question that cannot be asked.
pub(crate) fn refused(py: Python<'_>, error: &unbeatable::AskError) -> PyErr {
    let named = error.argument.map(unbeatable::Argument::name);
    wrong(py, named, without_options(&error.message))
}

/// A message without options of the command line: `--at-least` is called `at_least` here.
fn without_options(message: &str) -> String {
    let mut words = message.split("--");
    let mut text: String = words.next().unwrap_or_default().into();
    for rest in words {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        text.push_str(&name.replace('-', "_"));
        text.push_str(rest);
    }
    text
}

/// The arguments of a question by name. `None` stands for what is left out.
pub(crate) struct Asked<'py> {
    arguments: Bound<'py, PyDict>,
    /// Those that somebody looked for.
    known: RefCell<Vec<String>>,
}

impl<'py> Asked<'py> {
    pub(crate) fn new(arguments: &Bound<'py, PyDict>) -> Self {
        Asked {
            arguments: arguments.clone(),
            known: RefCell::default(),
        }
    }

    /// That there are no others than those that were looked for.
    pub(crate) fn end(&self) -> PyResult<()> {
        let known = self.known.borrow();
        for name in self.arguments.keys() {
            let name = name.extract::<String>()?;
            if !known.contains(&name) {
                let known = known.join(", ");
                let why = format!("unexpected argument '{name}': expected one of {known}");
                return Err(PyTypeError::new_err(why));
            }
        }
        Ok(())
    }

    /// What the façade says of the question, with the call's own name of the argument.
    pub(crate) fn refused(&self, error: &unbeatable::AskError) -> PyErr {
        let named = error.argument.map(unbeatable::Argument::name);
        let is_asked = |name: &str| matches!(self.arguments.get_item(name), Ok(Some(found)) if !found.is_none());
        let named = named.map(|named| match is_asked(named) {
            true => named,
            false => (OTHER_NAMES.iter())
                .find(|(name, other)| *name == named && is_asked(other))
                .map_or(named, |(_, other)| other),
        });
        wrong(self.py(), named, without_options(&error.message))
    }

    /// That an argument is missing.
    pub(crate) fn missing(&self, name: &str, expected: &str) -> PyErr {
        PyTypeError::new_err(format!("{name}: expected {expected}, found None"))
    }

    fn py(&self) -> Python<'py> {
        self.arguments.py()
    }

    fn take(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.borrow_mut().push(name.into());
        let found = self.arguments.get_item(name)?;
        Ok(found.filter(|value| !value.is_none()))
    }

    /// That an argument has the wrong type.
    fn mistyped(&self, name: &str, expected: &str, found: &Bound<'py, PyAny>) -> PyErr {
        let found = found.get_type().name();
        let found = found.map_or_else(|_| "something else".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{name}: expected {expected}, found {found}"))
    }

    pub(crate) fn wrong(&self, name: &str, why: impl Display) -> PyErr {
        wrong(self.py(), Some(name), format!("{name}: {why}"))
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> PyResult<Option<String>> {
        self.take(name)?
            .map(|value| self.as_text(name, &value))
            .transpose()
    }

    fn as_text(&self, name: &str, value: &Bound<'py, PyAny>) -> PyResult<String> {
        let Ok(text) = value.cast::<PyString>() else {
            return Err(self.mistyped(name, "a text", value));
        };
        let text = text.to_cow();
        text.map(Into::into)
            .map_err(|_| self.wrong(name, "expected a text without half characters"))
    }

    /// Texts: a list, or one text with spaces or commas between them.
    pub(crate) fn texts(&self, name: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.take(name)? else {
            return Ok(vec![]);
        };
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let each = value.try_iter()?;
            return each.map(|text| self.as_text(name, &text?)).collect();
        }
        if !value.is_instance_of::<PyString>() {
            return Err(self.mistyped(name, "a list of texts, or a text with spaces", &value));
        }
        let text = self.as_text(name, &value)?;
        let texts = text.split([' ', ',']).filter(|text| !text.is_empty());
        Ok(texts.map(Into::into).collect())
    }

    /// Yes or no.
    pub(crate) fn flag(&self, name: &str) -> PyResult<Option<bool>> {
        let Some(value) = self.take(name)? else {
            return Ok(None);
        };
        match value.cast::<PyBool>() {
            Ok(flag) => Ok(Some(flag.is_true())),
            Err(_) => Err(self.mistyped(name, "True or False", &value)),
        }
    }

    /// A number as people write it, with `unit` behind it if it is one of Python's. What it may be is
    /// decided where texts are read.
    fn number<T>(
        &self,
        name: &str,
        [unit, expected]: [&str; 2],
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> PyResult<Option<T>> {
        let Some(value) = self.take(name)? else {
            return Ok(None);
        };
        let is_number = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
        let text = if value.is_instance_of::<PyString>() {
            self.as_text(name, &value)?
        } else if is_number {
            let digits = value.str();
            let digits = digits.map_err(|_| self.wrong(name, "a number of too many digits"))?;
            format!("{digits}{unit}")
        } else if value.is_instance_of::<PyFloat>() && unit == "s" {
            format!("{}{unit}", value.extract::<f64>()?)
        } else {
            return Err(self.mistyped(name, expected, &value));
        };
        let read =
            parse(&text).map_err(|why| self.wrong(name, format!("{}: {why}", quoted(&text))))?;
        Ok(Some(read))
    }

    /// A time: a text such as `10s`, or seconds.
    pub(crate) fn time(&self, name: &str) -> PyResult<Option<Duration>> {
        let expected = "a time such as '10s', or seconds";
        self.number(name, ["s", expected], parse_time)
    }

    /// A whole number, which may be as large as a position count.
    pub(crate) fn count(&self, name: &str) -> PyResult<Option<u64>> {
        let expected = "a whole number, or a text such as '10M'";
        self.number(name, ["", expected], parse_nodes)
    }

    /// A whole number between these.
    pub(crate) fn within(&self, name: &str, min: u128, max: u128) -> PyResult<Option<u64>> {
        let allowed = format!("{min} to {max}");
        let parse = |text: &str| parse_plain(text, min, max, &allowed);
        self.number(name, ["", "a whole number"], parse)
    }

    /// A number of points, or of plies, as the façade reads it.
    pub(crate) fn points(&self, name: &str) -> PyResult<Option<String>> {
        let Some(value) = self.take(name)? else {
            return Ok(None);
        };
        if value.is_instance_of::<PyFloat>() {
            return Ok(Some(value.extract::<f64>()?.to_string()));
        }
        let read = |text: &str| Ok(text.to_string());
        self.number(name, ["", "a number"], read)
    }

    /// A path.
    pub(crate) fn path(&self, name: &str) -> PyResult<Option<PathBuf>> {
        let Some(value) = self.take(name)? else {
            return Ok(None);
        };
        let path: PyResult<PathBuf> = value.extract();
        match path {
            // No file has such a name, and what asks the system for it would stop there.
            Ok(path) if path.to_string_lossy().contains('\0') => {
                Err(self.wrong(name, "expected a path without a zero byte"))
            }
            Ok(path) => Ok(Some(path)),
            Err(_) if value.is_instance_of::<PyString>() => {
                Err(self.wrong(name, "expected a path without half characters"))
            }
            Err(_) => Err(self.mistyped(name, "a path", &value)),
        }
    }

    /// A path that has to be there.
    pub(crate) fn needed_path(&self, name: &str) -> PyResult<PathBuf> {
        self.path(name)?.ok_or_else(|| self.missing(name, "a path"))
    }

    /// One of some words.
    pub(crate) fn choice<T: Copy>(&self, name: &str, known: &[(&str, T)]) -> PyResult<Option<T>> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        if let Some((_, found)) = known.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*found));
        }
        let words: Vec<String> = known.iter().map(|(word, _)| format!("'{word}'")).collect();
        Err(self.wrong(name, format!("expected one of {}", words.join(", "))))
    }

    /// One of the words that something has for itself.
    pub(crate) fn named<T: Named>(&self, name: &str) -> PyResult<Option<T>> {
        self.choice(name, T::ALL)
    }

    /// The position that is asked about.
    pub(crate) fn setup(&self) -> PyResult<Setup> {
        Ok(Setup {
            position: self.text("position")?,
            moves: self.texts("moves")?,
        })
    }

    /// What an answer may cost.
    pub(crate) fn limits(&self) -> PyResult<Limits> {
        let memory = ["B", "a size such as '1GiB', or bytes"];
        Ok(Limits {
            time: self.time("limit")?,
            nodes: self.count("nodes")?,
            memory: self.number("memory", memory, parse_bytes)?,
            threads: self.threads("threads")?,
        })
    }

    /// How many threads work.
    pub(crate) fn threads(&self, name: &str) -> PyResult<Option<usize>> {
        self.number(name, ["", "a number of threads"], parse_threads)
    }

    /// How to search.
    pub(crate) fn method(&self) -> PyResult<Method> {
        Ok(Method {
            solver: self.text("solver")?,
            order: self.text("order")?,
            plain: self.flag("plain")?.unwrap_or(false),
            table: self.flag("table")?,
            symmetry: self.flag("symmetry")?,
            analysis: self.flag("analysis")?,
            scout: self.flag("scout")?,
            deepen: self.flag("deepen")?,
            fail: self.choice("fail", &[("soft", Fail::Soft), ("hard", Fail::Hard)])?,
            window: self.choice(
                "window",
                &[("closed", Window::Closed), ("open", Window::Open)],
            )?,
        })
    }
}
