//! `play`: a person against a player, in the terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::Registry;
use unbeatable_workbench::question::{Limits, MOVE_TIME};

use crate::failure::{Exit, Failure};
use crate::method::{DatabaseArgs, MovesArgs};
use crate::names::KnownNames;
use crate::output::Console;
use crate::play::game_file::{self, Opening};
use crate::play::{PlaySession, Seats, plain, screen};
use crate::units;

const AFTER_HELP: &str = "\
Examples:
  unbeatable play ttt                             you are X, and cannot win
  unbeatable play ttt --first perfect             you are O
  unbeatable play uttt --second alpha-beta:5s --hints
  unbeatable play nim:3,5,7 --second human        two persons
  unbeatable play mnk:4x4x3 --first random --second perfect
  unbeatable play ttt --plain                     sentences, line by line
  unbeatable play --load game.json
  printf 'b2\\nhint\\nquit\\n' | unbeatable play ttt

Players are those of unbeatable match, and human.

On the screen: arrow keys (or h j k l) choose a move, Enter plays it; : types a move or one of the \
words below; Tab shows what each move is worth, w why; u undo, s save, o open, n new game, p pass, \
? help, q quit; Esc lets a player who thinks play at once. What a window of 20 columns cannot \
show, --plain can.

Words, line by line (--plain, or where input or output is no terminal):
  board  moves  hint  why  undo  save FILE  load FILE  new  help  quit
Any other line is a move. A line that is neither is answered with what was expected, and the game \
goes on. It ends with quit, with its input, or when the game is over and nothing more comes: exit \
code 0, finished or not.

Games are kept as one JSON object, or as SGF if the game is Go or Hex and the name ends in .sgf. A JSON \
file says where the persons sit, but never which program is run: their opponents come from the \
command line.";

/// Plays a game with you: full screen, or line by line.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PlayArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them. With --load it may be left
    /// out.
    #[arg(required_unless_present = "load")]
    game: Option<String>,

    /// Who plays the first player's side (X in ttt): human, or a player as in unbeatable match
    /// [default: human].
    #[arg(long, value_name = "PLAYER")]
    #[arg(value_parser = KnownNames::players(), hide_possible_values = true)]
    first: Option<String>,

    /// Who plays the second player's side (O in ttt) [default: best, which proves
    /// what it can in a second, or human if --first is not].
    #[arg(long, value_name = "PLAYER")]
    #[arg(value_parser = KnownNames::players(), hide_possible_values = true)]
    second: Option<String>,

    /// The position to start from, quoted; the start of the game if left out.
    #[arg(long)]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    database: DatabaseArgs,

    /// Go on with a game that was saved: the first one of the file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["position", "moves"])]
    load: Option<PathBuf>,

    /// What players leave to chance, the seed decides.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = units::parse_seed)]
    seed: u64,

    /// Sentences line by line: no colours, no drawings, nothing moves. For screen readers and pipes.
    #[arg(long)]
    plain: bool,

    /// Show what each move is worth from the beginning.
    #[arg(long)]
    hints: bool,

    /// Look for hints this long; what is open then is marked ?.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = units::parse_time)]
    hint_time: Duration,

    /// An outside engine that takes longer for a move forfeits the game [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, help_heading = "Budget")]
    move_time: Option<Duration>,

    /// Keep players' tables under this size: 512MiB, 4GiB [default: 1 GiB].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, help_heading = "Budget")]
    memory: Option<u64>,
}

impl PlayArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        if console.json {
            return Err(
                "--json is for answers, and play gives none; match --json plays for scripts".into(),
            );
        }
        let loaded = match &self.load {
            None => None,
            Some(path) => Some(game_file::read(games, path, self.game.as_deref())?),
        };
        let spec = match (&self.game, &loaded) {
            (Some(spec), _) => spec.clone(),
            (None, Some(loaded)) => loaded.game.clone(),
            (None, None) => unreachable!("the grammar wants one of them"),
        };
        let game = self.database.game(games, &spec)?;
        let seats = Seats::new([self.first, self.second], &game);
        let opening = match loaded {
            Some(loaded) => loaded.opening,
            None => Opening {
                setup: self.moves.setup(self.position),
                ..Opening::default()
            },
        };
        let limits = Limits {
            memory: self.memory,
            ..Limits::default()
        };
        let hint_limits = Limits {
            time: Some(self.hint_time),
            ..limits.clone()
        };
        let move_time = self.move_time.unwrap_or(MOVE_TIME);
        let watch = console.watch();
        let session = PlaySession::new(games, &game, seats, self.seed, move_time, limits);
        let session = session.begin(opening, &watch);
        drop(watch);
        let session = match (session, &self.load) {
            (Err(_), _) if crate::progress::is_interrupted() => return Ok(Exit::Interrupted),
            (Err(e), Some(path)) => {
                return Err(format!("{}: {e}", path.display()).into());
            }
            (session, _) => session?,
        };
        match self.plain || !is_screen() {
            true => plain::run(session, &hint_limits, self.hints, console),
            false => screen::run(session, &hint_limits, self.hints, console),
        }
    }
}

/// Whether there is someone who sees a screen and has keys.
fn is_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}
