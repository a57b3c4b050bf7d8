//! Databases in parts: several workers solve a game together, on one machine or on many, and each makes
//! the table of the classes that are its own. All parts together are the database.
//!
//! Which part a class belongs to follows from its key alone ([`unbeatable_core::part_of`]), so whoever has
//! all parts asks one of them, and a database has the same counts and digests however it was divided. Each
//! part has a folder of its own in that of the database ([`part_folder`]), and `database.json` speaks of
//! all: a part needs the summaries of the others to write it ([`join`]), but none of their files.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};
use unbeatable_core::Numbered;

use crate::assemble::{Assembly, AssemblyTally, AssemblyWatch, DatabaseOptions};
use crate::digits;
use crate::file::wrong;
use crate::header::{About, FileSummary, Header, LayerCounts};
use crate::layers::clear;
use crate::part::{PartOf, part_folder};

/// What there is to say of a part whose table is made: all that [`join`] needs. As JSON it is small enough
/// to be sent around.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartSummary {
    /// What the database is of.
    #[serde(flatten)]
    pub about: About,
    #[serde(with = "crate::digits")]
    root: u64,
    distances: bool,
    archive: bool,
    /// Which part it is of.
    pub part: PartOf,
    #[serde(flatten)]
    tally: AssemblyTally,
    /// Its files.
    pub files: Vec<FileSummary>,
}

impl PartSummary {
    /// What the part has of each layer.
    #[must_use]
    pub fn layers(&self) -> &[LayerCounts] {
        &self.tally.layers
    }

    fn fields(&self) -> [(&'static str, String); 6] {
        fields(&self.about, self.root, self.distances, self.archive)
    }
}

/// All that parts of a database have in common, with names.
fn fields(about: &About, root: u64, distances: bool, archive: bool) -> [(&'static str, String); 6] {
    [
        ("game", about.game.clone()),
        ("program", about.program.clone()),
        ("position", about.position.clone()),
        ("root", digits::text(root)),
        ("distances", distances.to_string()),
        ("archive", archive.to_string()),
    ]
}

/// Makes the table of a part of the files of its layers in [`part_folder`], from the root's layer to
/// `last`: a pair of files for each, even where it has no class, with heads that name the part. The layers
/// stay, whatever the options say; [`clear_part`] removes them when the parts are joined.
///
/// What is wrong with the files is an error, as in [`assemble`](crate::assemble()). Panics if there is no
/// such part.
#[expect(
    clippy::too_many_arguments,
    reason = "what `assemble` takes, and which part"
)]
pub fn assemble_part(
    game: &dyn Numbered,
    root: u64,
    about: &About,
    folder: &Path,
    part: PartOf,
    last: u32,
    options: &DatabaseOptions,
    watch: AssemblyWatch,
) -> io::Result<PartSummary> {
    assert!(part.part < part.parts, "there is no {part}");
    let mut making = Assembly::new(game, root, about, folder, Some(part), options)?;
    for _ in game.layer_of(root)..=last {
        making.next_layer(watch)?;
    }
    let (tally, files) = making.finish()?;
    Ok(PartSummary {
        about: about.clone(),
        root: game.class_of(root),
        distances: options.distances,
        archive: options.archive,
        part,
        tally,
        files,
    })
}

/// Writes the `database.json` of all parts, whose summaries may come in any order. None of their files is
/// looked at: every process of a run may do this in its own folder, with the same result, or all in the
/// same folder.
pub fn join(
    game: &dyn Numbered,
    root: u64,
    about: &About,
    folder: &Path,
    options: &DatabaseOptions,
    summaries: &[PartSummary],
) -> io::Result<Header> {
    let refused = |what: String| wrong(folder, what);
    let summaries = in_order(summaries).map_err(refused)?;
    let root_key = game.class_of(root);
    let mut tally: Option<AssemblyTally> = None;
    let mut files = vec![];
    for summary in &summaries {
        let expected = fields(about, root_key, options.distances, options.archive);
        for ((field, found), (_, expected)) in summary.fields().into_iter().zip(expected) {
            if found != expected {
                let part = summary.part;
                let what = format!("{part} has the {field} '{found}', expected '{expected}'");
                return Err(refused(what));
            }
        }
        match &mut tally {
            None => tally = Some(summary.tally.clone()),
            Some(tally) => tally
                .merge(&summary.tally)
                .map_err(|what| refused(format!("{} {what}", summary.part)))?,
        }
        files.extend(summary.files.iter().cloned());
    }
    let tally = tally.expect("there is a part");
    let parts = Some(summaries.len() as u32);
    let header = tally.header(game, root, about, options, parts, files);
    let header = header.map_err(refused)?;
    header.check().map_err(refused)?;
    header.write_shared(folder)?;
    Ok(header)
}

/// All parts, each once, the first one first; else what is wrong with them.
fn in_order(summaries: &[PartSummary]) -> Result<Vec<&PartSummary>, String> {
    let mut summaries: Vec<&PartSummary> = summaries.iter().collect();
    summaries.sort_by_key(|summary| summary.part.part);
    let Some(first) = summaries.first() else {
        return Err("there are no parts to join".to_string());
    };
    let parts = first.part.parts;
    for (part, i) in (0..parts).zip(0..) {
        let expected = PartOf { part, parts };
        match summaries.get(i).map(|summary| summary.part) {
            Some(found) if found == expected => {}
            Some(found) if found.parts != parts => {
                return Err(format!("{found} does not fit {}", first.part));
            }
            Some(found) if found.part < part => return Err(format!("{found} is there twice")),
            _ => return Err(format!("{expected} is missing")),
        }
    }
    match summaries.get(parts as usize) {
        Some(more) => Err(format!("{} is too much, or there twice", more.part)),
        None => Ok(summaries),
    }
}

/// Removes the files of a part's layers: without an archive nobody needs them once the parts are joined.
pub fn clear_part(folder: &Path, part: u32, layers: RangeInclusive<u32>) {
    clear(&part_folder(folder, part), layers);
}
