//! Ted Drange's table of mini-Go, 1998: values that people worked out, by area. Which
//! superko rule it means we do not know; its lines are right up to 1x11 under positional superko.

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use super::go_values::{NATURAL, POSITIONAL, SITUATIONAL, command, openings, value, values};
use unbeatable_report::Follow;
use unbeatable_report::report::TableReport;

const DRANGE: &str = "Drange, 'Mini-Go' (worked out in 1998), mathpuzzle.com/go";

/// How the table's rules differ from ours.
const RULES: &str =
    "area scoring there too, by hand, without proofs; which superko it means we do not know";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "drange-1998-lines",
        DRANGE,
        "the values of 1x10 and 1x11",
        r#"{"1x10": 1, "1x11": 2}"#,
        |published, follow| values(&["go:1x10", "go:1x11"], published, RULES, follow),
    ),
    Claim {
        erratum: Some(
            "1 is the value under situational superko, and under natural situational superko; \
             under positional superko it is 2",
        ),
        ..Claim::new(
            "drange-1998-1x12",
            DRANGE,
            "Black wins 1x12 by 1",
            "1",
            |published, follow| {
                line("go:1x12", published, follow, |[_, situational, natural]| {
                    situational == published && natural == published
                })
            },
        )
    },
    Claim {
        erratum: Some(
            "2 under none of the three superko rules: it is a draw under positional and under \
             situational superko, and 1 under natural situational superko",
        ),
        ..Claim::new(
            "drange-1998-1x13",
            DRANGE,
            "Black wins 1x13 by 2",
            "2",
            |published, follow| {
                line("go:1x13", published, follow, |values| {
                    !values.contains(&published)
                })
            },
        )
    },
    Claim::new(
        "drange-1998-two-rows",
        DRANGE,
        "the values of 2x3 to 2x6",
        r#"{"2x3": 0, "2x4": 8, "2x5": 10, "2x6": 12}"#,
        |published, follow| {
            let boards = ["go:2x3", "go:2x4", "go:2x5", "go:2x6"];
            values(&boards, published, RULES, follow)
        },
    ),
    Claim {
        is_slow: true,
        ..Claim::new(
            "drange-1998-long-rows",
            DRANGE,
            "Black wins 2x7 by 14 and 2x8 by 16, the whole board",
            r#"{"2x7": 14, "2x8": 16}"#,
            |published, follow| values(&["go:2x7", "go:2x8"], published, RULES, follow),
        )
    },
    Claim::new(
        "drange-1998-openings-3x3",
        DRANGE,
        "3x3 is worth 9 if Black opens in the centre, 3 on a side, -9 in a corner",
        "[9, 3, -9]",
        |published, follow| opened("go:3x3", &["B2", "B3", "A3"], published, follow),
    ),
    Claim::new(
        "drange-1998-openings-3x4",
        DRANGE,
        "the three best openings of 3x4 are worth 4, 3 and 0",
        "[4, 3, 0]",
        |published, follow| opened("go:3x4", &["B3", "A3", "B4"], published, follow),
    ),
    Claim {
        erratum: Some(
            "no opening of 1x9 is worth -2: the second, fourth and fifth points and the pass draw, \
             the third loses by 1, the first by 4",
        ),
        ..Claim::new(
            "drange-1998-openings-1x9",
            DRANGE,
            "the three best openings of 1x9 are worth 0, 0 and -2",
            "[0, 0, -2]",
            openings_of_1x9,
        )
    },
];

/// A line under three superko rules, of which the first is ours. `confirms` says whether the values
/// differ from what was published as the erratum has it.
fn line(
    spec: &str,
    published: &Json,
    follow: &dyn Follow,
    confirms: impl Fn([&Json; 3]) -> bool,
) -> Measured {
    let note = format!("{}; {RULES}", command(spec));
    let rules = [POSITIONAL, SITUATIONAL, NATURAL];
    let [Some(ours), Some(situational), Some(natural)] =
        rules.map(|rule| value(spec, rule, follow))
    else {
        return Measured::stopped(note);
    };
    let agrees = ours == *published;
    let confirms_erratum = !agrees && confirms([&ours, &situational, &natural]);
    let rows = [&ours, &situational, &natural]
        .into_iter()
        .zip(rules)
        .map(|(value, rule)| vec![json!(rule.0), value.clone()]);
    let table = TableReport {
        title: "Black's margin under each rule".into(),
        columns: ["superko", "value"].map(String::from).into(),
        rows: rows.collect(),
    };
    Measured {
        agrees,
        confirms_erratum,
        tables: vec![table],
        ..Measured::disagrees(ours, note)
    }
}

/// Openings of which no two are images of each other.
fn opened(spec: &str, moves: &[&str], published: &Json, follow: &dyn Follow) -> Measured {
    let note = format!("unbeatable analyze {spec}; {RULES}");
    match openings(spec, moves, follow) {
        None => Measured::stopped(note),
        Some(values) => Measured::exactly(values.into(), published, note),
    }
}

fn openings_of_1x9(published: &Json, follow: &dyn Follow) -> Measured {
    let note = format!("unbeatable analyze go:1x9; {RULES}");
    let all = ["A2", "A4", "A5", "A3", "A1"];
    let Some(values) = openings("go:1x9", &all, follow) else {
        return Measured::stopped(note);
    };
    let confirms_erratum = !values.contains(&json!(-2));
    Measured {
        confirms_erratum,
        ..Measured::exactly(values[..3].into(), published, note)
    }
}
