//! Smallest tables: what is asked, and what is answered.

mod search;

use std::cell::Cell;
use std::time::{Duration, Instant};
use unbeatable_bench::erased::{Line, Move};

use unbeatable_core::{Effort, Game, Notation, Stopped};
use unbeatable_proof::table::classes::{self, Classes};
use unbeatable_proof::table::{Named, Setting, TableCount, TableQuestion};

use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::{self, Clock};
use unbeatable_database::atomic_file::AtomicFile;
use unbeatable_report::question::Strategy;
use unbeatable_report::report::{SCHEMA, StrategyReport};
use unbeatable_report::{Argument, AskError, Follow};

pub use search::chance;
use search::{TableSearch, to_flow};

/// The smallest table that plays as it should.
pub fn tabulate(
    bench: &Bench,
    asked: &Strategy,
    follow: &dyn Follow,
) -> Result<StrategyReport, AskError> {
    let game = &bench.game;
    let line = bench.line(&asked.setup)?;
    if bench.has_history() {
        let spec = game.spec();
        return Err(AskError::new(format!(
            "{spec}: where history matters a table of positions cannot play; expected a game in which \
             nothing is repeated"
        )));
    }
    let question = question(&line, asked)?;
    let place = match &asked.certificate {
        None => None,
        Some(file) => {
            let cannot = |e: std::io::Error| {
                Argument::Certificate.wrong(format!("certificate {}: {e}", file.display()))
            };
            let place = AtomicFile::new(file).map_err(cannot)?;
            place.prepare().map_err(cannot)?;
            Some((place, file.display().to_string()))
        }
    };
    let clock = Clock::start(&asked.limits, follow, None);
    let mut report = report(bench, &line, asked, &question);
    let budget = clock::budget(&asked.limits);
    let looked_at = Cell::new(0);
    let watch = |nodes: u64| {
        looked_at.set(nodes);
        let effort = Effort {
            nodes,
            ..Effort::default()
        };
        clock.report(effort, None, 0);
        to_flow(clock.must_stop() || nodes > budget.nodes_max)
    };
    // What follows from the classes takes about as much again, and clauses more.
    let limits = classes::ClassLimits {
        bytes_max: budget.table_bytes_max / 3,
        watch: &watch,
    };
    let classes = match Classes::new(game, line.position(), &limits) {
        Ok(classes) if classes.len() as u64 <= budget.nodes_max => classes,
        classes => {
            let why = classes.err().unwrap_or(Stopped::Nodes);
            report.nodes = looked_at.get().min(budget.nodes_max);
            let why = match why {
                Stopped::Asked if !clock.must_stop() => Stopped::Nodes,
                why => why,
            };
            report.stopped = clock.reason(Some(why));
            report.seconds = clock.seconds();
            return Ok(report);
        }
    };
    report.nodes = classes.len() as u64;
    let setting = &Setting::new(&classes, &question);
    // To play the table and to write it down takes about three times as long as to find the classes, and a
    // proof needs some of the time, too.
    let spent = Duration::from_secs_f64(clock.seconds());
    let search_time = asked.limits.time.map(|time| {
        let left = time.saturating_sub(4 * spent);
        if place.is_some() { left * 2 / 3 } else { left }
    });
    let work = TableSearch {
        bench,
        line: &line,
        setting,
        clock: &clock,
        bytes_max: budget.table_bytes_max.saturating_sub(2 * classes.bytes()),
        search_ends: search_time.and_then(|time| Instant::now().checked_add(time)),
    };
    work.fill(&mut report, asked, place);
    report.seconds = clock.seconds();
    Ok(report)
}

/// What is asked, if it can be.
fn question(line: &Line, asked: &Strategy) -> Result<TableQuestion, AskError> {
    let game = line.game();
    let turn = game.turn(line.position());
    let mut open = vec![];
    for text in &asked.open {
        let wrong = |why: String| Argument::Open.wrong(format!("open {text}: {why}"));
        if !asked.role.players().contains(&turn) {
            let (role, name) = (asked.role.name(), game.player_name(turn));
            return Err(wrong(format!(
                "{name} is to move, and the table plays {role}; expected --role first, second or both \
                 with the player to move among them"
            )));
        }
        let m = game
            .parse_move(line.position(), text)
            .map_err(|e| wrong(e.to_string()))?;
        let index = game.moves(line.position()).position(|other| other == m);
        open.push(index.expect("a legal move is among the moves") as u32);
    }
    open.sort_unstable();
    open.dedup();
    if asked.default.is_some() && asked.count != TableCount::Rows {
        let count = asked.count.name();
        return Err(Argument::Count.wrong(format!(
            "count {count}: with a default rule only rows are counted; expected --count rows"
        )));
    }
    Ok(TableQuestion {
        role: asked.role,
        open,
        count: asked.count,
        keep: asked.keep,
        default: asked.default,
    })
}

/// A report without an answer yet.
fn report(
    bench: &Bench,
    line: &Line,
    asked: &Strategy,
    question: &TableQuestion,
) -> StrategyReport {
    let game = &bench.game;
    let moves: Vec<Move> = match line.outcome() {
        Some(_) => vec![],
        None => game.moves(line.position()).collect(),
    };
    let open = question.open.iter().map(|&index| moves[index as usize]);
    StrategyReport {
        schema: SCHEMA,
        game: game.spec(),
        title: bench.title().into(),
        position: game.line_text(line),
        role: asked.role.name().into(),
        open: open.map(|m| game.move_text(line.position(), m)).collect(),
        count: asked.count.name().into(),
        keep: asked.keep.name().into(),
        default: asked.default.map(Named::name).map(Into::into),
        outcome: None,
        size: None,
        lower: 0,
        upper: None,
        graph: vec![],
        rows: vec![],
        chances: vec![],
        all: None,
        certificate: None,
        nodes: 0,
        seconds: 0.0,
        stopped: None,
        pictures: vec![],
    }
}
