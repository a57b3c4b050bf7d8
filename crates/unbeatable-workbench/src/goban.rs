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
//! use unbeatable_workbench::core::Player;
//! use unbeatable_workbench::goban::Goban;
//! use unbeatable_workbench::question::Limits;
//!
//! let mut goban = Goban::new("go:1x3")?;
//! let choice = goban.choose(Player::First, &Limits::default(), &());
//! assert_eq!((choice.text.as_str(), choice.is_proven), ("A2", true));
//! goban.play(Player::First, &choice.text).expect("it is legal");
//! assert_eq!(goban.score(), "B+3");
//! # Ok::<(), unbeatable_workbench::AskError>(())
//! ```

mod choosing;

use unbeatable_core::bits::Bits;
use unbeatable_core::{Game, Line, Notation, Outcome, Player};
use unbeatable_games::go::{Go, Move, Stones};

use crate::any_game::AskError;
use crate::sgf;

pub use choosing::Choice;

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
        *self = Goban::start(go.map_err(AskError)?);
        Ok(())
    }

    /// From now on White gets this many points, a number with halves allowed; the game goes on.
    pub fn set_komi(&mut self, points: f64) -> Result<(), AskError> {
        let halves = 2.0 * points;
        if halves.fract() != 0.0 || halves.abs() > f64::from(i16::MAX) {
            return Err(AskError("komi: expected points, halves allowed".into()));
        }
        let [columns, rows] = self.go.size();
        let (superko, suicide) = (self.go.superko(), self.go.allows_suicide());
        self.go = Go::new(columns, rows, superko, suicide, halves as i16).map_err(AskError)?;
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
            let wrong = |e| AskError(format!("position: {e}"));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves such as `B:A1 W:pass`; a `!` behind one says that it is illegal.
    fn played(spec: &str, moves: &str) -> Goban {
        let mut goban = Goban::new(spec).expect("a spec of Go");
        for text in moves.split_whitespace() {
            let (colour, m) = text.split_once(':').expect("colour:move");
            let player = match colour {
                "B" => Player::First,
                _ => Player::Second,
            };
            let expected = match m.ends_with('!') {
                true => Err(Refused::Illegal),
                false => Ok(()),
            };
            let m = m.trim_end_matches('!');
            assert_eq!(goban.play(player, m), expected, "{text} in {moves}");
        }
        goban
    }

    /// The position after the moves, without its history.
    #[track_caller]
    fn check(spec: &str, moves: &str, expected: &str) {
        let goban = played(spec, moves);
        let pos = *goban.line(&goban.go).position();
        assert_eq!(goban.go.position_text(&pos), expected, "{moves}");
    }

    #[test]
    fn players_take_turns() {
        check("go:2x2", "", "../..;B");
        check("go:2x2", "B:A1 W:b2", ".O/X.;B");
        check("go:2x2", "B:A1 W:A1!", "../X.;W");
        check("go:2x1", "B:A1 W:B1", ".O;B"); // Captures.
        check("go:2x1", "B:A1 W:B1 B:A1!", ".O;B"); // Would bring the first stone's board back.
        check("go:2x1+nssk+suicide", "W:A1 W:B1", "..;B"); // A suicide.
        check("go:2x1+suicide", "W:A1 W:B1!", "O.;B"); // It would bring the start back.
        check("go:2x1", "W:A1 W:B1!", "O.;B");
    }

    #[test]
    fn a_turn_handed_over_is_no_pass() {
        check("go:2x2", "W:A1", "../O.;B");
        check("go:2x2", "B:A1 B:B1", "../XX;W");
        check("go:2x2", "B:pass B:pass", "../..;W;pass");
        check("go:2x2", "B:A1 B:pass W:pass", "../X.;B;pass;pass");
        check("go:2x2", "B:A1 B:pass B:pass B:pass", "../X.;W;pass");
        check("go:2x2", "W:pass W:A1", "../O.;B");
    }

    #[test]
    fn two_passes_end_the_game() {
        check("go:2x2", "B:pass W:pass", "../..;B;pass;pass");
        check("go:2x2", "B:pass W:pass B:pass", "../..;W;pass;pass");
        check("go:2x2", "B:pass W:pass W:pass", "../..;B;pass;pass");
        let mut goban = played("go:2x2", "B:A1 W:pass B:pass");
        assert!(goban.is_over());
        assert!(goban.undo() && !goban.is_over());
        assert!(goban.undo() && goban.undo() && !goban.undo());
    }

    #[test]
    fn a_stone_takes_the_game_up_again() {
        check("go:2x2", "B:A1 W:pass B:pass W:B2", ".O/X.;B");
        check("go:2x2", "B:A1 W:pass B:pass B:B2", ".X/X.;W");
        // What stood before the passes still may not come back.
        let taken = "B:A1 W:B1 B:pass W:pass";
        check("go:2x1", &format!("{taken} B:A1!"), ".O;B;pass;pass");
    }

    #[test]
    fn a_turn_handed_over_leaves_what_a_pass_leaves() {
        for spec in ["go:3x1", "go:3x1+ssk", "go:3x1+nssk"] {
            let marks = |moves| {
                let goban = played(spec, moves);
                let marks: Vec<_> = goban.line(&goban.go).marks().collect();
                marks
            };
            assert_eq!(marks("B:A1 B:C1"), marks("B:A1 W:pass B:C1"), "{spec}");
        }
    }

    #[test]
    fn scores() {
        let check = |spec, moves, expected| assert_eq!(played(spec, moves).score(), expected);
        check("go:2x2", "", "0");
        check("go:2x2", "B:A1", "B+4");
        check("go:2x2+komi=4.5", "B:A1", "W+0.5");
        check("go:3x1", "B:A1 W:C1", "0");
        let mut goban = played("go:2x2", "B:A1");
        assert!(goban.set_komi(0.25).is_err() && goban.set_komi(1e9).is_err());
        assert!(goban.set_komi(f64::NAN).is_err());
        goban.set_komi(-0.5).expect("a komi");
        assert_eq!(goban.score(), "B+4.5");
        assert_eq!(goban.spec(), "go:2x2+komi=-0.5");
    }

    #[test]
    fn sizes() {
        let mut goban = played("go:2x2+komi=1+ssk", "B:A1");
        goban.resize(5, 5).expect("a size");
        assert_eq!(goban.spec(), "go:5x5+komi=1+ssk");
        assert_eq!(goban.score(), "W+1");
        assert!(goban.resize(6, 6).is_err() && goban.resize(0, 0).is_err());
        assert_eq!(goban.spec(), "go:5x5+komi=1+ssk");
    }

    #[test]
    fn chains_are_named() {
        let goban = played("go:2x2", "B:A1 B:B1 W:B2");
        assert_eq!(goban.chains(), [vec!["B2"], vec!["A1", "B1"]]);
    }

    #[test]
    fn records_are_read_and_written() {
        let text = b"(;SZ[3:2]KM[0.5]AW[ab];B[aa];W[];B[])";
        let mut goban = Goban::new("go:5x5+ssk").expect("a spec of Go");
        goban.read_sgf(text, None).expect("a record");
        assert_eq!(goban.spec(), "go:3x2+komi=0.5+ssk");
        assert!(goban.is_over());
        goban.read_sgf(text, Some(1)).expect("a record");
        assert_eq!(goban.board(), " 2 X . .\n 1 O . .\n   A B C\n");
        assert!(goban.read_sgf(b"(;SZ[9])", None).is_err());
        assert!(goban.read_sgf(text, Some(9)).is_err());
        let written = goban.write_sgf(["a", "1"]);
        let mut again = Goban::new("go:3x2+ssk").expect("a spec of Go");
        again.read_sgf(written.as_bytes(), None).expect("a record");
        assert_eq!(again.write_sgf(["a", "1"]), written);
        // Who moved, moved: no passes are made up.
        let twice = played("go:2x2", "B:A1 B:B2").write_sgf(["a", "1"]);
        assert!(twice.ends_with(";B[ab];B[ba])\n"), "{twice}");
    }
}
