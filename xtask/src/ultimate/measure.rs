//! Nodes and seconds on positions with known answers, by one program or by two that take turns.

use std::fs;
use std::path::PathBuf;

use super::drawn::{self, CHOOSE, DrawnFile, REPORT};
use super::measure_table::{MeasureTable, MeasuredPosition};
use super::question::TimedAnswer;
use super::side_by_side::side_by_side;
use super::suite;
use crate::shell::build;

/// From how many nodes on a position of the suite counts: below, a process is hardly started.
const SUITE_NODES_MIN: u64 = 50_000;

/// How many questions are asked at a time where seconds do not count.
const AT_A_TIME: usize = 2;

/// A set of positions.
#[derive(Clone, Copy)]
enum PositionSet {
    Drawn(&'static DrawnFile),
    Suite,
}

/// What is measured.
pub(crate) struct MeasureOptions<'a> {
    set: PositionSet,
    /// The program that is measured; built if none is named.
    program: Option<&'a str>,
    /// Another program that is asked everything, too.
    against: Option<&'a str>,
    /// How often each question is asked: the fastest time counts, whatever else runs on the machine only
    /// ever adds to it.
    times: usize,
    threads: &'a str,
    memory: &'a str,
    nodes_only: bool,
}

impl<'a> MeasureOptions<'a> {
    pub(crate) fn parse(set: &str, options: &[&'a str]) -> Option<Self> {
        let set = match set {
            "choose" => PositionSet::Drawn(&CHOOSE),
            "report" => PositionSet::Drawn(&REPORT),
            "suite" => PositionSet::Suite,
            _ => return None,
        };
        let mut parsed = MeasureOptions {
            set,
            program: None,
            against: None,
            times: 1,
            threads: "1",
            memory: "1GiB",
            nodes_only: false,
        };
        let is_count = |text: &&str| text.parse::<usize>().is_ok_and(|n| n > 0);
        let mut options = options.iter().copied();
        while let Some(option) = options.next() {
            match option {
                "--nodes-only" => parsed.nodes_only = true,
                "--program" => parsed.program = Some(options.next()?),
                "--against" => parsed.against = Some(options.next()?),
                "--times" => parsed.times = options.next().filter(is_count)?.parse().ok()?,
                "--threads" => parsed.threads = options.next().filter(is_count)?,
                "--memory" => parsed.memory = options.next()?,
                _ => return None,
            }
        }
        // Asked again, one thread visits as many nodes as before.
        (!parsed.nodes_only || parsed.times == 1).then_some(parsed)
    }

    /// The program that is measured, and the other one if there is one.
    fn programs(&self) -> Result<Vec<PathBuf>, String> {
        let path = |program| fs::canonicalize(program).map_err(|e| format!("{program}: {e}"));
        // Looked for before anything is built.
        let against = self.against.map(path).transpose()?;
        let program = self.program.map_or_else(|| build("release"), path)?;
        Ok([program].into_iter().chain(against).collect())
    }
}

/// A position whose answer is known.
struct AskedPosition {
    id: String,
    /// Who played, or which file of the public solver it is from.
    players: String,
    position: String,
    /// Whether the side to move wins.
    wins: bool,
}

/// Asks about every position of a set; prints a line for each, and what all of them say together. An answer
/// that is not that of the file is an error.
pub(crate) fn measure(options: &MeasureOptions) -> Result<(), String> {
    let programs = options.programs()?;
    let positions = positions(options.set)?;
    let at_a_time = if options.nodes_only { AT_A_TIME } else { 1 };
    let mut table = MeasureTable::new(programs.len() > 1, !options.nodes_only);
    println!("{}  position", table.header());
    let ask = |i: usize| ask(options, &programs, &positions[i], i);
    side_by_side(at_a_time, positions.len(), ask, |measured| {
        // The larger of two numbers of nodes, so that neither program chooses.
        let nodes = measured.answers.iter().map(|answer| answer.nodes).max();
        if matches!(options.set, PositionSet::Drawn(_)) || nodes >= Some(SUITE_NODES_MIN) {
            println!("{}", table.add(&measured));
        }
        Ok(())
    })?;
    let summary = table.summary()?;
    println!("{} positions, every answer right", table.count());
    if programs.len() > 1 {
        println!("a ratio above 1: the other program takes more");
    }
    println!("{}", table.header());
    summary.iter().for_each(|line| println!("{line}"));
    Ok(())
}

fn positions(set: PositionSet) -> Result<Vec<AskedPosition>, String> {
    match set {
        PositionSet::Drawn(file) => {
            let rows = drawn::read(file)?.into_iter();
            let asked = rows.map(|row| AskedPosition {
                id: row.id,
                players: row.players,
                position: row.position,
                wins: row.wins,
            });
            Ok(asked.collect())
        }
        PositionSet::Suite => {
            let rows = suite::rows()?.into_iter();
            let asked = rows.map(|row| AskedPosition {
                players: row.id.split([':', '_']).next().unwrap_or_default().into(),
                wins: row.wins(),
                id: row.id,
                position: row.position,
            });
            Ok(asked.collect())
        }
    }
}

/// Asks each program, as often as the options say; the fastest answer of each.
fn ask(
    options: &MeasureOptions,
    programs: &[PathBuf],
    asked: &AskedPosition,
    number: usize,
) -> Result<MeasuredPosition, String> {
    let budget = ["--memory", options.memory, "--threads", options.threads];
    let mut answers: Vec<Option<TimedAnswer>> = programs.iter().map(|_| None).collect();
    for time in 0..options.times {
        // They take turns in being first.
        for i in 0..programs.len() {
            let place = (i + number + time) % programs.len();
            let program = &programs[place];
            let answer = TimedAnswer::ask_win(program, &asked.position, &budget);
            let who = format!("{} by {}", asked.id, program.display());
            let answer = answer.map_err(|why| format!("{who}: {why}"))?;
            if answer.answer != asked.wins {
                let (found, known) = (answer.answer, asked.wins);
                return Err(format!(
                    "{who}: does the side to move win? {found}, but {known} is known"
                ));
            }
            let best = &mut answers[place];
            if best
                .as_ref()
                .is_none_or(|best| answer.seconds < best.seconds)
            {
                *best = Some(answer);
            }
        }
    }
    Ok(MeasuredPosition {
        id: asked.id.clone(),
        players: asked.players.clone(),
        answers: answers.into_iter().flatten().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parse = |options: &[&'static str]| MeasureOptions::parse("choose", options);
        assert!(parse(&[]).is_some_and(|options| options.times == 1));
        assert!(parse(&["--times", "3"]).is_some_and(|options| options.times == 3));
        assert!(parse(&["--against", "a"]).is_some_and(|options| options.against == Some("a")));
        assert!(parse(&["--nodes-only"]).is_some_and(|options| options.nodes_only));
        for wrong in [
            &["--against"][..],
            &["--times", "0"],
            &["--threads", "x"],
            &["--nodes-only", "--times", "2"],
            &["--all"],
        ] {
            assert!(parse(wrong).is_none());
        }
        assert!(MeasureOptions::parse("sweet", &[]).is_none());
    }
}
