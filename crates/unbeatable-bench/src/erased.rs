//! A game with its types erased: a game like any other, compiled once for all games.
//!
//! [`ErasedGame`] is a rule book over rule books. Its positions and moves are those of the game inside, kept
//! in place ([`inline`]); its values are points, in which a win is one point. What asks, reports, draws or
//! plays is written against it; searches are made for the game inside, and answer in its terms
//! ([`solver`]).

pub mod analysis;
pub mod inline;
pub mod solver;
pub mod terms;

use std::fmt::{self, Write};
use std::sync::Arc;

use unbeatable_core::diagram::{Diagram, Surroundings};
use unbeatable_core::game::Trace;
use unbeatable_core::notation::{Notation, ParseError};
use unbeatable_core::{
    Bounds, ForbiddenMove, Game, Goal, Margin, Outcome, Player, Progress, Repetition, Value,
};
use unbeatable_proof::container::sum_of;

use inline::Inline;

/// A position of any game: up to 128 bytes.
pub type Position = Inline<8>;

/// A move of any game: up to 16 bytes.
pub type Move = Inline<1>;

/// A line of any game.
pub type Line<'g> = unbeatable_core::Line<'g, ErasedGame>;

/// What a search of any game found.
pub type Solved = unbeatable_solve::Solved<ErasedGame>;

/// A rule book of any game.
#[derive(Clone)]
pub struct ErasedGame {
    rules: Arc<dyn ErasedRules>,
}

impl ErasedGame {
    /// The rule book `game`, with its types erased.
    #[must_use]
    pub fn new<G: Notation + 'static>(game: Arc<G>) -> Self {
        ErasedGame { rules: game }
    }

    /// Whether values are points (a margin), or just win, draw and loss.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.rules.is_scored()
    }

    /// The value whose rank in the game inside is this one; `None` beyond all of them.
    #[must_use]
    pub fn points_of_rank(&self, rank: i16) -> Option<Margin> {
        let half_points = if self.is_scored() {
            Some(rank)
        } else {
            rank.checked_mul(2)
        };
        let is_margin = |half_points: &i16| *half_points != i16::MIN;
        half_points.filter(is_margin).map(Margin::half_points)
    }

    /// The next better value.
    #[must_use]
    pub fn better(&self, value: Margin) -> Margin {
        let step = if self.is_scored() { 1 } else { 2 };
        Margin::half_points(value.rank() + step)
    }

    /// The value that people write so, if the game has it.
    #[must_use]
    pub fn value_from_points(&self, points: f64) -> Option<Margin> {
        self.rules.value_from_points(points)
    }
}

/// A value of the game inside, in points.
#[must_use]
pub fn in_points<V: Value>(value: V) -> Margin {
    // Ranks are half points where there are points, and points where there are wins, draws and losses.
    let rank = value.rank();
    Margin::half_points(if V::SCORED { rank } else { 2 * rank })
}

/// The value of the game inside that has so many points. Panics if there is none.
#[must_use]
pub fn of_points<V: Value>(points: Margin) -> V {
    let rank = points.rank();
    if V::SCORED {
        return V::of_rank(rank);
    }
    assert!(rank % 2 == 0, "wins, draws and losses are whole points");
    V::of_rank(rank / 2)
}

/// Bounds of the game inside, in points.
#[must_use]
pub fn bounds_in_points<V: Value>(bounds: Bounds<V>) -> Bounds<Margin> {
    Bounds {
        lower: in_points(bounds.lower),
        upper: in_points(bounds.upper),
    }
}

/// An outcome of the game inside, in points.
#[must_use]
pub fn outcome_in_points<V: Value>(outcome: Outcome<V>) -> Outcome<Margin> {
    Outcome::from_value(in_points(outcome.value_for(Player::First)), Player::First)
}

/// The outcome of the game inside that has so many points.
#[must_use]
pub fn outcome_of_points<V: Value>(outcome: Outcome<Margin>) -> Outcome<V> {
    Outcome::from_value(of_points(outcome.value_for(Player::First)), Player::First)
}

/// A goal, as the game inside understands it.
#[must_use]
pub fn goal_of_points<V: Value>(goal: Goal<Margin>) -> Goal<V> {
    match goal {
        Goal::Value => Goal::Value,
        Goal::AtLeast(outcome) => Goal::AtLeast(outcome_of_points(outcome)),
    }
}

/// Where a search of the game inside stands, in points.
#[must_use]
pub fn progress_in_points<V: Value>(now: &Progress<V>) -> Progress<Margin> {
    Progress {
        effort: now.effort,
        bounds: bounds_in_points(now.bounds),
        table_bytes: now.table_bytes,
        asking: now.asking.map(outcome_in_points),
    }
}

/// What [`Game`] and [`Notation`] say, without types.
trait ErasedRules: Send + Sync {
    fn is_scored(&self) -> bool;
    fn value_from_points(&self, points: f64) -> Option<Margin>;

    fn start(&self) -> Position;
    fn turn(&self, pos: &Position) -> Player;
    fn outcome(&self, pos: &Position) -> Option<Outcome<Margin>>;
    fn moves(&self, pos: &Position) -> Vec<Move>;
    fn play(&self, pos: &Position, m: Move) -> Position;
    fn range(&self, player: Player) -> Bounds<Margin>;
    fn images(&self, pos: &Position) -> Vec<Position>;
    fn canonical(&self, pos: &Position) -> Position;
    fn board(&self, pos: &Position) -> Position;
    fn key(&self, pos: &Position) -> u64;
    fn second_key(&self, pos: &Position) -> u64;
    fn repetition(&self) -> Repetition;
    fn trace(&self, pos: &Position) -> Trace;
    fn first_trace(&self, pos: &Position) -> Trace;

    fn spec(&self) -> String;
    fn rules_text(&self) -> Option<&str>;
    fn player_name(&self, player: Player) -> &'static str;
    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result;
    fn parse_position(&self, text: &str) -> Result<Position, ParseError>;
    fn write_move(&self, pos: &Position, m: Move, f: &mut dyn Write) -> fmt::Result;
    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, ParseError>;
    fn number(&self, pos: &Position) -> Option<u64>;
    fn write_board(
        &self,
        pos: &Position,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result;
    fn diagram(&self, pos: &Position, marked: Option<Move>) -> Option<Diagram>;
    fn surroundings(&self, pos: &Position) -> Option<Surroundings>;
    fn line_text(&self, line: &Line) -> String;
    fn forbidden(&self, line: &Line) -> Vec<ForbiddenMove<Move>>;
    fn parse_line<'g>(&self, of: &'g ErasedGame, text: &str) -> Result<Line<'g>, ParseError>;
}

impl<G: Notation + 'static> ErasedRules for G {
    fn is_scored(&self) -> bool {
        G::Value::SCORED
    }

    fn value_from_points(&self, points: f64) -> Option<Margin> {
        G::Value::from_points(points).map(in_points)
    }

    fn start(&self) -> Position {
        Position::new(Game::start(self))
    }

    fn turn(&self, pos: &Position) -> Player {
        Game::turn(self, &pos.get())
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome<Margin>> {
        Game::outcome(self, &pos.get()).map(outcome_in_points)
    }

    fn moves(&self, pos: &Position) -> Vec<Move> {
        Game::moves(self, &pos.get()).map(Move::new).collect()
    }

    fn play(&self, pos: &Position, m: Move) -> Position {
        Position::new(Game::play(self, &pos.get(), m.get()))
    }

    fn range(&self, player: Player) -> Bounds<Margin> {
        bounds_in_points(Game::range(self, player))
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        Game::images(self, &pos.get()).map(Position::new).collect()
    }

    fn canonical(&self, pos: &Position) -> Position {
        Position::new(Game::canonical(self, &pos.get()))
    }

    fn board(&self, pos: &Position) -> Position {
        Position::new(Game::board(self, &pos.get()))
    }

    fn key(&self, pos: &Position) -> u64 {
        Game::key(self, &pos.get())
    }

    fn second_key(&self, pos: &Position) -> u64 {
        Game::second_key(self, &pos.get())
    }

    fn repetition(&self) -> Repetition {
        Game::repetition(self)
    }

    fn trace(&self, pos: &Position) -> Trace {
        Game::trace(self, &pos.get())
    }

    fn first_trace(&self, pos: &Position) -> Trace {
        Game::first_trace(self, &pos.get())
    }

    fn spec(&self) -> String {
        Notation::spec(self)
    }

    fn rules_text(&self) -> Option<&str> {
        Notation::rules_text(self)
    }

    fn player_name(&self, player: Player) -> &'static str {
        Notation::player_name(self, player)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        Notation::write_position(self, &pos.get(), f)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        Notation::parse_position(self, text).map(Position::new)
    }

    fn write_move(&self, pos: &Position, m: Move, f: &mut dyn Write) -> fmt::Result {
        Notation::write_move(self, &pos.get(), m.get(), f)
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, ParseError> {
        Notation::parse_move(self, &pos.get(), text).map(Move::new)
    }

    fn number(&self, pos: &Position) -> Option<u64> {
        Notation::number(self, &pos.get())
    }

    fn write_board(
        &self,
        pos: &Position,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        Notation::write_board(self, &pos.get(), &|m| mark(Move::new(m)), f)
    }

    fn diagram(&self, pos: &Position, marked: Option<Move>) -> Option<Diagram> {
        Notation::diagram(self, &pos.get(), marked.map(|m| m.get()))
    }

    fn surroundings(&self, pos: &Position) -> Option<Surroundings> {
        Notation::surroundings(self, &pos.get())
    }

    fn line_text(&self, line: &Line) -> String {
        Notation::line_text(self, &line.carried(self, Position::get))
    }

    fn forbidden(&self, line: &Line) -> Vec<ForbiddenMove<Move>> {
        let forbidden = Notation::forbidden(self, &line.carried(self, Position::get));
        let erased = forbidden.into_iter().map(|ForbiddenMove { m, ban }| {
            let m = Move::new(m);
            ForbiddenMove { m, ban }
        });
        erased.collect()
    }

    fn parse_line<'g>(&self, of: &'g ErasedGame, text: &str) -> Result<Line<'g>, ParseError> {
        let line = Notation::parse_line(self, text)?;
        Ok(line.carried(of, |pos| Position::new(*pos)))
    }
}

impl Game for ErasedGame {
    type Position = Position;
    type Move = Move;
    type Value = Margin;

    /// Whether history matters is not known before the game is. No search that would be wrong where it
    /// does is compiled for this game.
    const HAS_HISTORY: bool = true;

    fn start(&self) -> Position {
        self.rules.start()
    }

    fn turn(&self, pos: &Position) -> Player {
        self.rules.turn(pos)
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome<Margin>> {
        self.rules.outcome(pos)
    }

    fn moves(&self, pos: &Position) -> impl Iterator<Item = Move> {
        self.rules.moves(pos).into_iter()
    }

    fn play(&self, pos: &Position, m: Move) -> Position {
        self.rules.play(pos, m)
    }

    fn range(&self, player: Player) -> Bounds<Margin> {
        self.rules.range(player)
    }

    fn images(&self, pos: &Position) -> impl Iterator<Item = Position> {
        self.rules.images(pos).into_iter()
    }

    fn canonical(&self, pos: &Position) -> Position {
        self.rules.canonical(pos)
    }

    fn board(&self, pos: &Position) -> Position {
        self.rules.board(pos)
    }

    fn key(&self, pos: &Position) -> u64 {
        self.rules.key(pos)
    }

    fn second_key(&self, pos: &Position) -> u64 {
        self.rules.second_key(pos)
    }

    fn repetition(&self) -> Repetition {
        self.rules.repetition()
    }

    fn trace(&self, pos: &Position) -> Trace {
        self.rules.trace(pos)
    }

    fn first_trace(&self, pos: &Position) -> Trace {
        self.rules.first_trace(pos)
    }
}

impl ErasedGame {
    /// What names the game in files that are kept: its spec, and behind an `@` half of the SHA-256 of rules that
    /// were read from a file. Who changes such a file has another game.
    #[must_use]
    pub fn identity(&self) -> String {
        let spec = self.rules.spec();
        match self.rules.rules_text() {
            None => spec,
            Some(text) => {
                let sum = sum_of(text.as_bytes());
                let digits = sum[..16].iter().map(|byte| format!("{byte:02x}"));
                format!("{spec}@{}", digits.collect::<String>())
            }
        }
    }
}

impl Notation for ErasedGame {
    fn spec(&self) -> String {
        self.rules.spec()
    }

    fn rules_text(&self) -> Option<&str> {
        self.rules.rules_text()
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.rules.player_name(player)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        self.rules.write_position(pos, f)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        self.rules.parse_position(text)
    }

    fn write_move(&self, pos: &Position, m: Move, f: &mut dyn Write) -> fmt::Result {
        self.rules.write_move(pos, m, f)
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, ParseError> {
        self.rules.parse_move(pos, text)
    }

    fn number(&self, pos: &Position) -> Option<u64> {
        self.rules.number(pos)
    }

    fn write_board(
        &self,
        pos: &Position,
        mark: &dyn Fn(Move) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        self.rules.write_board(pos, mark, f)
    }

    fn diagram(&self, pos: &Position, marked: Option<Move>) -> Option<Diagram> {
        self.rules.diagram(pos, marked)
    }

    fn surroundings(&self, pos: &Position) -> Option<Surroundings> {
        self.rules.surroundings(pos)
    }

    fn line_text(&self, line: &Line) -> String {
        self.rules.line_text(line)
    }

    fn forbidden(&self, line: &Line) -> Vec<ForbiddenMove<Move>> {
        self.rules.forbidden(line)
    }

    fn parse_line(&self, text: &str) -> Result<Line<'_>, ParseError> {
        self.rules.parse_line(self, text)
    }
}
