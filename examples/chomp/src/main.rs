//! Chomp (Schuh 1952, Gale 1974) as a program: `cargo run --release -- solve chomp:4x3`.
//!
//! Two players bite a bar of chocolate in turn: a bite takes a square and everything below and to the right
//! of it. The square in the top left corner is poisoned; who eats it loses.

use std::fmt::{self, Write};
use std::process::ExitCode;

use unbeatable::core::{
    Game, Kind, Kit, Listing, Notation, Outcome, ParseError, Player, Preset, Spec, Wdl,
};
use unbeatable::{Entry, Registry};

/// Chomp in a registry.
const ENTRY: Entry = Entry::of::<Chomp>();

fn main() -> ExitCode {
    unbeatable::program(Registry::standard().with(ENTRY))
}

/// The rule book: the size of the bar, at most 8x8.
#[derive(Clone)]
struct Chomp {
    columns: u8,
    rows: u8,
}

/// How long the rows are, top row first, and who bites next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Bar {
    rows: [u8; 8],
    turn: Player,
}

impl Game for Chomp {
    type Position = Bar;
    type Move = (u8, u8); // The row and the column of the bite.
    type Value = Wdl;

    fn start(&self) -> Bar {
        let mut rows = [0; 8];
        rows[..self.rows.into()].fill(self.columns);
        let turn = Player::First;
        Bar { rows, turn }
    }

    fn turn(&self, bar: &Bar) -> Player {
        bar.turn
    }

    fn outcome(&self, bar: &Bar) -> Option<Outcome<Wdl>> {
        // Whoever would move next did not eat the poison.
        (bar.rows[0] == 0).then_some(Outcome::win(bar.turn))
    }

    fn moves(&self, bar: &Bar) -> impl Iterator<Item = (u8, u8)> {
        let squares = |(row, length)| (0..length).map(move |column| (row, column));
        (0..8).zip(bar.rows).flat_map(squares)
    }

    fn play(&self, bar: &Bar, (row, column): (u8, u8)) -> Bar {
        let mut next = *bar;
        next.turn = bar.turn.other();
        for length in &mut next.rows[usize::from(row)..] {
            *length = column.min(*length);
        }
        next
    }
}

impl Notation for Chomp {
    fn spec(&self) -> String {
        format!("chomp:{}x{}", self.columns, self.rows)
    }

    /// The rows that are left, and who bites next: `4,4,2;First`.
    fn write_position(&self, bar: &Bar, f: &mut dyn Write) -> fmt::Result {
        let rows = &bar.rows[..self.rows.into()];
        let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
        write!(f, "{};{:?}", rows.join(","), bar.turn)
    }

    fn parse_position(&self, text: &str) -> Result<Bar, ParseError> {
        let wrong = |what: &str| ParseError::whole(what, format!("'{text}'"));
        let (lengths, turn) = text.split_once(';').ok_or(wrong("rows;turn"))?;
        let lengths: Option<Vec<u8>> = lengths.split(',').map(|row| row.parse().ok()).collect();
        let lengths = lengths.filter(|lengths| lengths.len() == usize::from(self.rows));
        let lengths = lengths.ok_or(wrong("the length of every row"))?;
        if lengths[0] > self.columns || !lengths.is_sorted_by(|a, b| a >= b) {
            return Err(wrong("rows that fit the bar and get no longer downwards"));
        }
        let is_named = |player: &Player| format!("{player:?}") == turn;
        let turn = Player::BOTH.into_iter().find(is_named);
        let turn = turn.ok_or(wrong("First or Second to move"))?;
        let mut rows = [0; 8];
        rows[..lengths.len()].copy_from_slice(&lengths);
        Ok(Bar { rows, turn })
    }

    fn write_move(&self, _: &Bar, (row, column): (u8, u8), f: &mut dyn Write) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }

    fn write_board(
        &self,
        bar: &Bar,
        mark: &dyn Fn((u8, u8)) -> Option<char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        for (row, length) in (0..8).zip(bar.rows).filter(|(_, length)| *length > 0) {
            let square = |column| if (row, column) == (0, 0) { '!' } else { '#' };
            let sign = |column| mark((row, column)).unwrap_or(square(column));
            writeln!(f, "{}", (0..length).map(sign).collect::<String>())?;
        }
        Ok(())
    }
}

/// How people find the game, and what is known of it: here, nothing.
impl Kind for Chomp {
    type Known = ();
    type Order = ();

    const LISTINGS: &'static [Listing] = &[Listing {
        names: &["chomp"],
        usual_size: Some("4x3"),
        spec: "chomp:4x3",
        form: "chomp:COLUMNSxROWS",
        title: "Chomp",
        rules: "A bite takes a square and all below and right of it; who eats the corner loses.",
        example: "4,4,2;First",
        example_move: "b3",
        family: "Chomp",
        presets: &[Preset::new("chomp:4x3", "Chomp on 4×3")],
    }];

    fn parse(spec: Spec) -> Result<Self, ParseError> {
        let size = spec.size.unwrap_or(spec.name);
        let wrong = || size.wrong(0, "a size of at most 8x8, such as 4x3");
        let (columns, rows) = size.text.split_once('x').ok_or_else(wrong)?;
        let fits = |n: &u8| (1..=8).contains(n);
        let read = |text: &str| text.parse().ok().filter(fits).ok_or_else(wrong);
        spec.no_more_options("no option")?;
        let (columns, rows) = (read(columns)?, read(rows)?);
        Ok(Chomp { columns, rows })
    }

    fn kit(self) -> Kit<Self, (), ()> {
        Kit::new(self, (), vec![], "Chomp")
    }
}
