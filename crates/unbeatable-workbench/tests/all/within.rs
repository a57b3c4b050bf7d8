//! Wins in time and restrictions, at the façade.

use std::sync::Arc;

use unbeatable_core::{Game, Kit, Restriction, Spec};
use unbeatable_games::mnk::{Board, Mnk};
use unbeatable_workbench::question::{Limits, Method, Setup, Solve};
use unbeatable_workbench::report::{SolveReport, Stop};
use unbeatable_workbench::{Ask, Bench, game};

/// X may play in the first empty square alone.
struct Stupid;

impl Restriction<Mnk> for Stupid {
    fn name(&self) -> &'static str {
        "stupid"
    }

    fn suits(&self, _: &Mnk, _: &Board) -> bool {
        true
    }

    fn allows(&self, game: &Mnk, pos: &Board, m: u8) -> bool {
        game.moves(pos).next() == Some(m)
    }
}

fn stupid(spec: &str) -> Bench {
    let spec = Spec::parse(spec).expect("a spec");
    let game = Mnk::from_spec(spec).expect("rules");
    let kit = Kit::new(game, (), Vec::<(_, ())>::new(), "k in a row").best_by_df_pn();
    Bench::new(kit.with_restrictions(vec![Arc::new(Stupid)]))
}

fn ask(game: &Bench, question: &Solve) -> SolveReport {
    game.solve(question, &())
        .expect("a question that can be asked")
}

/// X wins 4x4x3, but not in the first empty square: asked to try that alone, the program has no answer,
/// and not asked, it goes on.
#[test]
fn a_no_under_a_restriction_is_no_answer() {
    let game = stupid("mnk:4x4x3");
    let named = |restrict: &str| Solve {
        restrict: Some(restrict.into()),
        ..Solve::default()
    };
    for at_least in [None, Some("1".to_string())] {
        let question = Solve {
            at_least: at_least.clone(),
            ..named("stupid")
        };
        let report = ask(&game, &question);
        assert_eq!(
            (report.outcome, report.restriction.as_deref()),
            (None, Some("stupid"))
        );
        assert_eq!((report.bounds.lower.0, report.bounds.upper.0), (-1.0, 1.0));
        assert!(report.best.is_empty() && report.line.is_empty());
        assert!(report.at_least.is_none_or(|asked| asked.answer.is_none()));
        assert_eq!(report.effort.stopped, None);
        for restrict in [None, Some("none".to_string())] {
            let question = Solve {
                at_least: at_least.clone(),
                restrict,
                ..Solve::default()
            };
            let report = ask(&game, &question);
            assert_eq!(report.restriction, None);
            assert_eq!(report.bounds.lower.0, 1.0);
        }
    }
    for plies in 0..=9u32 {
        let within = Some(plies.to_string());
        let question = Solve {
            within: within.clone(),
            ..named("stupid")
        };
        let report = ask(&game, &question);
        let asked = report.within.unwrap();
        assert_eq!(
            (asked.plies, asked.answer, asked.settled_by),
            (plies, None, None)
        );
        assert_eq!((report.outcome, report.bounds.upper.0), (None, 1.0));
        let question = Solve {
            within,
            ..Solve::default()
        };
        let report = ask(&game, &question);
        assert_eq!(report.within.unwrap().answer, Some(plies >= 5), "{plies}");
    }
}

/// With O to move, what O can do under a restriction of X's choices is no answer either.
#[test]
fn nor_is_it_with_the_other_player_to_move() {
    let game = stupid("mnk:4x4x3");
    let setup = Setup {
        position: None,
        moves: vec!["b2".into()],
    };
    for (at_least, within) in [(None, None), (Some("1"), None), (None, Some("8"))] {
        let question = Solve {
            setup: setup.clone(),
            at_least: at_least.map(String::from),
            within: within.map(String::from),
            restrict: Some("stupid".into()),
            ..Solve::default()
        };
        let report = ask(&game, &question);
        assert_eq!((report.outcome, report.witness), (None, None));
        assert_eq!((report.bounds.lower.0, report.bounds.upper.0), (-1.0, 1.0));
        assert!(report.at_least.is_none_or(|asked| asked.answer.is_none()));
        assert!(report.within.is_none_or(|asked| asked.answer.is_none()));
    }
}

/// What is found under a restriction says so, with a line that can be played.
#[test]
fn a_yes_under_a_restriction_is_a_yes() {
    let game = game("uttt:play-on").unwrap();
    let question = Solve {
        within: Some("43".into()),
        proof_size: true,
        ..Solve::default()
    };
    let report = ask(&game, &question);
    let asked = report.within.unwrap();
    assert_eq!(
        (asked.answer, asked.settled_by.as_deref()),
        (Some(true), Some("ee"))
    );
    assert_eq!(report.restriction.as_deref(), Some("centre"));
    assert_eq!(report.bounds.lower.0, 1.0);
    assert!(report.line.len() <= 43 && report.line.len() % 2 == 1);
    assert!(report.proof_positions.flatten().is_some_and(|n| n > 100));
    let setup = Setup {
        position: None,
        moves: report.line,
    };
    let over = Solve {
        setup,
        ..Solve::default()
    };
    let over = ask(&game, &over).outcome.unwrap();
    assert_eq!(over.winner.as_deref(), Some("X"));
}

#[test]
fn what_cannot_be_asked() {
    let check = |spec: &str, question: Solve, expected: &str| {
        let error = game(spec).unwrap().solve(&question, &()).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
    };
    let within = |plies: &str| Solve {
        within: Some(plies.into()),
        ..Solve::default()
    };
    check(
        "ttt",
        within("x"),
        "--within 'x': expected a number of plies",
    );
    check("ttt", within("-1"), "expected a number of plies");
    check("ttt", within("4.5"), "expected a number of plies");
    check("ttt", within("99999999999"), "expected a number of plies");
    check("go:2x2", within("4"), "nothing can repeat");
    let both = Solve {
        at_least: Some("1".into()),
        ..within("4")
    };
    check("ttt", both, "two questions");
    let restrict = |name: &str, solver: Option<&str>| Solve {
        restrict: Some(name.into()),
        method: Method {
            solver: solver.map(String::from),
            ..Method::default()
        },
        ..within("9")
    };
    check("ttt", restrict("centre", None), "expected none");
    check("uttt", restrict("centre", None), "expected none");
    check(
        "uttt:play-on",
        restrict("center", None),
        "expected centre or none",
    );
    check(
        "uttt:play-on",
        restrict("centre", Some("pn")),
        "is for df-pn",
    );
    let size = |question: Solve| Solve {
        proof_size: true,
        ..question
    };
    check("ttt", size(Solve::default()), "expected df-pn");
    check("ttt", size(restrict("none", Some("pn"))), "expected df-pn");
    check(
        "uttt",
        size(Solve::default()),
        "expected --within or --at-least",
    );
}

/// A budget that runs out leaves the question open, under restrictions and without.
#[test]
fn a_budget_that_runs_out() {
    for restrict in [None, Some("centre".to_string()), Some("none".to_string())] {
        let question = Solve {
            within: Some("43".into()),
            restrict,
            limits: Limits {
                nodes: Some(2_000),
                ..Limits::default()
            },
            ..Solve::default()
        };
        let report = ask(&game("uttt:play-on").unwrap(), &question);
        assert_eq!(report.within.unwrap().answer, None);
        assert_eq!(report.effort.stopped, Some(Stop::Nodes));
        assert_eq!((report.outcome, report.effort.nodes), (None, 2_000));
        assert_eq!((report.bounds.lower.0, report.bounds.upper.0), (-1.0, 1.0));
    }
}
