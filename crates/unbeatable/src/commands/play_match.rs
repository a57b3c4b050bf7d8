//! `match`: a tournament between two players.

use std::time::Duration;

use clap::Args;
use unbeatable_workbench::question::{Limits, MOVE_TIME, Match};
use unbeatable_workbench::report::MatchReport;

use crate::failure::{Exit, Failure};
use crate::method::MovesArgs;
use crate::names::Names;
use crate::output::Console;
use crate::table::{Side, Table, paragraph};
use crate::units::{self, many, percent, thousands, write_seconds, write_speed};
use crate::words;

const AFTER_HELP: &str = "\
Examples:
  unbeatable match ttt --first perfect --second random --games 100k
  unbeatable match ttt --first random --second perfect --seed 7 --json
  unbeatable match ttt --first table:table.json --second random
  unbeatable match ttt --position \"X../.O./..X\"
  unbeatable match uttt --first alpha-beta:100ms --second alpha-beta:100ms,blind \\
                        --games 100 --opening 4

Players:
  perfect            plays any move that keeps the value of the position, each equally likely
  random             plays any legal move, each equally likely
  table:FILE         looks its moves up in a table that unbeatable strategy -o FILE.json wrote
  alpha-beta:LIMITS  thinks about each move and plays the one that looks best, or is proven to be;
                     LIMITS are a time (100ms, 1s), nodes=100k, depth=6, or several with commas
                     between; with blind among them it guesses nothing: moves are tried in board
                     order, and what is not proven counts as even. Not for games where history
                     matters (go)

With nodes or depth alone, alpha-beta plays the same game every time: --opening makes them differ.
The score counts a win as 1 and a draw as 1/2.
Where both players allow it, the exact chances stand beside the sample.";

/// Plays a tournament between two players.
#[derive(Args, Debug)]
#[command(name = "match", after_help = AFTER_HELP)]
pub(crate) struct MatchArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them.
    game: String,

    /// Who plays the first player's side (X in ttt), even if the position has the other one to move:
    /// perfect, random, table:FILE or alpha-beta:LIMITS (see below).
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    #[arg(value_parser = Names::players(), hide_possible_values = true)]
    first: String,

    /// Who plays the second player's side (O in ttt).
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    #[arg(value_parser = Names::players(), hide_possible_values = true)]
    second: String,

    /// How many games: 1000, 100k.
    #[arg(long, value_name = "COUNT", default_value = "1000", value_parser = units::parse_games)]
    games: u64,

    /// The same seed gives the same games, whatever the number of threads.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = units::parse_seed)]
    seed: u64,

    /// Begin each game with this many random moves; the same seed gives the same ones, whoever plays.
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = units::parse_depth)]
    opening: u32,

    /// The position that every game starts from, quoted; the start if left out.
    #[arg(long)]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Stop after this time: 500ms, 60s, 1.5h, 2d.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, help_heading = "Budget")]
    limit: Option<Duration>,

    /// Keep the whole process under this size: 512MiB, 4GiB [default: 1 GiB for tables].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, help_heading = "Budget")]
    memory: Option<u64>,

    /// Threads that play, 1 to 1024 [default: one for each core].
    #[arg(long, value_name = "N", value_parser = units::parse_threads, help_heading = "Budget")]
    threads: Option<usize>,
}

impl MatchArgs {
    pub(crate) fn run(self, console: &mut Console) -> Result<Exit, Failure> {
        let game = unbeatable_workbench::game(&self.game)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let question = Match {
            setup: self.moves.setup(self.position),
            players: vec![self.first, self.second],
            swap: false,
            openings: vec![],
            move_time: MOVE_TIME,
            records: false,
            games: self.games,
            seed: self.seed,
            opening: self.opening,
            threads: self.threads.unwrap_or_else(cores),
            limits: Limits {
                time: self.limit,
                nodes: None,
                memory: self.memory,
                ..Limits::default()
            },
        };
        let watch = console.watch();
        let report = game.play_match(&question, &watch)?;
        drop(watch);
        console.answer(&report, |report| show(report, &game.title()))?;
        Ok(Exit::of(report.played == report.games, report.stopped))
    }
}

/// The report as text.
fn show(report: &MatchReport, title: &str) -> String {
    let mut text = words::heading(title, &report.game, &report.position);
    let games = match report.played == report.games {
        true => many(report.games, "game", "games"),
        false => format!(
            "{} of {} games",
            thousands(report.played),
            thousands(report.games)
        ),
    };
    let [first, second] = players(report);
    let mut what = format!("{first} against {second}: {games}, seed {}", report.seed);
    if report.opening > 0 {
        let plies = many(report.opening, "random move", "random moves");
        what.push_str(&format!(", {plies} first"));
    }
    text.push_str(&paragraph("", &what));
    text.push('\n');
    text.push_str(&table(report));
    text.push('\n');
    if report.played > 0 {
        text.push_str(&words::fact("score", &score(report)));
    }
    if let Some(reason) = report.stopped {
        text.push_str(&words::fact("note", &words::stopped(reason)));
    }
    let threads = many(report.threads as u64, "thread", "threads");
    let mut cost = format!("{} on {threads}", write_seconds(report.seconds));
    if let Some(speed) = write_speed(report.played, report.seconds, "games") {
        cost.push_str(&format!(", {speed}"));
    }
    text.push_str(&words::fact("effort", &cost));
    text
}

/// How often each result came up, and how often it does.
fn table(report: &MatchReport) -> String {
    let mut columns = vec![
        ("", Side::Left),
        ("games", Side::Right),
        ("share", Side::Right),
        ("95 % interval", Side::Right),
    ];
    if report.expected.is_some() {
        columns.extend([("exact", Side::Right), ("as a fraction", Side::Left)]);
    }
    let mut table = Table::new(columns);
    let chances = report
        .expected
        .as_ref()
        .map(|e| [&e.first_wins, &e.second_wins, &e.draws]);
    let [first, second] = players(report);
    let results = [
        (format!("{first} wins"), report.first_wins),
        (format!("{second} wins"), report.second_wins),
        ("draw".to_string(), report.draws),
    ];
    for (i, (result, count)) in results.into_iter().enumerate() {
        let (low, high) = wilson(count as f64, report.played as f64);
        let mut row = vec![
            result,
            thousands(count),
            percent(words::share(count as f64, report.played as f64)),
            format!("{:.2} – {:.2} %", low * 100.0, high * 100.0),
        ];
        if let Some(chances) = chances {
            row.extend([percent(chances[i].value), chances[i].fraction.clone()]);
        }
        table.row(row);
    }
    table.to_string()
}

/// What the first player got of what there was to get, and the interval in which the true share lies.
fn score(report: &MatchReport) -> String {
    let [first, _] = players(report);
    let half_points = 2 * report.first_wins + report.draws;
    let share = words::share(half_points as f64, 2.0 * report.played as f64);
    // Draws only make the interval narrower than Wilson's, so this one is wide enough.
    let (low, high) = wilson(half_points as f64 / 2.0, report.played as f64);
    format!(
        "{first} gets {} (95 % interval {:.2} – {:.2} %)",
        percent(share),
        low * 100.0,
        high * 100.0
    )
}

/// The players, each with its side: both sides may have the same player.
fn players(report: &MatchReport) -> [String; 2] {
    let [first, second] = report.sides;
    [
        format!("{} ({first})", report.seatings[0].first),
        format!("{} ({second})", report.seatings[0].second),
    ]
}

/// The interval that holds the true share in 95 of 100 matches (Wilson 1927): right also for
/// results that never or always came up.
fn wilson(count: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let p = count / n;
    let center = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((center - half).max(0.0), (center + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: f64, total: f64, low: f64, high: f64) {
        let (l, h) = wilson(count, total);
        assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{l} {h}");
    }

    #[test]
    fn wilson_intervals() {
        check(0.0, 10.0, 0.0, 0.277_5);
        check(10.0, 10.0, 0.722_5, 1.0);
        check(50.0, 100.0, 0.403_8, 0.596_2);
        check(0.0, 0.0, 0.0, 1.0);
    }
}
