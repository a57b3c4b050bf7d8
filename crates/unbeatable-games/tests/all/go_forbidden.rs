//! Points that Go's rules forbid, each with its reason, against a second implementation of the rules.

use std::collections::BTreeMap;

use unbeatable_core::random::Random;
use unbeatable_core::{ForbiddenMove, Game, Line, Notation, Spec};
use unbeatable_games::go::{Go, Move};

use crate::go_rules::Slow;

fn rules(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a board")
}

/// The forbidden points at the end of a line with their reasons.
fn forbidden(line: &Line<Go>) -> BTreeMap<String, String> {
    let go = line.game();
    let named = |ForbiddenMove { m, ban }| (go.move_text(line.position(), m), ban.to_string());
    go.forbidden(line).into_iter().map(named).collect()
}

/// What forbade points, so that the test is known to have tested something.
#[derive(Default, Debug)]
struct Reasons {
    positions: u64,
    suicide: u64,
    start: u64,
    later: u64,
    /// The position that stands now: a suicide of one stone.
    now: u64,
}

/// Games without passes are long on small boards, and their histories slow to read.
const PLIES_MAX: usize = 100;

/// Plays a random game; at every position each empty point is a legal move, or forbidden for the right reason.
fn compare(go: &Go, mut slow: Slow, random: &mut Random, seen: &mut Reasons) {
    let mut line = Line::new(go, go.start());
    let passes_every = 2 + random.below(40);
    while line.outcome().is_none() && line.plies() < PLIES_MAX {
        let marked = forbidden(&line);
        let legal = line.moves();
        let mut stones = vec![];
        let empty = (0..slow.board.len()).filter(|&point| slow.board[point] == '.');
        for point in empty.clone() {
            let name = slow.name(Some(point));
            let expected = slow.reason(point);
            let is_legal = legal.contains(&Move::Stone(point as u8));
            assert_eq!(
                (marked.get(&name), is_legal),
                (expected.as_ref(), expected.is_none()),
                "{} {} {name}",
                go.spec(),
                go.line_text(&line)
            );
            stones.extend(is_legal.then_some(point));
            let place = expected.as_deref().unwrap_or("legal").rsplit(' ').next();
            match place.expect("words") {
                "legal" => {}
                "liberty" => seen.suicide += 1,
                "start" => seen.start += 1,
                n if n == line.plies().to_string() => seen.now += 1,
                _ => seen.later += 1,
            }
        }
        let empty: Vec<String> = empty.map(|point| slow.name(Some(point))).collect();
        assert!(marked.keys().all(|name| empty.contains(name)), "{marked:?}");
        seen.positions += 1;
        if random.below(20) == 0 {
            // A history that is read from text forbids the same points for the same reasons.
            let text = go.line_text(&line);
            let read = go.parse_line(&text).expect("it was just written");
            assert_eq!(forbidden(&read), marked, "{text}");
        }
        let m = match stones.is_empty() || random.below(passes_every) == 0 {
            true => None,
            false => Some(random.pick(&stones)),
        };
        let played = m.map_or(Move::Pass, |point| Move::Stone(point as u8));
        assert!(line.play(played));
        slow.play(m);
    }
    if line.outcome().is_some() {
        assert_eq!(go.forbidden(&line), []);
    }
}

#[test]
fn every_empty_point_is_legal_or_forbidden_for_the_right_reason() {
    let flavours = [("psk", ""), ("ssk", "+ssk"), ("nssk", "+nssk")];
    for (i, (columns, rows)) in [(2, 2), (3, 2), (3, 3)].into_iter().enumerate() {
        for (j, (superko, flavour)) in flavours.into_iter().enumerate() {
            for suicide in [false, true] {
                let option = if suicide { "+suicide" } else { "" };
                let spec = format!("go:{columns}x{rows}{flavour}{option}");
                let go = rules(&spec);
                let task = (6 * i + 2 * j + usize::from(suicide)) as u64;
                let mut random = Random::for_task(11, task);
                let mut seen = Reasons::default();
                for _ in 0..250 {
                    let slow = Slow::new(columns, rows, superko, suicide, 0.0);
                    compare(&go, slow, &mut random, &mut seen);
                }
                assert!(seen.positions > 3_000, "{spec}: {seen:?}");
                assert!(seen.later > 300, "{spec}: {seen:?}");
                assert_eq!(seen.suicide > 100, !suicide, "{spec}: {seen:?}");
                // Only suicide empties a board, and by itself it repeats no situation.
                let is_emptied = suicide && superko != "nssk";
                assert_eq!(seen.start > 0, is_emptied, "{spec}: {seen:?}");
                let is_undone = suicide && superko == "psk";
                assert_eq!(seen.now > 0, is_undone, "{spec}: {seen:?}");
            }
        }
    }
}

/// The forbidden points after moves from a position, with their reasons.
#[track_caller]
fn check(spec: &str, position: &str, moves: &str, expected: &[(&str, &str)]) {
    let go = rules(spec);
    let mut line = go.parse_line(position).expect("a position");
    for text in moves.split_whitespace() {
        let m = go.parse_move(line.position(), text).expect("a move");
        assert!(line.play(m), "{text}");
    }
    let expected = expected.iter().map(|&(m, why)| (m.into(), why.into()));
    assert_eq!(forbidden(&line), expected.collect());
}

const SUICIDE: &str = "suicide: the stone would have no liberty";

#[test]
fn suicide_is_told_where_it_is_forbidden() {
    check("go:3x2", ".O./OO.;B", "", &[("A2", SUICIDE)]);
    check("go:3x2", ".O./OO.;W", "", &[]);
    // Two stones would have none together.
    check(
        "go:3x2",
        ".O./OOX;B",
        "",
        &[("A2", SUICIDE), ("C2", SUICIDE)],
    );
    // A stone alone leaves the board as it was.
    let now = "would repeat the position at the start";
    check("go:3x2+suicide", ".O./OO.;B", "", &[("A2", now)]);
    check("go:3x2+ssk+suicide", ".O./OO.;B", "", &[]);
}

#[test]
fn a_ko_is_told_with_the_move_after_which_it_stood() {
    let ko = ".XO./XO.O/.XO./....;B";
    let start = ("B3", "would repeat the position at the start");
    let eye = ("A4", SUICIDE);
    check("go:4x4", ko, "C3", &[eye, start]);
    check("go:4x4+ssk", ko, "C3", &[eye, start]);
    check("go:4x4+nssk", ko, "C3", &[eye]); // No stone made the first board.
    // After a pass the board stood twice: superko looks at who was to move, or at the first time.
    let first = ("B3", "would repeat the position after move 1");
    let second = ("B3", "would repeat the position after move 2");
    check("go:4x4", ko, "D1 pass C3", &[eye, first]);
    check("go:4x4+ssk", ko, "D1 pass C3", &[eye, second]);
    check("go:4x4+nssk", ko, "D1 pass C3", &[eye]);
    // Elsewhere a stone was put, and one in answer: the ko may be taken back.
    check("go:4x4", ko, "C3 D1 C1", &[eye]);
}
