//! The tour: what the program says when it is asked nothing.

use std::time::Duration;

use serde::Serialize;
use unbeatable_workbench::question::{Limits, Solve};
use unbeatable_workbench::report::{SCHEMA, SolveReport};
use unbeatable_workbench::{Ask, AskError, Bench, Registry};

use crate::commands::solve;
use crate::failure::{Exit, Failure};
use crate::output::Console;
use crate::progress;
use crate::style::{DIM, TITLE, TYPED, paint};
use crate::table::{TextTable, paragraph, wrap};
use crate::units::{many, write_seconds};
use crate::words;

/// What all games together may take; the promise is a tour of less than 5 seconds.
const TIME_MAX: Duration = Duration::from_secs(4);

/// What one game may take at most.
const GAME_TIME_MAX: Duration = Duration::from_secs(1);

/// What the whole process may take.
const MEMORY_MAX: u64 = 256 << 20;

/// What to type next.
const NEXT: &[(&str, &str)] = &[
    (
        "unbeatable analyze ttt \"X../.O./..X\"",
        "every move of a position, and why",
    ),
    ("unbeatable solve mnk:4x4x4", "a larger board"),
    (
        "unbeatable count ttt --of games",
        "how many games there are",
    ),
    (
        "unbeatable match ttt --games 10k",
        "the perfect player against a random one",
    ),
    ("unbeatable reproduce", "published numbers, measured now"),
    ("unbeatable serve --open", "all of it in your browser"),
    ("unbeatable --help", "everything else"),
];

/// The tour as JSON.
#[derive(Serialize)]
struct TourReport {
    schema: u32,
    games: Vec<SolveReport>,
}

/// Solves the start of every game, as far as a second takes it.
pub(crate) fn run(registry: &Registry, console: &mut Console) -> Result<Exit, Failure> {
    if !console.json {
        let title = paint(TITLE, concat!("unbeatable ", env!("CARGO_PKG_VERSION")));
        let what = "solves two-player games and plays them perfectly. A tour in a few seconds:";
        console.print(&paragraph("", &format!("{title} {what}")))?;
    }
    let games = registry.games().games;
    let time = GAME_TIME_MAX.min(TIME_MAX / games.len().max(1) as u32);
    let mut report = TourReport {
        schema: SCHEMA,
        games: vec![],
    };
    for game in games {
        if progress::is_interrupted() {
            break;
        }
        let solved = solve_start(&registry.game(&game.spec)?, console, time)?;
        if !console.json {
            console.print(&show(&solved))?;
        }
        report.games.push(solved);
    }
    console.answer(&report, |_| next())?;
    Ok(if progress::is_interrupted() {
        Exit::Interrupted
    } else {
        Exit::Answered
    })
}

/// Solves the start of a game as far as the time takes it.
fn solve_start(game: &Bench, console: &Console, time: Duration) -> Result<SolveReport, AskError> {
    let limits = Limits {
        time: Some(time),
        nodes: None,
        memory: Some(MEMORY_MAX),
        ..Limits::default()
    };
    let question = Solve {
        limits,
        ..Solve::default()
    };
    game.solve(&question, &console.watch())
}

/// One stop of the tour: the board, and beside it what is known.
fn show(report: &SolveReport) -> String {
    let board = report.board.trim_end();
    let mut lines = vec![format!(
        "{}  {}",
        paint(TITLE, &words::capital(&report.asked.title)),
        paint(DIM, &report.asked.game)
    )];
    let width = words::width_beside(board);
    lines.extend(wrap(&solve::sentence(report), width));
    if !report.best.is_empty() {
        let name = match (report.best_complete, report.best.len()) {
            (true, 1) => "the only best move:",
            (true, _) => "all best moves:",
            (false, 1) => "a best move:",
            (false, _) => "best moves:",
        };
        let text = format!("{name} {}", words::moves(&report.best));
        lines.extend(wrap(&text, width));
    }
    let (nodes, seconds) = (report.effort.nodes, report.effort.seconds);
    let cost = format!(
        "{} in {}",
        many(nodes, "node", "nodes"),
        write_seconds(seconds)
    );
    let cost = wrap(&format!("{cost}, {}", report.asked.solver), width);
    lines.extend(cost.iter().map(|line| paint(DIM, line)));
    format!("\n{}", words::beside(board, &lines.join("\n")))
}

/// What to type next.
fn next() -> String {
    let mut table = TextTable::new("ll", ["", ""]);
    for &(command, what) in NEXT {
        table.styled_row([(command, TYPED), (what, DIM)]);
    }
    format!("\n{}\n{table}", paint(TITLE, "Next, try"))
}
