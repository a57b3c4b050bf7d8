//! Charles Bouton, 'Nim, a game with a complete mathematical theory', 1901, and a lecture that teaches
//! him.

use serde_json::{Value as Json, json};
use unbeatable_core::{Budget, Game, Notation, Player, Spec, Wdl};
use unbeatable_games::heaps::Heaps;
use unbeatable_solve::backward;

use super::answers::solve;
use super::claim::Measurement;
use unbeatable_report::Follow;
use unbeatable_report::question::{Method, Setup, Solve};
use unbeatable_report::report::SolveReport;

fn rules(spec: &str) -> Heaps {
    let spec = Spec::parse(spec).expect("claims name games that exist");
    Heaps::from_spec(spec).expect("claims name games that exist")
}

/// The answer about a position of Nim, by backward induction.
fn answer(spec: &str, position: &str, follow: &dyn Follow) -> SolveReport {
    let question = Solve {
        setup: Setup {
            position: Some(position.into()),
            moves: vec![],
        },
        method: Method {
            solver: Some("backward".into()),
            ..Method::default()
        },
        ..Solve::default()
    };
    solve(spec, &question, follow)
}

fn winner(report: &SolveReport) -> Option<&str> {
    report.outcome.as_ref()?.winner.as_deref()
}

fn xor(heaps: &[u16]) -> u16 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// All positions of up to four heaps of up to 5.
fn small_positions() -> impl Iterator<Item = [u16; 4]> {
    let heaps = |code: u16| [code % 6, code / 6 % 6, code / 36 % 6, code / 216];
    (0..6u16.pow(4))
        .map(heaps)
        .filter(|heaps| heaps.is_sorted())
}

/// Three heaps of 1 to 15 from which who moves loses, by backward induction.
pub(super) fn safe_combinations(published: &Json, _: &dyn Follow) -> Measurement {
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
    Measurement::exactly(json!(lost), published, note)
}

/// How many positions of up to four heaps of up to 5 the rule gets wrong, by backward induction.
pub(super) fn misere(published: &Json, follow: &dyn Follow) -> Measurement {
    let (mut wrong, mut many) = (0, 0);
    for heaps in small_positions() {
        let is_lost = match heaps[3] {
            0 | 1 => xor(&heaps) == 1,
            _ => xor(&heaps) == 0,
        };
        let position = heaps.map(|heap| heap.to_string()).join(",");
        let report = answer("nim:5,5,5,5+misere", &position, follow);
        match winner(&report) {
            None => return Measurement::stopped("unbeatable solve nim:5,5,5,5+misere"),
            Some(winner) => wrong += u32::from((winner == "Second") != is_lost),
        }
        many += 1;
    }
    let note = format!("positions that the rule gets wrong, of {many} with up to four heaps of 5");
    Measurement::exactly(json!(wrong), published, note)
}

/// An example of the lecture: who wins, the xor, and the winning moves.
pub(super) fn lecture(position: &str, published: &Json, follow: &dyn Follow) -> Measurement {
    let spec = format!("nim:{position}");
    let report = answer(&spec, position, follow);
    let xor = xor(rules(&spec).start().heaps());
    let mut measured = json!({ "winner": winner(&report), "xor": xor });
    if winner(&report) == Some("First") {
        measured["wins"] = json!(report.best);
    }
    let note = format!("unbeatable solve {spec} --solver backward; xor digit by digit");
    Measurement::exactly(measured, published, note)
}

/// The lecture's program against backward induction: moves it lists that do not win, and winning
/// moves that it does not list.
pub(super) fn report(published: &Json, follow: &dyn Follow) -> Measurement {
    let game = rules("nim:5,5,5,5");
    let (mut wrong, mut missed, mut equal, mut many) = (0, 0, 0, 0);
    for heaps in small_positions().filter(|heaps| xor(heaps) != 0) {
        let pos = game.position(&heaps, Player::First);
        let pos = pos.expect("four small heaps fit");
        let total = xor(&heaps);
        let mut listed: Vec<String> = Vec::new();
        for j in pos.distinct() {
            let tj = total ^ j;
            equal += u32::from(j == tj);
            if j >= tj {
                listed.push(format!("{j}-{}", j - tj));
            }
        }
        let report = answer(&game.spec(), &game.position_text(&pos), follow);
        if report.outcome.is_none() {
            return Measurement::stopped("unbeatable solve nim:5,5,5,5");
        }
        wrong += listed.iter().filter(|m| !report.best.contains(m)).count();
        missed += report.best.iter().filter(|m| !listed.contains(m)).count();
        many += 1;
    }
    let note = format!(
        "{many} won positions of up to four heaps of 5, by backward induction; the test could as well \
         be j > tj: they are equal only if the total is 0, here {equal} times"
    );
    Measurement::exactly(json!({ "wrong": wrong, "missed": missed }), published, note)
}
