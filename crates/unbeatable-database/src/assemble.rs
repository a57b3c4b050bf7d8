//! From layers to a database: everything counted, and the table made, block by block.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use unbeatable_core::{Layered, Outcome, Player, Settled};

use crate::archive::open_layer;
use crate::database::{Database, TABLE};
use crate::digest::{Digest, without_distance};
use crate::file::{Summary, at, wrong};
use crate::glance::glance;
use crate::header::{About, Counts, FileSummary, Header, LayerCounts, digits};
use crate::layers::{LayerHead, keys_path, values_path};
use crate::table::{Shard, TableHead, TableWriter};

/// What a database has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether the table has distances, too; it is larger then.
    pub distances: bool,
    /// Whether the layers' files are kept.
    pub archive: bool,
    /// How many threads make the table, at least one. What they make does not depend on it.
    pub threads: usize,
}

/// Where a long work stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The layer that is worked on.
    pub layer: u32,
    /// Classes done so far, of all layers.
    pub classes: u64,
}

/// Follows a long work, and may stop it.
pub type Watch<'w> = &'w mut dyn FnMut(Step) -> ControlFlow<()>;

/// Makes a database of the layers' files in `folder` ([`keys_path`], [`values_path`]), from the root's
/// layer to the last one: counts, makes the table, and writes `database.json` last. If it is stopped
/// (an error of the kind `Interrupted`) or killed before that, the layers are there still.
///
/// What is wrong with the files is an error; that their values are right is for
/// [`verify`](crate::verify()) to say.
pub fn assemble<G: Layered>(
    game: &G,
    root: &G::Position,
    about: &About,
    folder: &Path,
    options: &Options,
    watch: Watch,
) -> io::Result<Database> {
    let root_key = game.fold(game.pack(root));
    let first = game.layer(root);
    let head = TableHead {
        game: about.game.clone(),
        root: root_key,
        layer: first,
        distances: options.distances,
    };
    let mut making = Making {
        game,
        options,
        table: TableWriter::create(&folder.join(TABLE), &head)?,
        digest: Digest::new(),
        digest_of_values: Digest::new(),
        total: Counts::default(),
        root: None,
    };
    let mut layers: Vec<LayerCounts> = vec![];
    // Behind a layer with an unfinished position there is another one.
    while layers
        .last()
        .is_none_or(|last| last.counts.finished < last.counts.positions)
    {
        let layer = first + layers.len() as u32;
        if layer > game.layer_max() {
            let what = format!(
                "has an unfinished position in the last layer, {}",
                layer - 1
            );
            return Err(wrong(&keys_path(folder, layer - 1), what));
        }
        let layer_head = LayerHead {
            game: about.game.clone(),
            root: root_key,
            layer,
        };
        let counts = making.layer(folder, &layer_head, watch)?;
        let begins = making.root.is_some_and(|(key, _)| key == root_key);
        if layers.is_empty() && !(counts.classes == 1 && begins) {
            let what = format!("expected the root alone, {}", digits::text(root_key));
            return Err(wrong(&keys_path(folder, layer), what));
        }
        if counts.classes == 0 {
            return Err(wrong(
                &keys_path(folder, layer),
                "is empty, expected positions",
            ));
        }
        layers.push(LayerCounts { layer, counts });
    }
    let (_, settled) = making.root.expect("the first layer has the root");
    let outcome = outcome_name(settled, game.turn(root)).expect("looked at in `Work::new`");
    // What was said of an older table is not true of the new one.
    drop(fs::remove_file(folder.join(crate::header::NAME)));
    let mut files = vec![FileSummary::new(TABLE, &making.table.finish()?)];
    if options.archive {
        for LayerCounts { layer, .. } in &layers {
            files.push(summary_of(&keys_path(folder, *layer))?);
            files.push(summary_of(&values_path(folder, *layer))?);
        }
    }
    let header = Header {
        what: String::new(),
        format: 0,
        about: about.clone(),
        root: root_key,
        layer: first,
        distances: options.distances,
        archive: options.archive,
        outcome: outcome.to_string(),
        plies: settled.distance(),
        total: making.total,
        layers,
        digest: making.digest.hex(),
        digest_of_values: making.digest_of_values.hex(),
        files,
    }
    .named();
    header.write(folder)?;
    if !options.archive {
        for LayerCounts { layer, .. } in &header.layers {
            drop(fs::remove_file(keys_path(folder, *layer)));
            drop(fs::remove_file(values_path(folder, *layer)));
        }
    }
    Database::open(folder)
}

/// How the game ends if the player to move gets that; `None` if it is unknown.
pub(crate) fn outcome(settled: Settled, turn: Player) -> Option<Outcome<unbeatable_core::Wdl>> {
    Some(Outcome::from_value(settled.value()?, turn))
}

/// The same, as the header says it.
pub(crate) fn outcome_name(settled: Settled, turn: Player) -> Option<&'static str> {
    Some(match outcome(settled, turn)?.winner() {
        Some(Player::First) => "first",
        Some(Player::Second) => "second",
        None => "draw",
    })
}

/// What there is to say of a file, by reading all of it.
pub(crate) fn summary_of(path: &Path) -> io::Result<FileSummary> {
    let mut file = fs::File::open(path).map_err(at(path))?;
    let mut crc = Crc(crc32fast::Hasher::new());
    let bytes = io::copy(&mut file, &mut crc).map_err(at(path))?;
    let summary = Summary {
        count: 0,
        bytes,
        crc: crc.0.finalize(),
    };
    let name = path.file_name().unwrap_or_default();
    Ok(FileSummary::new(&name.to_string_lossy(), &summary))
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

/// A database that is being made.
struct Making<'g, G> {
    game: &'g G,
    options: &'g Options,
    table: TableWriter,
    digest: Digest,
    digest_of_values: Digest,
    total: Counts,
    /// The first class of all.
    root: Option<(u64, Settled)>,
}

impl<G: Layered> Making<'_, G> {
    /// Reads a layer, as many blocks at a time as there are threads, and counts it.
    fn layer(&mut self, folder: &Path, head: &LayerHead, watch: Watch) -> io::Result<Counts> {
        let layer = head.layer;
        let (mut keys, mut values) = open_layer(folder, head)?;
        let path = values_path(folder, layer);
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
                return Ok(counts);
            }
            if self.root.is_none() {
                let (keys, values) = &blocks[0];
                self.root = Some((keys[0], values[0]));
            }
            let (game, distances) = (self.game, self.options.distances);
            let works: Vec<Result<Work, String>> = thread::scope(|scope| {
                let spawn = |(keys, values)| {
                    scope.spawn(move || Work::new(game, layer, keys, values, distances))
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
                self.digest.merge(&work.digest);
                self.digest_of_values.merge(&work.digest_of_values);
                self.total.merge(&work.counts);
                counts.merge(&work.counts);
            }
            let step = Step {
                layer,
                classes: self.total.classes,
            };
            if watch(step).is_break() {
                return Err(io::Error::new(ErrorKind::Interrupted, "stopped"));
            }
        }
    }
}

/// What becomes of a block.
struct Work {
    shard: Shard,
    counts: Counts,
    digest: Digest,
    digest_of_values: Digest,
}

impl Work {
    /// Looks at a block of a layer. An error says what is wrong with its values.
    fn new<G: Layered>(
        game: &G,
        layer: u32,
        keys: &[u64],
        values: &[Settled],
        distances: bool,
    ) -> Result<Self, String> {
        let mut stored = Vec::with_capacity(keys.len());
        let mut images = vec![];
        let mut counts = Counts::default();
        let mut digest = Digest::new();
        let mut digest_of_values = Digest::new();
        for (&key, &settled) in keys.iter().zip(values) {
            let pos = game.unpack(key);
            let Some(outcome) = outcome(settled, game.turn(&pos)) else {
                return Err(format!("has no value for {}", digits::text(key)));
            };
            let known = glance(game, &pos);
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
            let is_finished = game.outcome(&pos).is_some();
            counts.add(image_count(game, &pos, &mut images), is_finished, outcome);
            digest.add(layer, key, settled);
            digest_of_values.add(layer, key, value);
        }
        Ok(Work {
            shard: Shard::new(layer, keys[0], &stored),
            counts,
            digest,
            digest_of_values,
        })
    }
}

/// How many positions there are in the class of a position.
pub(crate) fn image_count<G: Layered>(game: &G, pos: &G::Position, images: &mut Vec<u64>) -> u64 {
    images.clear();
    images.extend(game.images(pos).map(|image| game.pack(&image)));
    images.sort_unstable();
    images.dedup();
    images.len() as u64
}
