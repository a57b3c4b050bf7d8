//! Following a long question: the spinner, JSON lines, Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use unbeatable_workbench::report::{ProgressReport, ProvingReport, ScoreReport, StrongProgress};
use unbeatable_workbench::{Follow, players};

use crate::failure::{INTERRUPTED_CODE, one_line};
use crate::spinner::Spinner;
use crate::units::{thousands, write_bytes, write_seconds, write_speed};

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum ProgressMode {
    /// A spinner on a terminal, else nothing.
    #[default]
    Auto,
    /// JSON lines on standard error.
    Json,
    /// Nothing.
    None,
}

/// How many questions are being answered. While there is none, nobody would look at [`IS_INTERRUPTED`].
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Whether Ctrl-C was pressed, or the process was asked to end (SIGTERM, SIGHUP). Signals belong to the process, so this does too.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What gives the terminal back, while the program has all of it.
static SCREEN: Mutex<Option<fn()>> = Mutex::new(None);

/// From now on the program has the whole terminal, which `restore` gives back; nobody else may write to
/// it. `None` says that it is given back.
pub(crate) fn take_screen(restore: Option<fn()>) {
    *SCREEN.lock().unwrap_or_else(PoisonError::into_inner) = restore;
}

/// What gives the terminal back, if the program has all of it.
fn screen() -> Option<fn()> {
    *SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves at once, but not without the engines that were started.
pub(crate) fn leave() -> ! {
    players::kill_all_engines();
    if let Some(restore) = screen() {
        restore();
    }
    std::process::exit(i32::from(INTERRUPTED_CODE));
}

/// From now on, Ctrl-C, SIGTERM and SIGHUP ask the running question to stop with what is proven; a
/// second one leaves at once, as does the first if no question runs.
pub(crate) fn catch_interrupts(quiet: bool) {
    // Some senders interrupt a process and then its group: that is one wish, not two.
    const ONE_WISH: Duration = Duration::from_millis(500);
    let first = OnceLock::new();
    let caught = ctrlc::set_handler(move || {
        let is_idle = RUNNING.load(Ordering::Relaxed) == 0;
        if is_idle && !IS_INTERRUPTED.load(Ordering::Relaxed) {
            leave();
        }
        let asked: &Instant = first.get_or_init(Instant::now);
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            if asked.elapsed() > ONE_WISH {
                leave();
            }
            return;
        }
        if !quiet && screen().is_none() {
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

/// Asks whatever runs to stop, as Ctrl-C does.
pub(crate) fn interrupt() {
    IS_INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Follows a question on standard error.
pub(crate) struct ProgressWatch {
    shows: Shows,
    /// Whether standard error is for errors only.
    quiet: bool,
    is_stopped: AtomicBool,
}

/// What a [`ProgressWatch`] shows.
enum Shows {
    /// A spinner, drawn at the first progress: quick answers come without one.
    Spinner(Spinner),
    Lines,
    Nothing,
}

impl ProgressWatch {
    pub(crate) fn new(progress: ProgressMode, quiet: bool) -> ProgressWatch {
        let shows = match progress {
            _ if quiet => Shows::Nothing,
            ProgressMode::Json => Shows::Lines,
            ProgressMode::Auto if io::stderr().is_terminal() => Shows::Spinner(Spinner::default()),
            ProgressMode::Auto | ProgressMode::None => Shows::Nothing,
        };
        RUNNING.fetch_add(1, Ordering::Relaxed);
        ProgressWatch {
            shows,
            quiet,
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
            Shows::Spinner(spinner) => spinner.suspend(act),
            _ => act(),
        }
    }
}

impl Follow for ProgressWatch {
    fn progress(&self, now: &ProgressReport) {
        self.show(&line(now), now);
    }

    fn score(&self, now: &ScoreReport) {
        self.show(&score_line(now), now);
    }

    fn warn(&self, what: &str) {
        // Quiet leaves errors, and this is one, though not of the question.
        self.say("warning", what);
    }

    fn advise(&self, what: &str) {
        if !self.quiet {
            self.say("note", what);
        }
    }

    fn is_interrupted(&self) -> bool {
        is_interrupted() || self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Drop for ProgressWatch {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        if let Shows::Spinner(spinner) = &self.shows {
            spinner.clear();
        }
    }
}

impl ProgressWatch {
    /// Says something beside the question: a line of text, or an object.
    fn say(&self, kind: &str, what: &str) {
        let line = match self.shows {
            Shows::Lines => serde_json::json!({ kind: what }).to_string(),
            _ => format!("{kind}: {}", one_line(what)),
        };
        self.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }

    /// Shows where a question stands: as a line of text, or all of it as JSON.
    fn show(&self, line: &str, now: &impl Serialize) {
        match &self.shows {
            Shows::Spinner(spinner) => spinner.show(line),
            Shows::Lines => {
                let line = serde_json::to_string(now).expect("progress is JSON");
                let _ = writeln!(io::stderr(), "{line}");
            }
            Shows::Nothing => {}
        }
    }
}

/// Where the search stands, on one line.
pub(crate) fn line(now: &ProgressReport) -> String {
    if let Some(strong) = &now.strong {
        return strong_line(now.seconds, strong);
    }
    // What matters most comes first: a narrow terminal shows no more.
    let mut parts = vec![write_seconds((now.seconds * 10.0).round() / 10.0)];
    if let Some(bounds) = now.bounds {
        parts.push(format!("value {} to {}", bounds.lower, bounds.upper));
    }
    if let Some(book) = now.book {
        let (done, all) = (thousands(book.done), thousands(book.all));
        parts.push(format!("{done} of {all} positions"));
    }
    if let Some(table) = now.table {
        parts.push(format!("smallest table {} to {}", table.lower, table.upper));
    }
    let certificate = |answers| format!("certificate of {} entries", thousands(answers));
    parts.extend(now.certificate_answers.map(certificate));
    parts.extend(now.proving.as_ref().map(numbers));
    let left = now
        .proving
        .as_ref()
        .and_then(|proving| proving.seconds_left);
    parts.extend(left.map(|seconds| format!("roughly {} left", rough(seconds))));
    parts.push(format!("{} nodes", thousands(now.nodes)));
    parts.extend(write_speed(now.nodes_per_second as u64, 1.0, "nodes"));
    if now.depth_max > 0 {
        parts.push(format!("depth {}", now.depth_max));
    }
    if now.table_bytes > 0 {
        parts.push(format!("tables {}", write_bytes(now.table_bytes)));
    }
    if let Some(proving) = &now.proving {
        parts.push(format!("{:.0} % full", 100.0 * proving.table_fill));
        parts.push(proving.line.join(" "));
    }
    parts.join(" · ")
}

/// Where a strong solution stands.
fn strong_line(seconds: f64, now: &StrongProgress) -> String {
    let mut parts = vec![
        write_seconds((seconds * 10.0).round() / 10.0),
        format!(
            "{} layer {}, {:.0} %",
            now.work,
            now.layer,
            100.0 * now.layer_done
        ),
    ];
    if now.seconds_left > 0.0 {
        parts.push(format!("roughly {} left", rough(now.seconds_left)));
    }
    let classes = thousands(now.classes);
    parts.push(match now.classes_in_all as u64 {
        all if all > now.classes => format!("{classes} of about {} classes", thousands(all)),
        _ => format!("{classes} classes"),
    });
    parts.join(" · ")
}

/// How far a question is from a yes and from a no.
fn numbers(proving: &ProvingReport) -> String {
    let positions = |number: Option<f64>| match number {
        Some(number) => thousands(number.ceil() as u64),
        None => "∞".to_string(),
    };
    let (proof, disproof) = (positions(proving.proof), positions(proving.disproof));
    format!("{} or more? yes {proof} no {disproof}", proving.at_least)
}

/// A time that nobody should take too seriously.
fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

/// Where a match stands, on one line.
fn score_line(now: &ScoreReport) -> String {
    let parts = [
        write_seconds((now.seconds * 10.0).round() / 10.0),
        format!(
            "{} of {} games",
            thousands(now.played),
            thousands(now.games)
        ),
        format!(
            "{} won by the first player, {} by the second, {} drawn",
            thousands(now.first_wins),
            thousands(now.second_wins),
            thousands(now.draws)
        ),
    ];
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_workbench::report::{BoundsReport, Points};

    /// A search with a table, of which nothing else is known.
    fn searched() -> ProgressReport {
        ProgressReport {
            seconds: 0.0,
            nodes: 0,
            nodes_per_second: 0.0,
            ends: 0,
            depth_max: 0,
            bounds: None,
            table_bytes: 64 << 20,
            proving: None,
            certificate_answers: None,
            table: None,
            strong: None,
            book: None,
        }
    }

    #[test]
    fn the_line_says_where_the_search_stands() {
        let now = ProgressReport {
            seconds: 2.0,
            nodes: 3_000_000,
            nodes_per_second: 1_500_000.0,
            depth_max: 9,
            bounds: Some(BoundsReport {
                lower: Points(0.0),
                upper: Points(1.0),
            }),
            ..searched()
        };
        assert_eq!(
            line(&now),
            "2.00 s · value 0 to 1 · 3,000,000 nodes · 1.5 M nodes/s · depth 9 · tables 64 MiB"
        );
    }

    #[test]
    fn the_line_says_how_a_question_stands() {
        let now = ProgressReport {
            seconds: 120.0,
            nodes: 60_000_000,
            nodes_per_second: 500_000.0,
            proving: Some(ProvingReport {
                at_least: Points(1.0),
                proof: Some(1234.5),
                disproof: None,
                table_fill: 0.125,
                line: vec!["ae".into(), "eb".into()],
                seconds_left: Some(630.0),
            }),
            ..searched()
        };
        assert_eq!(
            line(&now),
            "2 min 0 s · 1 or more? yes 1,235 no ∞ · roughly 10 min left · 60,000,000 nodes · \
             500.0 k nodes/s · tables 64 MiB · 12 % full · ae eb"
        );
    }

    #[test]
    fn the_line_says_where_the_match_stands() {
        let now = ScoreReport {
            seconds: 12.34,
            games: 1_000,
            played: 10,
            first_wins: 5,
            second_wins: 2,
            draws: 3,
        };
        assert_eq!(
            score_line(&now),
            "12.30 s · 10 of 1,000 games · 5 won by the first player, 2 by the second, 3 drawn"
        );
    }

    #[test]
    fn a_watch_can_be_stopped() {
        let watch = ProgressWatch::new(ProgressMode::None, true);
        assert!(!watch.is_interrupted());
        watch.stop();
        assert!(watch.is_interrupted());
    }
}
