//! Alpha-beta for how soon: one question after the other, each with a window that nothing fits into.

use std::sync::Arc;

use unbeatable_core::{Bounds, Budget, Effort, Foresight, Layered, Stopped, Timing, Watch};
use unbeatable_solve::meter::Meter;

use crate::run::{CrewSize, SoonestRun, TimingQuestion};
use crate::table::{RANK_END, TimingTable};

/// Games of at most so many plies.
pub const PLIES_MAX: u32 = RANK_END as u32 - 2;

/// A thread that others join after fewer nodes has hardly begun.
const ALONE_NODES: u64 = 100_000;

/// A search with its memory, for one question or for several about the same game.
pub struct Soonest<'g, G: Layered, F> {
    game: &'g G,
    pub(crate) know: &'g F,
    /// What each question may take.
    pub budget: Budget,
    /// With several threads the first one begins alone, and takes so many nodes before the others join it.
    pub alone_nodes: u64,
    table: Arc<TimingTable>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// What is proven, for the player to move.
    pub bounds: Bounds<Timing>,
    /// A move that is worth the lower bound at least, if one was found.
    pub witness: Option<M>,
    /// What was spent.
    pub effort: Effort,
    /// Bytes taken by the table.
    pub table_bytes: usize,
    /// Why the search stopped early, if it did.
    pub stopped: Option<Stopped>,
}

impl<'g, G: Layered, F: Foresight<G>> Soonest<'g, G, F> {
    /// A search with an empty memory.
    ///
    /// Panics if a game can take more than [`PLIES_MAX`] plies, or its positions are no numbers.
    #[must_use]
    pub fn new(game: &'g G, know: &'g F, budget: Budget) -> Self {
        assert!(
            game.is_packed() && game.layer_max() <= PLIES_MAX,
            "a game of at most {PLIES_MAX} plies whose positions are numbers"
        );
        Soonest {
            game,
            know,
            budget,
            alone_nodes: ALONE_NODES,
            table: Arc::new(TimingTable::new(
                budget.table_bytes_max,
                know.number_bits(game),
            )),
        }
    }

    /// Another search that shares its memory, for another thread. Both take all of the memory at once.
    #[must_use]
    pub fn beside(&self) -> Self {
        self.table.share();
        Soonest {
            game: self.game,
            know: self.know,
            budget: self.budget,
            alone_nodes: self.alone_nodes,
            table: Arc::clone(&self.table),
        }
    }

    /// How the game ends from a position, and how soon; or, if a window is given, whether that is more than
    /// its lower end, or less than its upper one.
    pub fn time(
        &mut self,
        pos: &G::Position,
        window: Option<(Timing, Timing)>,
        watch: &dyn Watch<Timing>,
    ) -> Found<G::Move> {
        let question = match window {
            Some((alpha, beta)) => TimingQuestion::Within(alpha, beta),
            None => TimingQuestion::Exactly {
                floor: None,
                needs_move: true,
            },
        };
        self.answer(pos, question, watch)
    }

    /// Answers a question about a position.
    pub(crate) fn answer(
        &mut self,
        pos: &G::Position,
        question: TimingQuestion,
        watch: &dyn Watch<Timing>,
    ) -> Found<G::Move> {
        let budget = self.budget;
        let crew = CrewSize {
            threads: budget.threads,
            alone_nodes: self.alone_nodes,
        };
        let mut run = SoonestRun {
            meter: Meter::new(&budget, watch),
            game: self.game,
            know: self.know,
            table: &self.table,
            children: vec![],
            halt: None,
            witness: None,
            mate: None,
        };
        let stopped = run.answer(pos, question, crew).err();
        Found {
            bounds: run.meter.bounds,
            witness: run.witness,
            effort: run.meter.effort,
            table_bytes: run.meter.table_bytes,
            stopped,
        }
    }
}
