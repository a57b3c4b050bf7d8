//! Questions that many claims ask, with the answers as they are compared.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use serde_json::{Map, Value as Json, json};
use unbeatable_report::Follow;
use unbeatable_report::question::{Count, CountOf, Limits, Setup, Solve};
use unbeatable_report::report::{CountReport, SolveReport};

use super::claim::Measurement;
use crate::ask::Ask;

/// What counting may take.
const COUNTING_BYTES: u64 = 8 << 30;

/// What a search of the older rules of ultimate tic-tac-toe may take.
const OLDER_MEMORY: &str = "2GiB";
const OLDER_BYTES: u64 = 2 << 30;

/// The limits of a search that may take so much memory.
pub(super) fn memory(bytes: u64) -> Limits {
    Limits {
        memory: Some(bytes),
        ..Limits::default()
    }
}

/// The answer to a question about a game, without what is written in books.
pub(super) fn solve(spec: &str, question: &Solve, follow: &dyn Follow) -> SolveReport {
    let game = crate::game(spec).expect("claims name games that exist");
    game.open_book(None).expect("nobody opened one yet");
    let report = game.solve(question, follow);
    report.expect("claims ask what can be asked")
}

/// Answers in the form in which they were published: a list, one of them, or by name.
pub(super) fn formed(published: &Json, names: &[&str], values: Vec<Json>) -> Json {
    match published {
        Json::Array(_) => values.into(),
        Json::Object(_) | Json::Null => {
            let names = names.iter().map(ToString::to_string);
            names.zip(values).collect::<Map<_, _>>().into()
        }
        _ => values.into_iter().next().unwrap_or(Json::Null),
    }
}

/// The last of the games that a claim is about: its command stands for all of them.
pub(super) fn last<'a>(specs: &[&'a str]) -> &'a str {
    specs.last().expect("a claim is about a game")
}

/// Who won, by name, or `draw`; `None` if the search was stopped.
fn winner_of(report: &SolveReport) -> Option<Json> {
    let outcome = report.outcome.as_ref()?;
    Some(json!(outcome.winner.as_deref().unwrap_or("draw")))
}

/// Who wins a game.
pub(super) fn winner(spec: &str, published: &Json, follow: &dyn Follow) -> Measurement {
    let report = solve(spec, &Solve::default(), follow);
    let command = format!("unbeatable solve {spec}");
    match winner_of(&report) {
        None => Measurement::stopped(command),
        Some(winner) => {
            let note = format!("{command}: {} nodes", report.effort.nodes);
            Measurement::exactly(winner, published, note)
        }
    }
}

/// Who wins Connect Four on each board.
pub(super) fn connect_four(sizes: &[&str], published: &Json, follow: &dyn Follow) -> Measurement {
    let ask = |size: &&str| {
        let spec = format!("connect:{size}");
        winner_of(&solve(&spec, &Solve::default(), follow))
    };
    let winners: Option<Vec<Json>> = sizes.iter().map(ask).collect();
    let value = winners.map(|winners| formed(published, sizes, winners));
    let note = format!("unbeatable solve connect:{} --book none", last(sizes));
    Measurement::unless_stopped(value, published, note)
}

/// With which ply Connect Four ends on each of these boards: the last one if nobody wins.
pub(super) fn last_plies(sizes: &[&str], published: &Json, follow: &dyn Follow) -> Measurement {
    let ask = |size: &&str| {
        let report = solve(&format!("connect:{size}"), &Solve::default(), follow);
        let is_exact = report.outcome.is_some() && report.effort.stopped.is_none();
        let (columns, rows) = size.split_once('x').expect("columns and rows");
        let squares =
            || -> Option<u32> { Some(columns.parse::<u32>().ok()? * rows.parse::<u32>().ok()?) };
        let last = report.distance.or_else(squares);
        last.filter(|_| is_exact).map(Json::from)
    };
    let plies: Option<Vec<Json>> = sizes.iter().map(ask).collect();
    let value = plies.map(|plies| formed(published, sizes, plies));
    let note = format!("unbeatable solve connect:{} --book none", last(sizes));
    Measurement::unless_stopped(value, published, note)
}

/// Whether the first player wins within so many plies of the start, where won boards are played on.
pub(super) fn older_ultimate(plies: &[u32], published: &Json, follow: &dyn Follow) -> Measurement {
    let mut answers = Map::new();
    let mut notes = vec![];
    for plies in plies.iter().map(u32::to_string) {
        let question = Solve {
            within: Some(plies.clone()),
            proof_size: true,
            limits: memory(OLDER_BYTES),
            ..Solve::default()
        };
        let mut note = format!(
            "unbeatable solve uttt:play-on --within {plies} --proof-size --memory {OLDER_MEMORY}"
        );
        let report = solve("uttt:play-on", &question, follow);
        let Some(answer) = report.within.expect("it was asked").answer else {
            return Measurement::stopped(note);
        };
        note += &format!(": {} nodes", report.effort.nodes);
        if let Some(Some(positions)) = report.proof_positions {
            note += &format!(", a proof of {positions} positions");
        }
        if let Some(restriction) = report.restriction {
            note += &format!(", found with X restricted to '{restriction}'");
        }
        notes.push(note);
        answers.insert(plies, if answer { "yes" } else { "no" }.into());
    }
    Measurement::exactly(answers.into(), published, notes.join("; "))
}

/// What there is to count in a game, counted once for all claims that need it; `None` if that was stopped.
pub(super) fn counted(of: CountOf, spec: &str, follow: &dyn Follow) -> Option<CountReport> {
    static COUNTED: OnceLock<Mutex<HashMap<String, CountReport>>> = OnceLock::new();
    let all = COUNTED.get_or_init(Mutex::default);
    let command = count_command(of, spec);
    let known = all
        .lock()
        .expect("nobody panics here")
        .get(&command)
        .cloned();
    let report = known.unwrap_or_else(|| {
        let question = Count {
            setup: Setup::default(),
            of,
            limits: memory(COUNTING_BYTES),
        };
        let game = crate::game(spec).expect("claims name games that exist");
        let report = game.count(&question, follow);
        report.expect("claims name games that can be counted")
    });
    if report.stopped.is_some() || report.count.is_none() {
        return None;
    }
    let mut all = all.lock().expect("nobody panics here");
    all.insert(command, report.clone());
    Some(report)
}

fn count_command(of: CountOf, spec: &str) -> String {
    format!("unbeatable count {spec} --of {}", of.name())
}

/// What a function reads of a count.
pub(super) fn count(
    of: CountOf,
    spec: &str,
    read: fn(&CountReport) -> Json,
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let value = counted(of, spec, follow).as_ref().map(read);
    Measurement::unless_stopped(value, published, count_command(of, spec))
}

/// How many there are in each game.
pub(super) fn counts(
    of: CountOf,
    specs: &[&str],
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let ask = |spec: &&str| Some(how_many(&counted(of, spec, follow)?));
    let counts: Option<Vec<Json>> = specs.iter().map(ask).collect();
    // What others published they name by the board; ours need their rules.
    let names: Vec<&str> = match published {
        Json::Null => specs.to_vec(),
        _ => specs
            .iter()
            .map(|spec| spec.trim_start_matches("go:"))
            .collect(),
    };
    let value = counts.map(|counts| formed(published, &names, counts));
    Measurement::unless_stopped(value, published, count_command(of, last(specs)))
}

/// A number as JSON: digits in quotes where 64 bits do not hold it.
pub(super) fn number(n: u128) -> Json {
    match u64::try_from(n) {
        Ok(n) => json!(n),
        Err(_) => json!(n.to_string()),
    }
}

/// How many there are.
pub(super) fn how_many(report: &CountReport) -> Json {
    report.count.map_or(Json::Null, number)
}

/// What a walk examined and kept, and the largest number that names what it kept.
pub(super) fn kept(report: &CountReport) -> Json {
    json!({
        "examined": report.examined,
        "kept": report.count,
        "largest_hash": report.largest_hash,
    })
}

/// How many of each outcome.
pub(super) fn by_outcome(report: &CountReport) -> Json {
    json!(report.by_outcome)
}

/// The share of each outcome, in per cent.
pub(super) fn shares(report: &CountReport) -> Json {
    let all = report.count.unwrap_or(0) as f64;
    let by_outcome = report.by_outcome.iter().flat_map(|by| &by.0);
    let share = |(name, many): &(String, u128)| {
        let share = format!("{:.2}", 100.0 * *many as f64 / all);
        (name.clone(), json!(share))
    };
    by_outcome.map(share).collect::<Map<_, _>>().into()
}
