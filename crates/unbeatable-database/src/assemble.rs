//! From layers to a database: everything counted, and the table made, block by block.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use serde::{Deserialize, Serialize};
use unbeatable_core::{Numbered, Outcome, Player, Settled};

use crate::archive::open_layer;
use crate::database::Database;
use crate::digest::{Digest, without_distance};
use crate::digits;
use crate::file::{Summary, at, wrong};
use crate::header::{About, Counts, FileSummary, Header, LayerCounts, file_names};
use crate::layers::{LayerHead, clear, values_path};
use crate::part::{PartOf, place};
use crate::table::{Shard, TABLE, TableHead, TableWriter};

/// What a database has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatabaseOptions {
    /// Whether the table has distances, too; it is larger then.
    pub distances: bool,
    /// Whether the layers' files are kept.
    pub archive: bool,
    /// How many threads make the table, at least one. What they make does not depend on it.
    pub threads: usize,
}

/// Where a long work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssemblyStep {
    /// The layer that is worked on.
    pub layer: u32,
    /// Classes done so far, of all layers.
    pub classes: u64,
}

/// Follows a long work, and may stop it.
pub type AssemblyWatch<'w> = &'w mut dyn FnMut(AssemblyStep) -> ControlFlow<()>;

/// Makes a database of the layers' files in `folder` ([`keys_path`](crate::keys_path), [`values_path`]),
/// from the root's layer to the last one: counts, makes the table, and writes `database.json` last. If it
/// is stopped (an error of the kind `Interrupted`) or killed before that, the layers are there still.
///
/// What is wrong with the files is an error; that their values are right is for
/// [`verify`](crate::verify()) to say.
pub fn assemble(
    game: &dyn Numbered,
    root: u64,
    about: &About,
    folder: &Path,
    options: &DatabaseOptions,
    watch: AssemblyWatch,
) -> io::Result<Database> {
    let mut making = Assembly::new(game, root, about, folder, None, options)?;
    // Behind a layer with an unfinished position there is another one.
    loop {
        let counts = making.next_layer(watch)?;
        if counts.finished == counts.positions || making.head.layer > game.last_layer() {
            break;
        }
    }
    making.check()?;
    let (tally, files) = making.finish()?;
    let header = tally.header(game, root, about, options, None, files);
    let header = header.map_err(|what| wrong(folder, what))?;
    header.write(folder)?;
    if !options.archive {
        clear(folder, header.layers.iter().map(|counts| counts.layer));
    }
    Database::open(folder)
}

/// How the game ends if the player to move gets that; `None` if it is unknown.
pub(crate) fn outcome(settled: Settled, turn: Player) -> Option<Outcome<unbeatable_core::Wdl>> {
    Some(Outcome::from_value(settled.value()?, turn))
}

/// How the game ends if the player to move gets that, as the header says it.
pub(crate) fn outcome_name(settled: Settled, turn: Player) -> Option<&'static str> {
    Some(match outcome(settled, turn)?.winner() {
        Some(Player::First) => "first",
        Some(Player::Second) => "second",
        None => "draw",
    })
}

/// What there is to say of a file with that name in the folder, by reading all of it.
pub(crate) fn summary_of(folder: &Path, name: &str) -> io::Result<FileSummary> {
    let path = &folder.join(name);
    let mut file = fs::File::open(path).map_err(at(path))?;
    let mut crc = Crc(crc32fast::Hasher::new());
    let bytes = io::copy(&mut file, &mut crc).map_err(at(path))?;
    let summary = Summary {
        count: 0,
        bytes,
        crc: crc.0.finalize(),
    };
    Ok(FileSummary::new(name, &summary))
}

/// Takes bytes, and keeps nothing but their checksum.
struct Crc(crc32fast::Hasher);

impl io::Write for Crc {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was found in layers: in those of a part, or of all parts together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct AssemblyTally {
    pub(crate) layers: Vec<LayerCounts>,
    digest: Digest,
    digest_of_values: Digest,
    /// What the root is worth, if it is among them.
    #[serde(with = "settled")]
    root_value: Option<Settled>,
}

/// A value as its byte.
mod settled {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use unbeatable_core::Settled;

    pub(super) fn serialize<S: Serializer>(
        settled: &Option<Settled>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        settled.map(Settled::byte).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Settled>, D::Error> {
        Ok(Option::deserialize(from)?.map(Settled::from_byte))
    }
}

impl AssemblyTally {
    /// With all that the other has of the same layers, too. An error says what does not fit.
    pub(crate) fn merge(&mut self, other: &AssemblyTally) -> Result<(), String> {
        let numbers = |tally: &AssemblyTally| {
            let layers = tally.layers.iter().map(|counts| counts.layer);
            layers.collect::<Vec<_>>()
        };
        if numbers(other) != numbers(self) {
            return Err("has other layers than the parts before it".to_string());
        }
        for (mine, more) in self.layers.iter_mut().zip(&other.layers) {
            mine.counts.merge(&more.counts);
        }
        self.digest.merge(&other.digest);
        self.digest_of_values.merge(&other.digest_of_values);
        self.root_value = self.root_value.or(other.root_value);
        Ok(())
    }

    /// What the root is worth, if there are all layers of a game; else what is wrong with them.
    fn check(&self, root: u64) -> Result<Settled, String> {
        let is_alone = self.layers.first().map(|first| first.counts.classes) == Some(1);
        let Some(settled) = self.root_value.filter(|_| is_alone) else {
            let root = digits::text(root);
            return Err(format!(
                "expected the root alone in the first layer, {root}"
            ));
        };
        for (i, LayerCounts { layer, counts }) in self.layers.iter().enumerate() {
            if counts.classes == 0 {
                return Err(format!("layer {layer} is empty, expected positions"));
            }
            let is_last = i + 1 == self.layers.len();
            if is_last != (counts.finished == counts.positions) {
                return Err(match is_last {
                    true => format!("has an unfinished position in the last layer, {layer}"),
                    false => format!("has layers behind {layer}, in which all is finished"),
                });
            }
        }
        Ok(settled)
    }

    /// What is said of a database with these classes; an error if they are not all of a game.
    pub(crate) fn header(
        self,
        game: &dyn Numbered,
        root: u64,
        about: &About,
        options: &DatabaseOptions,
        parts: Option<u32>,
        files: Vec<FileSummary>,
    ) -> Result<Header, String> {
        let settled = self.check(game.class_of(root))?;
        let outcome = outcome_name(settled, game.turn_of(root)).ok_or("the root has no value")?;
        let mut total = Counts::default();
        for LayerCounts { counts, .. } in &self.layers {
            total.merge(counts);
        }
        let header = Header {
            what: String::new(),
            format: 0,
            about: about.clone(),
            root: game.class_of(root),
            layer: game.layer_of(root),
            distances: options.distances,
            archive: options.archive,
            parts,
            outcome: outcome.to_string(),
            plies: settled.distance(),
            total,
            layers: self.layers,
            digest: self.digest.hex(),
            digest_of_values: self.digest_of_values.hex(),
            files,
        };
        Ok(header.named())
    }
}

/// A database, or a part of one, that is being made.
pub(crate) struct Assembly<'g> {
    game: &'g dyn Numbered,
    options: &'g DatabaseOptions,
    folder: &'g Path,
    /// What the files of the next layer are about.
    head: LayerHead,
    table: TableWriter,
    tally: AssemblyTally,
    classes: u64,
}

impl<'g> Assembly<'g> {
    /// Begins with the root's layer.
    pub(crate) fn new(
        game: &'g dyn Numbered,
        root: u64,
        about: &About,
        folder: &'g Path,
        part: Option<PartOf>,
        options: &'g DatabaseOptions,
    ) -> io::Result<Self> {
        let head = LayerHead {
            game: about.game.clone(),
            root: game.class_of(root),
            layer: game.layer_of(root),
            part,
        };
        let table_head = TableHead {
            of: head.clone(),
            distances: options.distances,
        };
        Ok(Assembly {
            game,
            options,
            folder,
            head,
            table: TableWriter::create(&place(folder, part).join(TABLE), &table_head)?,
            tally: AssemblyTally::default(),
            classes: 0,
        })
    }

    /// Whether these are all layers of a whole database.
    fn check(&self) -> io::Result<()> {
        let settled = self.tally.check(self.head.root).map(drop);
        settled.map_err(|what| wrong(self.folder, what))
    }

    /// Brings the table to the disk; what was found, and the files.
    pub(crate) fn finish(self) -> io::Result<(AssemblyTally, Vec<FileSummary>)> {
        // What was said of an older table is not true of the new one.
        drop(fs::remove_file(self.folder.join(crate::header::NAME)));
        let names = file_names(self.head.part, &self.tally.layers, self.options.archive);
        let mut files = vec![FileSummary::new(&names[0], &self.table.finish()?)];
        for name in &names[1..] {
            files.push(summary_of(self.folder, name)?);
        }
        Ok((self.tally, files))
    }

    /// Reads the next layer, as many blocks at a time as there are threads, and counts it.
    pub(crate) fn next_layer(&mut self, watch: AssemblyWatch) -> io::Result<Counts> {
        let LayerHead { layer, part, .. } = self.head;
        let folder = place(self.folder, part);
        let (mut keys, mut values) = open_layer(&folder, &self.head)?;
        let path = values_path(&folder, layer);
        if keys.count() == 0 {
            self.table.push(&Shard::new(layer, 0, &[]))?;
        }
        let mut blocks = vec![<(Vec<u64>, Vec<Settled>)>::default(); self.options.threads.max(1)];
        let mut counts = Counts::default();
        loop {
            let mut read = 0;
            for (keys_read, values_read) in &mut blocks {
                if !keys.next(keys_read)? || !values.next(values_read)? {
                    break;
                }
                read += 1;
            }
            if read == 0 {
                self.tally.layers.push(LayerCounts { layer, counts });
                self.head.layer += 1;
                return Ok(counts);
            }
            if self.tally.layers.is_empty() && blocks[0].0[0] == self.head.root {
                self.tally.root_value = Some(blocks[0].1[0]);
            }
            let (game, head, distances) = (self.game, &self.head, self.options.distances);
            let works: Vec<Result<BlockResult, String>> = thread::scope(|scope| {
                let spawn = |(keys, values)| {
                    scope.spawn(move || BlockResult::new(game, head, keys, values, distances))
                };
                let blocks = blocks[..read]
                    .iter()
                    .map(|(keys, values)| (&keys[..], &values[..]));
                let threads: Vec<_> = blocks.map(spawn).collect();
                let join = |thread: thread::ScopedJoinHandle<_>| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                threads.into_iter().map(join).collect()
            });
            for work in works {
                let work = work.map_err(|what| wrong(&path, what))?;
                self.table.push(&work.shard)?;
                self.tally.digest.merge(&work.digest);
                let digest_of_values = &mut self.tally.digest_of_values;
                digest_of_values.merge(&work.digest_of_values);
                self.classes += work.counts.classes;
                counts.merge(&work.counts);
            }
            let step = AssemblyStep {
                layer,
                classes: self.classes,
            };
            if watch(step).is_break() {
                return Err(io::Error::new(ErrorKind::Interrupted, "stopped"));
            }
        }
    }
}

/// What becomes of a block.
struct BlockResult {
    shard: Shard,
    counts: Counts,
    digest: Digest,
    digest_of_values: Digest,
}

impl BlockResult {
    /// Looks at a block of a layer. An error says what is wrong with its values.
    fn new(
        game: &dyn Numbered,
        head: &LayerHead,
        keys: &[u64],
        values: &[Settled],
        distances: bool,
    ) -> Result<Self, String> {
        let layer = head.layer;
        let mut stored = Vec::with_capacity(keys.len());
        let mut images = vec![];
        let mut counts = Counts::default();
        let mut digest = Digest::new();
        let mut digest_of_values = Digest::new();
        for (&key, &settled) in keys.iter().zip(values) {
            if let Some(part) = head.part.filter(|part| !part.owns(key)) {
                let key = digits::text(key);
                return Err(format!("has a value for {key}, which is not of {part}"));
            }
            let Some(outcome) = outcome(settled, game.turn_of(key)) else {
                return Err(format!("has no value for {}", digits::text(key)));
            };
            let known = game.glance(key);
            if known.is_some_and(|known| known != settled) {
                let key = digits::text(key);
                return Err(format!(
                    "contradicts the rules at {key}, which decide it at once"
                ));
            }
            let value = without_distance(settled);
            if known.is_none() {
                stored.push((key, if distances { settled } else { value }));
            }
            game.images_of(key, &mut images);
            let is_finished = game.outcome_of(key).is_some();
            counts.add(images.len() as u64, is_finished, outcome);
            digest.add(layer, key, settled);
            digest_of_values.add(layer, key, value);
        }
        Ok(BlockResult {
            shard: Shard::new(layer, keys[0], &stored),
            counts,
            digest,
            digest_of_values,
        })
    }
}
