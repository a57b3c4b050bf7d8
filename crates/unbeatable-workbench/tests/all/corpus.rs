//! Every solver on every position of `testdata/corpus.toml`.

use std::collections::HashSet;
use unbeatable_workbench::Ask;

use serde::Deserialize;
use unbeatable_workbench::game;
use unbeatable_workbench::question::{Method, Setup, Solve};

/// The file, with the field names that its header explains.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    position: Vec<CorpusCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpusCase {
    game: String,
    position: String,
    value: String,
    margin: Option<f64>,
    source: String,
}

fn corpus() -> Vec<CorpusCase> {
    let text = include_str!("../../../../testdata/corpus.toml");
    toml::from_str::<Corpus>(text)
        .expect("the corpus is as its header says")
        .position
}

/// Every solver and every way to use it that is worth a name.
fn solvers() -> [(&'static str, Method); 12] {
    let by = |solver: &str| Method {
        solver: Some(solver.into()),
        ..Method::default()
    };
    let alpha_beta = Method {
        analysis: Some(false),
        order: Some("natural".into()),
        ..by("alpha-beta")
    };
    [
        ("minimax", by("minimax")),
        (
            "backward",
            Method {
                symmetry: Some(false),
                ..by("backward")
            },
        ),
        ("backward, folded", by("backward")),
        (
            "alpha-beta, plain",
            Method {
                plain: true,
                ..by("alpha-beta")
            },
        ),
        (
            "alpha-beta, table",
            Method {
                plain: true,
                table: Some(true),
                ..by("alpha-beta")
            },
        ),
        ("alpha-beta, best", alpha_beta.clone()),
        (
            "alpha-beta, deepening",
            Method {
                deepen: Some(true),
                order: Some("best".into()),
                ..alpha_beta
            },
        ),
        ("alpha-beta, informed", by("alpha-beta")),
        (
            "df-pn, plain",
            Method {
                plain: true,
                ..by("df-pn")
            },
        ),
        ("df-pn", by("df-pn")),
        (
            "pn, plain",
            Method {
                plain: true,
                ..by("pn")
            },
        ),
        ("pn", by("pn")),
    ]
}

/// Who is asked about what only on demand: a few seconds each.
const SLOW: [Exclusion; 10] = [
    (
        "minimax",
        "mnk:3x4x3",
        "start",
        "276,911,233 nodes, as 4x3x3",
    ),
    ("backward", "mnk:4x4x4", "start", "9,722,011 positions"),
    (
        "alpha-beta, plain",
        "mnk:4x4x4",
        "start",
        "493,932,273 nodes",
    ),
    (
        "alpha-beta, deepening",
        "mnk:4x4x4",
        "start",
        "26,272,913 nodes",
    ),
    ("df-pn, plain", "mnk:4x4x4", "start", "3,908,263 nodes"),
    ("df-pn, plain", "mnk:6x5x4", "start", "5,618,700 nodes"),
    ("pn", "mnk:5x5x4", "start", "1,876,900 nodes"),
    ("minimax", "connect:4x4", "start", "131,060,741 nodes"),
    ("minimax", "connect:5x3+k=3", "start", "39,361,166 nodes"),
    (
        "alpha-beta, deepening",
        "connect:5x4",
        "start",
        "13,850,967 nodes",
    ),
];

/// Who is not asked about what: it would take minutes to years. Those who are left answer.
const OUT_OF_REACH: [Exclusion; 30] = [
    (
        "minimax",
        "mnk:4x4x3",
        "start",
        "2,031,207,626,081 move sequences",
    ),
    (
        "minimax",
        "mnk:4x4x4",
        "start",
        "36,277,691,063,105 move sequences",
    ),
    ("minimax", "mnk:5x5x4", "start", "more sequences than 4x4x4"),
    ("minimax", "mnk:6x5x4", "start", "more sequences than 4x4x4"),
    (
        "backward",
        "mnk:5x5x4",
        "start",
        "12 million positions fill a table of 1 GiB",
    ),
    (
        "backward",
        "mnk:6x5x4",
        "start",
        "12 million positions fill a table of 1 GiB",
    ),
    (
        "backward, folded",
        "mnk:5x5x4",
        "start",
        "12 million classes fill a table of 1 GiB",
    ),
    (
        "backward, folded",
        "mnk:6x5x4",
        "start",
        "12 million classes fill a table of 1 GiB",
    ),
    (
        "alpha-beta, plain",
        "mnk:5x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, plain",
        "mnk:6x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, table",
        "mnk:5x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, table",
        "mnk:6x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, best",
        "mnk:5x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, best",
        "mnk:6x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, deepening",
        "mnk:5x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, deepening",
        "mnk:6x5x4",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "df-pn, plain",
        "mnk:5x5x4",
        "start",
        "nothing proven in 9,500,000 nodes",
    ),
    (
        "pn, plain",
        "mnk:4x4x4",
        "start",
        "7,193,180 nodes fill a tree of 1 GiB",
    ),
    (
        "pn, plain",
        "mnk:5x5x4",
        "start",
        "3,392,929 nodes fill a tree of 1 GiB",
    ),
    (
        "pn, plain",
        "mnk:6x5x4",
        "start",
        "2,600,844 nodes fill a tree of 1 GiB",
    ),
    ("minimax", "connect:4x5", "start", "more sequences than 4x4"),
    ("minimax", "connect:5x4", "start", "more sequences than 4x4"),
    ("minimax", "go:1x4", "start", "2,157,536,679 move sequences"),
    ("minimax", "go:1x5", "start", "more sequences than 1x4"),
    (
        "minimax",
        "go:2x2",
        "start",
        "1,159,070,728,779 move sequences",
    ),
    (
        "minimax",
        "go:2x2+komi=1",
        "start",
        "1,159,070,728,779 move sequences",
    ),
    (
        "minimax",
        "go:2x2+ssk",
        "start",
        "4,175,154,089,259 move sequences",
    ),
    (
        "minimax",
        "go:2x2+nssk",
        "start",
        "6,993,826,587,003 move sequences",
    ),
    (
        "alpha-beta, plain",
        "go:1x5",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
    (
        "alpha-beta, best",
        "go:1x5",
        "start",
        "nothing proven in 100,000,000 nodes",
    ),
];

/// Solver, game, position, reason.
type Exclusion = (&'static str, &'static str, &'static str, &'static str);

fn concerns((named, game, position, _): &Exclusion, solver: &str, entry: &CorpusCase) -> bool {
    *named == solver && *game == entry.game && *position == entry.position
}

#[track_caller]
fn check(entry: &CorpusCase, solver: &str, method: &Method) {
    let CorpusCase {
        game: spec,
        position,
        value,
        margin,
        source,
    } = entry;
    let name = format!("{solver}: {spec} {position} ({source})");
    let game = game(spec).unwrap_or_else(|e| panic!("{name}: {e}"));
    let question = Solve {
        setup: Setup {
            position: (position != "start").then(|| position.clone()),
            moves: vec![],
        },
        method: method.clone(),
        ..Solve::default()
    };
    let report = game
        .solve(&question, &())
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(report.effort.stopped, None, "{name}");
    let outcome = report
        .outcome
        .unwrap_or_else(|| panic!("{name}: nothing proven"));
    let known = report.asked.players.contains(value) || value == "draw";
    assert!(
        known,
        "{name}: {value} is neither a player's name nor a draw"
    );
    assert_eq!(outcome.winner.as_deref().unwrap_or("draw"), value, "{name}");
    assert_eq!(outcome.margin.map(|points| points.0), *margin, "{name}");
}

/// Who gives every position one value, and so refuses games in which history matters.
const FORGETFUL: [&str; 5] = [
    "backward",
    "backward, folded",
    "alpha-beta, table",
    "pn, plain",
    "pn",
];

fn has_history(entry: &CorpusCase) -> bool {
    entry.game.starts_with("go:")
}

#[test]
fn the_forgetful_refuse_games_with_a_history() {
    let mut refused = 0;
    for entry in corpus().iter().filter(|entry| has_history(entry)) {
        let game = game(&entry.game).expect("a game");
        for (_, method) in solvers().iter().filter(|(n, _)| FORGETFUL.contains(n)) {
            let question = Solve {
                method: method.clone(),
                ..Solve::default()
            };
            let error = game
                .solve(&question, &())
                .expect_err("values would be wrong");
            assert!(error.message.contains("history"), "{error}");
            refused += 1;
        }
    }
    assert!(refused > 30, "{refused}");
}

/// Asks one solver about all positions that it is not excluded from.
#[track_caller]
fn check_all(solver: &str) {
    let solvers = solvers();
    let (_, method) = solvers
        .iter()
        .find(|(name, _)| *name == solver)
        .expect("a solver");
    let mut asked = 0;
    for entry in corpus() {
        let excluded = |x: &&Exclusion| concerns(x, solver, &entry);
        if FORGETFUL.contains(&solver) && has_history(&entry) {
            continue;
        }
        if SLOW.iter().chain(&OUT_OF_REACH).find(excluded).is_none() {
            check(&entry, solver, method);
            asked += 1;
        }
    }
    assert!(asked > 40, "{asked}");
}

#[test]
fn by_minimax() {
    check_all("minimax");
}

#[test]
fn by_backward() {
    check_all("backward");
    check_all("backward, folded");
}

#[test]
fn by_plain_alpha_beta() {
    check_all("alpha-beta, plain");
    check_all("alpha-beta, table");
}

#[test]
fn by_strong_alpha_beta() {
    check_all("alpha-beta, best");
    check_all("alpha-beta, deepening");
    check_all("alpha-beta, informed");
}

#[test]
fn by_df_pn() {
    check_all("df-pn, plain");
    check_all("df-pn");
}

#[test]
fn by_pn() {
    check_all("pn, plain");
    check_all("pn");
}

/// A formula answers where its game has one, and refuses the others.
#[test]
fn by_formula() {
    let method = Method {
        solver: Some("formula".into()),
        ..Method::default()
    };
    let mut asked = 0;
    for entry in corpus() {
        let has_formula = match entry.game.split(':').next() {
            Some("nim") => true,
            Some("subtract" | "kayles" | "dawson" | "octal") => !entry.game.contains("misere"),
            _ => false,
        };
        if has_formula {
            check(&entry, "formula", &method);
            asked += 1;
        } else {
            let question = Solve {
                method: method.clone(),
                ..Solve::default()
            };
            let game = game(&entry.game).expect("a game");
            let refused = game.solve(&question, &()).expect_err("no formula");
            assert!(refused.message.contains("knows no formula"), "{refused}");
        }
    }
    assert_eq!(asked, 18);
}

#[test]
#[ignore = "slow: 60 s"]
fn by_those_who_take_long() {
    for (solver, method) in &solvers() {
        for entry in corpus() {
            if SLOW.iter().any(|x| concerns(x, solver, &entry)) {
                check(&entry, solver, method);
            }
        }
    }
}

#[test]
fn exclusions_name_what_there_is() {
    let corpus = corpus();
    let exclusions: Vec<Exclusion> = SLOW.into_iter().chain(OUT_OF_REACH).collect();
    for (i, x) in exclusions.iter().enumerate() {
        let known = |(solver, _): &(&str, Method)| corpus.iter().any(|e| concerns(x, solver, e));
        assert!(solvers().iter().any(known), "{x:?}");
        assert!(!exclusions[..i].contains(x), "{x:?} twice");
    }
}

#[test]
fn entries_are_distinct_and_have_sources() {
    let corpus = corpus();
    let mut seen = HashSet::new();
    for CorpusCase {
        game,
        position,
        source,
        ..
    } in &corpus
    {
        assert!(seen.insert((game, position)), "{game} {position} twice");
        assert!(!source.is_empty(), "{game} {position} has no source");
    }
}
