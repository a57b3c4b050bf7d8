//! What can be done with games in layers: made for each of them, asked with types erased.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use unbeatable_core::{Layered, Line, Notation, Outcome, Player, Stopped};
use unbeatable_database::{Known, Probe, Wrong, verify};
use unbeatable_report::question::{Count, Limits, Strong};
use unbeatable_report::report::{
    CountReport, DatabaseVerdict, OutcomeReport, ProbeReport, ProbedMove, SCHEMA, StrongReport,
};
use unbeatable_report::{AskError, Follow};
use unbeatable_solve::layered::Kernel;

use super::counting;
use super::pace::Account;
use super::room::{Halt, room};
use super::run::run;
use crate::clock::Clock;
use crate::consulting::{Opened, Slot};
use crate::erased::{ErasedGame, Position};

/// What verification takes for a class of the layer that it finds; in the one before it, 8 bytes.
const VERIFIED_BYTES: u64 = 32;

/// What can be done with a game in layers.
pub trait InLayers: Send + Sync {
    /// Solves everything behind the end of a line.
    fn strong(
        &self,
        line: &Line<ErasedGame>,
        question: &Strong,
        follow: &dyn Follow,
    ) -> Result<StrongReport, AskError>;

    /// Counts positions or classes, if there are many; `None` leaves it to others.
    fn count(
        &self,
        line: &Line<ErasedGame>,
        question: &Count,
        follow: &dyn Follow,
    ) -> Option<CountReport>;

    /// Opens the database in a folder, which is asked first from now on.
    fn consult(&self, folder: &Path) -> Result<(), AskError>;

    /// That database.
    fn database(&self) -> Option<&Opened>;

    /// Refuses positions that the database knows nothing of.
    fn admit(&self, pos: &Position) -> Result<(), AskError>;

    /// Plies to the end of the game, behind a position that was admitted. Where the database has no
    /// distances, it knows those of a few positions all the same.
    fn distance(&self, pos: &Position) -> Option<u32>;

    /// What the database in a folder says of the end of a line.
    fn probe(&self, line: &Line<ErasedGame>, folder: &Path) -> Result<ProbeReport, AskError>;

    /// Checks the database in a folder.
    fn verify(
        &self,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError>;
}

/// A game in layers, and where its database is put.
pub(crate) struct Layers<G> {
    pub(crate) game: Arc<G>,
    pub(crate) slot: Slot,
}

impl<G: Layered + Notation + 'static> InLayers for Layers<G> {
    fn strong(
        &self,
        line: &Line<ErasedGame>,
        question: &Strong,
        follow: &dyn Follow,
    ) -> Result<StrongReport, AskError> {
        let game = &*self.game;
        let line = &line.carried(game, Position::get);
        let clock = Clock::start(&question.limits, follow, None);
        let room = match &question.fleet {
            None => room(&question.limits)?,
            Some(fleet) => room(&Limits {
                threads: Some(fleet.workers),
                ..question.limits.clone()
            })?,
        };
        let kernel = Kernel::new(game, line.position());
        let account = Account::new(&clock, kernel.first_layer(), question.distances);
        let mut report = StrongReport {
            schema: SCHEMA,
            game: game.spec(),
            title: String::new(),
            position: game.line_text(line),
            turn: game.player_name(game.turn(line.position())),
            players: Player::BOTH.map(|player| game.player_name(player)),
            database: None,
            forecast: None,
            resumed: false,
            classes_found: 0,
            seconds: 0.0,
            threads: room.threads,
            fleet: None,
            stopped: None,
        };
        let result = run(&kernel, line, question, room, &account, follow, &mut report);
        report.seconds = clock.seconds();
        match result {
            Ok(()) => Ok(report),
            Err(Halt::Stopped) => {
                report.stopped = clock.reason(Some(Stopped::Asked));
                Ok(report)
            }
            Err(Halt::Wrong(error)) => Err(error),
        }
    }

    fn count(
        &self,
        line: &Line<ErasedGame>,
        question: &Count,
        follow: &dyn Follow,
    ) -> Option<CountReport> {
        let line = line.carried(&*self.game, Position::get);
        counting::count(&line, question, follow)
    }

    fn consult(&self, folder: &Path) -> Result<(), AskError> {
        let opened = Opened::open(folder, &*self.game)?;
        let second = |_| AskError("a second database: expected one for a game".into());
        self.slot.set(opened).map_err(second)
    }

    fn database(&self) -> Option<&Opened> {
        self.slot.get()
    }

    fn admit(&self, pos: &Position) -> Result<(), AskError> {
        match self.slot.get() {
            Some(opened) => opened.probe(&*self.game, &pos.get()).map(drop),
            None => Ok(()),
        }
    }

    fn distance(&self, pos: &Position) -> Option<u32> {
        self.slot.get()?.distance(&*self.game, &pos.get())
    }

    fn probe(&self, line: &Line<ErasedGame>, folder: &Path) -> Result<ProbeReport, AskError> {
        let game = &*self.game;
        let line = &line.carried(game, Position::get);
        let pos = line.position();
        let turn = game.turn(pos);
        let opened = Opened::open(folder, game)?;
        let header = opened.database.header();
        // Without distances a few are known all the same: all or nothing is easier to read.
        let has_distances = header.distances || header.archive;
        let told =
            |(outcome, distance): (_, Option<u32>)| (outcome, distance.filter(|_| has_distances));
        let (outcome, distance) = told(worth(opened.probe(game, pos)?, turn));
        let mut moves = vec![];
        if line.outcome().is_none() {
            for m in game.moves(pos) {
                let next = game.play(pos, m);
                let (outcome, distance) = told(worth(opened.probe(game, &next)?, turn.other()));
                moves.push((m, outcome, distance.map(|plies| plies + 1)));
            }
        }
        // Wins rather soon, losses rather late.
        moves.sort_by_key(|(_, outcome, distance)| {
            let value = outcome.value_for(turn);
            let plies = i64::from(distance.unwrap_or(0));
            let late = if value > outcome.value_for(turn.other()) {
                plies
            } else {
                -plies
            };
            (std::cmp::Reverse(value), late)
        });
        let mark = |asked: G::Move| {
            let found = moves.iter().find(|(m, ..)| *m == asked)?;
            Some(match found.1.winner() {
                None => '=',
                Some(winner) if winner == turn => '+',
                Some(_) => '-',
            })
        };
        let mut board = String::new();
        game.write_board(pos, &mark, &mut board)
            .expect("writing to a string does not fail");
        let moves = moves.iter().map(|&(m, outcome, distance)| ProbedMove {
            m: game.move_text(pos, m),
            outcome: outcome_report(game, outcome),
            distance,
        });
        Ok(ProbeReport {
            schema: SCHEMA,
            database: folder.display().to_string(),
            game: game.spec(),
            title: String::new(),
            position: game.line_text(line),
            turn: game.player_name(turn),
            is_over: line.outcome().is_some(),
            outcome: outcome_report(game, outcome),
            distance,
            moves: moves.collect(),
            board,
        })
    }

    fn verify(
        &self,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError> {
        let game = &*self.game;
        let clock = Clock::start(limits, follow, None);
        let opened = Opened::open(folder, game)?;
        let header = opened.database.header();
        let room = room(limits)?;
        let layers: Vec<u64> = header
            .layers
            .iter()
            .map(|found| found.counts.classes)
            .collect();
        let pairs = layers.iter().zip(layers.iter().skip(1).chain(&[0]));
        let needed = pairs
            .map(|(here, behind)| 8 * here + VERIFIED_BYTES * behind)
            .max();
        let is_narrow = needed.unwrap_or(0) > room.bytes_max as u64;
        let show = |pos: &G::Position| game.position_text(pos);
        let mut watch = |step: unbeatable_database::Step| {
            clock.report_strong(unbeatable_report::report::StrongProgress {
                work: "verifying",
                layer: step.layer,
                layer_done: 0.0,
                classes: step.classes,
                classes_in_all: opened.database.header().total.classes as f64,
                seconds_left: 0.0,
            });
            match clock.must_stop() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let verified = match is_narrow {
            true => Err(Wrong::Stopped),
            false => verify(game, &opened.database, room.threads, &show, &mut watch),
        };
        let (verdict, reason) = match &verified {
            Ok(_) => ("accepted", None),
            Err(Wrong::Stopped) => ("open", None),
            Err(Wrong::Found(what)) => ("refused", Some(what.clone())),
        };
        let about = &header.about;
        let has_distances = verified.as_ref().is_ok_and(|verified| verified.distances);
        Ok(DatabaseVerdict {
            folder: folder.display().to_string(),
            verdict,
            reason,
            game: about.game.clone(),
            title: String::new(),
            position: about.position.clone(),
            positions: verified.as_ref().map_or(0, |v| v.positions),
            classes: verified.as_ref().map_or(0, |v| v.classes),
            digest: has_distances.then(|| header.digest.clone()),
            digest_of_values: verified.is_ok().then(|| header.digest_of_values.clone()),
            seconds: clock.seconds(),
            stopped: match verified {
                Err(Wrong::Stopped) if is_narrow => Some("memory"),
                Err(Wrong::Stopped) => clock.reason(Some(Stopped::Asked)),
                _ => None,
            },
        })
    }
}

/// How the game ends, and in how many plies, from a position in which `turn` moves.
fn worth(probed: Probe, turn: Player) -> (Outcome<unbeatable_core::Wdl>, Option<u32>) {
    match probed {
        Probe::Finished(outcome) => (outcome, outcome.winner().map(|_| 0)),
        Probe::Known(Known { value, distance }) => (Outcome::from_value(value, turn), distance),
        Probe::Outside | Probe::CannotTell => unreachable!("these are errors"),
    }
}

fn outcome_report<G: Layered + Notation>(
    game: &G,
    outcome: Outcome<unbeatable_core::Wdl>,
) -> OutcomeReport {
    OutcomeReport {
        winner: outcome.winner().map(|player| game.player_name(player)),
        margin: None,
    }
}
