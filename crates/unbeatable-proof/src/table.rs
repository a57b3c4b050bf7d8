//! Smallest tables: what is asked, what a table is, and the proof that none is smaller.
//!
//! A table holds one move for each class of positions in which its owner is to move. It is *closed*: from
//! the root, whatever the opponent plays, the next position is over, or the opponent's, or in the table.
//!
//! | module | what it says |
//! | --- | --- |
//! | [`classes`] | every class that can be reached, what it is worth, and whether classes tell the truth |
//! | [`policy`] | which moves a table may hold |
//! | [`problem`] | 'a closed table', as clauses |
//! | [`counter`] | 'with fewer than so many rows', as clauses |
//! | [`refutation`] | 'there is none', step by step |
//! | [`replay`] | a table, played against every move of the opponent |
//! | [`claim`] | what is claimed of a table, as text |
//! | [`certificate`] | all of it in a file |
//! | [`check`](mod@check) | the checker |

pub mod certificate;
pub mod check;
pub mod claim;
pub mod classes;
pub mod counter;
pub mod policy;
pub mod problem;
pub mod refutation;
pub mod replay;

use unbeatable_core::{Game, Player};

use classes::Classes;
use policy::Policy;
use problem::{Defaults, Problem, defaults};

/// Whom a table plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Either: one table for both.
    Both,
}

/// What is counted of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Every class reached, finished ones and the root included.
    Full,
    /// Classes reached with the table's owner to move, finished ones included.
    Turns,
    /// Classes for which the table holds a move.
    Rows,
}

/// Which moves a table may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Moves that keep the value of their position.
    Value,
    /// Moves worth at least the lower of a draw and the position's value.
    Draw,
    /// All moves.
    Any,
    /// Of those that keep the value, those with the largest chance to win against a player who plays
    /// every legal move with the same probability.
    Strongest,
}

/// What is played where a table has no row. All look at the moves in board order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The first legal move.
    First,
    /// The first move that wins at once; else the first.
    WinFirst,
    /// The first move that wins at once; else the first after which the opponent cannot win at once (so,
    /// where he threatens to, one that blocks him); else the first.
    WinBlockFirst,
}

/// Something with a name.
pub trait Named: Sized + Copy + PartialEq + 'static {
    /// All there are, with their names.
    const ALL: &'static [(&'static str, Self)];

    /// Its name.
    #[must_use]
    fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, one)| *one == self);
        found.expect("all are listed").0
    }

    /// The one of that name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, one)| *one)
    }
}

impl Named for Role {
    const ALL: &'static [(&'static str, Self)] = &[
        ("first", Role::First),
        ("second", Role::Second),
        ("both", Role::Both),
    ];
}

impl Named for Count {
    const ALL: &'static [(&'static str, Self)] = &[
        ("full", Count::Full),
        ("turns", Count::Turns),
        ("rows", Count::Rows),
    ];
}

impl Named for Keep {
    const ALL: &'static [(&'static str, Self)] = &[
        ("value", Keep::Value),
        ("draw", Keep::Draw),
        ("any", Keep::Any),
        ("strongest", Keep::Strongest),
    ];
}

impl Named for Rule {
    const ALL: &'static [(&'static str, Self)] = &[
        ("first", Rule::First),
        ("win-first", Rule::WinFirst),
        ("win-block-first", Rule::WinBlockFirst),
    ];
}

impl Role {
    /// The players whom the table plays.
    #[must_use]
    pub fn players(self) -> &'static [Player] {
        match self {
            Role::First => &[Player::First],
            Role::Second => &[Player::Second],
            Role::Both => &Player::BOTH,
        }
    }
}

/// What is asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Whom it plays.
    pub role: Role,
    /// The moves with which it may open, by their places in board order; empty for any. As if the rules
    /// left no other to the player who is to move at the root, when the table plays him.
    pub open: Vec<u32>,
    /// What is counted.
    pub count: Count,
    /// Which moves it may hold.
    pub keep: Keep,
    /// What is played where it has no row; only rows are counted then.
    pub default: Option<Rule>,
}

/// A row: in this class, this move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Row {
    /// The class.
    pub class: u32,
    /// The move, by its place in board order, of the position that stands for the class.
    pub index: u32,
}

/// A question about the tables of a game, with what follows from both.
pub struct Setting<'c, 'g, G: Game> {
    /// The classes of the game.
    pub classes: &'c Classes<'g, G>,
    /// What is asked.
    pub question: &'c Question,
    /// What may be played, in each role.
    pub policies: Vec<Policy<'c, 'g, G>>,
    /// Where the question's rule leads.
    pub defaults: Defaults,
}

impl<'c, 'g, G: Game> Setting<'c, 'g, G> {
    /// What follows from a question.
    #[must_use]
    pub fn new(classes: &'c Classes<'g, G>, question: &'c Question) -> Self {
        let players = question.role.players().iter();
        Setting {
            classes,
            question,
            policies: players
                .map(|&player| Policy::new(classes, question, player))
                .collect(),
            defaults: defaults(classes, question),
        }
    }

    /// The clauses of all closed tables with fewer than `below` counted.
    #[must_use]
    pub fn problem(&self, below: u32) -> Problem {
        Problem::new(
            self.classes,
            self.question,
            &self.policies,
            &self.defaults,
            below,
        )
    }

    /// The graph that a role can reach under its policy: classes, those of them with the owner to move, and
    /// the moves that he may hold there, symmetric ones one by one.
    #[must_use]
    pub fn graph(&self, policy: &Policy<G>) -> [u64; 3] {
        let mut seen = vec![false; self.classes.len()];
        let mut open = vec![0];
        seen[0] = true;
        let (mut reached, mut turns, mut moves) = (0, 0, 0);
        while let Some(class) = open.pop() {
            let replies = self.classes.replies(class);
            let is_turn = self.classes.class(class).turn == policy.player();
            reached += 1;
            turns += u64::from(is_turn);
            for (i, &reply) in replies.iter().enumerate() {
                if is_turn && !policy.allows(class, i) {
                    continue;
                }
                moves += u64::from(is_turn);
                if !std::mem::replace(&mut seen[reply as usize], true) {
                    open.push(reply);
                }
            }
        }
        [reached, turns, moves]
    }
}
