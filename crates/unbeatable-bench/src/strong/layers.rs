//! What can be done with games in layers.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use unbeatable_core::{Game, Notation, Outcome, Player, Stopped, Wdl};
use unbeatable_database::{Probe, ProbedValue, Wrong, verify};
use unbeatable_report::question::{Count, Limits, Strong};
use unbeatable_report::report::{
    CountReport, DatabaseVerdict, OutcomeReport, ProbeReport, ProbedMove, SCHEMA, Stop,
    StrongReport,
};
use unbeatable_report::{Argument, AskError, Follow};
use unbeatable_solve::layered::Kernel;

use super::layer_count;
use super::pace::StrongAccount;
use super::room::{Halt, room};
use super::run::run;
use crate::clock::Clock;
use crate::database_analysis::{DatabaseSlot, OpenDatabase};
use crate::erased::{ErasedGame, Line, Move, Position};
use crate::open_book::BookSlot;
use crate::packed::Packed;

/// What verification takes for a class of the layer that it finds; in the one before it, 8 bytes.
const VERIFIED_BYTES: u64 = 32;

/// A game in layers, and where its database is put.
#[derive(Clone)]
pub struct InLayers {
    pub(crate) game: ErasedGame,
    pub(crate) packed: Arc<dyn Packed>,
    pub(crate) slot: DatabaseSlot,
    pub(crate) book: BookSlot,
}

impl InLayers {
    /// Solves everything behind the end of a line.
    pub fn strong(
        &self,
        line: &Line,
        question: &Strong,
        follow: &dyn Follow,
    ) -> Result<StrongReport, AskError> {
        let game = &self.game;
        let clock = Clock::start(&question.limits, follow, None);
        let room = match &question.fleet {
            None => room(&question.limits)?,
            Some(fleet) => room(&Limits {
                threads: Some(fleet.workers),
                ..question.limits.clone()
            })?,
        };
        let kernel = Kernel::of(&*self.packed, self.packed.number(line.position()));
        let account = StrongAccount::new(&clock, kernel.first_layer(), question.distances);
        let mut report = StrongReport {
            schema: SCHEMA,
            game: game.identity(),
            title: String::new(),
            position: game.line_text(line),
            turn: game.player_name(game.turn(line.position())).into(),
            players: Player::BOTH.map(|player| game.player_name(player).into()),
            database: None,
            forecast: None,
            resumed: false,
            classes_found: 0,
            seconds: 0.0,
            threads: room.threads,
            fleet: None,
            stopped: None,
        };
        let result = run(game, &kernel, question, room, &account, follow, &mut report);
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

    /// Counts positions or classes, if there are many; `None` leaves it to others.
    pub fn count(&self, line: &Line, question: &Count, follow: &dyn Follow) -> Option<CountReport> {
        let kernel = Kernel::of(&*self.packed, self.packed.number(line.position()));
        layer_count::count(&kernel, line, question, follow)
    }

    /// Opens the database in a folder, which is asked first from now on.
    pub fn consult(&self, folder: &Path) -> Result<(), AskError> {
        let opened = self.open(folder)?;
        let second = |_| Argument::Database.wrong("a second database: expected one for a game");
        self.slot.set(opened).map_err(second)
    }

    /// Opens a database of this game.
    fn open(&self, folder: &Path) -> Result<OpenDatabase, AskError> {
        OpenDatabase::open(folder, &self.game, &*self.packed)
    }

    /// That database.
    #[must_use]
    pub fn database(&self) -> Option<&OpenDatabase> {
        self.slot.get()
    }

    /// Refuses positions that the database knows nothing of.
    pub fn admit(&self, pos: &Position) -> Result<(), AskError> {
        match self.slot.get() {
            Some(opened) => opened
                .probe(&*self.packed, self.packed.number(pos))
                .map(drop),
            None => Ok(()),
        }
    }

    /// Plies to the end of the game, behind a position that was admitted. Where the database has no
    /// distances, it knows those of a few positions all the same.
    #[must_use]
    pub fn distance(&self, pos: &Position) -> Option<u32> {
        let number = self.packed.number(pos);
        self.slot.get()?.distance(&*self.packed, number)
    }

    /// What the database in a folder says of the end of a line.
    pub fn probe(&self, line: &Line, folder: &Path) -> Result<ProbeReport, AskError> {
        let game = &self.game;
        let pos = line.position();
        let turn = game.turn(pos);
        let opened = self.open(folder)?;
        let header = opened.database.header();
        // Without distances a few are known all the same: all or nothing is easier to read.
        let has_distances = header.distances || header.archive;
        let told =
            |(outcome, distance): (_, Option<u32>)| (outcome, distance.filter(|_| has_distances));
        let probe = |pos: &Position| opened.probe(&*self.packed, self.packed.number(pos));
        let (outcome, distance) = told(worth(probe(pos)?, turn));
        let mut moves = vec![];
        if line.outcome().is_none() {
            for m in game.moves(pos) {
                let next = game.play(pos, m);
                let (outcome, distance) = told(worth(probe(&next)?, turn.other()));
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
        let mark = |asked: Move| {
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
            turn: game.player_name(turn).into(),
            is_over: line.outcome().is_some(),
            outcome: outcome_report(game, outcome),
            distance,
            moves: moves.collect(),
            board,
        })
    }

    /// Checks the database in a folder.
    pub fn verify(
        &self,
        folder: &Path,
        limits: &Limits,
        follow: &dyn Follow,
    ) -> Result<DatabaseVerdict, AskError> {
        let clock = Clock::start(limits, follow, None);
        let opened = self.open(folder)?;
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
        let show = |number| self.game.position_text(&self.packed.position(number));
        let mut watch = |step: unbeatable_database::AssemblyStep| {
            clock.report_strong(unbeatable_report::report::StrongProgress {
                work: "verifying".into(),
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
            false => verify(
                &*self.packed,
                &opened.database,
                room.threads,
                &show,
                &mut watch,
            ),
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
            verdict: verdict.into(),
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
                Err(Wrong::Stopped) if is_narrow => Some(Stop::Memory),
                Err(Wrong::Stopped) => clock.reason(Some(Stopped::Asked)),
                _ => None,
            },
        })
    }
}

/// How the game ends, and in how many plies, from a position in which `turn` moves.
fn worth(probed: Probe, turn: Player) -> (Outcome<Wdl>, Option<u32>) {
    match probed {
        Probe::Finished(outcome) => (outcome, outcome.winner().map(|_| 0)),
        Probe::Known(ProbedValue { value, distance }) => {
            (Outcome::from_value(value, turn), distance)
        }
        Probe::Outside | Probe::CannotTell => unreachable!("these are errors"),
    }
}

fn outcome_report(game: &ErasedGame, outcome: Outcome<Wdl>) -> OutcomeReport {
    OutcomeReport {
        winner: outcome
            .winner()
            .map(|player| game.player_name(player).into()),
        margin: None,
    }
}
