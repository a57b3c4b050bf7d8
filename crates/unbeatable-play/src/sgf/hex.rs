//! Records of Hex: `GM[11]`, with cells by their names, as `HexGui` writes them.
//!
//! What is read here is text that looks like a game; whether the rules allow it is seen by whoever plays it.

use unbeatable_core::{Player, Spec};
use unbeatable_report::question::Setup;
use unbeatable_report::report::GameRecord;
use unbeatable_report::{Argument, AskError};

use super::reader::{decoded, shown};
use super::record::{ASKED, SgfRecord, Variation};
use super::scan::{Property, scan};
use super::writer::{colour, comment_property, ending, escaped, head, nodes};

/// The number of the game in SGF.
const GAME: u32 = 11;

/// Cells have one letter.
const COLUMNS_MAX: u8 = 26;

/// A board of Hex, as far as records name it.
pub(super) struct HexRecords {
    size: [u8; 2],
    has_swap: bool,
}

impl HexRecords {
    /// The board of a spec, if it is one of Hex.
    pub(super) fn of(spec: &str) -> Option<Self> {
        let parsed = Spec::parse(spec).ok()?;
        let (columns, rows) = parsed.size?.text.split_once('x')?;
        (parsed.name.text == "hex").then_some(HexRecords {
            size: [columns.parse().ok()?, rows.parse().ok()?],
            has_swap: spec.ends_with("+swap"),
        })
    }

    fn spec(&self) -> String {
        let [columns, rows] = self.size;
        let swap = if self.has_swap { "+swap" } else { "" };
        format!("hex:{columns}x{rows}{swap}")
    }

    fn size_property(&self) -> String {
        match self.size {
            [columns, rows] if columns == rows => format!("SZ[{columns}]"),
            [columns, rows] => format!("SZ[{columns}:{rows}]"),
        }
    }

    /// Column and row of a cell's name, from 0.
    fn cell(&self, name: &str) -> Option<[u8; 2]> {
        let mut letters = name.chars();
        let column = u8::try_from(letters.next()?.to_ascii_lowercase()).ok()?;
        let column = column.checked_sub(b'a')?;
        let row = letters.as_str().parse::<u8>().ok()?.checked_sub(1)?;
        (column < self.size[0] && row < self.size[1]).then_some([column, row])
    }

    fn last_cell(&self) -> String {
        let [columns, rows] = self.size;
        format!("{}{rows}", char::from(b'a' + columns - 1))
    }

    /// The first game's main variation: its first `moves_max` moves, or all; of a game that was saved with an
    /// answer, those up to the position that was asked about.
    pub(super) fn read(
        &self,
        text: &[u8],
        moves_max: Option<usize>,
    ) -> Result<SgfRecord, AskError> {
        let mut reader = HexReader {
            board: self,
            moves_max,
            is_root: true,
            is_over: false,
            stones: [vec![], vec![]],
            moves: vec![],
            notes: vec![],
        };
        let games = scan(decoded(text)?, &mut |node| reader.node(node))?;
        let mut record = reader.end()?;
        if games > 1 {
            let note = format!("only the first of {games} games counts");
            record.notes.push(note);
        }
        Ok(record)
    }

    /// The game up to `setup`, a comment about the position there, and what may follow, the main variation
    /// first.
    pub(super) fn write(
        &self,
        setup: &Setup,
        application: [&str; 2],
        comment: &str,
        variations: &[Variation],
    ) -> Result<String, AskError> {
        let (mut text, first) = self.root(setup.position.as_deref(), application)?;
        text += &nodes(&self.properties(&setup.moves, first));
        let variations: Vec<&Variation> =
            variations.iter().filter(|v| !v.moves.is_empty()).collect();
        if !variations.is_empty() {
            text += &format!("N[{ASKED}]");
        }
        text += &comment_property(comment);
        let turn = turn_after(first, setup.moves.len());
        for variation in &variations {
            let mut moves = self.properties(&variation.moves, turn);
            moves[0] += &comment_property(&variation.comment);
            text += &match variations.len() {
                1 => nodes(&moves),
                _ => format!("\n({})", nodes(&moves).trim_start()),
            };
        }
        Ok(text + ")\n")
    }

    /// A game that was played, with its players and its result.
    pub(super) fn write_game(
        &self,
        record: &GameRecord,
        application: [&str; 2],
    ) -> Result<String, AskError> {
        let (mut text, first) = self.root(Some(&record.position), application)?;
        let winner = record.outcome.as_ref().and_then(|o| o.winner.as_deref());
        text += &ending(record, winner == Some("Black"));
        text += &nodes(&self.properties(&record.moves, first));
        Ok(text + ")\n")
    }

    /// The first node, and who moves first.
    fn root(
        &self,
        position: Option<&str>,
        application: [&str; 2],
    ) -> Result<(String, Player), AskError> {
        let mut text = head(GAME, application);
        text += &format!("GN[{}]{}", escaped(&self.spec()), self.size_property());
        let rows = position.unwrap_or_default();
        if rows.contains(';') {
            let why = "position: expected one without a swap before it, which SGF cannot set up";
            return Err(Argument::Position.wrong(why));
        }
        let mut counts = [0; 2];
        for (sign, name, count) in [('X', "AB", 0), ('O', "AW", 1)] {
            let mut cells = String::new();
            for (row, line) in rows.split('/').enumerate() {
                for (column, _) in line.chars().enumerate().filter(|(_, c)| *c == sign) {
                    cells += &format!("[{}{}]", char::from(b'a' + column as u8), row + 1);
                    counts[count] += 1;
                }
            }
            if !cells.is_empty() {
                text += &format!("{name}{cells}");
            }
        }
        let first = match counts[0] > counts[1] {
            true => Player::Second,
            false => Player::First,
        };
        if counts != [0, 0] {
            text += &format!("PL[{}]", colour(first));
        }
        Ok((text, first))
    }

    /// Moves, one after the other, the first by `first`.
    fn properties(&self, moves: &[String], first: Player) -> Vec<String> {
        let property = |(i, m): (usize, &String)| {
            let place = match m.to_ascii_lowercase() {
                swap if swap == "swap" => "swap-pieces".into(),
                cell => cell,
            };
            format!("{}[{place}]", colour(turn_after(first, i)))
        };
        moves.iter().enumerate().map(property).collect()
    }
}

fn turn_after(first: Player, moves: usize) -> Player {
    match moves % 2 {
        0 => first,
        _ => first.other(),
    }
}

/// The spec of the game of Hex that a text records; `None` if it records another game.
pub(super) fn recorded(text: &[u8]) -> Result<Option<String>, AskError> {
    let (mut is_hex, mut size, mut has_swap, mut is_root) = (false, None, false, true);
    scan(decoded(text)?, &mut |node| {
        for property in node {
            match property.name.as_str() {
                "GM" if is_root => is_hex = property.number() == Some(GAME),
                "SZ" if is_root => size = property.size(),
                "B" | "W" => has_swap |= property.trimmed().any(is_swap),
                _ => {}
            }
        }
        is_root = false;
        Ok(())
    })?;
    if !is_hex {
        return Ok(None);
    }
    let has_letters = |size: &[u8; 2]| size.iter().all(|n| (1..=COLUMNS_MAX).contains(n));
    let size = size.filter(has_letters).ok_or_else(|| {
        let most = COLUMNS_MAX;
        AskError::new(format!("expected SZ, the size of the board, up to {most}"))
    })?;
    Ok(Some(HexRecords { size, has_swap }.spec()))
}

fn is_swap(value: &str) -> bool {
    value.eq_ignore_ascii_case("swap-pieces") || value.eq_ignore_ascii_case("swap")
}

/// What was read so far.
struct HexReader<'b> {
    board: &'b HexRecords,
    moves_max: Option<usize>,
    is_root: bool,
    /// Whether somebody has resigned.
    is_over: bool,
    /// Cells that are set up, by player.
    stones: [Vec<[u8; 2]>; 2],
    moves: Vec<(Player, String)>,
    notes: Vec<String>,
}

impl HexReader<'_> {
    fn node(&mut self, node: &[Property]) -> Result<(), AskError> {
        let max = self.moves_max.unwrap_or(usize::MAX);
        if self.is_over || self.moves.len() >= max && !self.is_root {
            return Ok(());
        }
        if self.is_root {
            self.is_root = false;
            self.root(node)?;
        }
        for property in node {
            match property.name.as_str() {
                "B" => self.play(Player::First, property)?,
                "W" => self.play(Player::Second, property)?,
                "AB" => self.set_up(Player::First, property)?,
                "AW" => self.set_up(Player::Second, property)?,
                _ => {}
            }
        }
        let is_asked = |p: &Property| p.name == "N" && p.values.iter().any(|v| v == ASKED);
        if node.iter().any(is_asked) {
            self.moves_max.get_or_insert(self.moves.len());
        }
        Ok(())
    }

    fn root(&self, node: &[Property]) -> Result<(), AskError> {
        let find = |name: &str| node.iter().find(|p| p.name == name);
        let wrong = |expected: String, found: Option<&Property>| {
            let found = found.map_or("nothing".into(), shown);
            AskError::new(format!("expected {expected}, found {found}"))
        };
        let game = find("GM");
        if game.and_then(Property::number) != Some(GAME) {
            return Err(wrong("GM[11], Hex".into(), game));
        }
        let size = find("SZ");
        if size.and_then(Property::size) != Some(self.board.size) {
            let expected = self.board.size_property();
            let spec = self.board.spec();
            return Err(wrong(format!("{expected}, the board of {spec}"), size));
        }
        Ok(())
    }

    fn set_up(&mut self, player: Player, property: &Property) -> Result<(), AskError> {
        let wrong = |expected: &str| {
            let found = shown(property);
            AskError::new(format!(
                "{}: expected {expected}, found {found}",
                property.name
            ))
        };
        if !self.moves.is_empty() {
            return Err(wrong("stones to be set up before the first move"));
        }
        for name in property.trimmed() {
            let last = format!("cells from a1 to {}", self.board.last_cell());
            let cell = self.board.cell(name).ok_or_else(|| wrong(&last))?;
            if self.stones.iter().any(|stones| stones.contains(&cell)) {
                return Err(wrong("each cell once"));
            }
            self.stones[player.index()].push(cell);
        }
        Ok(())
    }

    fn play(&mut self, player: Player, property: &Property) -> Result<(), AskError> {
        let number = self.moves.len() + 1;
        let wrong = |expected: String| {
            let found = shown(property);
            Argument::Moves.wrong(format!("move {number} {found}: expected {expected}"))
        };
        let mut values = property.trimmed();
        let value = values.next().filter(|_| property.values.len() == 1);
        let value = value.ok_or_else(|| wrong("one cell".into()))?;
        if value.eq_ignore_ascii_case("resign") {
            self.is_over = true;
            self.notes
                .push(format!("{} resigns", ["Black", "White"][player.index()]));
            return Ok(());
        }
        let text = match is_swap(value) {
            true if self.board.has_swap => "swap".to_string(),
            true => {
                let spec = self.board.spec();
                return Err(wrong(format!("a cell, because {spec} has no swap")));
            }
            false if value.eq_ignore_ascii_case("swap-sides") => {
                return Err(wrong("swap-pieces, the swap that is known here".into()));
            }
            false if self.board.cell(value).is_some() => value.to_ascii_lowercase(),
            false => {
                return Err(wrong(format!(
                    "a cell from a1 to {}",
                    self.board.last_cell()
                )));
            }
        };
        let counts = [0, 1].map(|i| self.stones[i].len());
        let first = match counts[0] > counts[1] {
            true => Player::Second,
            false => Player::First,
        };
        let turn = turn_after(first, self.moves.len());
        if turn != player {
            return Err(wrong(format!(
                "a move of {}",
                ["Black", "White"][turn.index()]
            )));
        }
        self.moves.push((player, text));
        Ok(())
    }

    fn end(self) -> Result<SgfRecord, AskError> {
        if let Some(max) = self.moves_max
            && max > self.moves.len()
        {
            let found = self.moves.len();
            return Err(AskError::new(format!(
                "expected at least {max} moves (--move {max}), found {found}"
            )));
        }
        let [columns, rows] = self.board.size;
        let row = |row: u8| -> String {
            let sign = |column: u8| match [0, 1].map(|i| self.stones[i].contains(&[column, row])) {
                [true, _] => 'X',
                [_, true] => 'O',
                _ => '.',
            };
            (0..columns).map(sign).collect()
        };
        let has_stones = self.stones.iter().any(|stones| !stones.is_empty());
        let position = has_stones.then(|| (0..rows).map(row).collect::<Vec<_>>().join("/"));
        Ok(SgfRecord {
            setup: Setup {
                position,
                moves: self.moves.into_iter().map(|(_, text)| text).collect(),
            },
            notes: self.notes,
        })
    }
}
