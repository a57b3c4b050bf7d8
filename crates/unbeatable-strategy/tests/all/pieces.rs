//! A certificate taken apart, so that any piece of it can be changed and the sum be right again.

use std::io::{Cursor, Write};

use unbeatable_core::Notation;
use unbeatable_proof::answers::Encoder;
use unbeatable_proof::container::{BlockKind, CertificateWriter, Container};
use unbeatable_proof::table::certificate::write_table;
use unbeatable_proof::table::check::{TableChecked, check};
use unbeatable_proof::table::claim::TableClaim;
use unbeatable_proof::table::classes::{self, Classes};
use unbeatable_proof::table::counter::CounterStep;
use unbeatable_proof::table::{Setting, TableQuestion, TableRow};
use unbeatable_strategy::{prove, smallest};

use crate::{Ask, CLASS_LIMITS, LIMITS};

/// A certificate in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) game: String,
    pub(crate) position: String,
    /// What the moves of the root are called.
    pub(crate) moves: Vec<String>,
    pub(crate) question: TableQuestion,
    pub(crate) at_least: u32,
    pub(crate) at_most: u32,
    pub(crate) rows: Vec<TableRow>,
    /// The tree as it is written; without it there is no proof.
    pub(crate) tree: Option<Vec<u32>>,
    /// The steps as they are written: literals, and how far away the hints are.
    pub(crate) steps: Vec<(Vec<u32>, Vec<u32>)>,
    /// How many clauses the formula has.
    pub(crate) clauses: u32,
}

impl Pieces {
    pub(crate) fn claim(&self) -> TableClaim {
        let open = self.question.open.iter().map(|&i| {
            let text = self.moves.get(i as usize);
            text.cloned().unwrap_or("nowhere".into())
        });
        TableClaim {
            game: self.game.clone(),
            position: self.position.clone(),
            role: self.question.role,
            open: open.collect(),
            count: self.question.count,
            keep: self.question.keep,
            default: self.question.default,
            at_least: self.at_least,
            at_most: self.at_most,
        }
    }

    /// The sections behind the head.
    pub(crate) fn sections(&self) -> Vec<(BlockKind, Vec<u8>)> {
        let mut rows = self.rows.clone();
        rows.sort_unstable();
        rows.dedup_by_key(|row| row.class);
        let mut table = vec![];
        write_table(&rows, &mut table).unwrap();
        let mut sections = vec![(BlockKind::Table, table)];
        if let Some(tree) = &self.tree {
            let mut numbers = vec![tree.len() as u32];
            numbers.extend(tree);
            sections.push((BlockKind::Tree, deflated(&numbers)));
            let mut numbers = vec![];
            for (clause, hints) in &self.steps {
                numbers.push(clause.len() as u32);
                numbers.extend(clause);
                numbers.push(hints.len() as u32);
                numbers.extend(hints);
            }
            sections.push((BlockKind::Refutation, deflated(&numbers)));
        }
        sections
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        file(&self.claim(), &self.sections())
    }
}

/// Numbers as a section has them.
pub(crate) fn deflated(numbers: &[u32]) -> Vec<u8> {
    let mut to = Encoder::new(vec![]);
    for &number in numbers {
        to.write_number(number.into()).unwrap();
    }
    to.finish().unwrap()
}

/// A file with these sections, and the right sum.
pub(crate) fn file(claim: &TableClaim, sections: &[(BlockKind, Vec<u8>)]) -> Vec<u8> {
    let mut file = vec![];
    let mut writer = CertificateWriter::new(&mut file).unwrap();
    let mut head = writer.section(BlockKind::Head);
    write!(head, "{claim}").unwrap();
    head.finish().unwrap();
    for (kind, bytes) in sections {
        let mut section = writer.section(*kind);
        section.write_all(bytes).unwrap();
        section.finish().unwrap();
    }
    writer.finish().unwrap();
    file
}

/// The library's certificate of the smallest table.
pub(crate) struct Certify<'q>(pub(crate) &'q TableQuestion);

impl Ask for Certify<'_> {
    type Answer = Pieces;

    fn about<G: Notation>(self, game: &G, root: &G::Position) -> Pieces {
        let question = self.0;
        let classes = Classes::new(game, root, &CLASS_LIMITS).unwrap();
        let setting = Setting::new(&classes, question);
        let found = smallest(&setting, &LIMITS);
        assert_eq!(found.lower, found.upper);
        let mut pieces = Pieces {
            game: game.spec(),
            position: game.position_text(root),
            moves: vec![],
            question: question.clone(),
            at_least: found.lower,
            at_most: found.upper,
            rows: found.rows,
            tree: None,
            steps: vec![],
            clauses: 0,
        };
        if game.outcome(root).is_none() {
            let moves = game.moves(root).map(|m| game.move_text(root, m));
            pieces.moves = moves.collect();
        }
        if found.lower > 0 {
            let proof = prove(&setting, found.lower, &found.tree, &LIMITS).unwrap();
            let tree = proof.tree.iter().map(|step| match *step {
                CounterStep::Merge => 0,
                CounterStep::Leaf(class) => class + 1,
            });
            pieces.tree = Some(tree.collect());
            pieces.clauses = proof.clauses;
            for (shown, own) in proof.steps.iter().zip(proof.clauses..) {
                let clause = shown.clause.iter().map(|literal| literal.code());
                let hints = shown.hints.iter().map(|hint| own - 1 - hint);
                pieces.steps.push((clause.collect(), hints.collect()));
            }
        }
        pieces
    }
}

/// What the checker says to a file.
pub(crate) struct Verify<'f>(pub(crate) &'f [u8], pub(crate) &'f classes::ClassLimits<'f>);

impl Ask for Verify<'_> {
    type Answer = Result<TableChecked, String>;

    fn about<G: Notation>(self, game: &G, _: &G::Position) -> Self::Answer {
        let container = Container::open(Cursor::new(self.0));
        let mut container = container.map_err(|e| format!("{e:?}"))?;
        let claim = TableClaim::parse(&container.head)?;
        check(game, &claim, &mut container, self.1).map_err(|e| format!("{e:?}"))
    }
}
