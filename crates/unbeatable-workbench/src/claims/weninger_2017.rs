//! Noah Weninger and Ryan Hayward, 'Exploring positional linear Go', 2017; and exercises of Hayward's
//! lectures, of which one answer is wrong.

use serde_json::{Value as Json, json};

use super::claim::{Claim, Measured};
use super::go_values::{ask, margin, values};
use unbeatable_report::Follow;
use unbeatable_report::question::Setup;

const LINES: &str =
    "Weninger and Hayward, 'Exploring positional linear Go', Advances in Computer Games 2017";
const EXERCISES: &str = "Hayward, CMPUT 396, 'Solving Go', some linear Go exercises";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "weninger-2017-lines",
        LINES,
        "the values of 1x2 to 1x9 under positional superko",
        r#"{"1x2": 0, "1x3": 3, "1x4": 4, "1x5": 0, "1x6": 1, "1x7": 2, "1x8": 3, "1x9": 0}"#,
        |published, follow| {
            let lines = [
                "go:1x2", "go:1x3", "go:1x4", "go:1x5", "go:1x6", "go:1x7", "go:1x8", "go:1x9",
            ];
            let rules = "positional superko, no suicide, area scoring there too";
            values(&lines, published, rules, follow)
        },
    ),
    Claim {
        erratum: Some(
            "in X.O.. White wins all 5 points: the answer's line lets X play the fourth point and \
             O the second, but O does better on the fifth, which captures; superko forbids X to \
             retake, and X can only pass",
        ),
        ..Claim::new(
            "cmput-396-linear-exercises",
            EXERCISES,
            "what X, to move, makes of seven positions on 1x5",
            r#"{"X.O..": 0, "O.X..": 5, "X..O.": -5, "O..X.": 5, "O....": 5, ".O...": 0, "..O..": 0}"#,
            exercises,
        )
    },
];

/// Only the first answer is known to be wrong.
fn exercises(published: &Json, follow: &dyn Follow) -> Measured {
    let note = "unbeatable solve go:5x1 \"X.O..;B\", or from the start: --moves \"a1 c1\"";
    let answers = published.as_object().expect("answers by position");
    let mut found = serde_json::Map::new();
    for position in answers.keys() {
        let setup = Setup {
            position: Some(format!("{position};B")),
            ..Setup::default()
        };
        match margin(&ask("go:5x1", setup, follow)) {
            None => return Measured::stopped(note),
            Some(value) => found.insert(position.clone(), value),
        };
    }
    let differs = |(position, answer): (&String, &Json)| found[position] != *answer;
    let wrong: Vec<&String> = answers
        .iter()
        .filter(|&pair| differs(pair))
        .map(|(position, _)| position)
        .collect();
    Measured {
        agrees: wrong.is_empty(),
        confirms_erratum: wrong == ["X.O.."] && found["X.O.."] == json!(-5),
        ..Measured::disagrees(found.clone().into(), note)
    }
}
