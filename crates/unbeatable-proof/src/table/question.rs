//! What is asked of a table.

use unbeatable_core::Player;

/// Whom a table plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// The first player.
    #[default]
    First,
    /// The second player.
    Second,
    /// Either: one table for both.
    Both,
}

/// What is counted of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableCount {
    /// Every class reached, finished ones and the root included.
    Full,
    /// Classes reached with the table's owner to move, finished ones included.
    Turns,
    /// Classes for which the table holds a move.
    #[default]
    Rows,
}

/// Which moves a table may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// Moves that keep the value of their position.
    #[default]
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

impl Named for TableCount {
    const ALL: &'static [(&'static str, Self)] = &[
        ("full", TableCount::Full),
        ("turns", TableCount::Turns),
        ("rows", TableCount::Rows),
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
pub struct TableQuestion {
    /// Whom it plays.
    pub role: Role,
    /// The moves with which it may open, by their places in board order; empty for any. As if the rules
    /// left no other to the player who is to move at the root, when the table plays him.
    pub open: Vec<u32>,
    /// What is counted.
    pub count: TableCount,
    /// Which moves it may hold.
    pub keep: Keep,
    /// What is played where it has no row; only rows are counted then.
    pub default: Option<Rule>,
}

/// A row: in this class, this move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TableRow {
    /// The class.
    pub class: u32,
    /// The move, by its place in board order, of the position that stands for the class.
    pub index: u32,
}
