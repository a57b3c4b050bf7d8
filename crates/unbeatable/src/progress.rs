//! Following a long question: the spinner, JSON lines, Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use unbeatable_workbench::Follow;
use unbeatable_workbench::report::ProgressReport;

use crate::failure::INTERRUPTED_CODE;
use crate::units::{thousands, write_bytes, write_seconds, write_speed};

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Progress {
    /// A spinner on a terminal, else nothing.
    #[default]
    Auto,
    /// JSON lines on standard error.
    Json,
    /// Nothing.
    None,
}

/// Whether Ctrl-C was pressed. Signals belong to the process, so this does too.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C asks the running question to stop with what is proven; a second one leaves
/// at once.
pub(crate) fn catch_interrupts(quiet: bool) {
    // Some senders interrupt a process and then its group: that is one wish, not two.
    const ONE_WISH: Duration = Duration::from_millis(500);
    let first = OnceLock::new();
    let caught = ctrlc::set_handler(move || {
        let asked: &Instant = first.get_or_init(Instant::now);
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            if asked.elapsed() > ONE_WISH {
                std::process::exit(i32::from(INTERRUPTED_CODE));
            }
            return;
        }
        if !quiet {
            // A terminal has just shown ^C, in the middle of a line.
            let gap = if io::stderr().is_terminal() { "\n" } else { "" };
            let _ = writeln!(
                io::stderr(),
                "{gap}note: stopping; Ctrl-C again leaves at once"
            );
        }
    });
    // Without a handler Ctrl-C ends the program, as it does anywhere: no reason not to go on.
    drop(caught);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Follows a question on standard error.
pub(crate) struct Watch {
    shows: Shows,
    is_stopped: AtomicBool,
}

/// What a [`Watch`] shows.
enum Shows {
    /// A spinner, drawn at the first progress: quick answers come without one.
    Spinner(OnceLock<ProgressBar>),
    Lines,
    Nothing,
}

impl Watch {
    pub(crate) fn new(progress: Progress, quiet: bool) -> Watch {
        let shows = match progress {
            _ if quiet => Shows::Nothing,
            Progress::Json => Shows::Lines,
            Progress::Auto if io::stderr().is_terminal() => Shows::Spinner(OnceLock::new()),
            Progress::Auto | Progress::None => Shows::Nothing,
        };
        Watch {
            shows,
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Asks the question to stop, as Ctrl-C does: nobody is left to read the answer.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Does something while the spinner is out of the way.
    pub(crate) fn suspend<R>(&self, act: impl FnOnce() -> R) -> R {
        match &self.shows {
            Shows::Spinner(bar) if bar.get().is_some() => {
                bar.get().expect("it was there a moment ago").suspend(act)
            }
            _ => act(),
        }
    }
}

impl Follow for Watch {
    fn progress(&self, now: &ProgressReport) {
        match &self.shows {
            Shows::Spinner(bar) => {
                let bar = bar.get_or_init(spinner);
                bar.set_message(line(now));
                bar.tick();
            }
            Shows::Lines => {
                let line = serde_json::to_string(now).expect("progress is JSON");
                let _ = writeln!(io::stderr(), "{line}");
            }
            Shows::Nothing => {}
        }
    }

    fn is_interrupted(&self) -> bool {
        is_interrupted() || self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Shows::Spinner(bar) = &self.shows
            && let Some(bar) = bar.get()
        {
            bar.finish_and_clear();
        }
    }
}

/// A spinner on standard error.
fn spinner() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template without errors");
    ProgressBar::new_spinner().with_style(style)
}

/// Where the search stands, on one line.
fn line(now: &ProgressReport) -> String {
    // What matters most comes first: a narrow terminal shows no more.
    let mut parts = vec![write_seconds((now.seconds * 10.0).round() / 10.0)];
    if let Some(bounds) = now.bounds {
        parts.push(format!("value {} to {}", bounds.lower, bounds.upper));
    }
    parts.push(format!("{} nodes", thousands(now.nodes)));
    parts.extend(write_speed(now.nodes, now.seconds, "nodes"));
    if now.depth_max > 0 {
        parts.push(format!("depth {}", now.depth_max));
    }
    if now.table_bytes > 0 {
        parts.push(format!("tables {}", write_bytes(now.table_bytes)));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_workbench::report::{BoundsReport, Points};

    #[test]
    fn the_line_says_where_the_search_stands() {
        let now = ProgressReport {
            seconds: 2.0,
            nodes: 3_000_000,
            ends: 1,
            depth_max: 9,
            bounds: Some(BoundsReport {
                lower: Points(0.0),
                upper: Points(1.0),
            }),
            table_bytes: 64 << 20,
        };
        assert_eq!(
            line(&now),
            "2.00 s · value 0 to 1 · 3,000,000 nodes · 1.5 M nodes/s · depth 9 · tables 64 MiB"
        );
    }

    #[test]
    fn a_watch_can_be_stopped() {
        let watch = Watch::new(Progress::None, true);
        assert!(!watch.is_interrupted());
        watch.stop();
        assert!(watch.is_interrupted());
    }
}
