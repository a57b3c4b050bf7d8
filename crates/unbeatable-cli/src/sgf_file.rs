//! Game records as files: `--sgf`, `--move` and `--save-sgf`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::Setup;
use unbeatable_workbench::sgf::{self, Variation};
use unbeatable_workbench::{AskError, Bench, Registry};

use crate::failure::Failure;
use crate::method::{DatabaseArgs, MovesArgs};
use crate::output::Console;
use crate::units;
use crate::whole_file::{WholeFile, is_standard};

/// A game to read before the question is asked.
#[derive(Args, Clone, Debug)]
pub(crate) struct SgfArgs {
    /// Read the position from a game record, Go and Hex only: the main variation of an SGF file, or of
    /// standard input (-). --moves continues from there.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    #[arg(value_hint = ValueHint::FilePath)]
    sgf: Option<PathBuf>,

    /// Take the position after this many moves of the record, 0 for its start [default: all, or up to
    /// the position that was asked about in one that --save-sgf wrote].
    #[arg(long = "move", value_name = "N", requires = "sgf", value_parser = units::parse_moves)]
    moves_max: Option<usize>,

    /// What stands in the record, once it is read: standard input is read only once.
    #[arg(skip)]
    text: OnceLock<Vec<u8>>,
}

impl SgfArgs {
    /// What people call the record at a path.
    fn name(path: &Path) -> String {
        match is_standard(path) {
            true => "standard input".to_string(),
            false => path.display().to_string(),
        }
    }

    /// What stands in the record at a path.
    fn text(&self, path: &Path) -> Result<&[u8], Failure> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let wrong = |e| Failure::Input(format!("cannot read {}: {e}", Self::name(path)));
        let text = match is_standard(path) {
            true => sgf::read_all(io::stdin().lock()),
            false => sgf::read_file(path),
        };
        let text = text.map_err(wrong)?;
        Ok(self.text.get_or_init(|| text))
    }

    /// The spec that was named, or else that of the game which the record tells of.
    pub(crate) fn spec(&self, named: Option<String>, console: &Console) -> Result<String, Failure> {
        if let Some(spec) = named {
            return Ok(spec);
        }
        let path = self.sgf.as_ref();
        let path = path.expect("the grammar wants a game or a record of one");
        let name = Self::name(path);
        // Records that name no rules have the usual ones.
        let recorded = sgf::recorded_game(self.text(path)?, "go:1x1");
        let recorded = recorded.map_err(|e| Failure::Input(format!("{name}: {e}")))?;
        for note in &recorded.notes {
            console.note(&format!("{name}: {note}"));
        }
        Ok(recorded.spec)
    }

    /// The setup; if there is a record, with its moves first.
    pub(crate) fn setup(
        self,
        setup: Setup,
        game: &Bench,
        console: &Console,
    ) -> Result<Setup, Failure> {
        let Some(path) = &self.sgf else {
            return Ok(setup);
        };
        sgf::check_game(&game.spec())?;
        let name = Self::name(path);
        let record = sgf::read(&game.spec(), self.text(path)?, self.moves_max)
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

/// Where a search starts, which `solve` and `analyze` are told alike.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartArgs {
    /// The position, quoted, such as "X../.O./..X"; the start if left out.
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    database: DatabaseArgs,

    #[command(flatten)]
    sgf: SgfArgs,

    #[command(flatten)]
    save: SaveArgs,
}

/// Where a search starts.
pub(crate) struct SgfStart {
    pub(crate) game: Bench,
    pub(crate) setup: Setup,
    /// Where to put the game together with the answer, if that is wanted.
    pub(crate) save: Option<Save>,
}

impl StartArgs {
    /// The spec that was named, or else that of the record.
    pub(crate) fn spec(&self, named: Option<String>, console: &Console) -> Result<String, Failure> {
        self.sgf.spec(named, console)
    }

    /// The game of that spec.
    pub(crate) fn game(&self, games: &Registry, spec: &str) -> Result<Bench, AskError> {
        self.database.game(games, spec)
    }

    /// The start of a search of that game.
    pub(crate) fn start(
        self,
        games: &Registry,
        game: &str,
        console: &Console,
    ) -> Result<SgfStart, Failure> {
        let game = self.database.game(games, game)?;
        let setup = self.moves.setup(self.position);
        let setup = self.sgf.setup(setup, &game, console)?;
        let save = self.save.ready(&game, &setup)?;
        Ok(SgfStart { game, setup, save })
    }
}

/// Where to put the game together with the answer.
#[derive(Args, Clone, Debug)]
pub(crate) struct SaveArgs {
    /// Save the game and the answer as an SGF file, Go and Hex only; --sgf reads it back.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save_sgf: Option<PathBuf>,
}

impl SaveArgs {
    /// Looks for what would keep the answer from being saved, before anybody waits for it.
    pub(crate) fn ready(self, game: &Bench, setup: &Setup) -> Result<Option<Save>, Failure> {
        let Some(path) = self.save_sgf else {
            return Ok(None);
        };
        let spec = game.spec();
        sgf::check_game(&spec)?;
        text(&spec, setup, "", &[])?;
        let file = WholeFile::ready(path)?;
        Ok(Some(Save { file, spec }))
    }
}

/// A file that will be written.
pub(crate) struct Save {
    file: WholeFile,
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
        let text = text(&self.spec, setup, comment, variations)?;
        self.file.replace(text.as_bytes())
    }
}

fn text(
    spec: &str,
    setup: &Setup,
    comment: &str,
    variations: &[Variation],
) -> Result<String, AskError> {
    let application = ["unbeatable", env!("UNBEATABLE_VERSION")];
    sgf::write(spec, setup, application, comment, variations)
}
