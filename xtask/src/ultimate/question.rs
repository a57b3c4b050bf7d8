//! What the program is asked of a position: whether the side to move wins.

use std::path::Path;
use std::time::Instant;

use crate::shell::{self, root};

/// What one command said, and how long it took.
pub(crate) struct TimedAnswer {
    pub(crate) answer: bool,
    pub(crate) nodes: u64,
    pub(super) table_bytes: u64,
    pub(crate) seconds: f64,
}

impl TimedAnswer {
    /// Asks whether the first player gets at least so many points in a game, from a position or from its start.
    pub(crate) fn ask(
        program: &Path,
        place: &[&str],
        points: &str,
        options: &[&str],
    ) -> Result<Self, String> {
        let goal = ["--at-least", points, "--json"];
        let start = Instant::now();
        let report = shell::ask(
            program,
            root(),
            &[&["solve"], place, &goal, options].concat(),
        )?;
        let seconds = start.elapsed().as_secs_f64();
        let number = |name: &str| report[name].as_u64().ok_or(format!("no {name}"));
        Ok(TimedAnswer {
            answer: report["at_least"]["answer"].as_bool().ok_or("no answer")?,
            nodes: number("nodes")?,
            table_bytes: number("table_bytes")?,
            seconds,
        })
    }

    /// Asks whether the side to move wins a position of ultimate tic-tac-toe.
    pub(super) fn ask_win(
        program: &Path,
        position: &str,
        options: &[&str],
    ) -> Result<Self, String> {
        let (points, win) = win_question(position.starts_with('X'));
        let asked = TimedAnswer::ask(program, &["uttt", position], points, options)?;
        Ok(TimedAnswer {
            answer: asked.answer == win,
            ..asked
        })
    }
}

/// How many points X must get at least, as it is asked, and which answer means that the side to move wins.
/// Where O is to move, the question is 'does X get at least a draw?', and 'no' is a win.
pub(super) fn win_question(is_turn_of_x: bool) -> (&'static str, bool) {
    match is_turn_of_x {
        true => ("1", true),
        false => ("0", false),
    }
}
