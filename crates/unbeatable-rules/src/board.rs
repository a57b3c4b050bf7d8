//! Boards: fluents with two coordinates and something that stands there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Write};

use crate::clause::{Symbol, Symbols};
use crate::grounding::terms::{GroundTerms, TermId};
use crate::mechanism::Mechanism;
use crate::pieces::{BoardPiece, TAKEN, pieces};

/// A board that was recognised: `(cell X Y WHAT)` or `(filled X Y)`, X from the left and Y from below.
#[derive(Debug)]
pub(crate) struct FoundBoard {
    /// What columns are called, from the left.
    pub(crate) columns: Vec<String>,
    /// What rows are called, from below.
    pub(crate) rows: Vec<String>,
    /// For each fluent that is part of it: its square, and what stands there.
    cells: BTreeMap<usize, (BoardSquare, BoardPiece)>,
    /// What stands there all the time.
    fixed: Vec<(BoardSquare, BoardPiece)>,
    /// What the actions of each role say of squares.
    pub(crate) aims: [Vec<ActionAim>; 2],
}

/// A square: its column from the left, and its row from below.
pub(crate) type BoardSquare = (usize, usize);

/// What an action says of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActionAim {
    /// Nothing.
    Nowhere,
    /// It names a column alone.
    Column,
    /// It names one square.
    Square(BoardSquare),
    /// It names two squares, that from which something goes, and that to which it goes.
    Step(BoardSquare, BoardSquare),
}

/// No board has more columns or rows.
const SIDE_MAX: usize = 26;

impl FoundBoard {
    /// Looks for a board: the relation with two coordinates and a content that most fluents have, or else one
    /// with two coordinates that actions name.
    pub(crate) fn find(mechanism: &Mechanism, names: &Symbols) -> Option<FoundBoard> {
        let has_content = BoardRelation::of(mechanism, 3).and_then(|name| {
            let relation = BoardRelation::new(mechanism, names, name, 3)?;
            relation.board(names)
        });
        has_content.or_else(|| {
            let name = BoardRelation::of(mechanism, 2)?;
            let relation = BoardRelation::new(mechanism, names, name, 2)?;
            relation.board(names).filter(|board| {
                let mut aims = board.aims.iter().flatten();
                aims.any(|aim| matches!(aim, ActionAim::Square(_))) && !relation.is_a_count()
            })
        })
    }

    /// Whether a fluent is part of it.
    pub(crate) fn has(&self, fluent: usize) -> bool {
        self.cells.contains_key(&fluent)
    }

    /// What stands on each square that has something, if these fluents are true.
    pub(crate) fn standing(
        &self,
        is_true: impl Fn(usize) -> bool,
    ) -> HashMap<BoardSquare, BoardPiece> {
        let fixed = self.fixed.iter().copied();
        let cells = self.cells.iter().filter(|(fluent, _)| is_true(**fluent));
        fixed.chain(cells.map(|(_, cell)| *cell)).collect()
    }

    /// Draws it, with some squares marked.
    pub(crate) fn write(
        &self,
        is_true: impl Fn(usize) -> bool,
        marks: &HashMap<BoardSquare, char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let standing = self.standing(is_true);
        for row in (0..self.rows.len()).rev() {
            let sign = |column: usize| {
                let square = (column, row);
                let piece = || standing.get(&square).map(|piece| piece.sign);
                let sign = marks.get(&square).copied().or_else(piece);
                sign.unwrap_or('.').to_string()
            };
            let row: Vec<String> = (0..self.columns.len()).map(sign).collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

/// Fluents of one name that may be a board.
struct BoardRelation<'m> {
    mechanism: &'m Mechanism,
    name: Symbol,
    places: usize,
    columns: Vec<TermId>,
    rows: Vec<TermId>,
}

impl<'m> BoardRelation<'m> {
    /// The name that most fluents with so many arguments have.
    fn of(mechanism: &Mechanism, places: usize) -> Option<Symbol> {
        let mut counts: HashMap<Symbol, usize> = HashMap::new();
        for &fluent in &mechanism.fluents {
            if mechanism.terms.arguments(fluent).len() == places {
                *counts.entry(mechanism.terms.name(fluent)).or_default() += 1;
            }
        }
        let most = counts
            .iter()
            .max_by_key(|&(name, count)| (count, std::cmp::Reverse(name)));
        most.map(|(&name, _)| name)
    }

    /// With its coordinates in order; `None` if they are none, or if there are too few or too many of them.
    fn new(
        mechanism: &'m Mechanism,
        names: &Symbols,
        name: Symbol,
        places: usize,
    ) -> Option<BoardRelation<'m>> {
        let relation = BoardRelation {
            mechanism,
            name,
            places,
            columns: vec![],
            rows: vec![],
        };
        let coordinates = |which: usize| {
            let found = relation
                .all()
                .map(|fluent| relation.arguments(fluent)[which]);
            in_order(&mechanism.terms, names, found.collect())
        };
        let (columns, rows) = (coordinates(0)?, coordinates(1)?);
        let is_side = |side: &[TermId]| (2..=SIDE_MAX).contains(&side.len());
        (is_side(&columns) && is_side(&rows)).then_some(BoardRelation {
            columns,
            rows,
            ..relation
        })
    }

    fn arguments(&self, term: TermId) -> &'m [TermId] {
        self.mechanism.terms.arguments(term)
    }

    fn has(&self, fluent: TermId) -> bool {
        let is_named = self.mechanism.terms.name(fluent) == self.name;
        is_named && self.arguments(fluent).len() == self.places
    }

    /// Its fluents, those too that are always true.
    fn all(&self) -> impl Iterator<Item = TermId> {
        let all = self.mechanism.fluents.iter();
        let all = all.chain(&self.mechanism.constants).copied();
        all.filter(|&fluent| self.has(fluent))
    }

    fn column(&self, term: TermId) -> Option<usize> {
        self.columns.iter().position(|&column| column == term)
    }

    fn square(&self, column: TermId, row: TermId) -> Option<BoardSquare> {
        let row = self.rows.iter().position(|&known| known == row)?;
        Some((self.column(column)?, row))
    }

    /// Whether one number belongs to each of several things: that is no board, but a list of heaps.
    fn is_a_count(&self) -> bool {
        let starts = self.mechanism.fluents.iter().zip(&self.mechanism.start);
        let starts = starts.filter(|&(&fluent, is_true)| *is_true && self.has(fluent));
        let starts: Vec<&[TermId]> = starts.map(|(&fluent, _)| self.arguments(fluent)).collect();
        let is_map = |which: usize, count: usize| {
            let distinct: BTreeSet<TermId> = starts.iter().map(|both| both[which]).collect();
            starts.len() == count && distinct.len() == count
        };
        is_map(0, self.columns.len()) || is_map(1, self.rows.len())
    }

    /// The board that it is.
    fn board(&self, names: &Symbols) -> Option<FoundBoard> {
        let Mechanism { terms, roles, .. } = self.mechanism;
        let content = |fluent: TermId| self.arguments(fluent).get(2).copied();
        let contents: BTreeSet<TermId> = self.all().filter_map(content).collect();
        let pieces = pieces(terms, names, *roles, &contents)?;
        let cell = |fluent: TermId| {
            let [column, row, ..] = *self.arguments(fluent) else {
                unreachable!("cells have two coordinates");
            };
            let piece = content(fluent).map_or(TAKEN, |content| pieces[&content]);
            Some((self.square(column, row)?, piece))
        };
        let numbered = self.mechanism.fluents.iter().enumerate();
        let numbered = numbered.filter(|(_, fluent)| self.has(**fluent));
        let cells: Option<BTreeMap<_, _>> = numbered
            .map(|(number, &fluent)| Some((number, cell(fluent)?)))
            .collect();
        let fixed = self.mechanism.constants.iter().copied();
        let fixed = fixed.filter(|&fluent| self.has(fluent)).map(cell);
        let called = |side: &[TermId]| {
            let text = |&term: &TermId| names.text(terms.name(term)).to_string();
            side.iter().map(text).collect()
        };
        Some(FoundBoard {
            columns: called(&self.columns),
            rows: called(&self.rows),
            cells: cells?,
            fixed: fixed.collect::<Option<_>>()?,
            aims: [0, 1].map(|role: usize| {
                let actions = self.mechanism.actions[role].iter();
                actions.map(|&action| self.aim(action)).collect()
            }),
        })
    }

    fn aim(&self, action: TermId) -> ActionAim {
        let aim = match *self.arguments(action) {
            [column] => self.column(column).map(|_| ActionAim::Column),
            [column, row] => self.square(column, row).map(ActionAim::Square),
            [a, b, c, d] => self
                .square(a, b)
                .zip(self.square(c, d))
                .map(|(from, to)| ActionAim::Step(from, to)),
            _ => None,
        };
        aim.unwrap_or(ActionAim::Nowhere)
    }
}

/// Coordinates in order: numbers by size, words by the alphabet; `None` if they are something else.
fn in_order(terms: &GroundTerms, names: &Symbols, found: BTreeSet<TermId>) -> Option<Vec<TermId>> {
    let mut found: Vec<TermId> = found.into_iter().collect();
    if found.iter().any(|&term| !terms.arguments(term).is_empty()) {
        return None;
    }
    let text = |term: TermId| names.text(terms.name(term));
    found.sort_by_key(|&term| {
        let text = text(term);
        (
            text.parse::<i64>().unwrap_or(i64::MAX),
            text.len(),
            text.to_string(),
        )
    });
    Some(found)
}
