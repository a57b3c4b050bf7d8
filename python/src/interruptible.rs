//! Questions that Python waits for: without the interpreter's lock, and until somebody presses Ctrl-C.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use unbeatable::Follow;
use unbeatable::report::ProgressReport;

/// How often Python is asked whether a signal came.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// Follows a question, and interrupts it if somebody wants that.
#[derive(Default)]
pub(crate) struct Interruptible {
    is_interrupted: AtomicBool,
}

impl Follow for Interruptible {
    fn progress(&self, _: &ProgressReport) {}

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }
}

/// What a question answers. After Ctrl-C that is what is known by then; other exceptions of signal handlers
/// go on to the caller when the question has ended. `each` is called now and then meanwhile.
pub(crate) fn follow<T: Send>(
    py: Python<'_>,
    question: impl FnOnce(&Interruptible) -> T + Send,
    mut each: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let follower = Interruptible::default();
    let mut raised = None;
    let answer = py.detach(|| {
        thread::scope(|scope| {
            let (end, ended) = mpsc::channel::<()>();
            let follower = &follower;
            let asking = scope.spawn(move || {
                // It is dropped at the end, whatever the end is.
                let _end = end;
                question(follower)
            });
            while ended.recv_timeout(SIGNALS_EVERY) == Err(RecvTimeoutError::Timeout) {
                let looked = Python::attach(|py| py.check_signals().and_then(|()| each(py)));
                if let Err(error) = looked {
                    follower.is_interrupted.store(true, Ordering::Relaxed);
                    raised = raised.take().or(Some(error));
                }
            }
            asking.join()
        })
    });
    match (answer, raised) {
        (Err(panic), _) => Err(broken(&*panic)),
        (Ok(_), Some(error)) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
        (Ok(answer), _) => Ok(answer),
    }
}

/// A promise that was broken, as an exception.
fn broken(panic: &(dyn Any + Send)) -> PyErr {
    let why = (panic.downcast_ref::<String>().map(String::as_str))
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a promise was broken");
    PyRuntimeError::new_err(why.to_string())
}
