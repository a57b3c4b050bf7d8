//! Questions asked through the façade: all solvers give one answer, followers see true bounds, and
//! matches do not depend on who plays them.

use std::sync::Mutex;
use std::time::Duration;
use unbeatable_workbench::Bench;

use unbeatable_workbench::core::random::Random;
use unbeatable_workbench::core::{Game, Line, Notation, Spec};
use unbeatable_workbench::question::{
    Analyze, Count, CountOf, Limits, MOVE_TIME, Match, Method, Setup, Solve, Window,
};
use unbeatable_workbench::report::{AnalyzeReport, ProgressReport, Stop};
use unbeatable_workbench::{Ask, Follow, game};

use unbeatable_games::mnk::Mnk;

/// Positions of a game after some random moves, as text.
fn random_positions(spec: &str, many: u64, plies: u64) -> Vec<String> {
    let rules = Mnk::from_spec(Spec::parse(spec).expect("a spec")).expect("a board");
    (0..many)
        .map(|i| {
            let mut random = Random::for_task(11, i);
            let mut line = Line::new(&rules, rules.start());
            for _ in 0..random.below(plies + 1) {
                if line.outcome().is_none() {
                    let moves: Vec<u8> = rules.moves(line.position()).collect();
                    assert!(line.play(random.pick(&moves)));
                }
            }
            rules.position_text(line.position())
        })
        .collect()
}

fn analyze(game: &Bench, position: &str, method: Method) -> AnalyzeReport {
    let setup = Setup {
        position: Some(position.into()),
        moves: vec![],
    };
    let question = Analyze {
        setup,
        method,
        limits: Limits::default(),
    };
    game.analyze(&question, &()).expect("a good question")
}

/// What a report says, without how it was found: the moves with their winners, in the moves' order.
fn verdicts(report: &AnalyzeReport) -> Vec<(String, Option<String>)> {
    let mut moves: Vec<_> = report
        .moves
        .iter()
        .map(|m| {
            (
                m.text.clone(),
                m.outcome.as_ref().expect("solved").winner.clone(),
            )
        })
        .collect();
    moves.sort();
    moves
}

fn by(solver: &str) -> Method {
    Method {
        solver: Some(solver.into()),
        ..Method::default()
    }
}

#[test]
fn all_solvers_judge_every_move_alike() {
    let methods = [
        by("alpha-beta"),
        by("minimax"),
        Method {
            plain: true,
            ..by("alpha-beta")
        },
        Method {
            plain: true,
            window: Some(Window::Open),
            analysis: Some(true),
            ..by("alpha-beta")
        },
        Method {
            deepen: Some(true),
            order: Some("natural".into()),
            ..by("alpha-beta")
        },
        Method {
            symmetry: Some(false),
            ..by("backward")
        },
    ];
    for (spec, many, plies) in [
        ("ttt", 150, 8),
        ("ttt+misere", 150, 8),
        ("mnk:4x3x3", 20, 9),
    ] {
        let game = game(spec).unwrap();
        for position in random_positions(spec, many, plies) {
            let known = analyze(&game, &position, by("backward"));
            let is_early = spec == "mnk:4x3x3" && position.matches('.').count() > 7;
            for method in &methods {
                if is_early && (method.plain || method.solver == by("minimax").solver) {
                    continue;
                }
                let report = analyze(&game, &position, method.clone());
                assert_eq!(verdicts(&report), verdicts(&known), "{position} {method:?}");
                assert_eq!(report.outcome, known.outcome, "{position} {method:?}");
            }
        }
    }
}

#[test]
fn a_formula_judges_every_move_as_search_does() {
    let methods = [
        by("formula"),
        by("alpha-beta"),
        by("minimax"),
        Method {
            analysis: Some(false),
            ..by("alpha-beta")
        },
    ];
    for (spec, positions) in [
        (
            "nim:3,4,5",
            &["1,2,4", "2,2,3;Second", "1,1,1", "5", "3,3;Second"][..],
        ),
        (
            "nim:3,4,5+misere",
            &["1,2,4", "2,2,3;Second", "1,1,1", "5", "1,1;Second"],
        ),
        ("subtract:9+take=1,3,4", &["9", "2,7;Second", "1,2,3"]),
        ("kayles:8", &["8", "3,4;Second", "1,2,3"]),
        ("octal:8+code=0.137", &["8", "3,4;Second", "1,2,3"]),
    ] {
        let game = game(spec).unwrap();
        for position in positions {
            let known = analyze(&game, position, by("backward"));
            for method in &methods {
                let report = analyze(&game, position, method.clone());
                assert_eq!(
                    verdicts(&report),
                    verdicts(&known),
                    "{spec} {position} {method:?}"
                );
                assert_eq!(
                    report.outcome, known.outcome,
                    "{spec} {position} {method:?}"
                );
                assert!(!report.explanation.is_empty(), "{spec} {position}");
            }
            let chosen = analyze(&game, position, Method::default());
            assert_eq!(chosen.asked.solver, "formula", "{spec} {position}");
            assert!(
                chosen.moves.iter().all(|m| m.why.is_some()),
                "{spec} {position}"
            );
        }
    }
}

/// Heaps with more moves than searches are made for: limits are kept all the same.
#[test]
fn limits_are_kept_among_tens_of_thousands_of_moves() {
    let game = game("nim:30000,35535").unwrap();
    let limits = Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    };
    let begin = std::time::Instant::now();
    for of in [CountOf::Tree, CountOf::Positions] {
        let count = Count {
            setup: Setup::default(),
            of,
            limits: limits.clone(),
        };
        let report = game.count(&count, &()).unwrap();
        assert_eq!(report.stopped, Some(Stop::Time), "{of:?}");
    }
    for solver in ["minimax", "backward", "alpha-beta", "pn"] {
        let solve = Solve {
            method: Method {
                analysis: ["alpha-beta", "pn"].contains(&solver).then_some(false),
                ..by(solver)
            },
            limits: limits.clone(),
            ..Solve::default()
        };
        let report = game.solve(&solve, &()).unwrap();
        assert_eq!(report.effort.stopped, Some(Stop::Time), "{solver}");
    }
    let seconds = begin.elapsed().as_secs_f64();
    assert!(seconds < 60.0, "{seconds} s for six questions of 0.2 s");
}

#[test]
fn moves_are_best_first_and_have_a_reason() {
    let game = game("ttt").unwrap();
    for position in random_positions("ttt", 200, 6) {
        let report = analyze(&game, &position, Method::default());
        let signs: Vec<_> = report.moves.iter().map(|m| m.sign).collect();
        assert!(signs.is_sorted_by(|a, b| a >= b), "{position}: {signs:?}");
        let wins = report.moves.iter().filter(|m| m.sign == Some(1));
        assert!(
            wins.map(|m| m.distance).is_sorted(),
            "{position}: quick wins first"
        );
        for m in &report.moves {
            assert!(
                m.why.is_some() || report.moves.len() == 1,
                "{position} {}",
                m.text
            );
        }
    }
}

/// Follows a search and stops it after a while.
struct Notes {
    seen: Mutex<Vec<ProgressReport>>,
    most: usize,
}

impl Follow for Notes {
    fn progress(&self, now: &ProgressReport) {
        self.seen.lock().expect("nobody panics").push(now.clone());
    }

    fn is_interrupted(&self) -> bool {
        self.seen.lock().expect("nobody panics").len() >= self.most
    }
}

#[test]
fn followers_see_true_bounds_of_the_position_asked_about() {
    // Won by X, whoever is asked.
    let game = game("mnk:4x4x3").unwrap();
    for moves in [vec![], vec!["b2".to_string()]] {
        let notes = Notes {
            seen: Mutex::new(vec![]),
            most: 3,
        };
        let question = Analyze {
            setup: Setup {
                position: None,
                moves,
            },
            method: by("minimax"),
            limits: Limits {
                time: Some(Duration::from_secs(20)),
                ..Limits::default()
            },
        };
        let report = game.analyze(&question, &notes).unwrap();
        assert_eq!(report.effort.stopped, Some(Stop::Interrupted));
        let seen = notes.seen.into_inner().unwrap();
        assert_eq!(seen.len(), 3);
        assert!(seen.is_sorted_by(|a, b| a.nodes < b.nodes), "work adds up");
        for bounds in seen
            .iter()
            .map(|now| now.bounds.unwrap())
            .chain([report.bounds])
        {
            assert!(bounds.upper.0 >= 1.0, "X wins: {bounds:?}");
        }
    }
}

#[test]
fn limits_stop_every_kind_of_question() {
    let game = game("mnk:8x8x5").unwrap();
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        nodes: None,
        memory: Some(64 << 20),
        threads: None,
    };
    let setup = Setup::default();
    let analyze = Analyze {
        setup: setup.clone(),
        method: Method::default(),
        limits: limits.clone(),
    };
    let count = Count {
        setup: setup.clone(),
        of: CountOf::Classes,
        limits: limits.clone(),
    };
    let solve = Solve {
        setup,
        limits,
        ..Solve::default()
    };
    let answers = [
        game.analyze(&analyze, &()).unwrap().effort.stopped,
        game.count(&count, &()).unwrap().stopped,
        game.solve(&solve, &()).unwrap().effort.stopped,
    ];
    assert!(
        answers
            .iter()
            .all(|stopped| [Stop::Time, Stop::Memory].contains(&stopped.unwrap()))
    );
}

#[test]
fn a_match_does_not_depend_on_its_threads() {
    let game = game("ttt").unwrap();
    let play = |threads| {
        let question = Match {
            setup: Setup::default(),
            players: vec!["random".into(), "perfect".into()],
            swap: false,
            openings: vec![],
            move_time: MOVE_TIME,
            records: false,
            games: 3_000,
            seed: 5,
            opening: 0,
            threads,
            limits: Limits::default(),
        };
        let report = game.play_match(&question, &()).unwrap();
        assert_eq!(report.played, 3_000);
        let expected = report.expected.unwrap().second_wins.value;
        let share = report.second_wins as f64 / 3_000.0;
        assert!(
            (share - expected).abs() < 0.03,
            "{share} where {expected} is expected"
        );
        (report.first_wins, report.second_wins, report.draws)
    };
    assert_eq!(play(1), play(2));
    assert_eq!(play(1), play(5));
}

/// Distances are found by another solver than values: what both did is counted.
#[test]
fn nodes_of_all_solvers_are_counted() {
    let game = game("ttt").unwrap();
    let ask = |solver: Option<&str>| {
        let question = Analyze {
            setup: Setup::default(),
            method: Method {
                solver: solver.map(String::from),
                ..Method::default()
            },
            limits: Limits::default(),
        };
        game.analyze(&question, &()).unwrap().effort.nodes
    };
    let [both, values, distances] = [None, Some("alpha-beta"), Some("backward")].map(ask);
    assert_eq!(both, values + distances);
}

#[test]
fn small_budgets_go_where_they_are_needed() {
    let game = game("mnk:4x4x4").unwrap();
    let ask = |nodes| {
        let question = Analyze {
            setup: Setup::default(),
            method: Method::default(),
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        };
        game.analyze(&question, &()).unwrap()
    };
    for nodes in [1, 2, 10, 100, 1_000, 10_000] {
        let report = ask(nodes);
        assert!(report.effort.nodes <= nodes, "{nodes}");
        let is_known = report.moves.iter().all(|m| m.outcome.is_some());
        assert_eq!(report.effort.stopped.is_none(), is_known, "{nodes}");
    }
    // A few hundred nodes are enough; what solving backwards would take is not asked for.
    assert!(ask(1_000).effort.stopped.is_none());
    // What an analysis decides is not called open, though nothing was searched.
    let report = ask(1);
    let decided = |why: &str| why.contains("neither player can force a line");
    let by_rule = report
        .moves
        .iter()
        .filter(|m| m.why.as_deref().is_some_and(decided));
    let outcomes: Vec<_> = by_rule
        .map(|m| m.outcome.as_ref().map(|o| o.winner.as_deref()))
        .collect();
    assert!(!outcomes.is_empty());
    assert!(
        outcomes.iter().all(|outcome| *outcome == Some(None)),
        "{outcomes:?}"
    );
}

#[test]
fn yes_comes_with_the_move_that_does_it() {
    let game = game("ttt").unwrap();
    let ask = |position: &str, at_least: &str| {
        let question = Solve {
            setup: Setup {
                position: Some(position.into()),
                moves: vec![],
            },
            at_least: Some(at_least.into()),
            ..Solve::default()
        };
        let report = game.solve(&question, &()).unwrap();
        let asked = report.at_least.unwrap();
        (asked.answer.unwrap(), asked.settled_by)
    };
    // X to move wins by a fork, and can draw.
    let (yes, by) = ask("X.O/.../...", "1");
    assert!(yes && by.is_some());
    assert!(ask("X.O/.../...", "0").1.is_some());
    // O to move: X cannot force a win if O answers the corner trap on an edge.
    let (yes, by) = ask("X../.O./..X", "1");
    assert!(!yes && ["b3", "a2", "c2", "b1"].contains(&by.unwrap().as_str()));
    // Whatever O does, X draws: no move of O's settles that.
    assert_eq!(ask("X../.O./..X", "0"), (true, None));
    // Nothing to do for a loss.
    assert_eq!(ask("X.O/.../...", "-1"), (true, None));
}

/// Where nothing is proven, moves look good or bad, and mostly as they are; symmetric ones look alike, and
/// nothing is guessed where it is proven.
#[test]
fn guesses_are_within_what_is_proven_and_mostly_right() {
    let game = game("mnk:4x4x3").expect("a game");
    let (mut pairs, mut right, mut guessed) = (0, 0, 0);
    for position in random_positions("mnk:4x4x3", 30, 5) {
        let known = analyze(&game, &position, Method::default());
        let question = Analyze {
            setup: Setup {
                position: Some(position.clone()),
                moves: vec![],
            },
            method: by("df-pn"),
            limits: Limits {
                nodes: Some(1),
                ..Limits::default()
            },
        };
        let open = game.analyze(&question, &()).expect("a good question");
        assert!(known.moves.iter().all(|m| m.guess.is_none()), "{position}");
        let sign = |text: &str| {
            let found = known.moves.iter().find(|m| m.text == text);
            found.and_then(|m| m.sign).expect("solved")
        };
        let guesses: Vec<(i8, f64)> = (open.moves.iter())
            .inspect(|m| assert!(m.guess.is_none() || m.outcome.is_none(), "{position}"))
            .filter_map(|m| Some((sign(&m.text), m.guess?)))
            .collect();
        guessed += guesses.len();
        for &(sign, guess) in &guesses {
            assert!((0.0..=1.0).contains(&guess));
            for &(other_sign, other) in &guesses {
                pairs += u32::from(sign > other_sign);
                right += u32::from(sign > other_sign && guess > other);
            }
        }
    }
    assert!(guessed > 100, "{guessed}");
    assert!(right * 10 > pairs * 7 && pairs > 50, "{right} of {pairs}");
}

/// A move that ends the game looks like what it is, though nobody had the time to look at it.
#[test]
fn a_guess_knows_the_end_of_the_game() {
    let pass_after = |spec: &str| {
        let question = Analyze {
            setup: Setup {
                position: None,
                moves: vec!["B2".into(), "pass".into()],
            },
            limits: Limits {
                nodes: Some(1),
                ..Limits::default()
            },
            ..Analyze::default()
        };
        let game = game(spec).expect("a game");
        let report = game.analyze(&question, &()).expect("a good question");
        let pass = report.moves.iter().find(|m| m.text == "pass");
        let pass = pass.expect("it is legal");
        assert_eq!(pass.outcome, None, "{spec}: it was not looked at");
        pass.guess
    };
    assert_eq!(pass_after("go:3x3"), Some(1.0)); // Nine points.
    assert_eq!(pass_after("go:3x3+komi=9"), Some(0.5));
}

/// A move that gets a draw at least looks no worse than a draw.
#[test]
fn a_guess_keeps_what_is_proven() {
    let game = game("uttt").expect("a game");
    let position = "O;..@XOX.OX;X.OOX.XOO/O.XXXO.OO/OXX..OOX./.XXO.X.XX/X.O.O.OXO/.X.OX..XO/.XOOXX..X/O...O.O.O/.O.XXXX.O";
    for nodes in [1, 300, 1_000, 3_000, 10_000] {
        let question = Analyze {
            setup: Setup {
                position: Some(position.into()),
                moves: vec![],
            },
            method: Method::default(),
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        };
        let report = game.analyze(&question, &()).expect("a good question");
        for m in &report.moves {
            let Some(guess) = m.guess else {
                assert!(
                    m.outcome.is_some(),
                    "{} has neither value nor guess",
                    m.text
                );
                continue;
            };
            // Bounds are the first player's, and the second is to move.
            let [least, most] = [-m.bounds.upper.0, -m.bounds.lower.0].map(|p| (p + 1.0) / 2.0);
            assert!((least..=most).contains(&guess), "{} {guess}", m.text);
        }
    }
}
