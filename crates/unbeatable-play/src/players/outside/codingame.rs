//! Bots for the ultimate tic-tac-toe of CodinGame, whose referee we are: `codingame:COMMAND`.
//!
//! Each turn a bot is told where its opponent moved, and which moves are valid; it answers with one of
//! them. A process plays one game, from the empty board on.

use std::sync::Arc;
use std::time::Duration;
use unbeatable_bench::erased::{Line, Move, Position};

use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Margin, Notation, Player, Watch};

use super::engines::Engines;
use super::process::{Engine, WaitingTime};
use crate::codingame::{ContestSquare, square};
use crate::players::contestant::{ChosenMove, NoMove, Seat, Sitter};
use unbeatable_bench::bench::move_between;

/// So many valid moves stand in a reason.
const SHOWN: usize = 9;

/// Asks a bot for moves.
pub(super) struct CodingamePlayer {
    pub(super) engines: Arc<Engines>,
    pub(super) move_time: Duration,
}

impl<'g> Sitter<'g> for CodingamePlayer {
    /// What it leaves to chance, the bot decides.
    fn sit(&self, _: Player, _: u64) -> Box<dyn Seat<'g> + 'g> {
        Box::new(CodingameSeat {
            engines: Arc::clone(&self.engines),
            move_time: self.move_time,
            engine: None,
            known: vec![],
        })
    }
}

struct CodingameSeat {
    engines: Arc<Engines>,
    move_time: Duration,
    /// From its first move on.
    engine: Option<Engine>,
    /// The positions of its game, up to its last move.
    known: Vec<Position>,
}

impl<'g> Seat<'g> for CodingameSeat {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        let positions: Vec<Position> = line.positions().copied().collect();
        // Whoever gives no move is not asked again: only a good engine is put back.
        let engine = self.engine.take();
        let goes_on = positions.len() == self.known.len() + 1 && positions.starts_with(&self.known);
        let mut engine = match engine.filter(|_| goes_on) {
            Some(engine) => engine,
            None if positions.len() <= 2 && positions[0] == line.game().start() => {
                self.engines.take()?
            }
            None => {
                let why = "cannot take over in the middle of a game: CodinGame's referee does not \
                           say what was played before";
                return Err(NoMove::Forfeit(why.into()));
            }
        };
        let m = ask(&mut engine, line, self.move_time, watch)?;
        self.known = positions;
        self.known.push(line.game().play(line.position(), m));
        self.engine = Some(engine);
        Ok(m.into())
    }

    fn over(&mut self, _: &Line<'g>) {
        self.engine = None;
    }
}

/// Tells the bot of its turn, and hears its move.
fn ask(
    engine: &mut Engine,
    line: &Line<'_>,
    time: Duration,
    watch: &dyn Watch<Margin>,
) -> Result<Move, NoMove> {
    let (game, pos) = (line.game(), line.position());
    let mut valid: Vec<(ContestSquare, Move)> = line
        .moves()
        .into_iter()
        .map(|m| (square(&game.move_text(pos, m)), m))
        .collect();
    valid.sort_by_key(|(square, _)| *square);
    let mut turn = match last(line) {
        None => "-1 -1\n".into(),
        Some(square) => written(square) + "\n",
    };
    turn += &format!("{}\n", valid.len());
    for (square, _) in &valid {
        turn += &written(*square);
        turn += "\n";
    }
    let waiting = &mut WaitingTime::start(time, "for a move", watch);
    engine.send(turn)?;
    let said = engine.line(waiting)?;
    let Some(chosen) = parse(&said) else {
        let found = quoted(&said);
        return Err(NoMove::Forfeit(format!(
            "expected 'row col', found {found}"
        )));
    };
    match valid
        .iter()
        .find(|(square, _)| square.map(i64::from) == chosen)
    {
        Some((_, m)) => Ok(*m),
        None => {
            let shown: Vec<String> = valid.iter().map(|(s, _)| written(*s)).take(SHOWN).collect();
            let more = if valid.len() > SHOWN { ", …" } else { "" };
            let ([row, column], shown) = (chosen, shown.join(", "));
            Err(NoMove::Forfeit(format!(
                "played the illegal move {row} {column} (expected one of {shown}{more})"
            )))
        }
    }
}

/// Where the last move was made; `None` at the first position.
fn last(line: &Line<'_>) -> Option<ContestSquare> {
    let game = line.game();
    let pos = line.positions().nth(line.plies().checked_sub(1)?)?;
    let m = move_between(game, pos, line.position());
    Some(square(&game.move_text(pos, m)))
}

fn written([row, column]: ContestSquare) -> String {
    format!("{row} {column}")
}

/// Reads `row col`, two numbers and nothing else.
pub fn parse(said: &str) -> Option<[i64; 2]> {
    let numbers: Option<Vec<i64>> = said.split_whitespace().map(|n| n.parse().ok()).collect();
    numbers?.try_into().ok()
}
