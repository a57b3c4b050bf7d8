//! `match`: a tournament between players.

mod match_file;
mod show;

pub(crate) use show::show;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use unbeatable_workbench::question::{Limits, MOVE_TIME, Match};
use unbeatable_workbench::{Ask, Registry, sgf};

use crate::failure::{Exit, Failure};
use crate::method::{DatabaseArgs, MovesArgs};
use crate::names::KnownNames;
use crate::output::Console;
use crate::units;
use crate::whole_file::is_same;

use match_file::MatchFile;

const AFTER_HELP: &str = "\
Examples:
  unbeatable match ttt --first perfect --second random --games 100k
  unbeatable match ttt --first random --second perfect --seed 7 --json
  unbeatable match ttt --first table:table.json --second random
  unbeatable match ttt --first perfect:teach --second mcts:1000 --swap
  unbeatable match ttt --player perfect --player mcts:1000 --player random
  unbeatable match ttt --position \"X../.O./..X\" --record games.jsonl
  unbeatable match uttt --first alpha-beta:100ms --second mcts:100ms --swap \\
                        --games 100 --opening 4
  unbeatable match go:5x5 --first mcts:1000 --second \"gtp:gnugo --mode gtp\" --record games.sgf

Players:
  best               in a second searches for a proof, looking into repertoires, books and databases \
                     first, and thinks: plays a proven best move, else one that keeps what is proven, \
                     else its guess, and records say which; best:5s takes longer
  perfect            plays any move that keeps the value of the position, each equally likely; \
                     perfect:first the first of them in board order; perfect:teach wins as soon, \
                     and loses as late, as it can, where distances are known
  random             plays any legal move, each equally likely
  table:FILE         looks its moves up in a table that unbeatable strategy -o FILE.json wrote
  alpha-beta:LIMITS  thinks about each move and plays the one that looks best, or is proven to be; \
                     LIMITS are a time (100ms, 1s), nodes=100k, depth=6, or several with commas \
                     between; with blind among them it guesses nothing: moves are tried in board \
                     order, and what is not proven counts as even. Not for games where history \
                     matters (go)
  mcts:LIMITS        plays many games by itself before each move, and the move that did best, or is \
                     proven to be (Monte-Carlo tree search); LIMITS are a number of games (10000, \
                     100k), a time, or both
  gtp:COMMAND        an engine that speaks GTP, for go, such as \"gtp:gnugo --mode gtp\"; its rules may \
                     differ: what is illegal here loses, and what is on the board at the end is alive
  codingame:COMMAND  a bot for CodinGame's ultimate tic-tac-toe (the site's game is uttt+majority), \
                     from the empty board on

A COMMAND is split as a shell does, but no shell runs. An engine that crashes, talks nonsense, plays \
illegally, resigns or takes longer than --move-time for a move loses that game; the record says why, \
and the match goes on. What engines leave to chance, the seed does not decide.

With nodes, depth or a number of games alone, players play the same game for the same seed: with \
alpha-beta even for every seed, and --opening makes them differ. \
The score counts a win as 1 and a draw as 1/2; Elo is the difference in strength that lets one expect \
such a score. Where both players allow it, the exact chances stand beside the sample.";

/// Plays a tournament between two players or more.
#[derive(Args, Debug)]
#[command(name = "match", after_help = AFTER_HELP)]
pub(crate) struct MatchArgs {
    /// The game, such as ttt or mnk:4x4x3; `unbeatable games` lists them.
    game: String,

    /// Who plays the first player's side (X in ttt), even if the position has the other one to move:
    /// best, perfect, random, table:FILE, alpha-beta:LIMITS, mcts:LIMITS, … (see below).
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    #[arg(value_parser = KnownNames::players(), hide_possible_values = true)]
    first: String,

    /// Who plays the second player's side (O in ttt).
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    #[arg(value_parser = KnownNames::players(), hide_possible_values = true)]
    second: String,

    /// Take part, instead of --first and --second: give it twice or more, and everybody meets
    /// everybody else, on both sides.
    #[arg(long = "player", value_name = "PLAYER", conflicts_with_all = ["first", "second"])]
    #[arg(value_parser = KnownNames::players(), hide_possible_values = true)]
    players: Vec<String>,

    /// Play as many games again with the sides swapped (and the same openings).
    #[arg(long)]
    swap: bool,

    /// How many games two players play on the same sides: 1000, 100k.
    #[arg(long, value_name = "COUNT", default_value = "1000", value_parser = units::parse_games)]
    games: u64,

    // One seed gives one set of games, as the help says.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "1",
        value_parser = units::parse_seed,
        help = "The same seed gives the same games, whatever the number of threads"
    )]
    seed: u64,

    /// Begin each game with this many random moves; the same seed gives the same ones, whoever plays.
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = units::parse_depth)]
    opening: u32,

    /// Begin games with the openings of a file, one after the other and over again: moves with spaces
    /// between on each line; what follows a # does not count.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,

    /// The position that every game starts from, quoted; the start if left out.
    #[arg(long)]
    position: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    database: DatabaseArgs,

    /// An outside program that takes longer for a move loses the game [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    move_time: Option<Duration>,

    /// Write every game to a file as soon as it is over: a JSON object a line, or, if its name ends
    /// with .sgf, game records of Go.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,

    /// Stop after this time: 500ms, 60s, 1.5h, 2d.
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, help_heading = "Budget")]
    limit: Option<Duration>,

    /// Keep the whole process under this size: 512MiB, 4GiB [default: 1 GiB for tables].
    #[arg(long, value_name = "BYTES", value_parser = units::parse_bytes, help_heading = "Budget")]
    memory: Option<u64>,

    /// Threads that play, 1 to 1024 [default: one for each core].
    #[arg(long, value_name = "N", value_parser = units::parse_threads, help_heading = "Budget")]
    threads: Option<usize>,
}

impl MatchArgs {
    pub(crate) fn run(self, games: &Registry, console: &mut Console) -> Result<Exit, Failure> {
        let game = self.database.game(games, &self.game)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let (players, swap) = match &self.players[..] {
            [] => (vec![self.first, self.second], self.swap),
            [_] => {
                return Err("--player: expected it twice or more, or --first and --second".into());
            }
            _ => (self.players, true),
        };
        let openings = match &self.openings {
            None => vec![],
            Some(path) => openings(path)?,
        };
        if let (Some(from), Some(to)) = (&self.openings, &self.record)
            && is_same(from, to)
        {
            let to = to.display();
            return Err(format!("--record {to}: it holds the openings").into());
        }
        let question = Match {
            setup: self.moves.setup(self.position),
            players,
            swap,
            openings,
            games: self.games,
            seed: self.seed,
            opening: self.opening,
            move_time: self.move_time.unwrap_or(MOVE_TIME),
            records: self.record.is_some(),
            threads: self.threads.unwrap_or_else(cores),
            limits: Limits {
                time: self.limit,
                nodes: None,
                memory: self.memory,
                ..Limits::default()
            },
        };
        let watch = console.watch();
        let recording = MatchFile::new(self.record, &game, &watch)?;
        let report = game.play_match(&question, &recording)?;
        let written = recording.end();
        drop(watch);
        console.answer(&report, |report| show(report, game.title()))?;
        written?;
        Ok(Exit::of(report.played == report.games, report.stopped))
    }
}

/// The openings of a file: the moves of each line.
fn openings(path: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let name = path.display();
    let wrong = |why: &dyn std::fmt::Display| Failure::Input(format!("cannot read {name}: {why}"));
    let bytes = sgf::read_file(path).map_err(|e| wrong(&e))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(&"expected text"))?;
    let moves = |line: &str| -> Vec<String> {
        let moves = line.split('#').next().unwrap_or_default();
        moves
            .split([' ', ',', '\t', '\r'])
            .filter(|m| !m.is_empty())
            .map(String::from)
            .collect()
    };
    let openings: Vec<_> = text
        .lines()
        .map(moves)
        .filter(|moves| !moves.is_empty())
        .collect();
    match openings.is_empty() {
        true => Err(format!("{name}: expected the moves of an opening").into()),
        false => Ok(openings),
    }
}
