//! Trees, written down.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use unbeatable_bench::erased::ErasedGame;
use unbeatable_core::Game;

use unbeatable_core::{Budget, Effort, Forest, Goal, Notation, Outcome, Player, Stopped};
use unbeatable_proof::Claim;
use unbeatable_proof::check::{self, Checked, Refusal};
use unbeatable_proof::container::Container;
use unbeatable_proof::tree::{self, CutOff, Strategies, StrategyNode};
use unbeatable_solve::Visit;

use super::recorded_tree::{RecordedTree, Recording};
use crate::value;
use crate::verification::verify_by;
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock, bounds_report};
use unbeatable_bench::solvers::Chosen;
use unbeatable_report::question::{Limits, Method, Record, RecordOf, Setup, Solve};
use unbeatable_report::report::{ClaimedReport, Points, Stop};
use unbeatable_report::{Argument, AskError, Follow};

/// A tree has no more nodes than this, unless told otherwise.
pub const NODES_MAX: u64 = 2_000_000;

/// Writes a tree down.
pub fn record(
    bench: &Bench,
    question: &Record,
    follow: &dyn Follow,
) -> Result<Recording, AskError> {
    match &question.of {
        RecordOf::Search { method, at_least } => {
            search(bench, question, method, at_least.as_deref(), follow)
        }
        RecordOf::Proof(file) => proof(bench, question, file, follow),
        RecordOf::Certificate(file) => certificate(bench, file, &question.limits, follow),
    }
}

/// Memory for tables, and how many nodes fit beside them: a list that grows may take twice its length.
fn budget(limits: &Limits, node_bytes: usize) -> Budget {
    let budget = clock::budget(limits);
    let half = budget.table_bytes_max / 2;
    let nodes_max = limits.nodes.unwrap_or(NODES_MAX);
    Budget {
        table_bytes_max: half,
        nodes_max: nodes_max.min((half / (2 * node_bytes)) as u64),
        ..budget
    }
}

/// What a search visits.
fn search(
    bench: &Bench,
    question: &Record,
    method: &Method,
    at_least: Option<&str>,
    follow: &dyn Follow,
) -> Result<Recording, AskError> {
    let line = bench.line(&question.setup)?;
    let turn = bench.game.turn(line.position());
    let chosen = bench.choose(&Method {
        solver: method.solver.clone().or(Some("alpha-beta".into())),
        ..method.clone()
    })?;
    let folds = match chosen {
        Chosen::Minimax => false,
        Chosen::AlphaBeta { settings, .. } => settings.table && settings.symmetry,
        _ => {
            let name = chosen.name();
            return Err(Argument::Solver.wrong(format!(
                "solver '{name}' does not write down what it visits: expected minimax or alpha-beta"
            )));
        }
    };
    let goal = match at_least {
        None => Goal::Value,
        Some(text) => {
            let value = value::value_of(&bench.game, text)?;
            Goal::AtLeast(Outcome::from_value(value, Player::First))
        }
    };
    let budget = budget(&question.limits, Forest::<Visit>::NODE_BYTES);
    let clock = Clock::start(&question.limits, follow, Some(turn));
    let mut session = bench.searches.session(chosen, None, budget);
    let recorded = session.record(&line, goal, &clock);
    let (solved, visits) = recorded.expect("both write down what they visit");
    Ok(Recording {
        game: bench.game.spec(),
        setup: question.setup.clone(),
        tree: RecordedTree::Search {
            visits,
            solver: chosen.name(),
            options: chosen.options(&bench.orders),
            folds,
        },
        bounds: bounds_report(solved.bounds, turn),
        stopped: clock.reason(solved.stopped),
    })
}

/// The strategies that prove what a position is worth, found now and written to a file.
fn proof(
    bench: &Bench,
    question: &Record,
    file: &Path,
    follow: &dyn Follow,
) -> Result<Recording, AskError> {
    let clock = Clock::start(&question.limits, follow, None);
    let solve = Solve {
        setup: question.setup.clone(),
        certificate: Some(file.to_path_buf()),
        // Nodes are those of the tree.
        limits: Limits {
            nodes: None,
            ..question.limits.clone()
        },
        ..Solve::default()
    };
    let report = value::solve(bench, &solve, follow)?;
    let none = |stopped| Recording {
        game: bench.game.spec(),
        setup: question.setup.clone(),
        tree: RecordedTree::Certificate {
            strategies: Strategies::default(),
            claim: ClaimedReport {
                at_least: None,
                at_most: None,
                within: None,
            },
        },
        bounds: report.bounds,
        stopped,
    };
    let Some(written) = &report.certificate else {
        return Ok(none(report.effort.stopped));
    };
    match written.stopped {
        None => {
            let spent = clock.elapsed();
            let limits = Limits {
                time: question.limits.time.map(|time| time.saturating_sub(spent)),
                ..question.limits.clone()
            };
            certificate(bench, file, &limits, follow)
        }
        Some(Stop::Nothing) => Ok(none(None)),
        Some(Stop::Unwritable | Stop::Unconfirmed) => {
            let why = written.reason.as_deref().unwrap_or("it cannot be written");
            Err(Argument::Certificate.wrong(format!("certificate: {why}")))
        }
        stopped => Ok(none(stopped)),
    }
}

/// The strategies of a certificate, once it is accepted.
fn certificate(
    bench: &Bench,
    file: &Path,
    limits: &Limits,
    follow: &dyn Follow,
) -> Result<Recording, AskError> {
    let game = &bench.game;
    let wrong = |why: String| Argument::Certificate.wrong(format!("certificate: {why}"));
    let clock = Clock::start(limits, follow, None);
    let spec = game.spec();
    let find = |found: &str, _: Option<&str>| match found == spec {
        true => Ok(bench),
        false => Err(AskError::new(format!(
            "it is about {found}: expected {spec}"
        ))),
    };
    if let Ok(claim) = read_claim(file) {
        find(&claim.game, None).map_err(|e| wrong(e.message))?;
    }
    let report = verify_by(find, file, limits, follow)?;
    if let Some(why) = report.reason {
        return Err(wrong(format!("refused: {why}")));
    }
    let proven = report.proven.ok_or_else(|| {
        wrong("it is about a table: expected one of what a position is worth".into())
    })?;
    let claim = read_claim(file).map_err(wrong)?;
    let (strategies, stopped) = match report.stopped {
        Some(why) => (Strategies::default(), Some(why)),
        None => strategies(game, &claim, file, limits, &clock).map_err(wrong)?,
    };
    let points = |points: Option<f64>| points.map(Points);
    Ok(Recording {
        game: proven.game,
        setup: Setup {
            position: Some(proven.position),
            moves: vec![],
        },
        tree: RecordedTree::Certificate {
            strategies,
            claim: ClaimedReport {
                at_least: points(claim.at_least),
                at_most: points(claim.at_most),
                within: claim.within,
            },
        },
        bounds: proven.bounds,
        stopped,
    })
}

fn open(file: &Path) -> Result<Container<BufReader<File>>, String> {
    let opened = File::open(file).map_err(|e| e.to_string())?;
    let container = Container::open(BufReader::with_capacity(1 << 16, opened));
    container.map_err(|_| "it was changed while it was read".into())
}

fn read_claim(file: &Path) -> Result<Claim, String> {
    Claim::parse(&open(file)?.head)
}

/// The strategies of a certificate that was accepted, and why they are not all there.
fn strategies(
    game: &ErasedGame,
    claim: &Claim,
    file: &Path,
    limits: &Limits,
    clock: &Clock,
) -> Result<(Strategies, Option<Stop>), String> {
    let budget = budget(limits, Forest::<StrategyNode>::NODE_BYTES);
    let watch = |now: Checked| {
        let effort = Effort {
            nodes: now.positions,
            ..Effort::default()
        };
        clock.report(effort, None, 0);
        match clock.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let limits = check::CheckLimits {
        bytes_max: budget.table_bytes_max,
        watch: &watch,
    };
    let steps_max = u32::try_from(budget.nodes_max).unwrap_or(u32::MAX);
    let read = tree::read(game, claim, &mut open(file)?, steps_max, &limits);
    let strategies = read.map_err(|e: Refusal| e.to_string())?;
    let stopped = strategies.cut_off.map(|why| match why {
        CutOff::Steps => Stopped::Nodes,
        CutOff::Memory => Stopped::Memory,
        CutOff::Asked => Stopped::Asked,
    });
    let stopped = clock.reason(stopped);
    Ok((strategies, stopped))
}
