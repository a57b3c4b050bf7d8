//! Every solver on every position of `testdata/corpus.toml`.

use std::collections::HashSet;

use serde::Deserialize;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Guide, Line, Notation, Outcome, Player, Spec, Wdl,
};
use unbeatable_games::mnk::Mnk;
use unbeatable_games::open_lines::OpenLines;
use unbeatable_games::potential::Potential;
use unbeatable_games::threats::Threats;
use unbeatable_solve::{AlphaBeta, Search, Solved, backward, minimax};

/// The file, with the field names that its header explains.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    position: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    game: String,
    position: String,
    value: String,
    source: String,
}

fn corpus() -> Vec<Entry> {
    let text = include_str!("../../../testdata/corpus.toml");
    toml::from_str::<Corpus>(text)
        .expect("the corpus is as its header says")
        .position
}

type Solve = fn(&Line<Mnk>) -> Solved<Mnk>;

/// Every solver and every way to use it that is worth a name.
const SOLVERS: [(&str, Solve); 8] = [
    ("minimax", |line| minimax(line, &Budget::DEFAULT, &())),
    ("backward", |line| solve_backward(line, false)),
    ("backward, folded", |line| solve_backward(line, true)),
    ("alpha-beta, plain", |line| {
        alpha_beta(line, &(), &(), AlphaBeta::PLAIN)
    }),
    ("alpha-beta, table", |line| {
        let options = AlphaBeta {
            table: true,
            ..AlphaBeta::PLAIN
        };
        alpha_beta(line, &(), &(), options)
    }),
    ("alpha-beta, best", |line| {
        alpha_beta(line, &(), &(), AlphaBeta::BEST)
    }),
    ("alpha-beta, deepening", |line| {
        let options = AlphaBeta {
            deepen: true,
            ..AlphaBeta::BEST
        };
        alpha_beta(line, &(), &OpenLines, options)
    }),
    ("alpha-beta, informed", |line| {
        alpha_beta(line, &(Threats, Potential), &OpenLines, AlphaBeta::BEST)
    }),
];

fn alpha_beta<'g, A: Analysis<Mnk>, D: Guide<Mnk>>(
    line: &Line<'g, Mnk>,
    know: &'g A,
    guide: &'g D,
    options: AlphaBeta,
) -> Solved<Mnk> {
    Search::new(line.game(), know, guide, options, Budget::DEFAULT).solve(line, Goal::Value, &())
}

fn solve_backward(line: &Line<Mnk>, folds: bool) -> Solved<Mnk> {
    backward(line.game(), *line.position(), folds, &Budget::DEFAULT, &()).solved()
}

/// Who is asked about what only on demand: a few seconds each.
const SLOW: [Exclusion; 4] = [
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
];

/// Who is not asked about what: it would take minutes to years. Those who are left answer.
const OUT_OF_REACH: [Exclusion; 16] = [
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
];

/// Solver, game, position, reason.
type Exclusion = (&'static str, &'static str, &'static str, &'static str);

fn concerns((named, game, position, _): &Exclusion, solver: &str, entry: &Entry) -> bool {
    *named == solver && *game == entry.game && *position == entry.position
}

fn expected(game: &Mnk, value: &str) -> Outcome<Wdl> {
    let named = |player: &Player| game.player_name(*player) == value;
    match Player::BOTH.into_iter().find(named) {
        Some(winner) => Outcome::win(winner),
        None if value == "draw" => Outcome::DRAW,
        None => panic!("{value} is neither a player's name nor a draw"),
    }
}

#[track_caller]
fn check(entry: &Entry, solver: &str, solve: Solve) {
    let game = Mnk::from_spec(Spec::parse(&entry.game).expect("a spec")).expect("a board");
    let pos = match entry.position.as_str() {
        "start" => game.start(),
        text => game
            .parse_position(text)
            .unwrap_or_else(|e| panic!("{text}: {e}")),
    };
    let value = expected(&game, &entry.value).value_for(game.turn(&pos));
    let solved = solve(&Line::new(&game, pos));
    let Entry {
        game,
        position,
        source,
        ..
    } = entry;
    let name = format!("{solver}: {game} {position} ({source})");
    assert_eq!(solved.bounds.value(), Some(value), "{name}");
    assert_eq!(solved.stopped, None, "{name}");
}

/// Asks one solver about all positions that it is not excluded from.
#[track_caller]
fn check_all(solver: &str) {
    let (_, solve) = SOLVERS
        .iter()
        .find(|(name, _)| *name == solver)
        .expect("a solver");
    let mut asked = 0;
    for entry in corpus() {
        let excluded = |x: &&Exclusion| concerns(x, solver, &entry);
        if SLOW.iter().chain(&OUT_OF_REACH).find(excluded).is_none() {
            check(&entry, solver, *solve);
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
#[ignore = "slow: 35 s"]
fn by_those_who_take_long() {
    for (solver, solve) in SOLVERS {
        for entry in corpus() {
            if SLOW.iter().any(|x| concerns(x, solver, &entry)) {
                check(&entry, solver, solve);
            }
        }
    }
}

#[test]
fn exclusions_name_what_there_is() {
    let corpus = corpus();
    let exclusions: Vec<Exclusion> = SLOW.into_iter().chain(OUT_OF_REACH).collect();
    for (i, x) in exclusions.iter().enumerate() {
        let known = |(solver, _): &(&str, Solve)| corpus.iter().any(|e| concerns(x, solver, e));
        assert!(SOLVERS.iter().any(known), "{x:?}");
        assert!(!exclusions[..i].contains(x), "{x:?} twice");
    }
}

#[test]
fn entries_are_distinct_and_have_sources() {
    let corpus = corpus();
    let mut seen = HashSet::new();
    for Entry {
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
