//! A table and its proof as bytes.
//!
//! ```text
//! tabl    n, then n rows sorted by class:  classes left out since the row before, move by its place
//! tree    n, then n steps in postfix order:  0 merges, c + 1 is the class c
//! refu    steps up to the empty clause:
//!           n, then n literals:  2 * variable, and one more if it is false
//!           n, then n hints:  how many clauses stand between the hint and the step
//! ```
//!
//! Each section is one zlib stream of numbers in LEB128, like a strategy.

use std::io::{self, Read, Write};

use super::claim::TableClaim;
use super::counter::CounterStep;
use super::problem::Literal;
use super::question::TableRow;
use crate::answers::{Decoder, Encoder, NoAnswer};
use crate::container::{BlockKind, CertificateWriter, Sum};

/// A proof that no table counts less than some number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableProof {
    /// How classes are counted: a tree over some that count.
    pub tree: Vec<CounterStep>,
    /// How many clauses the formula has, those of the tree included.
    pub clauses: u32,
    /// Steps to the empty clause, whose numbers follow.
    pub steps: Vec<Shown>,
}

/// A clause that follows, and the clauses that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The clause.
    pub clause: Vec<Literal>,
    /// The numbers of earlier clauses, in the order in which they show it.
    pub hints: Vec<u32>,
}

/// Writes a certificate: how many bytes it has, and their sum. The proof is that of `claim.at_least`, unless
/// that is 0. `rules` is the text of the rules, if they are not part of the program.
pub fn write<W: Write>(
    claim: &TableClaim,
    rules: Option<&str>,
    rows: &[TableRow],
    proof: Option<&TableProof>,
    to: W,
) -> io::Result<(u64, Sum)> {
    let mut writer = CertificateWriter::begin(to, &claim.to_string(), rules)?;
    let mut section = writer.section(BlockKind::Table);
    write_table(rows, &mut section)?;
    section.finish()?;
    if let Some(proof) = proof {
        let mut section = writer.section(BlockKind::Tree);
        write_tree(&proof.tree, &mut section)?;
        section.finish()?;
        let mut section = writer.section(BlockKind::Refutation);
        write_refutation(&proof.steps, proof.clauses, &mut section)?;
        section.finish()?;
    }
    writer.finish()
}

/// Writes the rows of a table, which are sorted by class.
pub fn write_table(rows: &[TableRow], to: impl Write) -> io::Result<()> {
    let mut to = Encoder::new(to);
    to.write_number(rows.len() as u64)?;
    let mut next = 0;
    for row in rows {
        to.write_number(u64::from(row.class - next))?;
        to.write_number(row.index.into())?;
        next = row.class + 1;
    }
    to.finish()?;
    Ok(())
}

/// Writes a tree over classes.
pub fn write_tree(tree: &[CounterStep], to: impl Write) -> io::Result<()> {
    let mut to = Encoder::new(to);
    to.write_number(tree.len() as u64)?;
    for step in tree {
        to.write_number(match *step {
            CounterStep::Merge => 0,
            CounterStep::Leaf(class) => u64::from(class) + 1,
        })?;
    }
    to.finish()?;
    Ok(())
}

/// Writes steps: each a clause, and the hints that show it. Their numbers follow `clauses`, those of the
/// formula.
pub fn write_refutation(steps: &[Shown], clauses: u32, to: impl Write) -> io::Result<()> {
    let mut to = Encoder::new(to);
    for (Shown { clause, hints }, own) in steps.iter().zip(clauses..) {
        to.write_number(clause.len() as u64)?;
        for literal in clause {
            to.write_number(literal.code().into())?;
        }
        to.write_number(hints.len() as u64)?;
        for hint in hints {
            to.write_number(u64::from(own - 1 - hint))?;
        }
    }
    to.finish()?;
    Ok(())
}

/// Reads a table of at most so many rows.
pub fn read_table<R: Read>(from: R, rows_max: usize) -> Result<Vec<TableRow>, NoAnswer> {
    let mut from = Decoder::new(from);
    let many = length(&mut from, rows_max)?;
    let mut rows = Vec::with_capacity(many);
    let mut next = 0;
    for _ in 0..many {
        let class = number(&mut from)?.checked_add(next);
        let class = class
            .filter(|&class| class < u32::MAX)
            .ok_or_else(too_large)?;
        let index = number(&mut from)?;
        rows.push(TableRow { class, index });
        next = class + 1;
    }
    from.finish()?;
    Ok(rows)
}

/// Reads a tree of at most so many steps.
pub fn read_tree<R: Read>(from: R, steps_max: usize) -> Result<Vec<CounterStep>, NoAnswer> {
    let mut from = Decoder::new(from);
    let many = length(&mut from, steps_max)?;
    let mut tree = Vec::with_capacity(many);
    for _ in 0..many {
        tree.push(match number(&mut from)?.checked_sub(1) {
            None => CounterStep::Merge,
            Some(class) => CounterStep::Leaf(class),
        });
    }
    from.finish()?;
    Ok(tree)
}

/// Reads steps one by one.
pub struct Steps<R> {
    from: Decoder<R>,
    literals_max: usize,
}

impl<R: Read> Steps<R> {
    /// Reads a list from its beginning. No clause has more than `literals_max` literals.
    pub fn new(from: R, literals_max: usize) -> Self {
        Steps {
            from: Decoder::new(from),
            literals_max,
        }
    }

    /// Reads the step number `own` into these lists.
    pub fn read(
        &mut self,
        own: u32,
        clause: &mut Vec<Literal>,
        hints: &mut Vec<u32>,
    ) -> Result<(), NoAnswer> {
        clause.clear();
        hints.clear();
        for _ in 0..length(&mut self.from, self.literals_max)? {
            clause.push(Literal::of_code(number(&mut self.from)?));
        }
        // A hint makes a literal known, or is the last one.
        for _ in 0..length(&mut self.from, self.literals_max + 1)? {
            let between = number(&mut self.from)?;
            let hint = own
                .checked_sub(1)
                .and_then(|last| last.checked_sub(between));
            hints.push(hint.ok_or_else(|| {
                NoAnswer::Malformed("a hint points before the first clause".into())
            })?);
        }
        Ok(())
    }

    /// Says whether the list is over, and nothing stands behind it.
    pub fn finish(self) -> Result<(), NoAnswer> {
        self.from.finish()
    }
}

fn too_large() -> NoAnswer {
    NoAnswer::Malformed("a number is too large".into())
}

fn number<R: Read>(from: &mut Decoder<R>) -> Result<u32, NoAnswer> {
    u32::try_from(from.read_number()?).map_err(|_| too_large())
}

fn length<R: Read>(from: &mut Decoder<R>, most: usize) -> Result<usize, NoAnswer> {
    let length = number(from)? as usize;
    match length <= most {
        true => Ok(length),
        false => Err(NoAnswer::Malformed(format!(
            "a list of {length} numbers: expected at most {most}"
        ))),
    }
}
