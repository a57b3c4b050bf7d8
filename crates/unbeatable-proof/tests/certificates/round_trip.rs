//! Solve, extract, write, check: for every game, behind random play, by several oracles.

use unbeatable_core::random::Random;
use unbeatable_core::{Line, Player, Stopped, Within};
use unbeatable_proof::extract::Failure;

use crate::file::{ROOMY, Source, certify, certify_within};
use crate::naive::value;
use crate::rules::{Rules, Task, random_line, with_rules};

/// Exhaustive search may take so many nodes; longer stories are not told.
const NODES_MAX: u64 = 200_000;

/// Who is asked: the program's solver, one that knows nothing, one that forgets, and nobody.
fn sources(seed: u64) -> [Source; 4] {
    let solver = |knows, table_bytes_max| Source::Solver {
        knows,
        table_bytes_max,
    };
    [
        Source::BEST,
        solver(false, 1 << 24),
        solver(true, 1 << 14),
        Source::Naive { seed },
    ]
}

/// Certifies the start, if that is not too much for exhaustive search, and so many lines.
struct RoundTrips {
    lines: usize,
    start: bool,
}

impl Task for RoundTrips {
    type Out = [u64; 2];

    fn run<G: Rules>(self, game: &G) -> [u64; 2] {
        let mut random = Random::new(7);
        let (mut files, mut longer) = (0, 0);
        let mut told = 0;
        let mut check = |line: &Line<G>, nodes_max| {
            let Some(worth) = value(line, nodes_max) else {
                return false;
            };
            let seed = random.bits();
            for source in sources(seed) {
                let parts = match certify(line, worth, source, ROOMY) {
                    // A table that is too small to search with, or too much to search.
                    Err(Failure::Stopped(Stopped::Memory | Stopped::Nodes)) => continue,
                    other => other.expect("there is room"),
                };
                let again = certify(line, worth, source, ROOMY).expect("there is room");
                assert!(parts == again, "the same question, another file");
                let [lower, upper] = &parts.strategies;
                let range = game.range(Player::First);
                assert_eq!(lower.is_some(), worth > range.lower);
                assert_eq!(upper.is_some(), worth < range.upper);
                files += 1;
                // Little is kept beyond what the walk and the answers themselves take; how much that is
                // depends on the depth.
                let answers = parts.answers();
                let is_longer = (11..16).any(|bits| {
                    let lean = certify(line, worth, source, answers * 2 + (1 << bits));
                    lean.is_ok_and(|lean| lean.answers() > answers)
                });
                longer += u64::from(is_longer);
            }
            true
        };
        if self.start {
            assert!(check(&Line::new(game, game.start()), u64::MAX));
        }
        let mut lines = Random::new(8);
        while told < self.lines {
            told += usize::from(check(&random_line(game, &mut lines), NODES_MAX));
        }
        [files, longer]
    }
}

#[track_caller]
fn round_trips(spec: &str, lines: usize) -> [u64; 2] {
    // Exhaustive search of the others takes too long.
    let start = !["uttt", "go:2x3", "go:1x5"]
        .iter()
        .any(|large| spec.starts_with(large));
    let found = with_rules(spec, RoundTrips { lines, start }).expect("a game");
    println!(
        "{spec}: {} files, {} longer with little memory",
        found[0], found[1]
    );
    found
}

#[test]
fn tic_tac_toe() {
    for spec in ["ttt", "ttt+misere", "mnk:3x3x2", "mnk:3x2x2"] {
        round_trips(spec, 50);
    }
    assert!(round_trips("ttt", 1)[1] > 0, "kept positions save nothing");
}

#[test]
fn boards() {
    for spec in ["mnk:4x3x3", "mnk:4x3x3+misere", "mnk:4x4x3"] {
        round_trips(spec, 10);
    }
}

#[test]
fn heaps() {
    for spec in [
        "nim:1,2,3",
        "nim:3,4,5+misere",
        "subtract:12+take=1,2,3",
        "subtract:5,6+misere+take=2,3",
        "kayles:3,4",
        "kayles:3,4+misere",
        "dawson:9",
        "octal:7+code=0.137",
    ] {
        round_trips(spec, 50);
    }
}

#[test]
fn go() {
    for spec in ["go:1x3", "go:1x4", "go:2x2", "go:1x3+komi=0.5", "go:2x1"] {
        round_trips(spec, 30);
    }
}

#[test]
fn go_by_other_rules() {
    for spec in [
        "go:2x2+ssk",
        "go:2x2+nssk",
        "go:2x2+suicide",
        "go:1x4+ssk+suicide",
        "go:1x4+nssk+suicide",
    ] {
        round_trips(spec, 20);
    }
}

#[test]
fn larger_go() {
    round_trips("go:2x3", 40);
    round_trips("go:1x5", 20);
}

#[test]
fn ultimate() {
    for spec in [
        "uttt",
        "uttt:play-on",
        "uttt+majority",
        "uttt:play-on+majority",
    ] {
        round_trips(spec, 6);
    }
}

/// Certifies so many lines with random limits.
struct Limited {
    lines: usize,
}

impl Task for Limited {
    /// How many were won in time, and how many were not.
    type Out = [usize; 2];

    fn run<G: Rules>(self, game: &G) -> [usize; 2] {
        let mut random = Random::new(9);
        let (mut told, mut wins) = (0, 0);
        while told < self.lines {
            let line = random_line(game, &mut random);
            let plies = random.below(12) as u32;
            let within = Within::new(game.clone(), plies);
            let limited = Line::new(&within, within.limited(*line.position()));
            let Some(worth) = value(&limited, NODES_MAX) else {
                continue;
            };
            told += 1;
            for source in sources(random.bits()) {
                let parts = certify_within(&line, plies, worth, source);
                let [lower, upper] = &parts.strategies;
                assert!(lower.is_some() != upper.is_some());
                wins += usize::from(lower.is_some());
            }
        }
        println!("{}: {wins} of {} won in time", game.spec(), 4 * told);
        [wins, 4 * told - wins]
    }
}

#[test]
fn limits() {
    let mut all = [0, 0];
    for spec in [
        "ttt",
        "ttt+misere",
        "mnk:4x3x3",
        "mnk:4x4x3",
        "nim:3,4,5",
        "nim:3,4+misere",
        "kayles:3,4",
        "uttt",
        "uttt:play-on",
        "uttt+majority",
    ] {
        let [won, lost] = with_rules(spec, Limited { lines: 25 }).expect("a game");
        all = [all[0] + won, all[1] + lost];
    }
    assert!(all[0] > 100 && all[1] > 100, "{all:?}");
}

/// Late positions of games between programs.
struct Late<'t>(&'t str);

impl Task for Late<'_> {
    type Out = bool;

    fn run<G: Rules>(self, game: &G) -> bool {
        let line = game.parse_line(self.0).expect("a position");
        let Some(worth) = value(&line, NODES_MAX) else {
            return false;
        };
        for source in sources(1) {
            certify(&line, worth, source, ROOMY).expect("there is room");
        }
        true
    }
}

#[test]
fn late_positions() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/uttt-late.csv");
    let text = std::fs::read_to_string(file).expect("the positions are there");
    for spec in ["uttt", "uttt+majority"] {
        let mut told = 0;
        for row in text.lines().skip(1) {
            let mut fields = row.split(',');
            let (id, position) = (fields.next(), fields.next());
            let ply = id.and_then(|id| id.rsplit_once("_p")?.1.parse::<u32>().ok());
            // The others are too much for exhaustive search.
            if ply.expect("an id ends with the ply") >= 61 {
                let position = position.expect("a position");
                told += usize::from(with_rules(spec, Late(position)).expect("a game"));
            }
        }
        println!("{spec}: {told} late positions");
        assert!(told >= 20, "{told}");
    }
}
