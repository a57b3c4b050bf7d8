//! Players who look their moves up in a table: `table:FILE`.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};

use serde::Deserialize;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Margin, Notation, Player, Stopped, Watch};
use unbeatable_proof::table::{Named, Rule};

use super::contestant::Chooser;
use unbeatable_report::report::StrategyReport;
use unbeatable_report::{Argument, AskError};

/// What is read of a file that `unbeatable strategy GAME -o FILE.json` wrote.
#[derive(Deserialize)]
struct TableFile {
    game: String,
    role: String,
    default: Option<String>,
    rows: Vec<WrittenRow>,
}

#[derive(Deserialize)]
struct WrittenRow {
    class: String,
    #[serde(rename = "move")]
    m: String,
}

/// Files are not read beyond this size.
const FILE_BYTES_MAX: u64 = 1 << 28;

/// Positions that are looked at to see that a table has a row wherever it needs one.
const POSITIONS_MAX: usize = 2_000_000;

/// A position up to symmetry, with the side to move.
type SidedClass = (Position, Player);

/// Plays the moves of a table.
pub struct TablePlayer {
    /// For each class the one that its move leads to.
    rows: HashMap<SidedClass, SidedClass>,
    default: Option<Rule>,
}

/// The class of a position.
fn class(game: &ErasedGame, pos: &Position) -> SidedClass {
    (game.canonical(pos), game.turn(pos))
}

impl TablePlayer {
    /// Reads a table, and sees that it can play `side` from `root` on: whatever the opponent plays, it has
    /// a move.
    pub fn new(
        game: &ErasedGame,
        file: &str,
        root: &Position,
        side: Player,
    ) -> Result<Self, AskError> {
        let wrong =
            |why: String| Argument::Player.wrong(format!("player {}: {why}", quoted_file(file)));
        if game.repetition().is_forbidden() {
            let spec = game.spec();
            return Err(wrong(format!(
                "a table knows positions without their history, which matters in {spec}"
            )));
        }
        let text = read(Path::new(file)).map_err(|e| wrong(e.to_string()))?;
        let written: TableFile = serde_json::from_slice(&text).map_err(|e| {
            wrong(format!(
                "expected a table as `unbeatable strategy GAME -o FILE.json` writes it ({e})"
            ))
        })?;
        Self::checked(game, &written, root, side).map_err(wrong)
    }

    /// The player of a table that was found just now.
    pub fn from_report(
        game: &ErasedGame,
        report: &StrategyReport,
        side: Player,
    ) -> Result<Self, String> {
        let written = serde_json::to_value(report).and_then(serde_json::from_value);
        let written: TableFile = written.map_err(|e| e.to_string())?;
        Self::checked(game, &written, &game.start(), side)
    }

    fn checked(
        game: &ErasedGame,
        written: &TableFile,
        root: &Position,
        side: Player,
    ) -> Result<Self, String> {
        let player = Self::understand(game, written)?;
        player.covers(game, root, side).map_err(|why| {
            let role = &written.role;
            format!("{why} (it was made for role {role})")
        })?;
        Ok(player)
    }

    fn understand(game: &ErasedGame, written: &TableFile) -> Result<Self, String> {
        let spec = game.spec();
        if written.game != spec {
            let found = quoted(&written.game);
            return Err(format!("a table of {found}: expected one of '{spec}'"));
        }
        let default = match &written.default {
            None => None,
            Some(name) => match Rule::named(name) {
                Some(rule) => Some(rule),
                None => return Err(format!("the default rule {} is unknown", quoted(name))),
            },
        };
        let mut rows = HashMap::new();
        for row in &written.rows {
            let wrong = |e: unbeatable_core::notation::ParseError| {
                format!("row {} {}: {e}", quoted(&row.class), quoted(&row.m))
            };
            let pos = game.parse_position(&row.class).map_err(wrong)?;
            let m = game.parse_move(&pos, &row.m).map_err(wrong)?;
            let reply = class(game, &game.play(&pos, m));
            if rows.insert(class(game, &pos), reply).is_some() {
                return Err(format!("two rows for {}", quoted(&row.class)));
            }
        }
        Ok(TablePlayer { rows, default })
    }

    /// Says where the table has no move although it needs one.
    fn covers(&self, game: &ErasedGame, root: &Position, side: Player) -> Result<(), String> {
        let mut seen = HashSet::from([*root]);
        let mut open = vec![*root];
        while let Some(pos) = open.pop() {
            if game.outcome(&pos).is_some() {
                continue;
            }
            let moves: Vec<Move> = match game.turn(&pos) == side {
                false => game.moves(&pos).collect(),
                true => {
                    let m = self.look_up(game, &pos);
                    let missing = || {
                        let (name, pos) = (game.player_name(side), game.position_text(&pos));
                        format!("it has no row for '{pos}', which it may meet as {name}")
                    };
                    vec![m.ok_or_else(missing)?]
                }
            };
            for m in moves {
                let next = game.play(&pos, m);
                if seen.insert(next) {
                    open.push(next);
                }
            }
            if seen.len() > POSITIONS_MAX {
                return Err(format!("it may meet more than {POSITIONS_MAX} positions"));
            }
        }
        Ok(())
    }

    /// Its move, if it has one.
    fn look_up(&self, game: &ErasedGame, pos: &Position) -> Option<Move> {
        let reply = match self.rows.get(&class(game, pos)) {
            Some(reply) => *reply,
            None => {
                // The rule looks at the canonical board, or the image of it with the right side to move.
                let turn = game.turn(pos);
                let canonical = game.canonical(pos);
                let mut images = std::iter::once(canonical).chain(game.images(&canonical));
                let shown = images.find(|image| game.turn(image) == turn)?;
                class(game, &game.play(&shown, self.default?.choose(game, &shown)))
            }
        };
        game.moves(pos)
            .find(|&m| class(game, &game.play(pos, m)) == reply)
    }
}

/// The bytes of a file, unless it is none, or too large.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    // To open a pipe would be to wait for somebody who writes.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("expected a file"));
    }
    let file = File::open(path)?;
    let mut bytes = vec![];
    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 <= FILE_BYTES_MAX {
        true => Ok(bytes),
        false => Err(io::Error::other(format!(
            "expected at most {FILE_BYTES_MAX} bytes"
        ))),
    }
}

/// The name of the player, for messages.
fn quoted_file(file: &str) -> String {
    format!("'table:{file}'")
}

impl<'g> Chooser<'g> for TablePlayer {
    /// One move: of several that lead to symmetric positions the first.
    fn choices(&self, line: &Line<'g>, _: &dyn Watch<Margin>) -> Result<Vec<Move>, Stopped> {
        let m = self.look_up(line.game(), line.position());
        Ok(vec![m.expect(
            "the table covers every position from the root on",
        )])
    }

    fn knows(&self, line: &Line<'g>) -> bool {
        self.look_up(line.game(), line.position()).is_some()
    }
}
