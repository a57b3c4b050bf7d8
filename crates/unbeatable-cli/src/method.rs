//! Options that several commands share: moves to play, budgets, and how to search.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use unbeatable_workbench::question::{Fail, Limits, Method, Setup, Window};
use unbeatable_workbench::{AskError, Bench, Registry};

use crate::batch;
use crate::output::Console;
use crate::units;

/// Moves that are played before the question is asked.
#[derive(Args, Clone, Debug)]
pub(crate) struct MovesArgs {
    /// Moves to play from the position first, quoted: "b2 a1 c3".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl MovesArgs {
    /// The moves from there on, in the façade's words.
    pub(crate) fn setup(self, position: Option<String>) -> Setup {
        let moves = self.moves.unwrap_or_default();
        let moves = moves.split([' ', ',']).filter(|text| !text.is_empty());
        Setup {
            position,
            moves: moves.map(String::from).collect(),
        }
    }
}

/// What an answer may cost.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct BudgetArgs {
    /// Stop after this time: 500ms, 60s, 1.5h, 2d.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    limit: Option<Duration>,

    /// Stop after visiting this many positions: 10M, 2.5G, 1_000_000.
    #[arg(long, value_name = "COUNT", value_parser = units::parse_nodes)]
    nodes: Option<u64>,

    /// Keep the whole process under this size: 512MiB, 4GiB [default: 1 GiB for tables].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes)]
    memory: Option<u64>,
}

impl BudgetArgs {
    /// These limits in the façade's words, on as many threads as the solver likes.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            threads: None,
            time: self.limit,
            nodes: self.nodes,
            memory: self.memory,
        }
    }
}

/// A database that is asked first.
#[derive(Args, Clone, Debug)]
pub(crate) struct DatabaseArgs {
    /// Ask this database first, a folder that `unbeatable strong` made of the same game.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    database: Option<PathBuf>,

    /// Look into this book before any search, a file that `unbeatable book` wrote of the same game. The
    /// player best also takes a repertoire, or a certificate that a player wins. With `none`, nobody looks
    /// into those that come with the program, either.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    book: Option<PathBuf>,
}

impl DatabaseArgs {
    /// The game of that spec, with the database and the book.
    pub(crate) fn game(&self, games: &Registry, spec: &str) -> Result<Bench, AskError> {
        let game = games.game(spec)?;
        if let Some(folder) = &self.database {
            game.consult(folder)?;
        }
        if let Some(file) = &self.book {
            game.open_book(named_book(file))?;
        }
        Ok(game)
    }
}

/// The book's file; nothing if none is to be looked into.
pub(crate) fn named_book(file: &Path) -> Option<&Path> {
    Some(file).filter(|file| *file != "none")
}

/// How many threads search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct ThreadsArgs {
    /// Threads that search, 1 to 1024 [default: 1]. With one, node counts are the same in every run; with
    /// more, values are. Solvers soonest and df-pn use them, all others use one. With --batch: lines that
    /// are answered at a time [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = units::parse_threads)]
    threads: Option<usize>,
}

impl ThreadsArgs {
    /// `limits`, and these.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            threads: Some(self.threads.unwrap_or(1)),
            ..limits
        }
    }

    /// How many lines of a batch are answered at a time, and what each may cost.
    pub(crate) fn for_lines(&self, limits: Limits) -> (usize, Limits) {
        lines_at_a_time(self.threads, limits)
    }

    /// Says so if more threads were asked for than the solver used.
    pub(crate) fn note(&self, solver: &str, used: usize, console: &Console) {
        if let Some(threads) = self.threads.filter(|threads| used < *threads) {
            console.note(&format!(
                "solver {solver} searches this game on one thread; --threads {threads} changed nothing"
            ));
        }
    }
}

/// How many lines of a batch are answered at a time. For commands that search on one thread.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct LinesArgs {
    /// Lines of --batch that are answered at a time [default: as many as there are cores].
    #[arg(long, value_name = "N", requires = "batch", value_parser = units::parse_threads)]
    threads: Option<usize>,
}

impl LinesArgs {
    /// As many, and what each may cost.
    pub(crate) fn for_lines(&self, limits: Limits) -> (usize, Limits) {
        lines_at_a_time(self.threads, limits)
    }
}

/// Lines at a time share the memory, and search on one thread each.
fn lines_at_a_time(threads: Option<usize>, limits: Limits) -> (usize, Limits) {
    let at_a_time = threads.unwrap_or_else(batch::cores);
    let limits = Limits {
        memory: limits.memory.map(|bytes| bytes / at_a_time as u64),
        threads: Some(1),
        ..limits
    };
    (at_a_time, limits)
}

/// A choice between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// What alpha-beta returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FailArg {
    Hard,
    Soft,
}

/// The window that alpha-beta starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WindowArg {
    Open,
    Closed,
}

/// How to search. What is left out is chosen to be fast, and named in the answer.
#[derive(Args, Clone, Debug)]
#[command(
    next_help_heading = "Method (what is left out is chosen for speed, and named in the answer)"
)]
pub(crate) struct MethodArgs {
    /// The solver; `unbeatable solvers` lists them.
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    solver: Option<String>,

    /// The order in which moves are tried; `unbeatable solvers` lists them.
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    order: Option<String>,

    /// The textbook's algorithm: no table, no symmetry, no analysis, one full window, moves in board
    /// order, failing hard. The other options change that again.
    #[arg(long)]
    plain: bool,

    /// Remember positions in a table.
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    table: Option<Switch>,

    /// Treat symmetric positions as one.
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    symmetry: Option<Switch>,

    /// Use what is known of the game beyond its rules.
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    analysis: Option<Switch>,

    /// Ask yes/no questions with null windows instead of searching one full window.
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    scout: Option<Switch>,

    /// Search to depth 1, 2, 3, … until the question is answered.
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true)]
    deepen: Option<Switch>,

    /// What alpha-beta returns outside its window: the edge (hard) or the proven bound (soft).
    #[arg(
        long,
        value_enum,
        value_name = "hard|soft",
        hide_possible_values = true
    )]
    fail: Option<FailArg>,

    /// The root's window: from the worst to the best value (closed), or infinite, where even a win
    /// does not cut (open: one wide window, which implies --scout off).
    #[arg(
        long,
        value_enum,
        value_name = "open|closed",
        hide_possible_values = true
    )]
    window: Option<WindowArg>,
}

impl MethodArgs {
    /// These wishes in the façade's words.
    pub(crate) fn method(&self) -> Method {
        let on = |switch: Option<Switch>| switch.map(|s| s == Switch::On);
        Method {
            solver: self.solver.clone(),
            order: self.order.clone(),
            plain: self.plain,
            table: on(self.table),
            symmetry: on(self.symmetry),
            analysis: on(self.analysis),
            scout: on(self.scout),
            deepen: on(self.deepen),
            fail: self.fail.map(|fail| match fail {
                FailArg::Hard => Fail::Hard,
                FailArg::Soft => Fail::Soft,
            }),
            window: self.window.map(|window| match window {
                WindowArg::Open => Window::Open,
                WindowArg::Closed => Window::Closed,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Both {
        #[command(flatten)]
        method: MethodArgs,
        #[command(flatten)]
        budget: BudgetArgs,
    }

    #[test]
    fn every_option_reaches_the_question() {
        let text = "x --solver alpha-beta --order natural --plain --table on --symmetry off \
                    --analysis on --scout off --deepen on --fail soft --window open \
                    --limit 2s --nodes 3k --memory 64MiB";
        let Ok(both) = Both::try_parse_from(text.split_whitespace()) else {
            panic!("the options should parse")
        };
        assert_eq!(
            both.method.method(),
            Method {
                solver: Some("alpha-beta".into()),
                order: Some("natural".into()),
                plain: true,
                table: Some(true),
                symmetry: Some(false),
                analysis: Some(true),
                scout: Some(false),
                deepen: Some(true),
                fail: Some(Fail::Soft),
                window: Some(Window::Open),
            }
        );
        let limits = Limits {
            threads: None,
            time: Some(Duration::from_secs(2)),
            nodes: Some(3_000),
            memory: Some(64 << 20),
        };
        assert_eq!(both.budget.limits(), limits);
    }
}
