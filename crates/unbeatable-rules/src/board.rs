//! Boards: fluents with two coordinates and something that stands there.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};

use crate::clause::{Symbol, Symbols};
use crate::grounding::terms::{GroundTerms, TermId};
use crate::mechanism::Mechanism;

/// A board that was recognised: `(cell X Y WHAT)`, X from the left and Y from below.
#[derive(Debug)]
pub(crate) struct FoundBoard {
    columns: Vec<TermId>,
    rows: Vec<TermId>,
    /// For each fluent that is part of it: its square, column first, and its sign.
    cells: HashMap<usize, ((usize, usize), char)>,
    /// The square that an action of each role is about, if it is one and no other action is about it.
    pub(crate) squares_of_actions: [Vec<Option<(usize, usize)>>; 2],
}

/// Words for nothing.
const NOTHING: [&str; 8] = ["b", "blank", "empty", "e", "none", "dirt", "free", "-"];

impl FoundBoard {
    /// Looks for a board: the relation with two coordinates that most fluents have.
    pub(crate) fn find(mechanism: &Mechanism, names: &Symbols) -> Option<FoundBoard> {
        let terms = &mechanism.terms;
        let mut counts: HashMap<Symbol, usize> = HashMap::new();
        for &fluent in mechanism.fluents.iter().chain(&mechanism.constants) {
            if terms.arguments(fluent).len() == 3 {
                *counts.entry(terms.name(fluent)).or_default() += 1;
            }
        }
        let (&name, _) = counts
            .iter()
            .max_by_key(|&(name, count)| (count, std::cmp::Reverse(name)))?;
        let is_cell =
            |fluent: &&TermId| terms.name(**fluent) == name && terms.arguments(**fluent).len() == 3;
        let coordinates = |which: usize| {
            let found: BTreeSet<TermId> = mechanism
                .fluents
                .iter()
                .chain(&mechanism.constants)
                .filter(is_cell)
                .map(|&fluent| terms.arguments(fluent)[which])
                .collect();
            in_order(terms, names, found)
        };
        let (columns, rows) = (coordinates(0)?, coordinates(1)?);
        if columns.len() < 2 || rows.len() < 2 || columns.len() > 26 || rows.len() > 26 {
            return None;
        }
        let square = |column: TermId, row: TermId| {
            Some((
                columns.iter().position(|&c| c == column)?,
                rows.iter().position(|&r| r == row)?,
            ))
        };
        let contents: BTreeSet<TermId> = mechanism
            .fluents
            .iter()
            .filter(is_cell)
            .map(|&fluent| terms.arguments(fluent)[2])
            .collect();
        let mut signs: HashMap<TermId, char> = HashMap::new();
        let mut taken = vec![];
        for content in contents {
            let text = names.text(terms.name(content));
            let letters = text
                .chars()
                .flat_map(|c| c.to_lowercase().chain(c.to_uppercase()));
            let mut all = letters
                .chain('0'..='9')
                .chain('!'..='~')
                .filter(|c| c.is_ascii_graphic());
            let sign = match NOTHING.contains(&text) && !taken.contains(&'.') {
                true => '.',
                false => all.find(|c| !taken.contains(c) && *c != '.')?,
            };
            taken.push(sign);
            signs.insert(content, sign);
        }
        let mut cells = HashMap::new();
        for (i, &fluent) in mechanism.fluents.iter().enumerate() {
            if is_cell(&&fluent) {
                let [column, row, content] = terms.arguments(fluent) else {
                    unreachable!("cells have three arguments");
                };
                cells.insert(i, (square(*column, *row)?, signs[content]));
            }
        }
        let squares_of_actions = [0, 1].map(|role: usize| {
            let squares =
                mechanism.actions[role]
                    .iter()
                    .map(|&action| match terms.arguments(action) {
                        [column, row] => square(*column, *row),
                        _ => None,
                    });
            squares.collect()
        });
        Some(FoundBoard {
            columns,
            rows,
            cells,
            squares_of_actions,
        })
    }

    /// Whether a fluent is part of it.
    pub(crate) fn has(&self, fluent: usize) -> bool {
        self.cells.contains_key(&fluent)
    }

    /// Draws it, with some squares marked.
    pub(crate) fn write(
        &self,
        is_true: impl Fn(usize) -> bool,
        marks: &HashMap<(usize, usize), char>,
        f: &mut dyn Write,
    ) -> fmt::Result {
        let mut signs = vec![vec!['.'; self.columns.len()]; self.rows.len()];
        let mut numbers: Vec<&usize> = self.cells.keys().collect();
        numbers.sort_unstable();
        for &number in numbers {
            let ((column, row), sign) = self.cells[&number];
            if is_true(number) {
                signs[row][column] = sign;
            }
        }
        for (&(column, row), &sign) in marks {
            signs[row][column] = sign;
        }
        for row in signs.iter().rev() {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
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
