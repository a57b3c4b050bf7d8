//! Charles Bouton, 'Nim, a game with a complete mathematical theory', 1901, and a lecture that teaches
//! him.

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Notation, Player, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_solve::backward;

use super::claim::{Claim, Measured};
use crate::ask::Ask;
use unbeatable_report::Follow;
use unbeatable_report::question::{Method, Setup, Solve};
use unbeatable_report::report::SolveReport;

const BOUTON: &str =
    "Bouton, 'Nim, a game with a complete mathematical theory', Annals of Mathematics 3 (1901)";
const LECTURE: &str = "CMPUT 355, 'Solving 2×2 Go', Recap: XorSum and Using the Nim Formula";
pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        "bouton-1901-safe-combinations",
        BOUTON,
        "the safe combinations of three heaps of less than 16: who moves loses",
        "[\"1,2,3\", \"1,4,5\", \"1,6,7\", \"1,8,9\", \"1,10,11\", \"1,12,13\", \
         \"1,14,15\", \"2,4,6\", \"2,5,7\", \"2,8,10\", \"2,9,11\", \"2,12,14\", \
         \"2,13,15\", \"3,4,7\", \"3,5,6\", \"3,8,11\", \"3,9,10\", \"3,12,15\", \
         \"3,13,14\", \"4,8,12\", \"4,9,13\", \"4,10,14\", \"4,11,15\", \"5,8,13\", \
         \"5,9,12\", \"5,10,15\", \"5,11,14\", \"6,8,14\", \"6,9,15\", \"6,10,12\", \
         \"6,11,13\", \"7,8,15\", \"7,9,14\", \"7,10,13\", \"7,11,12\"]",
        safe_combinations,
    ),
    Claim::new(
        "bouton-1901-misere",
        BOUTON,
        "if the last stone loses, the same positions are lost, but that an odd number of ones is and \
         an even number is not",
        "0",
        misere,
    ),
    Claim::new(
        "lecture-nim-1-2-3",
        LECTURE,
        "xorsum(1, 2, 3) = 0: a loss",
        r#"{"winner": "Second", "xor": 0}"#,
        |published, follow| lecture("1,2,3", published, follow),
    ),
    Claim::new(
        "lecture-nim-3-5-3",
        LECTURE,
        "xorsum(3, 5, 3) = 101b = 5: a win, by taking 5 from the heap of 5",
        r#"{"winner": "First", "xor": 5, "wins": ["5-5"]}"#,
        |published, follow| lecture("3,3,5", published, follow),
    ),
    Claim::new(
        "lecture-nim-report",
        LECTURE,
        "nimreport lists a winning move for each pile j with j >= total xor j",
        r#"{"wrong": 0, "missed": 0}"#,
        report,
    ),
];

fn rules(spec: &str) -> Heaps {
    let spec = Spec::parse(spec).expect("claims name games that exist");
    Heaps::from_spec(spec).expect("claims name games that exist")
}

/// The answer about a position of Nim, by `solver`.
fn solve(spec: &str, position: &str, solver: &str, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        setup: Setup {
            position: Some(position.into()),
            moves: vec![],
        },
        method: Method {
            solver: Some(solver.into()),
            ..Method::default()
        },
        ..Solve::default()
    };
    let game = crate::game(spec).expect("claims name games that exist");
    game.solve(&question, follow)
        .expect("claims name positions that exist")
}

fn winner(report: &SolveReport) -> Option<&'static str> {
    report.outcome.as_ref().and_then(|outcome| outcome.winner)
}

/// Three heaps of 1 to 15 from which who moves loses, by backward induction.
fn safe_combinations(published: &Json, _: &dyn Follow) -> Measured {
    let game = rules("nim:15,15,15");
    let solution = backward(&game, game.start(), true, &Budget::DEFAULT, &());
    let mut lost = Vec::new();
    for (a, b) in (1..=15).flat_map(|a| (a..=15).map(move |b| (a, b))) {
        for c in b..=15 {
            let pos = game.position(&[a, b, c], Player::First);
            let pos = pos.expect("three small heaps fit");
            let entry = solution.entry(&pos).expect("all positions are solved");
            if entry.value == Wdl::Loss {
                lost.push(game.position_text(&pos));
            }
        }
    }
    let note = "unbeatable solve nim:15,15,15 --solver backward: its table holds all 680 of them";
    Measured::exactly(json!(lost), published, note)
}

/// How many positions of up to four heaps of up to 5 the rule gets wrong, by backward induction.
fn misere(published: &Json, follow: &dyn Follow) -> Measured {
    let (mut wrong, mut many) = (0, 0);
    for code in 0..6u16.pow(4) {
        let heaps: [u16; 4] = [code % 6, code / 6 % 6, code / 36 % 6, code / 216];
        if !heaps.is_sorted() {
            continue;
        }
        let xor = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let is_lost = match heaps[3] {
            0 | 1 => xor == 1,
            _ => xor == 0,
        };
        let position = heaps.map(|heap| heap.to_string()).join(",");
        let report = solve("nim:5,5,5,5+misere", &position, "backward", follow);
        match winner(&report) {
            None => return Measured::stopped("unbeatable solve nim:5,5,5,5+misere"),
            Some(winner) => wrong += u32::from((winner == "Second") != is_lost),
        }
        many += 1;
    }
    let note = format!("positions that the rule gets wrong, of {many} with up to four heaps of 5");
    Measured::exactly(json!(wrong), published, note)
}

/// An example of the lecture: who wins, the xor, and the winning moves.
fn lecture(position: &str, published: &Json, follow: &dyn Follow) -> Measured {
    let spec = format!("nim:{position}");
    let report = solve(&spec, position, "backward", follow);
    let heaps = rules(&spec).start();
    let xor = heaps.heaps().iter().fold(0, |sum, heap| sum ^ heap);
    let mut measured = json!({ "winner": winner(&report), "xor": xor });
    if winner(&report) == Some("First") {
        measured["wins"] = json!(report.best);
    }
    let note = format!("unbeatable solve {spec} --solver backward; xor digit by digit");
    Measured::exactly(measured, published, note)
}

/// The lecture's program against backward induction: moves it lists that do not win, and winning
/// moves that it does not list.
fn report(published: &Json, follow: &dyn Follow) -> Measured {
    let game = rules("nim:5,5,5,5");
    let (mut wrong, mut missed, mut equal, mut many) = (0, 0, 0, 0);
    for code in 0..6u16.pow(4) {
        let heaps: [u16; 4] = [code % 6, code / 6 % 6, code / 36 % 6, code / 216];
        let pos = game.position(&heaps, Player::First);
        let pos = pos.expect("four small heaps fit");
        let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if !heaps.is_sorted() || total == 0 {
            continue;
        }
        let mut listed: Vec<String> = Vec::new();
        for j in pos.distinct() {
            let tj = total ^ j;
            equal += u32::from(j == tj);
            if j >= tj {
                listed.push(format!("{j}-{}", j - tj));
            }
        }
        let report = solve(&game.spec(), &game.position_text(&pos), "backward", follow);
        if report.outcome.is_none() {
            return Measured::stopped("unbeatable solve nim:5,5,5,5");
        }
        wrong += listed.iter().filter(|m| !report.best.contains(m)).count();
        missed += report.best.iter().filter(|m| !listed.contains(m)).count();
        many += 1;
    }
    let note = format!(
        "{many} won positions of up to four heaps of 5, by backward induction; the test could as well \
         be j > tj: they are equal only if the total is 0, here {equal} times"
    );
    Measured::exactly(json!({ "wrong": wrong, "missed": missed }), published, note)
}
