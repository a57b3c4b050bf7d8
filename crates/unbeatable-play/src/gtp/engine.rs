//! The engine: a game, a clock, and a response to every command.

use std::time::Instant;

use unbeatable_core::Player;
use unbeatable_report::question::Limits;
use unbeatable_report::report::Points;
use unbeatable_report::{AskError, Follow};

use super::session::{AfterResponse, ClientSession, Reply};
use crate::goban::Goban;

/// Answers commands.
pub struct GtpEngine {
    pub(super) goban: Goban,
    pub(super) session: ClientSession,
}

impl GtpEngine {
    /// An engine for the game of that spec, which spends at most that much on an answer, in a program of that
    /// version.
    pub fn new(spec: &str, limits: Limits, version: &'static str) -> Result<GtpEngine, AskError> {
        Ok(GtpEngine {
            goban: Goban::new(spec)?,
            session: ClientSession::new(limits, version),
        })
    }

    /// What comes after the last response.
    #[must_use]
    pub fn next(&self) -> AfterResponse {
        self.session.next
    }

    /// A move for `player`.
    pub(super) fn choose(&mut self, player: Player, follow: &dyn Follow) -> Reply {
        let limits = self.session.limits(player);
        let start = Instant::now();
        let choice = self.goban.choose(player, &limits, follow);
        self.session.time.spend(player.index(), start.elapsed());
        self.session.unless_interrupted(choice.is_interrupted)?;
        Ok(choice.text)
    }
}

/// A result from Black's side, as the protocol writes it: `B+3`, `W+0.5`, `0`.
pub(super) fn result(points: Points) -> String {
    match points.0 {
        0.0 => "0".into(),
        p if p > 0.0 => format!("B+{p}"),
        p => format!("W+{}", -p),
    }
}
