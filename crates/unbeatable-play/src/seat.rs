//! A game in progress, and a player who thinks about its moves.

use std::time::{Duration, Instant};
use unbeatable_bench::erased::{ErasedGame, Line};
use unbeatable_core::Game;

use unbeatable_bench::kernels;
use unbeatable_core::Notation;
use unbeatable_core::notation::quoted;

use crate::players::{ThinkerSettings, thinker};
use unbeatable_bench::bench::{Bench, play};
use unbeatable_bench::clock::{self, Clock, Deadline};
use unbeatable_report::question::{Limits, Think};
use unbeatable_report::report::ThoughtReport;
use unbeatable_report::{Argument, AskError, Follow};

/// The bench's game from a position on, with the player that the question names.
pub fn sit<'g>(bench: &'g Bench, question: &Think) -> Result<Sitting<'g>, AskError> {
    let line = bench.line(&question.setup)?;
    let thinking = thinking(&bench.game, &question.player)?;
    let budget = clock::budget(&question.limits);
    Ok(Sitting {
        bench,
        thinker: thinker(bench, &thinking, budget.table_bytes_max),
        line,
        thinking,
    })
}

/// How the player of that name thinks.
fn thinking(game: &ErasedGame, name: &str) -> Result<ThinkerSettings, AskError> {
    let wrong = |why: String| Argument::Player.wrong(format!("player {}: {why}", quoted(name)));
    match name.strip_prefix("alpha-beta:") {
        Some(how) => ThinkerSettings::parse(game, how).map_err(wrong),
        None => Err(wrong("expected alpha-beta with a limit".into())),
    }
}

/// A game in progress, and a thinker, which remembers from one move to the next what it thought.
pub struct Sitting<'g> {
    bench: &'g Bench,
    line: Line<'g>,
    thinker: Box<dyn kernels::AnyThinker + 'g>,
    thinking: ThinkerSettings,
}

impl Sitting<'_> {
    /// The legal moves, in board order; none if the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let (game, pos) = (&self.bench.game, self.line.position());
        match self.line.outcome() {
            Some(_) => vec![],
            None => game.moves(pos).map(|m| game.move_text(pos, m)).collect(),
        }
    }

    /// Plays a move.
    pub fn play(&mut self, m: &str) -> Result<(), AskError> {
        let number = self.line.plies() + 1;
        match self.line.outcome() {
            Some(_) => Err(Argument::Moves.wrong(format!("move {number}: the game is over"))),
            None => play(&mut self.line, number, m).map(|_| ()),
        }
    }

    /// A move for the player whose turn it is, within `time`, or the player's own if that is `None`.
    /// `None` if the game is over.
    pub fn think(&mut self, time: Option<Duration>, follow: &dyn Follow) -> Option<ThoughtReport> {
        let start = Instant::now();
        if self.line.outcome().is_some() {
            return None;
        }
        let turn = self.bench.game.turn(self.line.position());
        let clock = Clock::start(&Limits::default(), follow, Some(turn));
        let thinking = ThinkerSettings {
            time: time.or(self.thinking.time),
            ..self.thinking
        };
        let deadline = Deadline::after(thinking.time, &clock);
        let patience = thinking.patience();
        let thought = self.thinker.think(&self.line, patience, &deadline);
        Some(ThoughtReport {
            m: self.bench.game.move_text(self.line.position(), thought.m),
            score: thought.score,
            bounds: clock::bounds_report(thought.bounds, turn),
            depth: thought.depth,
            nodes: thought.effort.nodes,
            seconds: start.elapsed().as_secs_f64(),
            stopped: clock.reason(thought.stopped),
        })
    }
}
