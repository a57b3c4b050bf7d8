//! The folder in which a strong solution is made, layer by layer.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use unbeatable_core::Settled;
use unbeatable_database::{
    Database, KeysReader, KeysWriter, LayerHead, PartOf, ValuesReader, ValuesWriter, keys_path,
    part_folder, values_path,
};
use unbeatable_solve::layered::{Shelf, Sink, Source};

use crate::run_folder::{self, RUN, differs};
use unbeatable_report::{Argument, AskError};

/// What a finished database has.
pub(super) const FINISHED: &str = "database.json";

/// The version of layers and of what is said of them. It grows when a run could not go on from older ones.
const FORMAT: u32 = 1;

/// What is being made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StrongLabel {
    format: u32,
    game: String,
    position: String,
    /// In the folder of a part: which one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<PartOf>,
}

/// A folder with an unfinished strong solution, which belongs to this process.
pub(super) struct StrongFolder {
    path: PathBuf,
    game: String,
    root: u64,
    part: Option<PartOf>,
    /// Whether somebody has begun before.
    pub(super) is_resumed: bool,
    /// Held as long as this process works there.
    _lock: File,
}

impl StrongFolder {
    /// Begins in a new or empty folder, or goes on where the same solution was begun.
    pub(super) fn open(
        path: &Path,
        game: &str,
        position: &str,
        root: u64,
    ) -> Result<Self, AskError> {
        let name = format!("'{}'", path.display());
        let cannot = run_folder::cannot(path);
        fs::create_dir_all(path).map_err(cannot)?;
        if let Some(workers) = other_partition(path, None).map_err(cannot)? {
            return Err(Argument::Folder.wrong(format!(
                    "folder {name} holds a run by {workers} workers: expected a new folder, or workers as before"
                ),
            ));
        }
        if path.join(FINISHED).exists() && part_folder(path, 0).exists() {
            return Err(Argument::Folder.wrong(format!(
                "folder {name} holds a finished database: expected a new folder"
            )));
        }
        let wanted = StrongLabel {
            format: FORMAT,
            game: game.into(),
            position: position.into(),
            part: None,
        };
        Self::begin_or_go_on(path, &wanted, root)
    }

    /// Whether a run that was begun there is not finished.
    pub(super) fn is_begun(path: &Path) -> bool {
        path.join(RUN).exists()
    }

    /// Opens the folder of a part, to begin or to go on.
    pub(super) fn open_part(
        path: &Path,
        game: &str,
        position: &str,
        root: u64,
        part: PartOf,
    ) -> Result<Self, AskError> {
        let name = format!("'{}'", path.display());
        let cannot = run_folder::cannot(path);
        fs::create_dir_all(path).map_err(cannot)?;
        if let Some(found) = other_partition(path, Some(part.parts)).map_err(cannot)? {
            let expected = part.parts;
            return Err(Argument::Folder.wrong(format!(
                "folder {name} holds a run by another number of workers: expected {expected} in all, found \
                 {found}"
            )));
        }
        let own = part_folder(path, part.part);
        if path.join(FINISHED).exists() && !Self::is_begun(&own) {
            return Err(Argument::Folder.wrong(format!(
                "folder {name} holds a finished database: expected a new folder"
            )));
        }
        if !own.exists() && holds_others(path).map_err(cannot)? {
            return Err(Argument::Folder.wrong(format!(
                "folder {name} holds other files: expected a new or empty folder, or one with an unfinished \
                 run by as many workers"
            )));
        }
        fs::create_dir_all(&own).map_err(cannot)?;
        let wanted = StrongLabel {
            format: FORMAT,
            game: game.into(),
            position: position.into(),
            part: Some(part),
        };
        Self::begin_or_go_on(&own, &wanted, root)
    }

    fn begin_or_go_on(path: &Path, wanted: &StrongLabel, root: u64) -> Result<Self, AskError> {
        let lock = run_folder::hold(path)?;
        if path.join(FINISHED).exists() {
            tidy(path);
            return Err(Argument::Folder.wrong(format!(
                "folder '{}' holds a finished database: expected a new folder",
                path.display()
            )));
        }
        let found = run_folder::begin(path, wanted, is_scratch)?;
        if let Some(found) = &found {
            check(path, found, wanted)?;
        }
        let folder = StrongFolder {
            path: path.into(),
            game: wanted.game.clone(),
            root,
            part: wanted.part,
            is_resumed: found.is_some(),
            _lock: lock,
        };
        folder.sweep().map_err(run_folder::cannot(path))?;
        Ok(folder)
    }

    /// Refuses to go on if a layer is missing before another one.
    pub(super) fn check_layers(&self, first: u32, last: u32) -> Result<(), AskError> {
        let is_there = |layer: &u32| keys_path(&self.path, *layer).exists();
        let highest = (first..=last).rev().find(is_there);
        let missing = (first..highest.unwrap_or(first)).find(|layer| !is_there(layer));
        match missing {
            None => Ok(()),
            Some(layer) => Err(Argument::Folder.wrong(format!(
                "folder '{}': layer {layer} is missing ({}), though later ones are there: expected \
                 all of them, or none behind it, which would be found again",
                self.path.display(),
                keys_path(Path::new(""), layer).display()
            ))),
        }
    }

    /// Removes what a process left that was killed while it wrote.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if is_scratch(&name) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// The database is finished: nothing is left to go on with.
    pub(super) fn finish(self) {
        // If it stays, the next one who looks removes it.
        let _ = fs::remove_file(self.path.join(RUN));
    }

    /// Bytes of all files of layers.
    pub(super) fn bytes(&self) -> u64 {
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_string_lossy().starts_with("layer-"))
            .filter_map(|file| Some(file.metadata().ok()?.len()))
            .sum()
    }

    fn head(&self, layer: u32) -> LayerHead {
        LayerHead {
            game: self.game.clone(),
            root: self.root,
            layer,
            part: self.part,
        }
    }

    fn run_path(&self, run: usize) -> PathBuf {
        self.path.join(format!("run-{run:04}.keys"))
    }
}

/// By how many workers a run in the folder was begun, if not by as many as wanted.
fn other_partition(path: &Path, wanted: Option<u32>) -> io::Result<Option<u32>> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !is_part(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let text = fs::read_to_string(entry.path().join(RUN)).unwrap_or_default();
        let run: Option<StrongLabel> = serde_json::from_str(&text).ok();
        let parts = run.and_then(|run| run.part).map(|part| part.parts);
        if let Some(parts) = parts.filter(|&parts| wanted != Some(parts)) {
            return Ok(Some(parts));
        }
    }
    Ok(None)
}

/// Whether there is anything but parts, and what stands over them, in a folder.
fn holds_others(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !is_part(&name) && !name.starts_with(FINISHED) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether that is the name of a part's folder.
fn is_part(name: &str) -> bool {
    let number = name.strip_prefix("part-");
    number.is_some_and(|n| n.len() >= 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Removes what a process left of its run that was killed when the database was finished already.
fn tidy(path: &Path) {
    let _ = fs::remove_file(path.join(RUN));
    let Ok(database) = Database::open(path) else {
        return;
    };
    if !database.header().archive {
        for found in &database.header().layers {
            let _ = fs::remove_file(keys_path(path, found.layer));
            let _ = fs::remove_file(values_path(path, found.layer));
        }
    }
}

/// Whether a file of that name is one that nobody needs after the process that wrote it: a run, or a part
/// of a file that was not finished.
fn is_scratch(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let whole = name.strip_suffix(".part");
    let stem = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_string());
    let is_numbered = |name: &str, prefix: &str| {
        let stem = stem(name).unwrap_or_default();
        stem.strip_prefix(prefix).is_some_and(is_number)
    };
    match whole {
        None => is_numbered(name, "run-") && name.ends_with(".keys"),
        Some(whole) => {
            matches!(whole, "table" | FINISHED)
                || is_numbered(whole, "layer-")
                || is_numbered(whole, "run-")
                || whole.starts_with(RUN)
        }
    }
}

/// Whether an unfinished run is the one that is wanted.
fn check(path: &Path, found: &StrongLabel, wanted: &StrongLabel) -> Result<(), AskError> {
    let differ = |what, found: &str, wanted: &str| Err(differs(path, what, found, wanted));
    match () {
        () if found.format != wanted.format => differ(
            "version",
            &found.format.to_string(),
            &wanted.format.to_string(),
        ),
        () if found.game != wanted.game => differ("game", &found.game, &wanted.game),
        () if found.position != wanted.position => {
            differ("position", &found.position, &wanted.position)
        }
        () if found.part != wanted.part => {
            let text = |part: Option<PartOf>| part.map_or("none".into(), |part| part.to_string());
            differ("part", &text(found.part), &text(wanted.part))
        }
        () => Ok(()),
    }
}

impl Shelf for StrongFolder {
    fn keys(&self, layer: u32) -> io::Result<Option<u64>> {
        let path = keys_path(&self.path, layer);
        match path.exists() {
            true => Ok(Some(KeysReader::open(&path, &self.head(layer))?.count())),
            false => Ok(None),
        }
    }

    fn has_values(&self, layer: u32) -> io::Result<bool> {
        let path = values_path(&self.path, layer);
        match path.exists() {
            true => ValuesReader::open(&path, &self.head(layer)).map(|_| true),
            false => Ok(false),
        }
    }

    fn put_keys(&self, layer: u32) -> io::Result<Box<dyn Sink<u64> + '_>> {
        let path = keys_path(&self.path, layer);
        Ok(Box::new(Keys(KeysWriter::create(
            &path,
            &self.head(layer),
        )?)))
    }

    fn take_keys(&self, layer: u32) -> io::Result<Box<dyn Source<u64> + '_>> {
        let path = keys_path(&self.path, layer);
        Ok(Box::new(KeySource(KeysReader::open(
            &path,
            &self.head(layer),
        )?)))
    }

    fn put_values(&self, layer: u32) -> io::Result<Box<dyn Sink<Settled> + '_>> {
        let path = values_path(&self.path, layer);
        Ok(Box::new(Values(ValuesWriter::create(
            &path,
            &self.head(layer),
        )?)))
    }

    fn take_values(&self, layer: u32) -> io::Result<Box<dyn Source<Settled> + '_>> {
        let path = values_path(&self.path, layer);
        Ok(Box::new(ValueSource(ValuesReader::open(
            &path,
            &self.head(layer),
        )?)))
    }

    fn put_run(&self, run: usize) -> io::Result<Box<dyn Sink<u64> + '_>> {
        let path = self.run_path(run);
        Ok(Box::new(ScratchRun(KeysWriter::create(
            &path,
            &self.head(0),
        )?)))
    }

    fn take_run(&self, run: usize) -> io::Result<Box<dyn Source<u64> + '_>> {
        let path = self.run_path(run);
        Ok(Box::new(KeySource(KeysReader::open(&path, &self.head(0))?)))
    }

    fn clear_run(&self, run: usize) -> io::Result<()> {
        fs::remove_file(self.run_path(run))
    }

    fn clear_runs(&self) -> io::Result<()> {
        self.sweep()
    }
}

struct Keys(KeysWriter);

impl Sink<u64> for Keys {
    fn push(&mut self, items: &[u64]) -> io::Result<()> {
        self.0.push(items)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish().map(drop)
    }
}

/// A run, which nobody needs after a crash.
struct ScratchRun(KeysWriter);

impl Sink<u64> for ScratchRun {
    fn push(&mut self, items: &[u64]) -> io::Result<()> {
        self.0.push(items)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish_scratch().map(drop)
    }
}

struct Values(ValuesWriter);

impl Sink<Settled> for Values {
    fn push(&mut self, items: &[Settled]) -> io::Result<()> {
        self.0.push(items)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish().map(drop)
    }
}

struct KeySource(KeysReader);

impl Source<u64> for KeySource {
    fn next(&mut self, items: &mut Vec<u64>) -> io::Result<bool> {
        self.0.next(items)
    }
}

struct ValueSource(ValuesReader);

impl Source<Settled> for ValueSource {
    fn next(&mut self, items: &mut Vec<Settled>) -> io::Result<bool> {
        self.0.next(items)
    }
}
