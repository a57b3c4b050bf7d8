//! Questions, as plain data.
//!
//! Every question has a default: say what you ask, and leave the rest to `..Default::default()`. A field
//! that is new then has a value that asks what was asked before.

use std::path::PathBuf;
use std::time::Duration;

pub use unbeatable_proof::table::{Keep, Named, Role, Rule, TableCount as Counted};
pub use unbeatable_solve::alpha_beta::{Fail, Window};

/// What an answer may cost. `None` leaves a limit to the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Bytes that the whole process may take.
    pub memory: Option<u64>,
    /// Threads that search.
    pub threads: Option<usize>,
}

/// A position, and the moves that are played from it before the question is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The position; `None` is the start.
    pub position: Option<String>,
    /// Moves, one after the other.
    pub moves: Vec<String>,
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solve {
    /// The position asked about.
    pub setup: Setup,
    /// How to search.
    pub method: Method,
    /// Ask only whether the first player gets at least this many points (-1, 0, 1 where there are
    /// no points).
    pub at_least: Option<String>,
    /// Ask only whether the first player wins within this many plies.
    pub within: Option<String>,
    /// The restriction of the first player's choices to search under, or `none`; `None` tries those
    /// that suit the position, and then does without.
    pub restrict: Option<String>,
    /// Count the positions of the proof.
    pub proof_size: bool,
    /// Write a certificate of the answer to this file.
    pub certificate: Option<PathBuf>,
    /// What it may cost.
    pub limits: Limits,
    /// Where to keep what the search remembers while it runs, and when it is stopped.
    pub checkpoint: Option<Checkpoint>,
    /// A checkpoint to go on from. What the question leaves out is asked as it was then; a checkpoint
    /// of another question is refused. Limits are those of this run.
    pub resume: Option<PathBuf>,
}

/// A file that keeps what a search remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The file, which is only ever replaced as a whole.
    pub file: PathBuf,
    /// How much time passes between the beginnings of two checkpoints.
    pub every: Duration,
}

/// How to search. `None` leaves a choice to the program, which takes what is fastest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Method {
    /// The solver's name.
    pub solver: Option<String>,
    /// The move order's name.
    pub order: Option<String>,
    /// The textbook's algorithm: no table, no symmetry, no analysis, one full window. What is set
    /// below counts all the same.
    pub plain: bool,
    /// Remember positions in a table.
    pub table: Option<bool>,
    /// Treat symmetric positions as one.
    pub symmetry: Option<bool>,
    /// Use what is known of the game beyond its rules.
    pub analysis: Option<bool>,
    /// Ask yes/no questions with null windows instead of searching one full window.
    pub scout: Option<bool>,
    /// Search to depth 1, 2, 3, … until the question is answered.
    pub deepen: Option<bool>,
    /// What a search returns outside its window.
    pub fail: Option<Fail>,
    /// How wide the window is at the root.
    pub window: Option<Window>,
}

/// What each legal move is worth.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analyze {
    /// The position asked about.
    pub setup: Setup,
    /// How to search.
    pub method: Method,
    /// What it may cost.
    pub limits: Limits,
}

/// Every position that can be reached, solved and kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strong {
    /// The position from which the others are reached.
    pub setup: Setup,
    /// The folder of the database, and of its layers while they are found and solved; `None` asks for a
    /// forecast alone. An unfinished run that is there goes on.
    pub folder: Option<PathBuf>,
    /// Whether the database has distances, too.
    pub distances: bool,
    /// Whether to keep the layers, with all positions.
    pub archive: bool,
    /// What it may cost: time, memory and threads.
    pub limits: Limits,
    /// Workers who share it out, here or on several machines; `None` leaves it to the threads of one
    /// process.
    pub fleet: Option<Fleet>,
}

/// Every position up to some ply, solved and written down.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MakeBook {
    /// Positions after up to so many plies.
    pub plies: u32,
    /// Only a best move for each position that a player can meet who plays these moves.
    pub is_repertoire: bool,
    /// The file. What is found is kept beside it until it is whole, and an unfinished run goes on.
    pub file: PathBuf,
    /// What it may cost.
    pub limits: Limits,
}

/// Workers who solve a game together, each with a part of all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fleet {
    /// Workers of each process.
    pub workers: usize,
    /// A file with the addresses of all processes, a line each; without it there is one.
    pub hosts: Option<PathBuf>,
    /// Which of them this process is, from 0 on.
    pub process: usize,
    /// How long the others are waited for.
    pub patience: Duration,
}

/// A yes/no question, answered by many jobs and a tree of what they find.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prove {
    /// The position.
    pub setup: Setup,
    /// Does the first player get at least this?
    pub at_least: String,
    /// The folder of the run. An unfinished one that is there goes on.
    pub folder: PathBuf,
    /// The program that a job is run by: its name and its first arguments. The name of the job's file
    /// comes last.
    pub program: Vec<String>,
    /// A command that is put in front of that, such as one that hands it to a scheduler and waits.
    pub through: Option<String>,
    /// How many jobs run at a time; `None` for as many as there are cores.
    pub workers: Option<usize>,
    /// How many nodes a job takes at most; `None` for ten seconds' worth or so.
    pub job_nodes: Option<u64>,
    /// A job that does not come back for so long is lost; `None` for ten minutes.
    pub patience: Option<Duration>,
    /// What it may cost: time in all, and the memory of each job.
    pub limits: Limits,
}

/// A tree to be written down, so that it can be looked at node by node.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The position at its root. A certificate that there is already has its own.
    pub setup: Setup,
    /// Which tree.
    pub of: RecordOf,
    /// What it may cost: as `nodes`, of the tree.
    pub limits: Limits,
}

/// What alpha-beta visits from the start.
impl Default for Record {
    fn default() -> Self {
        let of = RecordOf::Search {
            method: Method::default(),
            at_least: None,
        };
        Record {
            setup: Setup::default(),
            of,
            limits: Limits::default(),
        }
    }
}

/// Which trees can be written down.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordOf {
    /// What a search visits.
    Search {
        /// How to search, by minimax or alpha-beta; by alpha-beta, if no solver is named.
        method: Method,
        /// Ask only whether the first player gets at least this many points.
        at_least: Option<String>,
    },
    /// The strategies that prove what a position is worth. They are searched for, and written to this
    /// file.
    Proof(PathBuf),
    /// The strategies of a certificate that was written to this file before. It is checked first.
    Certificate(PathBuf),
}

/// A node of a tree and the nodes right below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The position at the root of a game's tree; one that was written down has its own.
    pub setup: Setup,
    /// The way from the root to the node: the numbers of children with dots between them, such as
    /// `0.3.1`. The root, if it is empty.
    pub path: String,
    /// The first child to be listed.
    pub from: usize,
    /// How many are listed.
    pub count: usize,
}

/// How many there are.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Count {
    /// The position asked about.
    pub setup: Setup,
    /// What is counted.
    pub of: CountOf,
    /// What it may cost.
    pub limits: Limits,
}

/// What can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CountOf {
    /// Move sequences, the empty one and finished ones included.
    Tree,
    /// Distinct positions that can be reached, finished ones included.
    #[default]
    Positions,
    /// Distinct positions that can be reached, symmetric ones counted once.
    Classes,
    /// Finished move sequences.
    Games,
}

impl CountOf {
    /// Its name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CountOf::Tree => "tree",
            CountOf::Positions => "positions",
            CountOf::Classes => "classes",
            CountOf::Games => "games",
        }
    }
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Draw {
    /// The position it begins with.
    pub setup: Setup,
    /// What is drawn.
    pub of: DrawOf,
    /// Boards at this depth are the last; `None` goes on to the end.
    pub depth: Option<u32>,
    /// Whether to show what boards are worth, which takes a solution of the game.
    pub has_values: bool,
    /// A picture of more boards is refused.
    pub boards_max: usize,
    /// What it is written as.
    pub format: Format,
    /// What it may cost.
    pub limits: Limits,
}

/// Up to 5,000 classes with their values, as scalable vector graphics.
impl Default for Draw {
    fn default() -> Self {
        Draw {
            setup: Setup::default(),
            of: DrawOf::Classes,
            depth: None,
            has_values: true,
            boards_max: 5_000,
            format: Format::Svg,
            limits: Limits::default(),
        }
    }
}

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawOf {
    /// Positions by depth, of symmetric ones the canonical one.
    Classes,
    /// Positions by depth.
    Positions,
    /// Move sequences, with edges.
    Tree,
    /// Classes, with edges.
    Graph,
    /// The position alone: what each move is worth, and what an analysis sees.
    Board,
}

impl DrawOf {
    /// Its name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawOf::Classes => "classes",
            DrawOf::Positions => "positions",
            DrawOf::Tree => "tree",
            DrawOf::Graph => "graph",
            DrawOf::Board => "board",
        }
    }

    /// Whether symmetric positions are one.
    #[must_use]
    pub const fn folds(self) -> bool {
        matches!(self, DrawOf::Classes | DrawOf::Graph)
    }
}

/// How a picture is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// Graphviz's language: nodes and edges, without a layout.
    Dot,
}

impl Format {
    /// Its name on the command line and in reports, and how names of its files end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Dot => "dot",
        }
    }
}

/// The smallest table that plays as it should.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strategy {
    /// The position from which it plays.
    pub setup: Setup,
    /// Whom it plays.
    pub role: Role,
    /// The moves with which it may open; any, if there are none.
    pub open: Vec<String>,
    /// What is counted.
    pub count: Counted,
    /// Which moves it may hold.
    pub keep: Keep,
    /// What is played where it has no row.
    pub default: Option<Rule>,
    /// Find all smallest tables, too.
    pub all: bool,
    /// Write a certificate to this file.
    pub certificate: Option<PathBuf>,
    /// Draw the table, too, in each of these formats.
    pub pictures: Vec<Format>,
    /// What it may cost: time, memory, and classes as `nodes`.
    pub limits: Limits,
}

/// How many move sequences of each length there are, by walking them all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Perft {
    /// The position asked about.
    pub setup: Setup,
    /// The longest sequences to walk.
    pub depth: u32,
    /// What it may cost.
    pub limits: Limits,
}

/// A game to play, move by move.
#[derive(Clone, PartialEq, Debug)]
pub struct Think {
    /// Where it begins.
    pub setup: Setup,
    /// Who thinks about the moves: `alpha-beta` with limits for a move, as in [`Match`].
    pub player: String,
    /// What it may cost: `memory` alone counts.
    pub limits: Limits,
}

/// From the start, a second for a move.
impl Default for Think {
    fn default() -> Self {
        Think {
            setup: Setup::default(),
            player: "alpha-beta:1s".into(),
            limits: Limits::default(),
        }
    }
}

/// A game between people and players, to be played move by move.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    /// Where it begins. Its moves can be taken back.
    pub setup: Setup,
    /// Who plays the first player's side, and the second's: `human`, or a player as in [`Match`].
    pub players: [String; 2],
    /// What players leave to chance, the seed decides.
    pub seed: u64,
    /// An outside engine that takes longer for a move forfeits the game.
    pub move_time: Duration,
    /// What players may take: `memory` alone counts.
    pub limits: Limits,
}

/// A person against a perfect player, from the start.
impl Default for Play {
    fn default() -> Self {
        Play {
            setup: Setup::default(),
            players: ["human".into(), "perfect".into()],
            seed: 1,
            move_time: MOVE_TIME,
            limits: Limits::default(),
        }
    }
}

/// How long an outside engine may take for a move, unless somebody says otherwise.
pub const MOVE_TIME: Duration = Duration::from_secs(10);

/// A tournament between two players or more.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// The position every game starts from.
    pub setup: Setup,
    /// Who plays, two or more: `best`, `best:1s`, `perfect`, `perfect:first`, `perfect:teach`, `random`,
    /// `table:FILE` with a table as JSON, `alpha-beta` with limits for a move: `alpha-beta:1s`,
    /// `alpha-beta:nodes=100k`, `alpha-beta:depth=6`, each perhaps with `,blind` behind it; `mcts:10000`,
    /// `mcts:1s`; `gtp:COMMAND` in Go and `codingame:COMMAND` in ultimate tic-tac-toe, programs that are
    /// started and asked for moves.
    pub players: Vec<String>,
    /// Whether every two players also meet with their sides swapped; if not, who is named first plays the
    /// first player's side.
    pub swap: bool,
    /// Moves with which games begin, behind those of the setup: the first game with the first list, and
    /// so on, over and over. Without any, all games begin with the setup.
    pub openings: Vec<Vec<String>>,
    /// Each game goes on with this many random moves, the same ones for the same seed, whoever plays.
    pub opening: u32,
    /// How many games are played by every two players, and as many again if they swap sides.
    pub games: u64,
    /// What random choices begin with: one seed, one set of games, whatever the number of threads.
    pub seed: u64,
    /// An outside engine that takes longer for a move forfeits the game.
    pub move_time: Duration,
    /// Tell the follower of every game.
    pub records: bool,
    /// How many threads play.
    pub threads: usize,
    /// What it may cost.
    pub limits: Limits,
}

/// A hundred games of a perfect player against one who plays at random, with one thread.
impl Default for Match {
    fn default() -> Self {
        Match {
            setup: Setup::default(),
            players: vec!["perfect".into(), "random".into()],
            swap: false,
            openings: vec![],
            opening: 0,
            games: 100,
            seed: 1,
            move_time: MOVE_TIME,
            records: false,
            threads: 1,
            limits: Limits::default(),
        }
    }
}
