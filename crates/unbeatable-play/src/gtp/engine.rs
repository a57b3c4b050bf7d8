//! The engine: a game, a clock, and a response to every command.

use std::time::{Duration, Instant};

use unbeatable_core::Player;
use unbeatable_report::question::Limits;
use unbeatable_report::report::Points;
use unbeatable_report::{AskError, Follow};

use super::time::Time;
use crate::goban::Goban;

/// How long the engine thinks about an answer if neither the call nor the client says so.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// What a command responds: its result, or what is wrong with it.
pub(super) type Reply = Result<String, String>;

/// Answers commands.
pub struct GtpEngine {
    pub(super) goban: Goban,
    /// What an answer may cost, whatever the clock says.
    limits: Limits,
    pub(super) time: Time,
    pub(super) next: AfterResponse,
    /// Which program it says it is.
    pub(super) version: &'static str,
}

/// What comes after a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterResponse {
    /// The next command.
    Command,
    /// Nothing: the client has said `quit`.
    Quit,
    /// Nothing: a search was interrupted.
    Interrupted,
}

impl GtpEngine {
    /// An engine for the game of that spec, which spends at most that much on an answer, in a program of that
    /// version.
    pub fn new(spec: &str, limits: Limits, version: &'static str) -> Result<GtpEngine, AskError> {
        Ok(GtpEngine {
            goban: Goban::new(spec)?,
            limits,
            time: Time::default(),
            next: AfterResponse::Command,
            version,
        })
    }

    /// What comes after the last response.
    #[must_use]
    pub fn next(&self) -> AfterResponse {
        self.next
    }

    /// A move for `player`.
    pub(super) fn choose(&mut self, player: Player, follow: &dyn Follow) -> Reply {
        let limits = self.limits(player);
        let start = Instant::now();
        let choice = self.goban.choose(player, &limits, follow);
        self.time.spend(player.index(), start.elapsed());
        self.unless_interrupted(choice.is_interrupted)?;
        Ok(choice.text)
    }

    /// What the next answer may cost `player`.
    pub(super) fn limits(&self, player: Player) -> Limits {
        let time = match (self.time.share(player.index()), self.limits.time) {
            (Some(share), Some(limit)) => share.min(limit),
            (Some(share), None) => share,
            (None, limit) => limit.unwrap_or(TIME),
        };
        Limits {
            time: Some(time),
            ..self.limits.clone()
        }
    }

    /// An interrupted search has no answer, and is the last one.
    pub(super) fn unless_interrupted(&mut self, is_interrupted: bool) -> Result<(), String> {
        if is_interrupted {
            self.next = AfterResponse::Interrupted;
            return Err("interrupted".into());
        }
        Ok(())
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
