//! Jobs given away, and what comes back of them.

use std::fs;
use std::io::{self, Write};
use std::sync::Arc;

use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_bench::erased::Line;
use unbeatable_bench::run_folder;
use unbeatable_core::{Notation, Player, Value};
use unbeatable_report::AskError;
use unbeatable_solve::proof_table::Distance;

use super::super::folder::JournalLine;
use super::super::runner::{Failed, Given, JobPurpose};
use super::super::tree::{NodeId, Selected};
use super::super::{JobDescription, SCHEMA};
use super::{Back, Halt, Master};

/// A job takes at least so many nodes, though another position be nearer: to begin a job takes time, and what the tree goes
/// back to soon it had better not have left.
const NODES_MIN: u64 = 1 << 17;
const NODES_MIN_OF_SPENT: u64 = 64;

/// Positions whose answers are only to be shown go into one job, up to so many.
const SHOWN_AT_ONCE: usize = 64;

/// Positions that took fewer nodes are not noted for others: this, and the more the longer a run takes, so
/// that notes grow ever more slowly.
const NOTED_NODES: u64 = 4;
const NOTED_NODES_OF_SPENT: u64 = 1 << 23;

/// A job that failed so often, lost or refused, is not asked again.
const TRIES: u32 = 3;

impl Master<'_, '_> {
    /// The next leaf to search; `None` if there is none before a job that is under way comes back.
    pub(super) fn next_to_search(&mut self) -> Result<Option<Given>, AskError> {
        let nodes = self.tree.budget_nodes(self.workers, self.job_nodes);
        match self.tree.select() {
            Some(Selected {
                id,
                limits,
                is_needed,
            }) => {
                let aim = if is_needed {
                    JobPurpose::Needed
                } else {
                    JobPurpose::InCase
                };
                self.give(vec![id], limits, nodes, aim).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Some of the positions whose answers are left to be shown.
    pub(super) fn next_to_show(
        &mut self,
        unshown: &mut Vec<NodeId>,
    ) -> Result<Option<Given>, AskError> {
        if unshown.is_empty() {
            return Ok(None);
        }
        let part = unshown.len().div_ceil(self.workers).min(SHOWN_AT_ONCE);
        let ids = unshown.split_off(unshown.len() - part);
        let unlimited = Distance {
            win: Distance::INFINITY,
            lose: Distance::INFINITY,
        };
        let nodes = self.job_nodes.saturating_mul(ids.len() as u64);
        self.give(ids, unlimited, nodes, JobPurpose::Show).map(Some)
    }

    fn give(
        &mut self,
        nodes: Vec<NodeId>,
        limits: Distance,
        budget: u64,
        aim: JobPurpose,
    ) -> Result<Given, AskError> {
        let number = self.next_job;
        self.next_job += 1;
        let text = |id: &NodeId| {
            let line = Line::new(self.game, *self.tree.position(*id));
            self.game.line_text(&line)
        };
        let positions: Vec<String> = nodes.iter().map(text).collect();
        let order = JobDescription {
            schema: SCHEMA,
            program: PROGRAM.into(),
            game: self.game.identity(),
            at_least: self.at_least.value_for(Player::First).points() + 0.0,
            positions: positions.clone(),
            limits: [limits.win, limits.lose],
            nodes_min: NODES_MIN
                .max(self.tree.spent() / NODES_MIN_OF_SPENT)
                .min(budget),
            nodes: budget,
            memory: self.memory,
            symmetry: self.symmetry,
            noted_nodes: NOTED_NODES.max(self.tree.spent() / NOTED_NODES_OF_SPENT),
        };
        let file = self.job_path(&format!("{number:06}.json"));
        let written = serde_json::to_vec(&order)
            .map_err(io::Error::other)
            .and_then(|bytes| fs::write(&file, bytes));
        written.map_err(run_folder::cannot(&self.folder))?;
        Ok(Given {
            number,
            file,
            nodes,
            positions,
            aim,
            is_dropped: Arc::default(),
        })
    }

    /// Uses what came back, or asks again.
    pub(super) fn receive(&mut self, back: Back, are_few: bool) -> Result<(), Halt> {
        let Back { given, result } = back;
        let found = match result {
            Ok(found) => found,
            Err(Failed::Stopped) => return Err(Halt::Stopped),
            Err(Failed::Unstartable(why)) => {
                return Err(Halt::Wrong(AskError::new(format!(
                    "jobs cannot be run: {why}"
                ))));
            }
            Err(Failed::Dropped) => {
                given.nodes.iter().for_each(|id| self.tree.give_back(*id));
                return Ok(());
            }
            Err(Failed::Lost(why)) => {
                self.jobs.lost += 1;
                return self.failed(&given, "lost", &why);
            }
            Err(Failed::Refused(why)) => {
                self.jobs.refused += 1;
                return self.failed(&given, "refused", &why);
            }
        };
        let entry = JournalLine {
            job: given.number,
            positions: found.positions,
            nodes: found.nodes,
            cpu_seconds: found.cpu_seconds,
            opened: are_few || given.aim == JobPurpose::Show,
        };
        let mut text = serde_json::to_vec(&entry).map_err(|e| AskError::new(e.to_string()))?;
        text.push(b'\n');
        let written = self.journal.write_all(&text);
        written.map_err(run_folder::cannot(&self.folder))?;
        for (i, (id, at)) in given.nodes.iter().zip(&entry.positions).enumerate() {
            self.failures.remove(id);
            let nodes = if i == 0 { entry.nodes } else { 0 };
            self.take(*id, at, nodes, entry.opened);
        }
        self.cpu_seconds += entry.cpu_seconds;
        Ok(())
    }

    /// Gives the positions of a job back, unless they have failed too often.
    fn failed(&mut self, given: &Given, how: &str, why: &str) -> Result<(), Halt> {
        let number = given.number;
        let mut tries = 0;
        for id in &given.nodes {
            self.tree.give_back(*id);
            let failures = self.failures.entry(*id).or_default();
            *failures += 1;
            tries = tries.max(*failures);
        }
        if tries >= TRIES {
            return Err(Halt::Wrong(AskError::new(format!(
                "job {number} was {how}, the {TRIES}rd time for the same position: {why}"
            ))));
        }
        self.follow
            .warn(&format!("job {number} was {how} and is asked again: {why}"));
        Ok(())
    }
}
