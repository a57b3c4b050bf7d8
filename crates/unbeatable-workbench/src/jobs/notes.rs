//! What the processes of a run tell each other while they search: entries of their tables.
//!
//! Each process writes what it finds of larger positions into a file, bit by bit, and reads what the others
//! have written since it looked last. So what one machine has found the others need not find again, though
//! they share nothing but files.
//!
//! ```text
//! bytes      what
//! 8          89 'U' 'N' 'N' 0d 0a 1a 0a: as in PNG, a transfer as text shows at once
//! 4          h, the length of the head
//! 4          CRC-32 of the head
//! h          the head, JSON, as that of a checkpoint: of which game, and about which question
//!            blocks, each of them:
//! 4          n, the number of entries, at most 65,536
//! 4          CRC-32 of the entries
//! 16 n       entries of a table, key and word, as in a checkpoint
//! ```
//!
//! Numbers are little-endian. A block that is not whole yet is read later.
//!
//! Notes are not believed, as nothing is that a job says. Whoever reads wrong ones may go a wrong way, and
//! may find an answer that cannot be played out; then he searches again, and reads no more of them.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use unbeatable_bench::erased::Line;
use unbeatable_core::Game;

use serde_json::Map;
use unbeatable_core::Notation;
use unbeatable_solve::df_pn::Exchange;
use unbeatable_solve::proof_table::{ProofTable, SavedSlot};

use super::{JobDescription, beside};
use unbeatable_ask::checkpoint::PROGRAM;
use unbeatable_ask::checkpoint_file::{CheckpointHead, CheckpointQuestion};
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::Spent;

const MAGIC: [u8; 8] = *b"\x89UNN\r\n\x1a\n";

const BLOCK_ENTRIES_MAX: usize = 1 << 16;

const ENTRY_BYTES: usize = 16;

/// Between two looks at what others have written; but to look takes a twentieth of the time at most, unless
/// it takes seconds.
const PAUSE: Duration = Duration::from_millis(100);
const PAUSE_TIMES: u32 = 20;
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// Who has not written for so long is looked at as seldom: his process may have ended.
const QUIET: Duration = Duration::from_secs(20);

/// The ending of files of notes. They are named after the first job of the process.
pub(super) const ENDING: &str = ".notes";

/// What this process tells others, and has heard of them.
pub(super) struct Notes {
    /// What all files must begin with.
    head: Vec<u8>,
    /// Where they are.
    folder: PathBuf,
    own: PathBuf,
    /// Whether it has been begun.
    is_begun: bool,
    others: HashMap<PathBuf, Other>,
    /// Positions that took fewer nodes are not noted.
    nodes_min: u64,
    /// Whether the notes of others are read, and whether there were any.
    reads: bool,
    are_used: bool,
    looked: Instant,
    pause: Duration,
    /// Whether nothing more is written: it could not be, once. If the disk is full, whoever writes results
    /// will say so.
    is_silent: bool,
}

/// How far the notes of another process are read.
#[derive(Clone, Copy)]
struct Other {
    read: u64,
    /// How long the file was then; if it has not grown, there is nothing new.
    bytes: u64,
    /// When it was looked at, and had grown.
    looked: Instant,
    grown: Instant,
}

impl Notes {
    /// Nothing noted yet, by a process whose first job is in this file, about that job's question.
    pub(super) fn none(bench: &Bench, order: &JobDescription, file: &Path) -> Self {
        let game = &bench.game;
        let line = Line::new(game, game.start());
        let mut options = Map::new();
        options.insert("symmetry".into(), order.symmetry.into());
        // They are about all positions of the game alike.
        let head = CheckpointHead {
            program: PROGRAM.into(),
            game: game.identity(),
            position: game.line_text(&line),
            question: CheckpointQuestion {
                at_least: Some(order.at_least),
                within: None,
                restrict: None,
            },
            solver: "df-pn".into(),
            options,
            keys: bench.searches.keys(&line),
            spent: Spent::default(),
        };
        Notes::about(&head, file, order.noted_nodes)
    }

    fn about(head: &CheckpointHead, file: &Path, nodes_min: u64) -> Self {
        let text = serde_json::to_vec(head).expect("a head has text keys and finite numbers");
        let mut head = MAGIC.to_vec();
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(crc32fast::hash(&text).to_le_bytes());
        head.extend(text);
        let own = beside(file, ENDING);
        Notes {
            head,
            folder: match own.parent() {
                Some(folder) if folder != Path::new("") => folder.into(),
                _ => ".".into(),
            },
            own,
            is_begun: false,
            others: HashMap::new(),
            nodes_min,
            reads: true,
            are_used: false,
            looked: Instant::now(),
            pause: PAUSE,
            is_silent: false,
        }
    }

    /// Begins another job: puts all that others have noted into the table.
    pub(super) fn begin(&mut self, order: &JobDescription, table: &ProofTable) {
        self.nodes_min = order.noted_nodes;
        self.read(table);
    }

    /// Whether notes of others were read.
    pub(super) fn are_used(&self) -> bool {
        self.reads && self.are_used
    }

    /// Reads no more.
    pub(super) fn forget(&mut self) {
        self.reads = false;
    }

    fn write(&mut self, found: &[SavedSlot]) -> io::Result<()> {
        for entries in found.chunks(BLOCK_ENTRIES_MAX) {
            // Closed each time: what stays open, a network file system may keep to itself.
            let (mut file, mut block) = match self.is_begun {
                true => (OpenOptions::new().append(true).open(&self.own)?, vec![]),
                false => (File::create(&self.own)?, self.head.clone()),
            };
            self.is_begun = true;
            let bytes: Vec<u8> = entries
                .iter()
                .flat_map(|kept| [kept.key.to_le_bytes(), kept.word.to_le_bytes()])
                .flatten()
                .collect();
            block.extend((entries.len() as u32).to_le_bytes());
            block.extend(crc32fast::hash(&bytes).to_le_bytes());
            block.extend(bytes);
            file.write_all(&block)?;
        }
        Ok(())
    }

    /// Puts what others have written since the last time into a table. What cannot be read is left.
    fn read(&mut self, table: &ProofTable) {
        if !self.reads {
            return;
        }
        let Ok(files) = fs::read_dir(&self.folder) else {
            return;
        };
        let paths = files.filter_map(|file| Some(file.ok()?.path()));
        let paths: Vec<PathBuf> = paths
            .filter(|path| path.to_string_lossy().ends_with(ENDING) && *path != self.own)
            .collect();
        if table.fill() == 0.0 {
            let bytes = paths
                .iter()
                .filter_map(|path| Some(path.metadata().ok()?.len()));
            table.reserve(bytes.sum::<u64>() / ENTRY_BYTES as u64);
        }
        for path in paths {
            let now = Instant::now();
            let mut other = self.others.get(&path).copied().unwrap_or(Other {
                read: 0,
                bytes: 0,
                looked: now,
                grown: now,
            });
            let is_quiet = now - other.grown > QUIET;
            if is_quiet && now - other.looked < QUIET {
                continue;
            }
            other.looked = now;
            // What cannot be read may be on its way.
            let _ = self.read_other(&path, &mut other, table);
            self.others.insert(path, other);
        }
    }

    fn read_other(&mut self, path: &Path, other: &mut Other, table: &ProofTable) -> io::Result<()> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        if std::mem::replace(&mut other.bytes, bytes) == bytes {
            return Ok(());
        }
        other.grown = other.looked;
        // Somebody has begun it again.
        if bytes < other.read {
            other.read = 0;
        }
        let mut file = BufReader::with_capacity(1 << 16, file);
        if other.read == 0 {
            let mut head = vec![0; self.head.len()];
            file.read_exact(&mut head)?;
            if head != self.head {
                return Ok(());
            }
            other.read = head.len() as u64;
        } else {
            file.seek(SeekFrom::Start(other.read))?;
        }
        let mut block = vec![];
        loop {
            let mut front = [0; 8];
            file.read_exact(&mut front)?;
            let [entries, crc] = [&front[..4], &front[4..]]
                .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
            // Nothing but zeros is still to be written.
            if !(1..=BLOCK_ENTRIES_MAX).contains(&(entries as usize)) {
                return Ok(());
            }
            block.resize(entries as usize * ENTRY_BYTES, 0);
            file.read_exact(&mut block)?;
            if crc32fast::hash(&block) != crc {
                return Ok(());
            }
            other.read += (front.len() + block.len()) as u64;
            self.are_used = true;
            for entry in block.chunks_exact(ENTRY_BYTES) {
                let (key, word) = entry.split_at(8);
                let [key, word] = [key, word]
                    .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
                if word != 0 {
                    table.restore(SavedSlot { key, word });
                }
                if table.count(0) {
                    table.double(1);
                }
            }
        }
    }
}

impl Exchange for Notes {
    fn nodes_min(&self) -> u64 {
        self.nodes_min
    }

    fn exchange(&mut self, found: &mut Vec<SavedSlot>, table: &ProofTable) {
        if found.len() >= BLOCK_ENTRIES_MAX {
            self.end(std::mem::take(found));
        }
        if self.looked.elapsed() < self.pause {
            return;
        }
        let start = Instant::now();
        self.end(std::mem::take(found));
        self.read(table);
        self.looked = Instant::now();
        self.pause = (PAUSE_TIMES * start.elapsed()).clamp(PAUSE, PAUSE_MAX);
    }

    fn end(&mut self, found: Vec<SavedSlot>) {
        self.is_silent = self.is_silent || self.write(&found).is_err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::random::Random;
    use unbeatable_solve::proof_table::{Distance, Name};

    fn head(game: &str) -> CheckpointHead {
        CheckpointHead {
            program: PROGRAM.into(),
            game: game.into(),
            position: String::new(),
            question: CheckpointQuestion {
                at_least: Some(1.0),
                within: None,
                restrict: None,
            },
            solver: "df-pn".into(),
            options: Map::new(),
            keys: 7,
            spent: Spent::default(),
        }
    }

    fn name(i: u64) -> Name {
        let mut random = Random::new(i);
        Name {
            key: random.bits(),
            second_key: random.bits(),
        }
    }

    /// The file of a job with that number, in a folder of one test.
    fn jobs(test: &str) -> impl Fn(u32) -> PathBuf {
        let name = format!("unbeatable-notes-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        move |number| folder.join(format!("{number:06}.json"))
    }

    fn tidy(one: &Notes) {
        fs::remove_dir_all(&one.folder).expect("our folder");
    }

    fn entries(range: std::ops::Range<u64>) -> Vec<SavedSlot> {
        let distance = |i| Distance {
            win: i as u32 + 1,
            lose: 5,
        };
        range
            .map(|i| SavedSlot::new(name(i), distance(i), 9))
            .collect()
    }

    fn table() -> ProofTable {
        ProofTable::new(1 << 24).expect("little memory")
    }

    /// How many of the first thousand are in a table.
    fn count(table: &ProofTable) -> usize {
        let found = (0..1000).filter_map(|i| Some((i, table.get(name(i))?)));
        found
            .inspect(|(i, known)| assert_eq!(known.distance.win as u64, i + 1))
            .count()
    }

    #[test]
    fn what_one_writes_others_read() {
        let job = jobs("read");
        let [mut one, mut two] = [1, 2].map(|number| Notes::about(&head("a"), &job(number), 4));
        let mut foreign = Notes::about(&head("b"), &job(3), 4);
        let [table, others] = [table(), table()];
        two.read(&table);
        assert_eq!((count(&table), two.are_used()), (0, false));
        one.end(entries(0..100));
        two.read(&table);
        assert_eq!((count(&table), two.are_used()), (100, true));
        one.end(entries(100..300));
        one.end(entries(300..301));
        two.read(&table);
        assert_eq!(count(&table), 301);
        // Nobody reads his own, nor what is about another game.
        one.read(&others);
        foreign.read(&others);
        foreign.end(entries(400..500));
        two.read(&table);
        assert_eq!((count(&table), count(&others)), (301, 0));
        // Who comes late reads it all.
        Notes::about(&head("a"), &job(4), 4).read(&others);
        assert_eq!(count(&others), 301);
        // One that is begun again is read again.
        let mut again = Notes::about(&head("a"), &job(1), 4);
        again.end(entries(301..310));
        two.read(&table);
        assert_eq!(count(&table), 310);
        two.forget();
        again.end(entries(310..400));
        two.read(&table);
        assert_eq!((count(&table), two.are_used()), (310, false));
        assert!(!one.is_silent && !again.is_silent);
        tidy(&one);
    }

    #[test]
    fn what_is_not_whole_is_read_when_it_is() {
        let job = jobs("whole");
        let mut one = Notes::about(&head("a"), &job(1), 4);
        one.end(entries(0..10));
        one.end(entries(10..30));
        let whole = fs::read(&one.own).expect("our file");
        let first = one.head.len() + 8 + 160;
        // Some file systems show zeros where something is still to come.
        let parts = (0..=whole.len()).flat_map(|cut| [(cut, 0), (cut, 20)]);
        // One that has not grown is not looked at.
        let parts = parts.filter(|(cut, zeros)| *zeros == 0 || cut + zeros != whole.len());
        for (cut, zeros) in parts {
            let part = [&whole[..cut], &[0; 20][..zeros]].concat();
            fs::write(&one.own, part).expect("our file");
            let mut two = Notes::about(&head("a"), &job(2), 4);
            let table = table();
            two.read(&table);
            let expected = match cut {
                cut if cut == whole.len() => 30,
                cut if cut >= first => 10,
                _ => 0,
            };
            assert_eq!(count(&table), expected, "{cut}");
            fs::write(&one.own, &whole).expect("our file");
            two.read(&table);
            assert_eq!(count(&table), 30, "{cut}");
        }
        tidy(&one);
    }

    /// No damage is taken for an entry.
    #[test]
    fn damage_is_left() {
        let job = jobs("damage");
        let mut one = Notes::about(&head("a"), &job(1), 4);
        one.end(entries(0..10));
        let whole = fs::read(&one.own).expect("our file");
        for i in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[i] ^= 0x40;
            fs::write(&one.own, bytes).expect("our file");
            let table = table();
            Notes::about(&head("a"), &job(2), 4).read(&table);
            assert_eq!(table.saved_slots().count(), 0, "{i}");
        }
        tidy(&one);
    }
}
