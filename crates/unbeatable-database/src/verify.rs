//! Verification: everything that a database says, found again by the rules alone.
//!
//! It walks through all classes, layer by layer, from the root: nothing of the database tells it which
//! there are. Of each class it asks whether its value follows from those of the positions behind it, and
//! whether its images are images: that they end alike, that their moves lead to the same classes, and
//! that what stands for a position is an image of it. So by induction from the last layer back every
//! value is right, of every position that can be reached. Then it makes each shard of the table once more
//! of its classes: what is right may still be written in many ways, and one of them is the format's.
//!
//! It takes memory for two layers of keys: some 24 bytes for each class of the largest one.

mod layer;
mod shards;
mod wrong;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use unbeatable_core::{Numbered, Settled};

use crate::archive::open_layer;
use crate::assemble::{AssemblyStep, AssemblyWatch, summary_of};
use crate::database::Database;
use crate::digits;
use crate::file::at;
use crate::header::{self, Counts, Header, LayerCounts};
use crate::layers::{KeysReader, LayerHead, ValuesReader, keys_path};
use crate::part::{PART, part_folder, place};
use layer::{Checker, LayerFindings, NextLayer};

pub use wrong::Wrong;
use wrong::expect;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Layers.
    pub layers: usize,
    /// Classes of positions that are images of one another.
    pub classes: u64,
    /// Positions, images counted.
    pub positions: u64,
    /// Whether distances were verified, too: without them in the table or an archive there are none, and
    /// `plies` and `digest` of the header are hearsay.
    pub distances: bool,
}

/// Verifies all of a database; `show` writes the position with a number. `game` must be the one that the header names.
pub fn verify(
    game: &dyn Numbered,
    database: &Database,
    threads: usize,
    show: &(dyn Fn(u64) -> String + Sync),
    watch: AssemblyWatch,
) -> Result<Verified, Wrong> {
    check_files(database)?;
    let header = database.header();
    let checker = Checker {
        game,
        tables: &database.tables,
        has_archive: header.archive,
        show,
    };
    let mut all = LayerFindings::default();
    let mut shards = vec![0; database.tables.all().len()];
    let mut current = vec![header.root];
    let mut current_values = archived(database, header.layer, &current, show)?;
    let mut layer = header.layer;
    for expected in &header.layers {
        expect(expected.layer == layer, || {
            format!(
                "database.json: layer {} is listed, expected {layer}",
                expected.layer
            )
        })?;
        let mut tell = |classes| {
            let classes = all.counts.classes + classes;
            watch(AssemblyStep { layer, classes })
        };
        let next = checker.expand(&current, threads, &mut tell)?;
        let next_values = match next.is_empty() {
            true => None,
            false => archived(database, layer + 1, &next, show)?,
        };
        let behind = NextLayer {
            keys: &next,
            values: next_values.as_deref(),
        };
        let values = current_values.as_deref();
        let found = checker.check(layer, &current, values, &behind, threads, &mut tell)?;
        check_counts(expected, &found.counts)?;
        checker.check_shards(layer, &current, &mut shards, threads, &mut tell)?;
        all.merge(&found);
        (current, current_values) = (next, next_values);
        layer += 1;
    }
    expect(current.is_empty(), || {
        format!(
            "database.json: layer {layer} is missing, which has {} classes",
            current.len()
        )
    })?;
    for (table, shards) in database.tables.all().iter().zip(shards) {
        table.check_count(shards)?;
    }
    check_header(game, header, &all)?;
    Ok(Verified {
        layers: header.layers.len(),
        classes: all.counts.classes,
        positions: all.counts.positions,
        distances: header.distances || header.archive,
    })
}

/// All files, and all their checksums.
fn check_files(database: &Database) -> Result<(), Wrong> {
    let (header, folder) = (database.header(), database.folder());
    let path = folder.join(header::NAME);
    let text = fs::read(&path).map_err(at(&path))?;
    expect(text == header.text().as_bytes(), || {
        "database.json: is not written as headers are, or changed after it was opened".to_string()
    })?;
    if let Some(parts) = header.parts {
        check_parts(folder, parts)?;
    }
    // That these are all that belong to it the header was asked when it was read.
    for file in &header.files {
        let found = summary_of(folder, &file.name)?;
        expect(found == *file, || {
            let (found, expected) = (&found.crc, &file.crc);
            let path = folder.join(&file.name);
            format!(
                "{}: damaged (checksum {found}, expected {expected})",
                path.display()
            )
        })?;
    }
    Ok(())
}

/// Whether there are no more folders of parts than there should be.
fn check_parts(folder: &Path, parts: u32) -> Result<(), Wrong> {
    let ours: HashSet<PathBuf> = (0..parts).map(|part| part_folder(folder, part)).collect();
    for found in fs::read_dir(folder).map_err(at(folder))? {
        let path = found.map_err(at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        expect(!name.starts_with(PART) || ours.contains(&path), || {
            format!(
                "{}: is too much, the database has {parts} parts",
                path.display()
            )
        })?;
    }
    Ok(())
}

/// The values of a layer, if there is an archive; its keys must be these.
fn archived(
    database: &Database,
    layer: u32,
    keys: &[u64],
    show: &dyn Fn(u64) -> String,
) -> Result<Option<Vec<Settled>>, Wrong> {
    let header = database.header();
    let is_listed = header.layers.iter().any(|counts| counts.layer == layer);
    if !header.archive || !is_listed {
        return Ok(None);
    }
    let open = |part| {
        PartLayer::open(
            database.folder(),
            &LayerHead {
                layer,
                ..header.head(part)
            },
        )
    };
    let mut parts = header
        .all_parts()
        .map(open)
        .collect::<io::Result<Vec<_>>>()?;
    let mut values = Vec::with_capacity(keys.len());
    let differs = |path: &Path, what: &str, key: u64| {
        Wrong::Found(format!("{}: {what}: {}", path.display(), show(key)))
    };
    for &key in keys {
        let part = &mut parts[database.tables.part_of(key)];
        match part.next()? {
            Some((found, value)) if found == key => values.push(value),
            Some((found, _)) if found < key => {
                return Err(differs(&part.path, "has too much", found));
            }
            _ => return Err(differs(&part.path, "lacks", key)),
        }
    }
    for part in &mut parts {
        if let Some((found, _)) = part.next()? {
            return Err(differs(&part.path, "has too much", found));
        }
    }
    Ok(Some(values))
}

/// A layer of a part, class by class.
struct PartLayer {
    path: PathBuf,
    keys: KeysReader,
    values: ValuesReader,
    keys_read: Vec<u64>,
    values_read: Vec<Settled>,
    next: usize,
}

impl PartLayer {
    fn open(folder: &Path, head: &LayerHead) -> io::Result<Self> {
        let folder = place(folder, head.part);
        let (keys, values) = open_layer(&folder, head)?;
        let mut layer = PartLayer {
            path: keys_path(&folder, head.layer),
            keys,
            values,
            keys_read: vec![],
            values_read: vec![],
            next: 0,
        };
        layer.close();
        Ok(layer)
    }

    /// There may be more parts than files can be open.
    fn close(&mut self) {
        self.keys.close();
        self.values.close();
    }

    /// The next class, if there is another one.
    fn next(&mut self) -> io::Result<Option<(u64, Settled)>> {
        if self.next == self.keys_read.len() {
            self.next = 0;
            if !self.keys.next(&mut self.keys_read)? || !self.values.next(&mut self.values_read)? {
                return Ok(None);
            }
            self.close();
        }
        let class = (self.keys_read[self.next], self.values_read[self.next]);
        self.next += 1;
        Ok(Some(class))
    }
}

fn check_counts(expected: &LayerCounts, found: &Counts) -> Result<(), Wrong> {
    expect(expected.counts == *found, || {
        let (layer, expected) = (expected.layer, expected.counts);
        format!("database.json: layer {layer} has {found:?}, listed are {expected:?}")
    })
}

/// What the header says of the whole.
fn check_header(game: &dyn Numbered, header: &Header, all: &LayerFindings) -> Result<(), Wrong> {
    let says = |field: &str, said: &str, found: &str| {
        expect(said == found, || {
            format!("database.json: {field} is {found}, listed is {said}")
        })
    };
    let total = LayerCounts {
        layer: header.layer,
        counts: header.total,
    };
    expect(total.counts == all.counts, || {
        let [found, listed] = [all.counts, total.counts].map(|counts| {
            let Counts {
                classes,
                positions,
                finished,
                first_wins,
                draws,
                second_wins,
            } = counts;
            format!(
                "{positions} positions in {classes} classes, {finished} of them finished, won by the \
                 first player {first_wins}, drawn {draws}, won by the second {second_wins}"
            )
        });
        format!("database.json: in all there are {found}; listed are {listed}")
    })?;
    let [said, found] = [header.root, game.class_of(header.root)].map(digits::text);
    says("root", &said, &found)?;
    let layer = game.layer_of(header.root);
    expect(header.layer == layer, || {
        let listed = header.layer;
        format!("database.json: layer is {layer}, listed is {listed}")
    })?;
    let settled = all
        .first
        .ok_or_else(|| Wrong::Found("database.json: has no layers".into()))?;
    let outcome =
        crate::assemble::outcome_name(settled, game.turn_of(header.root)).unwrap_or("unknown");
    says("outcome", &header.outcome, outcome)?;
    says(
        "digest_of_values",
        &header.digest_of_values,
        &all.digest_of_values.hex(),
    )?;
    if header.distances || header.archive {
        says("digest", &header.digest, &all.digest.hex())?;
        let plies =
            |plies: Option<u32>| plies.map_or("none".to_string(), |plies| plies.to_string());
        says("plies", &plies(header.plies), &plies(settled.distance()))?;
    }
    Ok(())
}
