//! A rule book from a file.

use std::iter;
use std::marker::PhantomData;
use std::sync::Arc;

use unbeatable_core::{BrokenRules, Game, Outcome, Player, Value};

use crate::complaint::Complaint;
use crate::fault_words::told_fault;
use crate::position::{Action, Position, Stage};
use crate::rules::{Alternation, RuleFault, Rules};
use crate::way::FluentBits;

/// The rules of a file, ready to be played. `W` words are enough for all fluents, `V` is what games are worth.
#[derive(Clone)]
pub struct RuleBook<const W: usize, V> {
    pub(crate) rules: Arc<Rules<W>>,
    value: PhantomData<V>,
}

impl<const W: usize, V: Value> RuleBook<W, V> {
    /// How it is known that players move in turn.
    #[must_use]
    pub fn alternation(&self) -> Alternation {
        self.rules.alternation
    }

    /// What the file is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.rules.name
    }

    pub(crate) fn of(rules: Rules<W>) -> Self {
        RuleBook {
            rules: Arc::new(rules),
            value: PhantomData,
        }
    }

    /// The rank of the first player's points. A win, a draw and a loss are as far apart as they are, whatever
    /// they are called; points are counted as the difference between both.
    pub(crate) fn rank(&self, points: i32) -> i16 {
        let margin = 2 * points - self.rules.sum;
        match V::SCORED {
            true => i16::try_from(2 * margin).expect("goals are small"),
            false => margin.signum() as i16,
        }
    }

    /// Tells whoever asked that a position came up which the rules may not lead to.
    #[cold]
    fn broken(&self, bits: &FluentBits<W>, fault: RuleFault) -> ! {
        let Complaint { what, remedy, .. } = told_fault(&self.rules, bits, fault);
        let remedy = remedy.map_or(String::new(), |remedy| format!("; {remedy}"));
        BrokenRules(format!("{what}{remedy}")).unwind()
    }

    fn settled(&self, bits: FluentBits<W>, turn: Player) -> Position<W> {
        let settled = self.rules.settle(bits, turn, |points| self.rank(points));
        settled.unwrap_or_else(|fault| self.broken(&bits, fault))
    }
}

impl<const W: usize, V: Value> Game for RuleBook<W, V> {
    type Position = Position<W>;
    type Move = Action;
    type Value = V;

    fn start(&self) -> Position<W> {
        self.settled(self.rules.start(), Player::First)
    }

    fn turn(&self, pos: &Position<W>) -> Player {
        pos.turn
    }

    fn outcome(&self, pos: &Position<W>) -> Option<Outcome<V>> {
        match pos.stage {
            Stage::Over(rank) => Some(Outcome::from_value(V::of_rank(rank), Player::First)),
            _ => None,
        }
    }

    fn moves(&self, pos: &Position<W>) -> impl Iterator<Item = Action> {
        let role = self.rules.role(pos.turn);
        let is_open = pos.stage == Stage::Open;
        let pass = (!is_open).then_some(Action::PASS);
        let bits = pos.bits;
        let mut legal = is_open.then(|| self.rules.legal_actions(role, bits));
        let mut has_moved = false;
        let legal = iter::from_fn(move || {
            let action = legal.as_mut()?.next();
            if action.is_none() && !has_moved {
                // Nobody loses because the rules forget to say so.
                self.broken(&bits, RuleFault::NoMove(role));
            }
            has_moved = true;
            action.map(Action)
        });
        pass.into_iter().chain(legal)
    }

    fn play(&self, pos: &Position<W>, m: Action) -> Position<W> {
        let rules = &*self.rules;
        let turn = pos.turn.other();
        if m == Action::PASS {
            return Position {
                turn,
                stage: Stage::Open,
                ..*pos
            };
        }
        let role = rules.role(pos.turn);
        let is_proven = matches!(rules.alternation, Alternation::Proven(_));
        let other = match is_proven {
            true => rules.idle[1 - role].expect("turns are proven"),
            false => rules
                .legal_actions(1 - role, pos.bits)
                .next()
                .expect("looked at when it came up"),
        };
        let deed = rules.deeds[role][usize::from(m.0)]
            .as_ref()
            .filter(|_| Some(other) == rules.idle[1 - role]);
        let Some(deed) = deed else {
            let done = if role == 0 {
                [m.0, other]
            } else {
                [other, m.0]
            };
            return self.settled(rules.run_next(done, &pos.bits), turn);
        };
        let case = deed.case(&pos.bits);
        let bits = case.after(&pos.bits);
        let is_over = case
            .has_ended(&bits)
            .unwrap_or_else(|| rules.is_over(&bits));
        let stage = if is_over {
            rules.ending(&bits, |points| self.rank(points))
        } else if is_proven {
            Ok(Stage::Open)
        } else {
            rules.stage(&bits, turn)
        };
        let stage = stage.unwrap_or_else(|fault| self.broken(&bits, fault));
        Position { bits, turn, stage }
    }

    fn images(&self, pos: &Position<W>) -> impl Iterator<Item = Position<W>> {
        let pos = *pos;
        let others = self.rules.symmetries.iter().map(move |symmetry| Position {
            bits: symmetry.image(&pos.bits),
            ..pos
        });
        iter::once(pos).chain(others)
    }

    fn canonical(&self, pos: &Position<W>) -> Position<W> {
        let images = self
            .rules
            .symmetries
            .iter()
            .map(|symmetry| symmetry.image(&pos.bits));
        let bits = images.fold(pos.bits, |least, image| least.min(image));
        Position { bits, ..*pos }
    }
}
