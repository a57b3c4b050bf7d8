//! The engine: a game of Hex, and a clock.

use std::time::Instant;

use unbeatable_bench::bench::Bench;
use unbeatable_bench::erased::Line;
use unbeatable_bench::registry::Registry;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Player};
use unbeatable_report::question::{Limits, Play, Setup};
use unbeatable_report::report::{Answered, Stop};
use unbeatable_report::{Argument, AskError, Follow};

use crate::game;
use crate::gtp::AfterResponse;
use crate::gtp::session::{ClientSession, Reply};
use crate::sgf;

/// Answers commands.
pub struct HtpEngine<'r> {
    games: &'r Registry,
    pub(super) bench: Bench,
    /// Where the game began, and its moves.
    pub(super) setup: Setup,
    pub(super) session: ClientSession,
}

impl<'r> HtpEngine<'r> {
    /// An engine for the game of that spec, which spends at most that much on an answer, in a program of that
    /// version.
    pub fn new(
        games: &'r Registry,
        spec: &str,
        limits: Limits,
        version: &'static str,
    ) -> Result<Self, AskError> {
        let bench = games.game(spec)?;
        if bench.spec().split(':').next() != Some("hex") {
            let found = quoted(spec);
            let why = format!("game {found}: expected hex, the only game of this protocol");
            return Err(Argument::Game.wrong(why));
        }
        Ok(HtpEngine {
            games,
            bench,
            setup: Setup::default(),
            session: ClientSession::new(limits, version),
        })
    }

    /// What comes after the last response.
    #[must_use]
    pub fn next(&self) -> AfterResponse {
        self.session.next
    }

    /// An empty board of another size, with or without a swap as before; says whether there is one.
    pub(super) fn resize(&mut self, columns: u32, rows: u32) -> bool {
        let spec = self.bench.spec();
        let swap = spec.split_once('+').map_or("", |(_, _)| "+swap");
        match self.games.game(&format!("hex:{columns}x{rows}{swap}")) {
            Ok(bench) => {
                (self.bench, self.setup) = (bench, Setup::default());
                true
            }
            Err(_) => false,
        }
    }

    /// Takes over a game that was recorded, its first moves, or all.
    pub(super) fn load(&mut self, text: &[u8], moves_max: Option<usize>) -> Result<(), AskError> {
        let recorded = sgf::recorded_game(text, "go:1x1")?;
        let engine = HtpEngine::new(self.games, &recorded.spec, Limits::default(), "")?;
        let record = sgf::read(&recorded.spec, text, moves_max)?;
        engine.bench.line(&record.setup)?;
        (self.bench, self.setup) = (engine.bench, record.setup);
        Ok(())
    }

    /// Whose turn it is, and who has won, if somebody has.
    pub(super) fn turn(&self) -> (Player, Option<Player>) {
        let line = self.line();
        let winner = line.outcome().map(|outcome| outcome.winner());
        let turn = self.bench.game.turn(line.position());
        (turn, winner.flatten())
    }

    /// Plays a move of the player whose turn it is; says whether it is legal.
    pub(super) fn play(&mut self, text: &str) -> bool {
        let mut setup = self.setup.clone();
        // Clients say how a swap is shown; here the stone is reflected.
        let is_swap = ["swap", "swap-pieces"]
            .iter()
            .any(|swap| text.eq_ignore_ascii_case(swap));
        setup.moves.push(if is_swap {
            "swap".into()
        } else {
            text.to_ascii_lowercase()
        });
        let is_over = self.turn().1.is_some();
        let is_legal = !is_over && self.bench.line(&setup).is_ok();
        if is_legal {
            self.setup = setup;
        }
        is_legal
    }

    /// A move for the player whose turn it is.
    pub(super) fn choose(&mut self, follow: &dyn Follow) -> Reply {
        let (turn, winner) = self.turn();
        if winner.is_some() {
            return Err("the game is over".into());
        }
        let limits = self.session.limits(turn);
        let time = limits.time.expect("every answer has a limit");
        let best = format!("best:{}ms", time.as_millis().max(1));
        let question = Play {
            setup: self.setup.clone(),
            players: [best.clone(), best],
            limits,
            ..Play::default()
        };
        let start = Instant::now();
        let mut game = game::play(&self.bench, &question, follow).map_err(|e| e.to_string())?;
        let answered = game.answer(follow);
        drop(game);
        self.session.time.spend(turn.index(), start.elapsed());
        match answered {
            Answered::Move(text, _) => Ok(text),
            Answered::Stopped(Stop::Interrupted) => {
                self.session.unless_interrupted(true)?;
                unreachable!("an interruption is no answer")
            }
            Answered::Stopped(_) => Err("too little memory".into()),
            Answered::Forfeit(why) => Err(why),
        }
    }

    /// The board as a picture of several lines.
    pub(super) fn board(&self) -> String {
        self.bench.board(self.line().position(), &|_| None)
    }

    /// The game so far.
    pub(super) fn line(&self) -> Line<'_> {
        let line = self.bench.line(&self.setup);
        line.expect("the moves were legal")
    }
}
