//! What a job remembers, for the jobs after it: the entries of its table with enough work behind them.
//!
//! A file of notes is a checkpoint. It holds only what is new: a job reads the notes of all jobs before it,
//! as many as it has room for, the latest first. So what one machine has found the others need not find
//! again, though they share nothing but files.
//!
//! Notes are not believed, as nothing is that a job says. Whoever reads wrong ones may go a wrong way, and
//! may find an answer that cannot be played out; then he searches again, and reads no more of them.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use serde_json::Map;
use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Analysis, Guide, Line, Notation};
use unbeatable_solve::proof_table::{Kept, ProofTable, work_code};

use super::{Order, beside};
use crate::bench::Bench;
use crate::checkpoint::{self, Head, Opened, Question, Spent};
use crate::keeping::{self, PROGRAM};
use crate::place::Place;

/// Positions that took fewer nodes are searched again rather than noted: with notes of all positions a
/// search in parts takes fewer nodes, but to write and read them takes longer than that.
const NOTED_NODES: u64 = 16;

/// Bytes in a table, and beside it, of an entry that was read: tables are half empty.
const ENTRY_BYTES: usize = 2 * size_of::<Kept>() + 16;

/// A walk through a table is worth while when this part of its entries may be new.
const WALK_SHARE: u64 = 8;

/// The name of a job's notes, beside its file.
pub(super) const ENDING: &str = ".notes";

/// What is noted already, by this process and by others.
pub(super) struct Notes {
    head: Head,
    /// How many more entries may be read.
    left: u64,
    /// The files that need not be read any more.
    files: HashSet<String>,
    /// Each entry that was read or written, by a hash of it: two that share one are harmless.
    known: HashSet<u64, BuildMixer>,
    /// Whether the notes of others are read.
    reads: bool,
    /// Nodes since notes were last written, and whether they ever were.
    nodes: u64,
    has_written: bool,
}

/// A hash of an entry.
fn hash(kept: Kept) -> u64 {
    kept.key ^ kept.word.rotate_left(32)
}

impl Notes {
    /// Nothing noted yet, in a game, about an order's question. What is read may take that many bytes of a
    /// table, and beside it.
    pub(super) fn none<G: Notation, A: Analysis<G>, D: Guide<G>>(
        bench: &Bench<G, A, D>,
        order: &Order,
        bytes_max: usize,
    ) -> Self {
        let (game, start) = (&bench.game, bench.game.start());
        let mut options = Map::new();
        options.insert("symmetry".into(), order.symmetry.into());
        // They are about all positions of the game alike.
        let head = Head {
            program: PROGRAM.into(),
            game: game.spec(),
            position: game.line_text(&Line::new(game, start)),
            question: Question {
                at_least: Some(order.at_least),
                within: None,
                restrict: None,
            },
            solver: "df-pn".into(),
            options,
            keys: keeping::keys(game, &bench.know, &start),
            spent: Spent::default(),
        };
        Notes {
            head,
            left: (bytes_max / ENTRY_BYTES) as u64,
            files: HashSet::new(),
            known: HashSet::default(),
            reads: true,
            nodes: 0,
            has_written: false,
        }
    }

    /// Puts what the jobs before an order's have noted into a table, as far as it was not read yet, is there
    /// and about the same, and there is room. Whether all was whole; if not, the table is not to be used.
    pub(super) fn read(&mut self, order: &Order, file: &Path, table: &ProofTable) -> bool {
        if !self.reads {
            return true;
        }
        let mut all = vec![];
        for name in &order.notes {
            if self.files.contains(name) {
                continue;
            }
            let Some(opened) = self.open(&file.with_file_name(name)) else {
                continue;
            };
            let Some(left) = self.left.checked_sub(opened.entries) else {
                break;
            };
            self.left = left;
            self.files.insert(name.clone());
            all.push(opened);
        }
        if table.fill() == 0.0 {
            table.reserve(all.iter().map(|opened| opened.entries).sum());
        }
        all.into_iter().all(|opened| {
            let read = opened.read(|kept| {
                table.restore(kept);
                if table.count(0) {
                    table.double(1);
                }
                self.known.insert(hash(kept));
            });
            read.is_ok()
        })
    }

    fn open(&self, path: &Path) -> Option<Opened<BufReader<File>>> {
        let file = File::open(path).ok()?;
        let bytes = file.metadata().ok()?.len();
        let opened = checkpoint::open(BufReader::new(file), bytes).ok()?;
        (opened.head == self.head).then_some(opened)
    }

    /// Whether notes of others were read.
    pub(super) fn are_used(&self) -> bool {
        self.reads && !self.known.is_empty()
    }

    /// Reads no more.
    pub(super) fn forget(&mut self) {
        self.reads = false;
        self.known.clear();
    }

    /// Writes what is new in a table beside the file of a job, which took so many nodes; if it is too little
    /// for a walk through the whole table, with the next one.
    pub(super) fn write(&mut self, file: &Path, nodes: u64, table: &ProofTable) -> io::Result<()> {
        self.nodes += nodes;
        let is_little = self.nodes * WALK_SHARE < (table.bytes() / size_of::<Kept>()) as u64;
        // The first job of a process may be its last one.
        if is_little && self.has_written {
            return Ok(());
        }
        (self.nodes, self.has_written) = (0, true);
        let path = beside(file, ENDING);
        let name = path.file_name().unwrap_or_default();
        self.files.insert(name.to_string_lossy().into_owned());
        let known = &mut self.known;
        let is_noted = |kept: &Kept| kept.work() >= work_code(NOTED_NODES);
        let entries = table.entries().filter(is_noted);
        let new = entries.filter(|kept| known.insert(hash(*kept)));
        let place = Place::new(&path)?;
        place.replace_soon(|file| checkpoint::write(file, &self.head, new, || false))?;
        Ok(())
    }
}
