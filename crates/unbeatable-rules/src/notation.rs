//! How positions and moves of a file are written and read.

use std::collections::HashMap;
use std::fmt::{self, Write};

use unbeatable_core::diagram::{Diagram, Surroundings};
use unbeatable_core::notation::{ParseError, listed, quoted};
use unbeatable_core::{Notation, Player, Value};

use crate::board::ActionAim;
use crate::book::RuleBook;
use crate::position::{Action, Position, Stage};
use crate::rules::{Alternation, RuleFault};
use crate::way::{has, put};

/// What a pass is called, where the rules give the other player another turn.
const PASS: &str = "pass";

impl<const W: usize, V: Value> Notation for RuleBook<W, V> {
    fn spec(&self) -> String {
        self.name().into()
    }

    fn rules_text(&self) -> Option<&str> {
        Some(&self.rules.text)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.rules.words.roles[self.rules.role(player)]
    }

    fn write_position(&self, pos: &Position<W>, f: &mut dyn Write) -> fmt::Result {
        let words = &self.rules.words;
        let fluents = words.fluents.iter().enumerate();
        let fluents = fluents.filter(|(i, _)| has(&pos.bits, *i));
        for text in fluents.map(|(_, text)| text).chain(&words.constants) {
            write!(f, "{text} ")?;
        }
        write!(f, "@{}", self.player_name(pos.turn))
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, ParseError> {
        let words = &self.rules.words;
        let whose = format!("@{} or @{}", words.roles[0], words.roles[1]);
        let mut bits = [0; W];
        let (mut turn, mut constants) = (None, 0);
        let mut at = 0;
        for piece in text.split(' ') {
            if let Some(role) = piece.strip_prefix('@') {
                let mut players = Player::BOTH.into_iter();
                let player = players.find(|&player| self.player_name(player) == role);
                let expected = || ParseError::new(at, whose.clone(), text);
                turn = Some(player.ok_or_else(expected)?);
            } else if words.constants.iter().any(|known| known == piece) {
                constants += 1;
            } else if !piece.is_empty() {
                let Some(&fluent) = words.fluent_of.get(piece) else {
                    let example = words.fluents.first().map_or("", |text| text.as_str());
                    return Err(ParseError::new(
                        at,
                        format!("something that can be true, such as {example}"),
                        text,
                    ));
                };
                put(&mut bits, fluent);
            }
            at += piece.chars().count() + 1;
        }
        if constants < words.constants.len() {
            let always = words.constants.join(" ");
            let expected = format!("what is always true: {always}");
            return Err(ParseError::whole(expected, quoted(text)));
        }
        let expected = || {
            ParseError::new(
                text.chars().count(),
                format!("whose turn it is: {whose}"),
                text,
            )
        };
        let turn = turn.ok_or_else(expected)?;
        if let Alternation::Proven(turns) = self.rules.alternation {
            let role = self.rules.role(turn);
            let [mine, yours] = [turns[role], turns[1 - role]].map(|fluent| fluent as usize);
            if !has(&bits, mine) || has(&bits, yours) {
                let [mine, yours] = [mine, yours].map(|fluent| &words.fluents[fluent]);
                let expected = format!(
                    "{mine}, and not {yours}, on the turn of {}",
                    self.player_name(turn)
                );
                return Err(ParseError::whole(expected, quoted(text)));
            }
        }
        if let Some(group) = self.rules.groups.broken_by(&bits) {
            let both = (0..words.fluents.len()).filter(|&i| has(group, i) && has(&bits, i));
            let both: Vec<&str> = both.map(|i| words.fluents[i].as_str()).collect();
            let expected = format!("at most one of {}", listed(&both, "and"));
            return Err(ParseError::whole(expected, quoted(text)));
        }
        let settled = self.rules.settle(bits, turn, |points| self.rank(points));
        settled.map_err(|fault| {
            let role = |role: usize| words.roles[role];
            let expected = match fault {
                RuleFault::BothMove => {
                    "a position in which one of the players has the choice".into()
                }
                RuleFault::NoMove(of) => format!(
                    "a position in which {} may do something, or that is over",
                    role(of)
                ),
                RuleFault::NoGoal(of) => {
                    format!("a finished position in which {} gets something", role(of))
                }
                RuleFault::TwoGoals(of, ..) => {
                    format!("a finished position in which {} gets one thing", role(of))
                }
                RuleFault::NotIdle => {
                    "a position in which one of the players waits and the other one moves".into()
                }
                RuleFault::OtherSum(_) => format!(
                    "a finished position in which both get {} points together",
                    self.rules.sum
                ),
            };
            ParseError::whole(expected, quoted(text))
        })
    }

    fn write_move(&self, pos: &Position<W>, m: Action, f: &mut dyn Write) -> fmt::Result {
        match m {
            Action::PASS => f.write_str(PASS),
            Action(number) => f.write_str(
                &self.rules.words.actions[self.rules.role(pos.turn)][usize::from(number)],
            ),
        }
    }

    fn diagram(&self, pos: &Position<W>, marked: Option<Action>) -> Option<Diagram> {
        self.board_diagram(pos, marked)
    }

    fn surroundings(&self, pos: &Position<W>) -> Option<Surroundings> {
        self.board_surroundings(pos)
    }

    fn write_board(
        &self,
        pos: &Position<W>,
        mark: &dyn Fn(Action) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let words = &self.rules.words;
        let Some(board) = &words.board else {
            self.write_position(pos, f)?;
            return f.write_char('\n');
        };
        let mut marks = HashMap::new();
        if pos.stage == Stage::Open {
            let role = self.rules.role(pos.turn);
            for (number, &aim) in board.aims[role].iter().enumerate() {
                if let (ActionAim::Square(square), Some(sign)) = (aim, mark(Action(number as u16)))
                {
                    marks.entry(square).or_insert(sign);
                }
            }
        }
        board.write(|fluent| has(&pos.bits, fluent), &marks, f)?;
        // What is true beside the board.
        let others = words
            .fluents
            .iter()
            .enumerate()
            .filter(|(i, _)| has(&pos.bits, *i) && !board.has(*i));
        let others: Vec<&str> = (others.map(|(_, text)| text.as_str()))
            .chain(words.constants.iter().map(String::as_str))
            .collect();
        match others.is_empty() {
            true => Ok(()),
            false => writeln!(f, "{}", others.join(" ")),
        }
    }
}
