//! Players who think for a while: alpha-beta with the guide's scores.

use std::time::Duration;
use unbeatable_bench::erased::{ErasedGame, Line};

use unbeatable_bench::kernels::AnyThinker;
use unbeatable_core::notation::quoted;
use unbeatable_core::{Game, Margin, Notation, Player, Stopped, Watch};
use unbeatable_think::thinker::{DEPTH_MAX, Patience};

use super::contestant::{ChosenMove, NoMove, Seat, Sitter};
use unbeatable_bench::bench::Bench;
use unbeatable_bench::clock::Deadline;
use unbeatable_report::units::{parse_nodes, parse_plain, parse_time};

/// How an alpha-beta player thinks: `alpha-beta:1s`, `alpha-beta:nodes=100k`, `alpha-beta:depth=6`, or
/// several of these, and perhaps `blind`, with commas between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThinkerSettings {
    /// How long for a move.
    pub time: Option<Duration>,
    /// How many nodes for a move.
    pub nodes: Option<u64>,
    /// How many plies ahead.
    pub depth: Option<u32>,
    /// Without the guide: moves in board order, and what is not proven counts as even.
    pub blind: bool,
}

/// Bytes that a player's table takes for each node of a move, about: most nodes are leaves, which are
/// not remembered, and the table serves the next moves, too.
const NODE_BYTES: u64 = 64;

/// Nodes that a player visits in a second, as a rough guess for the size of its table.
const NODES_PER_SECOND: u64 = 2_000_000;

/// Nodes of a move that only its depth limits, for the same purpose.
const NODES_UNKNOWN: u64 = 100_000;

/// The smallest and the largest table that a player asks for.
const TABLE_BYTES: [u64; 2] = [1 << 20, 1 << 28];

impl ThinkerSettings {
    /// Reads what stands behind `alpha-beta:` in the name of a player for `game`.
    pub fn parse(game: &ErasedGame, how: &str) -> Result<Self, String> {
        let mut thinking = ThinkerSettings {
            time: None,
            nodes: None,
            depth: None,
            blind: false,
        };
        for part in how.split(',') {
            thinking.read(part)?;
        }
        if thinking.patience() == Patience::ENDLESS && thinking.time.is_none() {
            return Err("expected a limit: a time such as 1s, nodes=100k or depth=6".into());
        }
        if game.repetition().is_forbidden() {
            let spec = game.spec();
            return Err(format!(
                "it remembers positions without their history, which matters in {spec}; expected \
                 perfect, random or mcts"
            ));
        }
        Ok(thinking)
    }

    fn read(&mut self, part: &str) -> Result<(), String> {
        match part.split_once('=') {
            None if part == "blind" => self.blind = true,
            Some(("nodes", count)) => self.nodes = Some(parse_nodes(count)?),
            Some(("depth", plies)) => {
                let allowed = format!("1 to {DEPTH_MAX}");
                let plies = parse_plain(plies, 1, DEPTH_MAX.into(), &allowed)?;
                self.depth = Some(plies as u32);
            }
            None if part.starts_with(|c: char| c.is_ascii_digit()) => {
                self.time = Some(parse_time(part)?);
            }
            _ => {
                let found = quoted(part);
                return Err(format!(
                    "expected a time such as 1s, nodes=100k, depth=6 or blind, found {found}"
                ));
            }
        }
        Ok(())
    }

    /// How long it thinks, but for the clock.
    pub fn patience(&self) -> Patience {
        Patience {
            nodes_max: self.nodes.unwrap_or(u64::MAX),
            depth_max: self.depth.unwrap_or(DEPTH_MAX),
        }
    }

    /// How large a table is worth its while.
    pub fn table_bytes(&self) -> usize {
        let [least, most] = TABLE_BYTES;
        let in_time = self
            .time
            .map(|time| NODES_PER_SECOND.saturating_mul(time.as_millis() as u64) / 1000);
        let nodes = in_time.into_iter().chain(self.nodes).min();
        let bytes = nodes.unwrap_or(NODES_UNKNOWN).saturating_mul(NODE_BYTES);
        bytes.clamp(least, most) as usize
    }
}

/// Thinks about each move for a while.
pub(super) struct ThinkingPlayer<'g> {
    pub(super) bench: &'g Bench,
    pub(super) thinking: ThinkerSettings,
    pub(super) table_bytes_max: usize,
}

impl<'g> Sitter<'g> for ThinkingPlayer<'g> {
    /// Nothing is left to chance.
    fn sit(&self, _: Player, _: u64) -> Box<dyn Seat<'g> + 'g> {
        Box::new(ThinkingSeat {
            thinker: thinker(self.bench, &self.thinking, self.table_bytes_max),
            thinking: self.thinking,
        })
    }
}

/// The thinker that plays the bench's game in that way.
pub fn thinker<'g>(
    bench: &'g Bench,
    thinking: &ThinkerSettings,
    table_bytes_max: usize,
) -> Box<dyn AnyThinker + 'g> {
    let bytes = thinking.table_bytes().min(table_bytes_max);
    bench.kernels.thinker(thinking.blind, bytes)
}

struct ThinkingSeat<'g> {
    thinker: Box<dyn AnyThinker + 'g>,
    thinking: ThinkerSettings,
}

impl<'g> Seat<'g> for ThinkingSeat<'g> {
    fn choose(&mut self, line: &Line<'g>, watch: &dyn Watch<Margin>) -> Result<ChosenMove, NoMove> {
        let deadline = Deadline::after(self.thinking.time, watch);
        let patience = self.thinking.patience();
        let thought = self.thinker.think(line, patience, &deadline);
        match deadline.is_asked() {
            true => Err(Stopped::Asked.into()),
            false => Ok(thought.m.into()),
        }
    }
}
