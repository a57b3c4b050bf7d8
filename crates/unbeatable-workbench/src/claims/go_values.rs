//! Values of small boards of Go: how they are measured, and those that nobody seems to have published.
//!
//! A value is two proofs: so many points at least, and no more.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Analyze, Limits, Setup, Solve};
use unbeatable_report::report::{SolveReport, TableReport};

const OURS: &str = "nobody, as far as we know: a result of this program";

/// What a search may take; the largest board here needs half of it.
const MEMORY: &str = "6GiB";
const MEMORY_BYTES: u64 = 6 << 30;

/// How a game of Go may differ in what it forbids: the name of a rule, and how a spec says it.
type Rule = (&'static str, &'static str);

pub(super) const POSITIONAL: Rule = ("positional", "");
pub(super) const SITUATIONAL: Rule = ("situational", "+ssk");
pub(super) const NATURAL: Rule = ("natural situational", "+nssk");
const SUICIDE: Rule = ("positional with suicide", "+suicide");
const RULES: [Rule; 4] = [POSITIONAL, SITUATIONAL, NATURAL, SUICIDE];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "ours-go-rules-3x3",
        OURS,
        "3x3 under three superko rules, and with suicide: natural situational superko, under which \
         a pass lets a ko be retaken, costs Black 7 points",
        "null",
        |_, follow| under_rules(&["go:3x3"], follow),
    ),
    Claim::new(
        "ours-go-rules-lines",
        OURS,
        "1x2 to 1x11 under three superko rules, and with suicide: the first to differ is 1x9, worth \
         a point more under natural situational superko",
        "null",
        |_, follow| {
            let lines = [
                "go:1x2", "go:1x3", "go:1x4", "go:1x5", "go:1x6", "go:1x7", "go:1x8", "go:1x9",
                "go:1x10", "go:1x11",
            ];
            under_rules(&lines, follow)
        },
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-go-rules-long-lines",
            OURS,
            "1x12 and 1x13 under three superko rules, and with suicide: 1x12 is the first line that \
             is worth more under positional than under situational superko",
            "null",
            |_, follow| under_rules(&["go:1x12", "go:1x13"], follow),
        )
    },
    Claim::new(
        "ours-go-rules-two-rows",
        OURS,
        "2x2 to 2x6 under three superko rules, and with suicide: no difference",
        "null",
        |_, follow| {
            let boards = ["go:2x2", "go:2x3", "go:2x4", "go:2x5", "go:2x6"];
            under_rules(&boards, follow)
        },
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-go-rules-boards",
            OURS,
            "3x4, 3x5 and 4x4 under three superko rules, and with suicide: no difference",
            "null",
            |_, follow| under_rules(&["go:3x4", "go:3x5", "go:4x4"], follow),
        )
    },
    Claim {
        is_slow: true,
        ..Claim::new(
            "ours-go-long-lines",
            OURS,
            "the values of 1x14 and 1x15 under positional superko",
            "null",
            |_, follow| Measured {
                agrees: true,
                ..values(&["go:1x14", "go:1x15"], &Json::Null, "", follow)
            },
        )
    },
];

/// The start of a game, solved once for all claims that need it; `None` if that was stopped.
pub(super) fn solved(spec: &str, follow: &dyn Follow) -> Option<SolveReport> {
    static SOLVED: OnceLock<Mutex<HashMap<String, SolveReport>>> = OnceLock::new();
    let all = SOLVED.get_or_init(Mutex::default);
    let known = all.lock().expect("nobody panics here").get(spec).cloned();
    let report = known.unwrap_or_else(|| ask(spec, Setup::default(), follow));
    report.outcome.as_ref()?;
    let mut all = all.lock().expect("nobody panics here");
    all.insert(spec.into(), report.clone());
    Some(report)
}

/// What to type for the same search.
pub(super) fn command(spec: &str) -> String {
    format!("unbeatable solve {spec} --memory {MEMORY}")
}

/// A position solved by what `solve` takes by default.
pub(super) fn ask(spec: &str, setup: Setup, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        setup,
        limits: Limits {
            memory: Some(MEMORY_BYTES),
            ..Limits::default()
        },
        ..Solve::default()
    };
    crate::game(spec)
        .expect("claims name games that exist")
        .solve(&question, follow)
        .expect("claims name positions that exist")
}

/// Black's margin, where it is proven.
pub(super) fn margin(report: &SolveReport) -> Option<Json> {
    Some(json!(report.outcome.as_ref()?.margin))
}

/// Black's margin on an empty board under a rule.
pub(super) fn value(board: &str, rule: Rule, follow: &dyn Follow) -> Option<Json> {
    margin(&solved(&format!("{board}{}", rule.1), follow)?)
}

/// Black's margins on empty boards, by board; `rules` says how the publication's rules differ.
pub(super) fn values(
    boards: &[&str],
    published: &Json,
    rules: &str,
    follow: &dyn Follow,
) -> Measured {
    let last = boards.last().expect("a claim is about a board");
    let note = match rules {
        "" => command(last),
        rules => format!("{}; {rules}", command(last)),
    };
    let mut values = serde_json::Map::new();
    let mut rows = vec![];
    for spec in boards {
        let Some(report) = solved(spec, follow) else {
            return Measured::stopped(note);
        };
        let board = spec.trim_start_matches("go:");
        rows.push(vec![
            json!(board),
            json!(report.bounds.lower),
            json!(report.bounds.upper),
            json!(report.best.first()),
            json!(report.effort.nodes),
        ]);
        values.insert(board.into(), json!(margin(&report)));
    }
    let columns = ["board", "at least", "at most", "a best move", "nodes"];
    let table = TableReport {
        title: "Black's margin, proved from both sides".into(),
        columns: columns.map(String::from).into(),
        rows,
    };
    let value = match published {
        Json::Number(_) => values.into_iter().next().map_or(Json::Null, |(_, v)| v),
        _ => values.into(),
    };
    Measured {
        tables: vec![table],
        ..Measured::exactly(value, published, note)
    }
}

/// Black's margin after each of the `moves` that Black may open with.
pub(super) fn openings(spec: &str, moves: &[&str], follow: &dyn Follow) -> Option<Vec<Json>> {
    let report = crate::game(spec)
        .expect("claims name games that exist")
        .analyze(&Analyze::default(), follow)
        .expect("the start can be asked about");
    let value = |text: &&str| {
        let found = report.moves.iter().find(|m| m.text == *text);
        let outcome = found.expect("claims name legal moves").outcome.as_ref()?;
        Some(json!(outcome.margin))
    };
    moves.iter().map(value).collect()
}

/// Boards under every rule; what was never published cannot disagree.
fn under_rules(boards: &[&str], follow: &dyn Follow) -> Measured {
    let last = boards.last().expect("a claim is about a board");
    let command = command(&format!("{last}{}", NATURAL.1));
    let note = format!("{command}; the values are in the order of the boards");
    let mut found = serde_json::Map::new();
    for rule in RULES {
        let values: Option<Vec<Json>> = boards.iter().map(|b| value(b, rule, follow)).collect();
        match values {
            None => return Measured::stopped(note),
            Some(values) => found.insert(rule.0.into(), values.into()),
        };
    }
    let mut columns = vec!["board".to_string()];
    columns.extend(RULES.map(|rule| rule.0.to_string()));
    let row = |(i, board): (usize, &&str)| {
        let mut row = vec![json!(board.trim_start_matches("go:"))];
        row.extend(RULES.iter().map(|rule| found[rule.0][i].clone()));
        row
    };
    let table = TableReport {
        title: "Black's margin under each rule".into(),
        columns,
        rows: boards.iter().enumerate().map(row).collect(),
    };
    Measured {
        agrees: true,
        tables: vec![table],
        ..Measured::disagrees(found.into(), note)
    }
}
