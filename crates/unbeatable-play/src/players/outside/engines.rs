//! The processes of an engine.

use std::sync::Mutex;

use super::process::{Engine, Program};
use crate::players::contestant::NoMove;

/// The processes of a player that wait for a game: those that are in one, their seats have.
pub(super) struct Engines {
    program: Program,
    idle: Mutex<Vec<Engine>>,
}

impl Engines {
    /// One process.
    pub(super) fn new(program: Program) -> Result<Self, String> {
        let first = program.start()?;
        Ok(Engines {
            program,
            idle: Mutex::new(vec![first]),
        })
    }

    /// A process that runs, an idle one if there is one.
    pub(super) fn take(&self) -> Result<Engine, NoMove> {
        loop {
            let idle = self.idle.lock().expect("nobody panics here").pop();
            let Some(mut engine) = idle else {
                return self.program.start().map_err(NoMove::Forfeit);
            };
            // One that ended meanwhile has done no harm.
            if engine.is_running() {
                return Ok(engine);
            }
        }
    }

    /// Keeps a process for the next game.
    pub(super) fn give_back(&self, engine: Engine) {
        self.idle.lock().expect("nobody panics here").push(engine);
    }
}
