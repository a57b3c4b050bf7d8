//! A game of Go in progress, for programs that play it move by move: either colour at any time, moves
//! taken back, and good moves found.
//!
//! The rules of [`Go`] let the players take turns; programs do not always (handicaps, diagrams that
//! are set up stone by stone, a game that is taken up again). So here:
//!
//! - Who moves out of turn gets the turn handed over. That is no pass: it never ends the game, and
//!   what the next pass means does not change. Under situational superko it leaves what a pass does.
//! - Two passes in a row, one of each player, end the game. More passes change nothing.
//! - A stone after the end takes the game up again, as if there had been no passes. What stood on the
//!   board before still may not come back.
//!
//! ```
//! use unbeatable_core::Player;
//! use unbeatable_play::goban::Goban;
//! use unbeatable_report::question::Limits;
//!
//! let mut goban = Goban::new("go:1x3")?;
//! let choice = goban.choose(Player::First, &Limits::default(), &());
//! assert_eq!((choice.text.as_str(), choice.is_proven), ("A2", true));
//! goban.play(Player::First, &choice.text).expect("it is legal");
//! assert_eq!(goban.score(), "B+3");
//! # Ok::<(), unbeatable_report::AskError>(())
//! ```

mod choice;

use unbeatable_core::bits::Bits;
use unbeatable_core::{Game, Line, Notation, Outcome, Player};
use unbeatable_games::go::{Go, Move, Stones};

use crate::sgf;
use unbeatable_report::{Argument, AskError};

pub use choice::Choice;
pub use choice::useful_witness;

/// A game of Go in progress.
#[derive(Clone, Debug)]
pub struct Goban {
    go: Go,
    first: Stones,
    played: Vec<(Player, Move)>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It is neither a point of the board nor a pass.
    NoPoint,
    /// The rules forbid it.
    Illegal,
}

impl Goban {
    /// An empty board, with the rules of a spec.
    pub fn new(spec: &str) -> Result<Goban, AskError> {
        let go = sgf::go_rules(spec, "expected go, the only game on a goban")?;
        Ok(Goban::start(go))
    }

    fn start(go: Go) -> Goban {
        let first = go.start();
        Goban {
            go,
            first,
            played: vec![],
        }
    }

    /// The complete spec of the rules.
    #[must_use]
    pub fn spec(&self) -> String {
        self.go.spec()
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> [u8; 2] {
        self.go.size()
    }

    /// Takes all stones off the board and forgets what was.
    pub fn clear(&mut self) {
        self.first = self.go.start();
        self.played.clear();
    }

    /// An empty board of another size, under the same rules.
    pub fn resize(&mut self, columns: u8, rows: u8) -> Result<(), AskError> {
        let (superko, suicide) = (self.go.superko(), self.go.allows_suicide());
        let go = Go::new(columns, rows, superko, suicide, self.go.komi());
        *self = Goban::start(go.map_err(AskError::new)?);
        Ok(())
    }

    /// From now on White gets this many points, a number with halves allowed; the game goes on.
    pub fn set_komi(&mut self, points: f64) -> Result<(), AskError> {
        let halves = 2.0 * points;
        if halves.fract() != 0.0 || halves.abs() > f64::from(i16::MAX) {
            return Err(Argument::Komi.wrong("komi: expected points, halves allowed"));
        }
        let [columns, rows] = self.go.size();
        let (superko, suicide) = (self.go.superko(), self.go.allows_suicide());
        self.go = Go::new(columns, rows, superko, suicide, halves as i16).map_err(AskError::new)?;
        Ok(())
    }

    /// Plays a move of `player`, whoever's turn it is.
    pub fn play(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        let m = match text.eq_ignore_ascii_case("pass") {
            true => Move::Pass,
            false => Move::Stone(self.go.point(text).ok_or(Refused::NoPoint)?),
        };
        match step(&mut self.line(&self.go), player, m) {
            true => {
                self.played.push((player, m));
                Ok(())
            }
            false => Err(Refused::Illegal),
        }
    }

    /// Takes the last move back, whoever made it; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.played.pop().is_some()
    }

    /// Who moves if nobody moves out of turn.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.go.turn(self.line(&self.go).position())
    }

    /// Whether two passes have ended the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.line(&self.go).outcome().is_some()
    }

    /// What the players are called, the one who begins first.
    #[must_use]
    pub fn player_name(&self, player: Player) -> &'static str {
        self.go.player_name(player)
    }

    /// The board as a picture of several lines.
    #[must_use]
    pub fn board(&self) -> String {
        let (mut text, line) = (String::new(), self.line(&self.go));
        self.go
            .write_board(line.position(), &|_| None, &mut text)
            .expect("writing to a string does not fail");
        text
    }

    /// The points of every chain on the board.
    #[must_use]
    pub fn chains(&self) -> Vec<Vec<String>> {
        let line = self.line(&self.go);
        let names = |chain| Bits(chain).map(|point| self.go.point_name(point)).collect();
        let chains = self.go.chains(line.position());
        chains.map(|chain| names(chain.into())).collect()
    }

    /// How the game ends if nobody puts another stone: `B+3`, `W+0.5`, `0` for a draw.
    #[must_use]
    pub fn score(&self) -> String {
        sgf::result(self.outcome_now(self.line(&self.go).position()))
    }

    /// What two passes would lead to.
    fn outcome_now(&self, pos: &Stones) -> Outcome<<Go as Game>::Value> {
        let over = self.go.with(pos, self.go.turn(pos), 2);
        self.go.outcome(&over).expect("two passes end the game")
    }

    /// Reads a game record, its board size and its komi: its first `moves_max` moves, or all.
    pub fn read_sgf(&mut self, text: &[u8], moves_max: Option<usize>) -> Result<(), AskError> {
        let go = sgf::rules_in(text, &self.go)?;
        let record = sgf::read(&go.spec(), text, moves_max)?;
        let mut goban = Goban::start(go);
        if let Some(position) = &record.setup.position {
            let wrong = |e| Argument::Position.wrong(format!("position: {e}"));
            goban.first = goban.go.parse_position(position).map_err(wrong)?;
        }
        for text in &record.setup.moves {
            let player = goban.turn();
            let played = goban.play(player, text);
            played.expect("the moves of a record are legal");
        }
        *self = goban;
        Ok(())
    }

    /// The game as a record. `application` is a program's name and its version.
    #[must_use]
    pub fn write_sgf(&self, application: [&str; 2]) -> String {
        sgf::write_moves(&self.line(&self.go), &self.played, application)
    }

    /// The game so far. `go` are the same rules.
    fn line<'g>(&self, go: &'g Go) -> Line<'g, Go> {
        let mut line = Line::new(go, self.first);
        for &(player, m) in &self.played {
            assert!(step(&mut line, player, m), "the move was legal before");
        }
        line
    }
}

/// Gives `player` the turn, in a game that goes on.
fn hand_over(line: &mut Line<Go>, player: Player) {
    let go = line.game();
    if go.turn(line.position()) != player {
        assert!(line.play(Move::Pass), "passes never repeat");
        line.amend(go.with(line.position(), player, 0));
    }
}

/// Plays a move of `player`, whoever's turn it is; says whether it is legal.
fn step(line: &mut Line<Go>, player: Player, m: Move) -> bool {
    let go = line.game();
    match (line.outcome(), m) {
        (None, _) => hand_over(line, player),
        (Some(_), Move::Stone(_)) => line.amend(go.with(line.position(), player, 0)),
        (Some(_), Move::Pass) => {
            line.amend(go.with(line.position(), player.other(), 2));
            return true;
        }
    }
    let is_move = go.moves(line.position()).any(|legal| legal == m);
    is_move && line.play(m)
}
