//! Games of a match as a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use unbeatable_workbench::Bench;
use unbeatable_workbench::report::{GameRecord, ProgressReport, ScoreReport};
use unbeatable_workbench::{Follow, sgf};

use crate::failure::Failure;
use crate::progress::ProgressWatch;
use crate::whole_file::WholeFile;

/// Follows a match, and writes its games to a file if there is one.
pub(super) struct MatchFile<'w> {
    watch: &'w ProgressWatch,
    file: Option<Mutex<Growing>>,
}

/// A file to which games are added.
struct Growing {
    path: PathBuf,
    is_sgf: bool,
    /// Begun with the first game: until then what was there stays there.
    file: Option<File>,
    /// How much of it is whole games.
    bytes: u64,
    failed: Option<io::Error>,
}

impl<'w> MatchFile<'w> {
    /// Games go to `path`, whose old contents are lost with the first one.
    pub(super) fn new(
        path: Option<PathBuf>,
        game: &Bench,
        watch: &'w ProgressWatch,
    ) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(MatchFile { watch, file: None });
        };
        let is_sgf = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("sgf"));
        if is_sgf {
            sgf::check_game(&game.spec())?;
        }
        WholeFile::ready(path.clone())?;
        Ok(MatchFile {
            watch,
            file: Some(Mutex::new(Growing {
                path,
                is_sgf,
                file: None,
                bytes: 0,
                failed: None,
            })),
        })
    }

    /// Says what went wrong with the file.
    pub(super) fn end(self) -> Result<(), Failure> {
        let Some(file) = self.file else {
            return Ok(());
        };
        let growing = file.into_inner().expect("nobody panics here");
        match growing.failed {
            None => Ok(()),
            Some(e) => {
                let name = growing.path.display();
                Err(format!("cannot write {name}: {e}").into())
            }
        }
    }
}

impl Growing {
    fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let text = match self.is_sgf {
            true => sgf::write_game(record, ["unbeatable", env!("UNBEATABLE_VERSION")])
                .map_err(|e| io::Error::other(e.to_string()))?,
            false => serde_json::to_string(record)? + "\n",
        };
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(File::create(&self.path)?),
        };
        let written = file.write_all(text.as_bytes());
        match &written {
            Ok(()) => self.bytes += text.len() as u64,
            // Half a game is none; if it cannot be taken back, there is nothing more to do.
            Err(_) => drop(file.set_len(self.bytes)),
        }
        written
    }
}

impl Follow for MatchFile<'_> {
    fn progress(&self, now: &ProgressReport) {
        self.watch.progress(now);
    }

    fn warn(&self, what: &str) {
        self.watch.warn(what);
    }

    fn advise(&self, what: &str) {
        self.watch.advise(what);
    }

    fn score(&self, now: &ScoreReport) {
        self.watch.score(now);
    }

    fn game(&self, record: &GameRecord) {
        let Some(file) = &self.file else { return };
        let mut growing = file.lock().expect("nobody panics here");
        if growing.failed.is_none()
            && let Err(e) = growing.write(record)
        {
            growing.failed = Some(e);
            // A match that cannot be kept is not played on.
            self.watch.stop();
        }
    }

    fn is_interrupted(&self) -> bool {
        self.watch.is_interrupted()
    }
}
