//! From a text to a setup.

use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Line, Notation, Player};
use unbeatable_games::go::{Go, Superko};

use super::record::{ASKED, BYTES_MAX, SgfRecord, letters, rules, size_property};
use super::scan::{Property, scan};
use super::values::Point;
use super::writer::rules_text;
use unbeatable_bench::bench::{line, play};
use unbeatable_report::question::Setup;
use unbeatable_report::{Argument, AskError};

/// Reads the first game's main variation by the rules of `spec`: its first `moves_max` moves, or all;
/// of a game that was saved with an answer, those up to the position that was asked about.
pub(super) fn read(
    spec: &str,
    text: &[u8],
    moves_max: Option<usize>,
) -> Result<SgfRecord, AskError> {
    let go = rules(spec)?;
    let text = decoded(text)?;
    let mut reader = Reader {
        go: &go,
        moves_max,
        is_root: true,
        stones: [0; 2],
        turn: None,
        has_handicap: false,
        line: None,
        record: SgfRecord {
            setup: Setup::default(),
            notes: vec![],
        },
        moves: 0,
    };
    let games = scan(text, &mut |node| reader.node(node))?;
    let mut record = reader.end()?;
    if games > 1 {
        let note = format!("only the first of {games} games counts");
        record.notes.push(note);
    }
    Ok(record)
}

/// The rules `like`, with the board size and the komi that a text names.
pub fn rules_in(text: &[u8], like: &Go) -> Result<Go, AskError> {
    let mut size = [19, 19];
    let mut komi = 0.0f64;
    let mut is_root = true;
    scan(decoded(text)?, &mut |node| {
        for property in node.iter().filter(|_| is_root) {
            match property.name.as_str() {
                "SZ" => size = property.size().unwrap_or(size),
                "KM" => komi = property.number().unwrap_or(komi),
                _ => {}
            }
        }
        is_root = false;
        Ok(())
    })?;
    let [columns, rows] = size;
    let halves = 2.0 * komi;
    if halves.fract() != 0.0 || halves.abs() > f64::from(i16::MAX) {
        let expected = "a komi of points, halves allowed";
        return Err(AskError::new(format!("expected {expected}, found {komi}")));
    }
    let (superko, suicide) = (like.superko(), like.allows_suicide());
    let go = Go::new(columns, rows, superko, suicide, halves as i16);
    go.map_err(|e| AskError::new(format!("expected {e}, found a board of {columns}x{rows}")))
}

/// Rules by the names that SGF has for them, and others that programs write: what may not be repeated, and
/// whether suicide is allowed. All of them count area.
const NAMED_RULES: [(&str, Superko, bool); 6] = [
    ("chinese", Superko::Positional, false),
    ("aga", Superko::Situational, false),
    ("nz", Superko::Situational, true),
    ("new zealand", Superko::Situational, true),
    ("tromp-taylor", Superko::Positional, true),
    ("tromp/taylor", Superko::Positional, true),
];

/// The rules that a text names, on a board of the least size; those of `like` if it names none. Then what
/// cannot be taken, a sentence each.
pub(super) fn named_rules(text: &[u8], like: &Go) -> Result<(Go, Vec<String>), AskError> {
    let mut name = None;
    let mut is_root = true;
    scan(decoded(text)?, &mut |node| {
        let rules = node.iter().find(|property| property.name == "RU");
        if let Some(property) = rules.filter(|_| is_root) {
            name = property.trimmed().next().map(str::to_string);
        }
        is_root = false;
        Ok(())
    })?;
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        return Ok((like.clone(), vec![]));
    };
    let small = |superko, suicide| {
        Go::new(1, 1, superko, suicide, 0).expect("a board of one point is a board")
    };
    let named = NAMED_RULES
        .iter()
        .find(|(known, ..)| name.eq_ignore_ascii_case(known));
    if let Some(&(_, superko, suicide)) = named {
        return Ok((small(superko, suicide), vec![]));
    }
    for superko in [Superko::Positional, Superko::Situational, Superko::Natural] {
        for suicide in [false, true] {
            let go = small(superko, suicide);
            if rules_text(&go) == name {
                return Ok((go, vec![]));
            }
        }
    }
    let note = format!(
        "its rules, {}, are not known here: {} count",
        quoted(&name),
        rules_text(like)
    );
    Ok((like.clone(), vec![note]))
}

/// A text of a size that is read.
pub(super) fn decoded(text: &[u8]) -> Result<&str, AskError> {
    if text.len() > BYTES_MAX {
        let mebibytes = BYTES_MAX >> 20;
        return Err(AskError::new(format!("expected at most {mebibytes} MiB")));
    }
    std::str::from_utf8(text).map_err(|e| {
        let byte = e.valid_up_to() + 1;
        AskError::new(format!(
            "expected UTF-8 text, found something else at byte {byte}"
        ))
    })
}

/// What was read so far.
struct Reader<'g> {
    go: &'g Go,
    moves_max: Option<usize>,
    /// Whether the next node is the first one.
    is_root: bool,
    /// Stones that are set up, Black's and White's.
    stones: [u32; 2],
    /// Who is said to move first.
    turn: Option<Player>,
    /// Whether Black has a handicap, so that White moves first.
    has_handicap: bool,
    /// The game, as soon as setting up is over.
    line: Option<Line<'g, Go>>,
    record: SgfRecord,
    /// Moves in the text, those that nobody asked for included.
    moves: usize,
}

impl Reader<'_> {
    fn node(&mut self, node: &[Property]) -> Result<(), AskError> {
        if self.is_enough() {
            let has_move = node.iter().any(|p| p.name == "B" || p.name == "W");
            self.moves += usize::from(has_move);
            return Ok(());
        }
        for name in ["GM", "SZ", "KM", "PL"] {
            if node.iter().filter(|p| p.name == name).count() > 1 {
                return Err(AskError::new(format!("expected {name} once in a node")));
            }
        }
        if self.is_root {
            self.is_root = false;
            self.root(node)?;
        }
        let mut moves = Vec::new();
        let mut seen = 0;
        for property in node {
            match property.name.as_str() {
                "B" | "W" => moves.push(property),
                "AB" | "AW" | "AE" | "PL" | "HA" => {
                    self.set_up(property, &mut seen)?;
                }
                _ => {}
            }
        }
        let is_asked = |p: &Property| p.name == "N" && p.values.iter().any(|v| v == ASKED);
        match moves[..] {
            [] => {}
            [m] => self.play(m)?,
            _ => {
                return Err(Argument::Moves.wrong(format!(
                    "move {}: expected one move in a node, found {}",
                    self.moves + 1,
                    moves.len()
                )));
            }
        }
        if node.iter().any(is_asked) {
            self.moves_max.get_or_insert(self.moves);
        }
        Ok(())
    }

    /// What the first node says about the game as a whole.
    fn root(&mut self, node: &[Property]) -> Result<(), AskError> {
        let find = |name: &str| node.iter().find(|p| p.name == name);
        if let Some(game) = find("GM")
            && game.number() != Some(1)
        {
            let found = shown(game);
            return Err(AskError::new(format!("expected GM[1], Go, found {found}")));
        }
        let (size, found) = match find("SZ") {
            None => (Some([19, 19]), "no size, which means 19x19".into()),
            Some(size) => (size.size(), shown(size)),
        };
        if size != Some(self.go.size()) {
            let spec = self.go.spec();
            return Err(AskError::new(format!(
                "expected {}, the board of {spec}, found {found}",
                size_property(self.go)
            )));
        }
        let komi = f64::from(self.go.komi()) / 2.0;
        if let Some(property) = find("KM")
            && property.number() != Some(komi)
        {
            self.record.notes.push(format!(
                "the komi of {} counts, {komi}, and not {}",
                self.go.spec(),
                shown(property)
            ));
        }
        Ok(())
    }

    /// Whether all moves that were asked for have been read.
    fn is_enough(&self) -> bool {
        self.moves_max.is_some_and(|max| self.moves >= max) && self.moves > 0
    }

    /// Stones and turns that are just put there; `seen` are points that the node has named before.
    fn set_up(&mut self, property: &Property, seen: &mut u32) -> Result<(), AskError> {
        let (name, moves) = (property.name.as_str(), self.moves);
        let late = |expected: &str| {
            let what = format!("{name} after move {moves}: expected {expected}");
            Err(AskError::new(what))
        };
        let wrong = |expected: &str| {
            let found = quoted(&property.trimmed().collect::<Vec<_>>().join("]["));
            AskError::new(format!("{name}: expected {expected}, found {found}"))
        };
        match name {
            "HA" => self.has_handicap |= property.number() >= Some(2i64),
            "PL" => {
                let said = property.player().ok_or_else(|| wrong("B or W"))?;
                // Some programs repeat whose turn it is.
                match self.line.as_ref().map(|line| self.go.turn(line.position())) {
                    None => self.turn = Some(said),
                    Some(turn) if turn == said => {}
                    Some(turn) => return late(&format!("{} to move", self.go.player_name(turn))),
                }
            }
            _ => {
                let points = property.points();
                let points = points.ok_or_else(|| wrong("points such as aa or aa:bb"))?;
                if self.line.is_some() {
                    return late("stones to be set up before the first move");
                }
                let stones = ["AB", "AW"].map(|colour| colour == name);
                let before = *seen;
                for point in points {
                    let bit = self.new_point(point, before, name)?;
                    *seen |= bit;
                    for (colour, is_set) in self.stones.iter_mut().zip(stones) {
                        *colour = *colour & !bit | if is_set { bit } else { 0 };
                    }
                }
            }
        }
        Ok(())
    }

    /// The bit of a point that is on the board and not among those `before`.
    fn new_point(&self, point: Point, before: u32, name: &str) -> Result<u32, AskError> {
        let [columns, rows] = self.go.size();
        let expected = match self.index(point).map(|index| 1 << index) {
            Some(bit) if before & bit == 0 => return Ok(bit),
            Some(_) => "each point once in a node".to_string(),
            None => format!("points of the {columns}x{rows} board"),
        };
        let found = letters(point[0], point[1]);
        Err(AskError::new(format!(
            "{name}: expected {expected}, found '{found}'"
        )))
    }

    fn play(&mut self, property: &Property) -> Result<(), AskError> {
        let colour = match property.name.as_str() {
            "B" => Player::First,
            _ => Player::Second,
        };
        self.moves += 1;
        let number = self.moves;
        if self.line.is_none() {
            self.begin(colour)?;
        }
        if self.moves_max.is_some_and(|max| number > max) {
            return Ok(());
        }
        let wrong = |expected: String| {
            let found = shown(property);
            Argument::Moves.wrong(format!("move {number} {found}: expected {expected}"))
        };
        let text = self.move_text(property).map_err(wrong)?;
        let line = self.line.as_mut().expect("the game has begun");
        let turn = self.go.turn(line.position());
        if turn != colour {
            let name = self.go.player_name(turn);
            return Err(wrong(format!("a move of {name}")));
        }
        play(line, number, &text)?;
        self.record.setup.moves.push(text);
        Ok(())
    }

    /// The name of a move in this project; else what would have been right.
    fn move_text(&self, property: &Property) -> Result<String, String> {
        let [columns, rows] = self.go.size();
        let form = || format!("a point of the {columns}x{rows} board, such as [aa], or [], a pass");
        match property.place().ok_or_else(form)? {
            None => Ok("pass".into()),
            // The pass of FF[3], on boards on which it is no point.
            Some([19, 19]) if columns.max(rows) <= 19 => Ok("pass".into()),
            Some(point) => {
                let index = self.index(point).ok_or_else(form)?;
                Ok(self.go.point_name(index))
            }
        }
    }

    /// The point in the order of the board.
    fn index(&self, [x, y]: Point) -> Option<u8> {
        let [columns, rows] = self.go.size();
        (x < columns && y < rows).then(|| y * columns + x)
    }

    /// Setting up is over. Who moves first: who is said to, else who does.
    fn begin(&mut self, mover: Player) -> Result<(), AskError> {
        let [columns, _] = self.go.size();
        let mut text = String::new();
        for point in 0..self.go.points() {
            if point > 0 && point % columns == 0 {
                text.push('/');
            }
            text.push(match self.stones.map(|stones| stones >> point & 1) {
                [1, _] => 'X',
                [_, 1] => 'O',
                _ => '.',
            });
        }
        text += [";B", ";W"][self.turn.unwrap_or(mover).index()];
        let is_start = text == self.go.position_text(&self.go.start());
        self.record.setup.position = (!is_start).then_some(text);
        self.line = Some(line(self.go, &self.record.setup)?);
        Ok(())
    }

    fn end(mut self) -> Result<SgfRecord, AskError> {
        if self.line.is_none() {
            self.begin(match self.has_handicap {
                true => Player::Second,
                false => Player::First,
            })?;
        }
        match self.moves_max {
            Some(max) if max > self.moves => Err(AskError::new(format!(
                "expected at least {max} moves (--move {max}), found {}",
                self.moves
            ))),
            _ => Ok(self.record),
        }
    }
}

/// A property as it is written, for messages.
pub(super) fn shown(property: &Property) -> String {
    let values = property.values.join("][");
    quoted(&format!("{}[{values}]", property.name))
}
