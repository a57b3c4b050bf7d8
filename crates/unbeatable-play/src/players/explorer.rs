//! Players who play many games by themselves before each move: Monte-Carlo tree search.

use std::time::Duration;
use unbeatable_bench::erased::Line;

use unbeatable_bench::kernels::AnyExplorer;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Margin, Player, Stopped, Watch};

use super::contestant::{ChosenMove, NoMove, Seat, Sitter};
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::Deadline;
use unbeatable_report::units::{parse_nodes, parse_time};

/// What a player's tree takes for each game that it plays by itself, about: a node for each move of a
/// position in ultimate tic-tac-toe or Go, and what is left of the move before.
const PLAYOUT_BYTES: u64 = 1 << 11;

/// The smallest and the largest tree that a player asks for.
const TREE_BYTES: [u64; 2] = [1 << 20, 1 << 28];

/// How a Monte-Carlo player thinks: `mcts:10000`, `mcts:100k`, `mcts:1s`, or both, with a comma between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Exploring {
    /// How long for a move.
    time: Option<Duration>,
    /// How many games for a move.
    playouts: Option<u64>,
}

impl Exploring {
    /// Reads what stands behind `mcts:`.
    pub(super) fn parse(how: &str) -> Result<Self, String> {
        let mut exploring = Exploring {
            time: None,
            playouts: None,
        };
        for part in how.split(',') {
            let is_number = part.starts_with(|c: char| c.is_ascii_digit());
            let is_time = part.ends_with(['s', 'm', 'h', 'd']);
            match (is_number, is_time) {
                (true, true) => exploring.time = Some(parse_time(part)?),
                (true, false) => exploring.playouts = Some(parse_nodes(part)?),
                (false, _) => {
                    let found = quoted(part);
                    return Err(format!(
                        "expected a number of games such as 10000 or 100k, or a time such as 1s, found \
                         {found}"
                    ));
                }
            }
        }
        Ok(exploring)
    }

    /// How large a tree is worth its while.
    pub(super) fn tree_bytes(&self) -> usize {
        let [least, most] = TREE_BYTES;
        let playouts = self.playouts.unwrap_or(u64::MAX);
        playouts.saturating_mul(PLAYOUT_BYTES).clamp(least, most) as usize
    }

    /// Whether the clock decides its moves.
    pub(super) fn is_timed(&self) -> bool {
        self.time.is_some()
    }
}

/// Plays many games by itself before each move.
pub(super) struct ExploringPlayer<'g> {
    pub(super) bench: &'g Bench,
    pub(super) exploring: Exploring,
    pub(super) tree_bytes_max: usize,
}

impl<'g> Sitter<'g> for ExploringPlayer<'g> {
    fn sit(&self, _: Player, seed: u64) -> Box<dyn Seat<'g> + 'g> {
        Box::new(ExploringSeat {
            explorer: self.bench.kernels.explorer(self.tree_bytes_max, seed),
            exploring: self.exploring,
        })
    }
}

struct ExploringSeat<'g> {
    explorer: Box<dyn AnyExplorer + 'g>,
    exploring: Exploring,
}

impl<'g> Seat<'g> for ExploringSeat<'g> {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        let deadline = Deadline::after(self.exploring.time, watch);
        let playouts = self.exploring.playouts.unwrap_or(u64::MAX);
        let thought = self.explorer.think(line, playouts, &deadline);
        match deadline.is_asked() {
            true => Err(Stopped::Asked.into()),
            false => Ok(thought.m.into()),
        }
    }
}
