//! Values of small boards of Go. A value is two proofs: so many points at least, and no more.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use serde_json::{Map, Value as Json, json};
use unbeatable_report::Follow;
use unbeatable_report::question::{Analyze, Setup, Solve};
use unbeatable_report::report::SolveReport;

use super::answers::{formed, last, memory, solve};
use super::claim::Measurement;
use crate::ask::Ask;

/// What a search may take; the largest board here needs half of it.
const MEMORY: &str = "6GiB";
const MEMORY_BYTES: u64 = 6 << 30;

/// How a game of Go may differ in what it forbids: the name of a rule, and how a spec says it.
type SuperkoRule = (&'static str, &'static str);

const NATURAL: SuperkoRule = ("natural situational", "+nssk");
const RULES: [SuperkoRule; 4] = [
    ("positional", ""),
    ("situational", "+ssk"),
    NATURAL,
    ("positional with suicide", "+suicide"),
];

/// How the rules of Drange's table of mini-Go differ from ours.
pub(super) const DRANGE_RULES: &str =
    "area scoring there too, by hand, without proofs; which superko it means we do not know";

/// A position solved by what `solve` takes by default.
fn ask(spec: &str, setup: Setup, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        setup,
        limits: memory(MEMORY_BYTES),
        ..Solve::default()
    };
    solve(spec, &question, follow)
}

/// The start of a game, solved once for all claims that need it; `None` if that was stopped.
fn solved(spec: &str, follow: &dyn Follow) -> Option<SolveReport> {
    static SOLVED: OnceLock<Mutex<HashMap<String, SolveReport>>> = OnceLock::new();
    let all = SOLVED.get_or_init(Mutex::default);
    let known = all.lock().expect("nobody panics here").get(spec).cloned();
    let report = known.unwrap_or_else(|| ask(spec, Setup::default(), follow));
    report.outcome.as_ref()?;
    let mut all = all.lock().expect("nobody panics here");
    all.insert(spec.into(), report.clone());
    Some(report)
}

/// What to type for the same search, and how the publication's rules differ.
fn note(spec: &str, rules: &str) -> String {
    let command = format!("unbeatable solve {spec} --memory {MEMORY}");
    match rules {
        "" => command,
        rules => format!("{command}; {rules}"),
    }
}

/// Black's margin, where it is proven.
fn margin(report: &SolveReport) -> Option<Json> {
    Some(json!(report.outcome.as_ref()?.margin))
}

/// Black's margins on an empty board under the first few rules.
fn by_rule(board: &str, rules: &[SuperkoRule], follow: &dyn Follow) -> Option<Vec<Json>> {
    let value = |rule: &SuperkoRule| margin(&solved(&format!("{board}{}", rule.1), follow)?);
    rules.iter().map(value).collect()
}

fn name(spec: &str) -> &str {
    spec.trim_start_matches("go:")
}

/// Black's margins on empty boards; `rules` says how the publication's rules differ.
pub(super) fn margins(
    boards: &[&str],
    rules: &str,
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let note = note(last(boards), rules);
    let (mut values, mut rows) = (vec![], vec![]);
    for spec in boards {
        let Some(report) = solved(spec, follow) else {
            return Measurement::stopped(note);
        };
        rows.push(vec![
            json!(name(spec)),
            json!(report.bounds.lower),
            json!(report.bounds.upper),
            json!(report.best.first()),
            json!(report.effort.nodes),
        ]);
        values.push(json!(margin(&report)));
    }
    let names: Vec<&str> = boards.iter().map(|spec| name(spec)).collect();
    let measured = Measurement::exactly(formed(published, &names, values), published, note);
    let columns = ["board", "at least", "at most", "a best move", "nodes"];
    measured.with_table("Black's margin, proved from both sides", &columns, rows)
}

/// Boards under every rule.
pub(super) fn margins_by_rule(
    boards: &[&str],
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let spec = format!("{}{}", last(boards), NATURAL.1);
    let note = note(&spec, "the values are in the order of the boards");
    let boards_first = RULES.map(|rule| {
        let values = boards
            .iter()
            .map(|board| by_rule(board, &[rule], follow)?.pop());
        values.collect::<Option<Vec<Json>>>()
    });
    let mut found = Map::new();
    for (rule, values) in RULES.iter().zip(boards_first) {
        let Some(values) = values else {
            return Measurement::stopped(note);
        };
        found.insert(rule.0.into(), values.into());
    }
    let row = |(i, board): (usize, &&str)| {
        let mut row = vec![json!(name(board))];
        row.extend(found.values().map(|values| values[i].clone()));
        row
    };
    let rows = boards.iter().enumerate().map(row).collect();
    let columns: Vec<&str> = ["board"]
        .into_iter()
        .chain(RULES.map(|rule| rule.0))
        .collect();
    let measured = Measurement::exactly(found.into(), published, note);
    measured.with_table("Black's margin under each rule", &columns, rows)
}

/// A line under three superko rules, of which the first is ours. `confirms` says whether the values
/// differ from what was published as the erratum has it.
fn line(
    spec: &str,
    published: &Json,
    follow: &dyn Follow,
    confirms: impl Fn(&[Json]) -> bool,
) -> Measurement {
    let note = note(spec, DRANGE_RULES);
    let Some(values) = by_rule(spec, &RULES[..3], follow) else {
        return Measurement::stopped(note);
    };
    let rows = RULES.iter().zip(&values);
    let rows = rows.map(|(rule, value)| vec![json!(rule.0), value.clone()]);
    let measured = Measurement::exactly(values[0].clone(), published, note);
    Measurement {
        confirms_erratum: !measured.agrees && confirms(&values),
        ..measured
    }
    .with_table(
        "Black's margin under each rule",
        &["superko", "value"],
        rows.collect(),
    )
}

/// What was published is the value under situational superko, and under natural situational superko.
pub(super) fn drange_1x12(published: &Json, follow: &dyn Follow) -> Measurement {
    line("go:1x12", published, follow, |values| {
        values[1..].iter().all(|value| value == published)
    })
}

/// What was published is the value under none of the rules.
pub(super) fn drange_1x13(published: &Json, follow: &dyn Follow) -> Measurement {
    line("go:1x13", published, follow, |values| {
        !values.contains(published)
    })
}

/// Black's margin after each of the `moves` that Black may open with.
fn openings(spec: &str, moves: &[&str], follow: &dyn Follow) -> Option<Vec<Json>> {
    let game = crate::game(spec).expect("claims name games that exist");
    let report = game.analyze(&Analyze::default(), follow);
    let report = report.expect("the start can be asked about");
    let value = |text: &&str| {
        let found = report.moves.iter().find(|m| m.text == *text);
        let outcome = found.expect("claims name legal moves").outcome.as_ref()?;
        Some(json!(outcome.margin))
    };
    moves.iter().map(value).collect()
}

fn openings_note(spec: &str) -> String {
    format!("unbeatable analyze {spec}; {DRANGE_RULES}")
}

/// Openings of which no two are images of each other.
pub(super) fn drange_openings(
    spec: &str,
    moves: &[&str],
    published: &Json,
    follow: &dyn Follow,
) -> Measurement {
    let values = openings(spec, moves, follow).map(Json::from);
    Measurement::unless_stopped(values, published, openings_note(spec))
}

/// The best three openings, and whether any is worth what the third was said to be.
pub(super) fn drange_openings_of_1x9(published: &Json, follow: &dyn Follow) -> Measurement {
    let note = openings_note("go:1x9");
    let Some(values) = openings("go:1x9", &["A2", "A4", "A5", "A3", "A1"], follow) else {
        return Measurement::stopped(note);
    };
    Measurement {
        confirms_erratum: !values.contains(&json!(-2)),
        ..Measurement::exactly(values[..3].into(), published, note)
    }
}

/// Exercises of which only the first answer is known to be wrong.
pub(super) fn linear_exercises(published: &Json, follow: &dyn Follow) -> Measurement {
    let note = "unbeatable solve go:5x1 \"X.O..;B\", or from the start: --moves \"a1 c1\"";
    let answers = published.as_object().expect("answers by position");
    let mut found = Map::new();
    for position in answers.keys() {
        let setup = Setup {
            position: Some(format!("{position};B")),
            ..Setup::default()
        };
        let Some(value) = margin(&ask("go:5x1", setup, follow)) else {
            return Measurement::stopped(note);
        };
        found.insert(position.clone(), value);
    }
    let wrong = found
        .iter()
        .filter(|(position, value)| answers[*position] != **value);
    let confirms_erratum = wrong.eq([(&"X.O..".to_string(), &json!(-5))]);
    Measurement {
        confirms_erratum,
        ..Measurement::exactly(found.into(), published, note)
    }
}
