//! Players: whoever can be asked for a move.

mod best;
mod contestant;
mod explorer;
pub mod outside;
mod perfect;
mod random;
mod table;
mod thinker;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use unbeatable_bench::erased::{ErasedGame, Position};

use unbeatable_core::notation::quoted;
use unbeatable_core::{Budget, Margin, Player, Watch};

use unbeatable_bench::bench::Bench;
use unbeatable_report::question::Method;
use unbeatable_report::report::PlayerReport;
use unbeatable_report::{Argument, AskError};

use best::{BestPlayer, BestSettings};
pub use contestant::{Chooser, ChosenMove, Contestant, NoMove, RESIGNS, Seat, Sitter};
use explorer::{Exploring, ExploringPlayer};
use outside::Protocol;
pub use outside::kill_all as kill_all_engines;
use perfect::PerfectMoves;
pub use perfect::{PerfectPlayer, Style};
pub use random::RandomPlayer;
pub use table::TablePlayer;
use thinker::ThinkingPlayer;
pub use thinker::{ThinkerSettings, thinker};

/// What a player's name may be.
const EXPECTED: &str = "expected best, best:1s, perfect, perfect:first, perfect:teach, random, table:FILE, \
                        mcts with a limit, such as mcts:10000 or mcts:1s, \
                        alpha-beta with a limit, such as alpha-beta:1s, alpha-beta:nodes=100k or \
                        alpha-beta:depth=6,blind, gtp:COMMAND or codingame:COMMAND";

/// The name of the player who proves what it can, which is everybody's first opponent.
pub const BEST: &str = "best";

/// The name of a person.
pub const HUMAN: &str = "human";

/// A player's name, understood.
#[derive(Clone, Copy)]
enum PlayerName<'n> {
    Best(BestSettings),
    Perfect(Style),
    Random,
    /// In this file.
    Table(&'n str),
    Thinking(ThinkerSettings),
    Exploring(Exploring),
    /// Started by this command.
    Outside(Protocol, &'n str),
}

impl<'n> PlayerName<'n> {
    /// The player of that name, if the game allows it.
    fn parse(game: &ErasedGame, name: &'n str) -> Result<Self, AskError> {
        let found = || quoted(name);
        let unknown = || Argument::Player.wrong(format!("unknown player {}: {EXPECTED}", found()));
        let wrong = |why: String| Argument::Player.wrong(format!("player {}: {why}", found()));
        let (kind, how) = match name.split_once(':') {
            Some((kind, how)) => (kind, Some(how)),
            None => (name, None),
        };
        if let Some(protocol) = Protocol::named(kind) {
            let command = how.unwrap_or_default();
            protocol.check(game, command).map_err(wrong)?;
            return Ok(PlayerName::Outside(protocol, command));
        }
        Ok(match (kind, how) {
            ("random", None) => PlayerName::Random,
            ("best", how) => PlayerName::Best(BestSettings::parse(how).map_err(wrong)?),
            ("perfect", how) => PlayerName::Perfect(Style::parse(how).map_err(wrong)?),
            ("table", Some(file)) => PlayerName::Table(file),
            ("alpha-beta", Some(how)) => {
                PlayerName::Thinking(ThinkerSettings::parse(game, how).map_err(wrong)?)
            }
            ("mcts", Some(how)) => PlayerName::Exploring(Exploring::parse(how).map_err(wrong)?),
            (HUMAN, None) => {
                return Err(wrong(
                    "people play in `unbeatable play`, not in a match".into(),
                ));
            }
            _ => return Err(unknown()),
        })
    }

    /// Whether it plays from the game's own first position only.
    fn begins_at_root(&self) -> bool {
        matches!(
            self,
            PlayerName::Table(_) | PlayerName::Outside(Protocol::Codingame, _)
        )
    }
}

/// Whether a player of that name can take over in the middle of a game that others began. `Err` if there is
/// none.
pub fn takes_over(game: &ErasedGame, name: &str) -> Result<bool, AskError> {
    Ok(!PlayerName::parse(game, name)?.begins_at_root())
}

/// Players that a person may want to meet, the strongest first: name, title, summary.
const KNOWN: &[[&str; 3]] = &[
    [
        BEST,
        "Best, 1 second",
        "Proves what it can in a second, keeps what is proven, guesses last, and says which.",
    ],
    [
        "perfect",
        "Perfect",
        "Never gives anything away; of several best moves it plays any.",
    ],
    [
        "perfect:teach",
        "Perfect teacher",
        "Wins as soon as it can, and resists as long as it can.",
    ],
    [
        "alpha-beta:1s",
        "Thinker, 1 second",
        "Looks ahead for a second.",
    ],
    [
        "alpha-beta:depth=4",
        "Thinker, 4 moves ahead",
        "Looks four moves ahead.",
    ],
    [
        "alpha-beta:depth=2",
        "Thinker, 2 moves ahead",
        "Looks two moves ahead.",
    ],
    [
        "mcts:1s",
        "Explorer, 1 second",
        "Plays games with itself for a second, and then what went best.",
    ],
    [
        "mcts:100",
        "Explorer, 100 games",
        "Plays a hundred games with itself, and then what went best.",
    ],
    ["random", "Random", "Plays any legal move."],
];

/// Those of them that play a game.
pub fn known(game: &ErasedGame) -> Vec<PlayerReport> {
    let known = KNOWN
        .iter()
        .filter(|[name, ..]| PlayerName::parse(game, name).is_ok());
    let report = |player: &[&str; 3]| {
        let [name, title, summary] = player.map(String::from);
        PlayerReport {
            name,
            title,
            summary,
        }
    };
    known.map(report).collect()
}

/// What players are made from.
pub struct Cast<'g> {
    bench: &'g Bench,
    /// Where games begin.
    root: Position,
    /// What all players together may take.
    budget: Budget,
    /// How many games are to be played at a time.
    threads: usize,
    /// What the largest player on a seat takes who plays the same games whatever its threads.
    seat_bytes: usize,
    /// An outside engine that takes longer for a move forfeits the game.
    move_time: Duration,
    /// What all perfect players know.
    oracle: Option<Arc<PerfectMoves<'g>>>,
    known: HashMap<String, Contestant<'g>>,
}

impl<'g> Cast<'g> {
    /// Players of the bench's game from `root` on.
    pub fn new(
        bench: &'g Bench,
        root: Position,
        budget: Budget,
        threads: usize,
        move_time: Duration,
    ) -> Self {
        Cast {
            bench,
            root,
            budget,
            threads,
            seat_bytes: 0,
            move_time,
            oracle: None,
            known: HashMap::new(),
        }
    }

    /// What a player on a seat may take. How much it remembers decides its moves, so it must not depend on
    /// the number of threads, unless the clock decides them anyway.
    fn seat_bytes(&mut self, named: &PlayerName) -> usize {
        let all = self.budget.table_bytes_max;
        let (bytes, is_timed) = match named {
            PlayerName::Thinking(thinking) => (thinking.table_bytes(), thinking.time.is_some()),
            PlayerName::Exploring(exploring) => (exploring.tree_bytes(), exploring.is_timed()),
            PlayerName::Best(_) => (BestSettings::bytes(), true),
            _ => return 0,
        };
        // Every thread seats two players.
        if is_timed {
            return bytes.min(all / (2 * self.threads));
        }
        let bytes = bytes.min(all / 4);
        self.seat_bytes = self.seat_bytes.max(bytes);
        bytes
    }

    /// How many games can be played at a time so that all players have their memory.
    pub fn threads(&self) -> usize {
        match self.seat_bytes {
            0 => self.threads,
            bytes => (self.budget.table_bytes_max / (2 * bytes)).clamp(1, self.threads),
        }
    }

    /// The player of that name, for that side. One name is one player: what it knows, it knows
    /// once.
    pub fn player(
        &mut self,
        name: &str,
        side: Player,
        watch: &dyn Watch<Margin>,
    ) -> Result<Contestant<'g>, AskError> {
        if let Some(player) = self.known.get(name) {
            return Ok(player.clone());
        }
        let named = PlayerName::parse(&self.bench.game, name)?;
        let seat_bytes = self.seat_bytes(&named);
        let (bench, budget) = (self.bench, &self.budget);
        let player = match named {
            PlayerName::Perfect(style) => {
                let oracle = match &self.oracle {
                    Some(oracle) => Arc::clone(oracle),
                    None => Arc::new(PerfectMoves::new(bench, &self.root, budget, watch)?),
                };
                self.oracle = Some(Arc::clone(&oracle));
                Contestant::Chooser(Arc::new(PerfectPlayer::new(oracle, style)))
            }
            PlayerName::Best(settings) => {
                let oracle = PerfectMoves::at_once(bench, &self.root, budget, watch);
                Contestant::Sitter(Arc::new(BestPlayer {
                    bench,
                    settings,
                    chosen: bench.choose(&Method::default())?,
                    bytes_max: seat_bytes,
                    oracle: oracle.map(Arc::new),
                }))
            }
            PlayerName::Random => Contestant::Chooser(Arc::new(RandomPlayer)),
            PlayerName::Table(file) => {
                // Looked at for each side: it may know one only.
                let table = TablePlayer::new(&bench.game, file, &self.root, side)?;
                return Ok(Contestant::Chooser(Arc::new(table)));
            }
            PlayerName::Thinking(thinking) => Contestant::Sitter(Arc::new(ThinkingPlayer {
                bench,
                thinking,
                table_bytes_max: seat_bytes,
            })),
            PlayerName::Exploring(exploring) => Contestant::Sitter(Arc::new(ExploringPlayer {
                bench,
                exploring,
                tree_bytes_max: seat_bytes,
            })),
            PlayerName::Outside(protocol, command) => protocol
                .player(&bench.game, &self.root, command, self.move_time)
                .map_err(|why| Argument::Player.wrong(format!("player {}: {why}", quoted(name))))?,
        };
        self.known.insert(name.into(), player.clone());
        Ok(player)
    }
}
