//! Df-pn where history matters, against alpha-beta that remembers nothing, behind random histories.

use unbeatable_core::random::Random;
use unbeatable_core::{
    Analysis, Budget, Game, Goal, Line, Margin, Notation, Outcome, Player, Spec, Stopped, Value,
    Wdl,
};
use unbeatable_games::go::pass_order::PassOrder;
use unbeatable_games::go::safety::Safety;
use unbeatable_games::go::{Go, Move};
use unbeatable_solve::superko::SuperkoDfPn;
use unbeatable_solve::{AlphaBeta, Fail, Search, Solver};

use crate::agree::rules;
use crate::lines::random_line;
use crate::settings::nodes;

/// Alpha-beta may take this many nodes; longer stories are not compared.
const NODES_MAX: u64 = 20_000;

fn go(spec: &str) -> Go {
    let spec = Spec::parse(spec).expect("a spec");
    Go::from_spec(spec).expect("a game of Go")
}

const fn with_table(table_bytes_max: usize) -> Budget {
    Budget {
        table_bytes_max,
        ..Budget::DEFAULT
    }
}

/// How many of so many random positions, with their true histories, df-pn values differently than
/// alpha-beta without a table. One memory serves all of them.
fn differences<A: Analysis<Go>>(
    spec: &str,
    know: &A,
    options: SuperkoDfPn,
    budget: Budget,
    lines: usize,
) -> usize {
    let go = go(spec);
    let mut random = Random::new(7);
    let settings = AlphaBeta {
        fail: Fail::Soft,
        ..AlphaBeta::PLAIN
    };
    let mut plain = Search::new(&go, &(), &PassOrder::First, settings, nodes(NODES_MAX));
    let mut search = Search::new(&go, know, &PassOrder::First, options, budget);
    let (mut compared, mut different) = (0, 0);
    while compared < lines {
        let line = random_line(&go, &mut random);
        let Some(value) = plain.prove(&line, Goal::Value, &()).bounds.value() else {
            continue;
        };
        compared += 1;
        // Either a value, or the question whether it is at least that or one better.
        let outcome = Outcome::from_value(value, go.turn(line.position()));
        let is_same = match random.below(2) {
            // (Without their dependencies, two proofs may contradict each other, which panics.)
            0 if !options.forgets => {
                let solved = search.solve(&line, Goal::Value, &());
                assert!(solved.table_bytes <= budget.table_bytes_max);
                solved.bounds.value() == Some(value)
                    && (line.outcome().is_some() || ends_with(line.clone(), &solved.line, outcome))
            }
            _ => {
                let bounds = search.prove(&line, Goal::AtLeast(outcome), &()).bounds;
                let turn = go.turn(line.position());
                Goal::AtLeast(outcome).answer(bounds, turn) == Some(true) && bounds.contains(value)
            }
        };
        different += usize::from(!is_same);
    }
    different
}

/// Whether `moves` are legal behind `line` and end with `outcome`.
fn ends_with(
    mut line: Line<Go>,
    moves: &[Move],
    outcome: Outcome<unbeatable_core::Margin>,
) -> bool {
    moves.iter().all(|&m| line.play(m)) && line.outcome() == Some(outcome)
}

const BOARDS: [&str; 4] = ["2x2", "1x4", "1x5", "2x3"];

const RULES: [&str; 6] = [
    "",
    "+ssk",
    "+nssk",
    "+suicide",
    "+ssk+suicide",
    "+nssk+suicide",
];

const ROOMY: Budget = with_table(1 << 28);

#[test]
fn values_and_lines_agree_with_alpha_beta_behind_any_history() {
    for rule in RULES {
        for board in BOARDS {
            let spec = format!("go:{board}{rule}");
            let different = differences(&spec, &(), SuperkoDfPn::BEST, ROOMY, 500);
            assert_eq!(different, 0, "{spec}");
            let different = differences(&spec, &Safety, SuperkoDfPn::BEST, ROOMY, 500);
            assert_eq!(different, 0, "{spec} with what is known to be safe");
        }
    }
}

/// On 2x4 and 3x3 those that alpha-beta values within its nodes: most are late.
#[test]
#[ignore = "slow: 90 s"]
fn fifty_thousand_positions_agree_behind_their_histories() {
    for rule in RULES {
        for board in ["2x2", "1x4", "1x5", "2x3", "2x4", "3x3"] {
            let spec = format!("go:{board}{rule}");
            let different = differences(&spec, &Safety, SuperkoDfPn::BEST, ROOMY, 1_400);
            assert_eq!(different, 0, "{spec}");
        }
    }
}

#[test]
fn komi_and_missing_symmetry_change_no_agreement() {
    let plain = SuperkoDfPn {
        symmetry: false,
        ..SuperkoDfPn::BEST
    };
    for board in BOARDS {
        for spec in [
            format!("go:{board}+komi=0.5"),
            format!("go:{board}+ssk+komi=-3"),
        ] {
            assert_eq!(
                differences(&spec, &Safety, SuperkoDfPn::BEST, ROOMY, 300),
                0
            );
        }
        let spec = format!("go:{board}");
        assert_eq!(differences(&spec, &(), plain, ROOMY, 300), 0);
    }
}

#[test]
fn a_memory_that_is_swept_all_the_time_changes_no_value() {
    for rule in RULES {
        let spec = format!("go:2x3{rule}");
        assert_eq!(
            differences(&spec, &(), SuperkoDfPn::BEST, with_table(150_000), 200),
            0
        );
    }
}

/// Threads that find each other's proofs behind histories of their own, in a memory that is swept under
/// them, too.
#[test]
fn threads_that_search_together_agree_behind_any_history() {
    let together = SuperkoDfPn {
        alone_nodes: 10,
        ..SuperkoDfPn::BEST
    };
    for rule in RULES {
        for (board, table_bytes_max, lines) in [
            ("2x2", 1 << 28, 200),
            ("1x5", 1 << 28, 200),
            ("2x3", 1 << 28, 100),
            ("2x3", 250_000, 100),
        ] {
            let spec = format!("go:{board}{rule}");
            let budget = Budget {
                threads: 3,
                ..with_table(table_bytes_max)
            };
            let different = differences(&spec, &(), together, budget, lines);
            assert_eq!(different, 0, "{spec} within {table_bytes_max} bytes");
        }
    }
}

#[test]
fn proofs_without_what_they_depend_on_are_wrong() {
    let blind = SuperkoDfPn {
        forgets: true,
        ..SuperkoDfPn::BEST
    };
    for rule in RULES {
        let spec = format!("go:2x2{rule}");
        let different = differences(&spec, &(), blind, ROOMY, 500);
        assert!(different > 50, "{spec}: {different}");
    }
}

#[test]
fn budgets_end_a_search_with_what_is_proven() {
    let go = go("go:3x4");
    let line = Line::new(&go, go.start());
    let mut last = go.range(go.turn(line.position()));
    for nodes_max in [0, 1, 100, 1_000, 10_000, 20_000] {
        let budget = nodes(nodes_max);
        let mut search = Search::new(&go, &(), &PassOrder::First, SuperkoDfPn::BEST, budget);
        let solved = search.solve(&line, Goal::Value, &());
        assert_eq!(solved.stopped, Some(Stopped::Nodes));
        assert!(solved.effort.nodes <= nodes_max);
        assert_eq!(
            last.and(solved.bounds),
            solved.bounds,
            "no less than before"
        );
        last = solved.bounds;
    }
    let budget = with_table(1_000);
    let mut search = Search::new(&go, &(), &PassOrder::First, SuperkoDfPn::BEST, budget);
    let solved = search.solve(&line, Goal::Value, &());
    assert_eq!(solved.stopped, Some(Stopped::Memory));
}

fn search<G: Game>(game: &G) -> Search<'_, G, (), (), SuperkoDfPn> {
    Search::new(game, &(), &(), SuperkoDfPn::BEST, Budget::DEFAULT)
}

#[test]
fn games_without_repetition_are_solved_too() {
    for (spec, value) in [("mnk:3x3x3", 0), ("mnk:4x3x3", 1)] {
        let mnk = rules(spec);
        let line = Line::new(&mnk, mnk.start());
        let solved = search(&mnk).solve(&line, Goal::Value, &());
        assert_eq!(solved.bounds.value().map(Value::rank), Some(value));
        assert!(solved.line.len() >= 5);
    }
}

#[test]
fn a_question_is_answered_for_either_player() {
    let go = go("go:1x4");
    let mut line = Line::new(&go, go.start());
    for (points, answer) in [(4, true), (3, true), (-4, true)] {
        let goal = Goal::AtLeast(Outcome::margin(Margin::points(points)));
        let solved = search(&go).prove(&line, goal, &());
        assert_eq!(goal.answer(solved.bounds, Player::First), Some(answer));
    }
    let corner = go.moves(line.position()).next().unwrap();
    assert!(line.play(corner));
    for (points, answer) in [(-4, true), (-3, false)] {
        let goal = Goal::AtLeast(Outcome::margin(Margin::points(points)));
        let solved = search(&go).prove(&line, goal, &());
        assert_eq!(goal.answer(solved.bounds, Player::Second), Some(answer));
    }
}

/// A row of doors, of which one ends the game: more moves than a first table has places.
#[derive(Clone)]
struct Doors(u16);

impl Game for Doors {
    type Position = (u16, Player);
    type Move = u16;
    type Value = Wdl;

    fn start(&self) -> (u16, Player) {
        (0, Player::First)
    }

    fn turn(&self, pos: &(u16, Player)) -> Player {
        pos.1
    }

    fn outcome(&self, pos: &(u16, Player)) -> Option<Outcome<Wdl>> {
        (pos.0 == self.0).then(|| Outcome::win(pos.1))
    }

    fn moves(&self, pos: &(u16, Player)) -> impl Iterator<Item = u16> {
        pos.0 + 1..=self.0
    }

    fn play(&self, pos: &(u16, Player), m: u16) -> (u16, Player) {
        (m, pos.1.other())
    }
}

#[test]
fn thousands_of_moves_find_their_places() {
    // Who opens the last door loses; so the first player opens the one before it.
    let doors = Doors(3_000);
    let line = Line::new(&doors, doors.start());
    let mut search = search(&doors);
    let solved = search.solve(&line, Goal::Value, &());
    assert_eq!(solved.bounds.value(), Some(Wdl::Win));
    assert_eq!(solved.line, [2_999, 3_000]);
}

#[test]
fn lines_are_played_to_their_end() {
    // Worth all of the board, so every move of the loser's is as good as any.
    for spec in ["go:3x3", "go:2x5"] {
        let go = go(spec);
        let mut line = Line::new(&go, go.start());
        let solved = search(&go).solve(&line, Goal::Value, &());
        assert!(solved.line.iter().all(|&m| line.play(m)), "{spec}");
        let outcome = line
            .outcome()
            .map(|outcome| outcome.value_for(Player::First));
        assert_eq!(outcome, solved.bounds.value(), "{spec}");
    }
}

#[test]
fn a_witness_is_worth_the_lower_bound() {
    // Black is sure of 16 points; a question that was stopped has shown that A3, which fills an eye,
    // is worth 4 at least.
    let go = go("go:10x3");
    let line = go.parse_line(".XO.OX.X.X/XXOOOXXXXX/.XOXXXXXXX;B").unwrap();
    for nodes_max in 0..60 {
        let order = PassOrder::First;
        let mut search = Search::new(&go, &Safety, &order, SuperkoDfPn::BEST, nodes(nodes_max));
        let solved = search.prove(&line, Goal::Value, &());
        let Some(m) = solved.witness else { continue };
        let mut next = line.clone();
        assert!(next.play(m));
        search.limit_nodes(u64::MAX);
        let worth = -search.prove(&next, Goal::Value, &()).bounds;
        assert!(
            worth.lower >= solved.bounds.lower,
            "{nodes_max} nodes: {m:?}"
        );
    }
}
