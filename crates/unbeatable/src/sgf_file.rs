//! Game records as files: `--sgf`, `--move` and `--save-sgf`.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::sgf::{self, Variation};
use unbeatable_workbench::{AnyGame, AskError};

use crate::failure::Failure;
use crate::output::Console;
use crate::units;

/// A game to read before the question is asked.
#[derive(Args, Clone, Debug)]
pub(crate) struct SgfArgs {
    /// Read the position from a game record, Go only: the main variation of an SGF file, or of
    /// standard input (-). --moves continues from there.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    #[arg(value_hint = ValueHint::FilePath)]
    sgf: Option<PathBuf>,

    /// Take the position after this many moves of the record, 0 for its start [default: all, or up to
    /// the position that was asked about in one that --save-sgf wrote].
    #[arg(long = "move", value_name = "N", requires = "sgf", value_parser = units::parse_moves)]
    moves_max: Option<usize>,
}

impl SgfArgs {
    /// The setup; if there is a record, with its moves first.
    pub(crate) fn setup(
        self,
        setup: Setup,
        game: &dyn AnyGame,
        console: &Console,
    ) -> Result<Setup, Failure> {
        let Some(path) = self.sgf else {
            return Ok(setup);
        };
        sgf::check_game(&game.spec())?;
        let name = match is_standard(&path) {
            true => "standard input".to_string(),
            false => path.display().to_string(),
        };
        let text = read(&path).map_err(|e| Failure::Input(format!("cannot read {name}: {e}")))?;
        let record = sgf::read(&game.spec(), &text, self.moves_max)
            .map_err(|e| Failure::Input(format!("{name}: {e}")))?;
        for note in &record.notes {
            console.note(&format!("{name}: {note}"));
        }
        let mut moves = record.setup.moves;
        moves.extend(setup.moves);
        Ok(Setup {
            moves,
            ..record.setup
        })
    }
}

/// Whether a name means standard input or output.
fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What stands in a file or comes from standard input.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    match is_standard(path) {
        true => read_all(io::stdin().lock()),
        false => read_file(path),
    }
}

/// What stands in a file.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?)
}

/// All there is, or one byte more than is allowed.
fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let bytes_max = sgf::BYTES_MAX as u64 + 1;
    source.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Where to put the game together with the answer.
#[derive(Args, Clone, Debug)]
pub(crate) struct SaveArgs {
    /// Save the game and the answer as an SGF file, Go only; --sgf reads it back.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save_sgf: Option<PathBuf>,
}

impl SaveArgs {
    /// Looks for what would keep the answer from being saved, before anybody waits for it.
    pub(crate) fn ready(self, game: &dyn AnyGame, setup: &Setup) -> Result<Option<Save>, Failure> {
        let Some(path) = self.save_sgf else {
            return Ok(None);
        };
        let spec = game.spec();
        sgf::check_game(&spec)?;
        let save = Save { path, spec };
        save.text(setup, "", &[])?;
        match save.obstacle() {
            None => Ok(Some(save)),
            Some(why) => Err(save.failure(&why)),
        }
    }
}

/// A file that will be written.
pub(crate) struct Save {
    path: PathBuf,
    spec: String,
}

impl Save {
    /// Writes the game up to `setup`, a comment about the position, and what may follow.
    pub(crate) fn write(
        &self,
        setup: &Setup,
        comment: &str,
        variations: &[Variation],
    ) -> Result<(), Failure> {
        let text = self.text(setup, comment, variations)?;
        self.replace(&text).map_err(|e| self.failure(&e))
    }

    fn text(
        &self,
        setup: &Setup,
        comment: &str,
        variations: &[Variation],
    ) -> Result<String, AskError> {
        let application = ["unbeatable", env!("UNBEATABLE_VERSION")];
        sgf::write(&self.spec, setup, application, comment, variations)
    }

    /// Why the file cannot be written, as far as that can be seen without writing.
    fn obstacle(&self) -> Option<String> {
        if is_standard(&self.path) {
            return Some("expected a file; standard output is for the answer".into());
        }
        // What is there and is no plain file (a folder, a device) must not be replaced.
        match fs::metadata(&self.path) {
            Ok(there) if !there.is_file() => Some("expected a file, found something else".into()),
            Ok(there) if there.permissions().readonly() => Some("it is read-only".into()),
            Ok(_) => None,
            Err(_) if !self.folder().is_dir() => Some("there is no such folder".into()),
            Err(_) => None,
        }
    }

    fn folder(&self) -> PathBuf {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        }
    }

    fn failure(&self, why: &dyn std::fmt::Display) -> Failure {
        Failure::Input(format!("cannot write {}: {why}", self.path.display()))
    }

    /// Writes beside the file and renames: whoever reads it finds the old text or the new one.
    fn replace(&self, text: &str) -> io::Result<()> {
        // Through a link, which stays one.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut beside = path.clone().into_os_string();
        beside.push(format!(".{}.part", std::process::id()));
        let mut file = File::create_new(&beside)?;
        let mut write = || {
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        };
        let written = write();
        if written.is_err() {
            // What was begun is of no use; the error that matters is the first one.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}
