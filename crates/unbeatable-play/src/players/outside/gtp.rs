//! Engines that speak the Go Text Protocol, version 2 (Farnebäck 2002, draft 2): `gtp:COMMAND`.
//!
//! An engine gets the board size and the komi, and the moves of the game. Rules that the protocol does
//! not know (superko, suicide, that what is on the board at the end is alive) are its own affair: what
//! is illegal here loses the game.

use std::sync::Arc;
use std::time::Duration;
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Margin, Notation, Player, Watch};
use unbeatable_games::go::Go;

use super::engines::Engines;
use super::process::{Engine, LINE_BYTES_MAX, WaitingTime};
use crate::players::contestant::{ChosenMove, NoMove, RESIGNS, Seat, Sitter};
use crate::sgf::superko_text;
use unbeatable_bench::bench::move_between;

/// Asks an engine for moves.
pub(super) struct GtpPlayer {
    pub(super) go: Go,
    pub(super) engines: Arc<Engines>,
    pub(super) move_time: Duration,
}

impl<'g> Sitter<'g> for GtpPlayer {
    /// What it leaves to chance, the engine decides.
    fn sit(&self, _: Player, _: u64) -> Box<dyn Seat<'g> + 'g> {
        Box::new(GtpSeat {
            go: self.go.clone(),
            engines: Arc::clone(&self.engines),
            move_time: self.move_time,
            engine: None,
            known: vec![],
        })
    }
}

struct GtpSeat {
    go: Go,
    engines: Arc<Engines>,
    move_time: Duration,
    /// From its first move on.
    engine: Option<Engine>,
    /// The positions of the game that the engine has been told of; none if it knows no game yet.
    known: Vec<Position>,
}

impl<'g> Seat<'g> for GtpSeat {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        // Whoever gives no move is not asked again: only a good engine is put back.
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                self.known.clear();
                self.engines.take()?
            }
        };
        let mut talk = GtpTalk {
            engine: &mut engine,
            time: self.move_time,
            watch,
        };
        let m = self.ask(&mut talk, line)?;
        self.engine = Some(engine);
        Ok(m.into())
    }

    fn over(&mut self, _: &Line<'g>) {
        if let Some(engine) = self.engine.take() {
            self.engines.give_back(engine);
        }
    }
}

impl GtpSeat {
    /// Tells the engine what it does not know of the game yet, and asks for a move.
    fn ask(&mut self, talk: &mut GtpTalk, line: &Line<'_>) -> Result<Move, NoMove> {
        let game = line.game();
        let positions: Vec<Position> = line.positions().copied().collect();
        if self.known.is_empty() || !positions.starts_with(&self.known) {
            self.set_up(talk, game, &positions[0])?;
            self.known = vec![positions[0]];
        }
        for next in &positions[self.known.len()..] {
            let pos = self.known.last().expect("the first position is known");
            let m = move_between(game, pos, next);
            let (colour, point) = (colour(game.turn(pos)), game.move_text(pos, m));
            talk.tell(&format!("play {colour} {point}"))?;
            self.known.push(*next);
        }
        let pos = line.position();
        let said = talk.ask(&format!("genmove {}", colour(game.turn(pos))), "for a move")?;
        let m = self.understand(line, said.trim())?;
        // It has played the move on its own board, too.
        self.known.push(game.play(pos, m));
        Ok(m)
    }

    /// Lets the engine begin with `first`.
    fn set_up(
        &self,
        talk: &mut GtpTalk,
        game: &ErasedGame,
        first: &Position,
    ) -> Result<(), NoMove> {
        let go = &self.go;
        match go.size() {
            [columns, rows] if columns == rows => talk.tell(&format!("boardsize {columns}"))?,
            // The protocol knows squares only; this is KataGo's, and ours.
            [columns, rows] => talk.tell(&format!("rectangular_boardsize {columns} {rows}"))?,
        }
        talk.tell(&format!("komi {}", f64::from(go.komi()) / 2.0))?;
        talk.tell("clear_board")?;
        // The position by its text: the rule book here is the same, though its type does not say so.
        let first = go
            .parse_position(&game.position_text(first))
            .expect("the game is Go, and reads what it writes");
        // In whatever order they come, none is captured: each chain is whole and has its liberty, or
        // the place of its next stone.
        for (side, stones) in [
            (Player::First, go.black(&first)),
            (Player::Second, go.white(&first)),
        ] {
            for point in Bits(stones.into()) {
                talk.tell(&format!("play {} {}", colour(side), go.point_name(point)))?;
            }
        }
        if go.passes(&first) > 0 {
            let passed = go.turn(&first).other();
            talk.tell(&format!("play {} pass", colour(passed)))?;
        }
        Ok(())
    }

    /// The legal move that the engine names.
    fn understand(&self, line: &Line<'_>, said: &str) -> Result<Move, NoMove> {
        let (game, pos) = (line.game(), line.position());
        let forfeit = |why: String| Err(NoMove::Forfeit(why));
        if said.eq_ignore_ascii_case("resign") {
            return forfeit(RESIGNS.into());
        }
        let is_move = said.eq_ignore_ascii_case("pass") || self.go.point(said).is_some();
        match game.parse_move(pos, said) {
            Err(_) if !is_move => forfeit(format!(
                "expected a point such as A1, pass or resign, found {}",
                quoted(said)
            )),
            Err(e) => forfeit(format!(
                "played the illegal move {} (expected {})",
                said.to_ascii_uppercase(),
                e.expected
            )),
            Ok(m) if !line.clone().play(m) => {
                let superko = superko_text(&self.go);
                forfeit(format!(
                    "played the illegal move {}, which repeats a position ({superko})",
                    said.to_ascii_uppercase()
                ))
            }
            Ok(m) => Ok(m),
        }
    }
}

fn colour(side: Player) -> &'static str {
    ["b", "w"][side.index()]
}

/// A conversation with an engine.
struct GtpTalk<'t> {
    engine: &'t mut Engine,
    /// What each answer may take.
    time: Duration,
    watch: &'t dyn Watch<Margin>,
}

impl GtpTalk<'_> {
    /// Sends a command to which there is nothing to say.
    fn tell(&mut self, command: &str) -> Result<(), NoMove> {
        let what = format!("to answer '{command}'");
        self.ask(command, &what).map(|_| ())
    }

    /// Sends a command; what the engine says to it. It forfeits if it refuses. `what` the time is for
    /// stands behind the time in the reason.
    fn ask(&mut self, command: &str, what: &str) -> Result<String, NoMove> {
        let forfeit = |why: String| Err(NoMove::Forfeit(why));
        let waiting = &mut WaitingTime::start(self.time, what, self.watch);
        self.engine.asked += 1;
        let id = self.engine.asked;
        self.engine.send(format!("{id} {command}\n"))?;
        let mut line = self.engine.line(waiting)?;
        // More than the one that ends a response is harmless.
        while line.trim().is_empty() {
            line = self.engine.line(waiting)?;
        }
        let Some(rest) = line.strip_prefix(['=', '?']) else {
            let found = quoted(&line);
            return forfeit(format!(
                "expected '={id}' in answer to '{command}', found {found}"
            ));
        };
        let said = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest[..rest.len() - said.len()] != id.to_string() {
            let found = quoted(&line);
            return forfeit(format!(
                "expected '={id}' in answer to '{command}', found {found}"
            ));
        }
        let mut said = said.trim().to_string();
        loop {
            let more = self.engine.line(waiting)?;
            if more.trim().is_empty() {
                break;
            }
            said += "\n";
            said += &more;
            if said.len() > LINE_BYTES_MAX {
                return forfeit(format!(
                    "answered '{command}' with more than {LINE_BYTES_MAX} bytes"
                ));
            }
        }
        match line.starts_with('=') {
            true => Ok(said),
            false => forfeit(format!("refused '{command}': {}", quoted(&said))),
        }
    }
}
