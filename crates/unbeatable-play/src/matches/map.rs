//! All positions that two choosers can reach, and the moves between them: their games are walks over it.

use std::collections::HashMap;
use unbeatable_bench::erased::{Line, Move, Position};

use num_rational::BigRational;
use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::random::Random;
use unbeatable_core::{Budget, Game, Margin, Outcome, Player, Repetition, Stopped, Watch};
use unbeatable_solve::meter::Meter;

use crate::players::Chooser;

/// Maps have up to this many positions.
const POSITIONS_MAX: usize = 200_000;

/// And up to this many moves between them.
const MOVES_MAX: usize = 4_000_000;

/// What a position and its chance take at most: fractions get long in long games.
const POSITION_BYTES: usize = 500;

/// Fractions with so many bits, times the moves of the map, are not computed: it would take seconds, and
/// nobody reads them.
const WORK_MAX: u64 = 200_000_000;

/// Where games begin.
pub struct Start<'g> {
    /// The line to the position.
    pub line: Line<'g>,
    /// The moves that led there from where all games begin.
    pub moves: Vec<Move>,
}

impl<'g> Start<'g> {
    /// The end of a line, where nothing was played yet.
    pub fn new(line: Line<'g>) -> Self {
        Start {
            line,
            moves: vec![],
        }
    }
}

/// Whose result an outcome is: 0 for the first player, 1 for the second, 2 for nobody.
pub(super) fn index_of(outcome: Outcome<Margin>) -> usize {
    outcome.winner().map_or(2, Player::index)
}

/// A position on the map.
///
/// ```text
/// nodes    ...  { first: 7, many: 2 }        ...  { first: 1, many: 0 }  ...
///                  |                                over: the second player won
///                  v
/// edges    ... [7] = node, [8] = node ...
/// ```
#[derive(Clone, Copy)]
struct MapNode {
    /// Where its edges begin; of a finished position the result: 0, 1 or 2 for nobody.
    first: u32,
    /// How many there are, each equally likely; none if the game is over.
    many: u32,
}

/// All positions that two choosers can reach from some starts, opening moves included.
pub struct Map {
    nodes: Vec<MapNode>,
    /// The nodes behind moves.
    edges: Vec<u32>,
    /// The node of each start.
    starts: Vec<u32>,
}

impl Map {
    /// The map of the games that begin with one of `starts`, go on with `opening` random moves, and are
    /// then played by the choosers. `None` where history matters, where there are too many positions, in
    /// number or for that many bytes, or if it was stopped.
    pub fn new<'g>(
        starts: &[Start<'g>],
        opening: u32,
        players: [&dyn Chooser<'g>; 2],
        bytes_max: usize,
        watch: &dyn Watch<Margin>,
    ) -> Option<Self> {
        let game = starts[0].line.game();
        if game.repetition() != Repetition::Impossible {
            return None;
        }
        let mut map = Map {
            nodes: vec![],
            edges: vec![],
            starts: vec![],
        };
        let positions_max = POSITIONS_MAX.min(bytes_max / POSITION_BYTES);
        // A position is another one as long as random moves are to come.
        let mut places: HashMap<(Position, u32), u32, BuildMixer> = HashMap::default();
        let mut open: Vec<(Position, u32)> = vec![];
        let mut place = |at, open: &mut Vec<_>| {
            *places.entry(at).or_insert_with(|| {
                open.push(at);
                open.len() as u32 - 1
            })
        };
        for start in starts {
            let at = (*start.line.position(), opening);
            map.starts.push(place(at, &mut open));
        }
        let mut meter = Meter::new(&Budget::DEFAULT, watch);
        while let Some(&(pos, left)) = open.get(map.nodes.len()) {
            meter.node().ok()?;
            let first = map.edges.len() as u32;
            if let Some(outcome) = game.outcome(&pos) {
                map.nodes.push(MapNode {
                    first: index_of(outcome) as u32,
                    many: 0,
                });
                continue;
            }
            let line = Line::new(game, pos);
            let moves = match left {
                0 => players[game.turn(&pos).index()].choices(&line, watch),
                _ => Ok(line.moves()),
            };
            let moves = moves.ok()?;
            map.nodes.push(MapNode {
                first,
                many: moves.len() as u32,
            });
            for m in moves {
                let at = (game.play(&pos, m), left.saturating_sub(1));
                map.edges.push(place(at, &mut open));
            }
            if open.len() > positions_max || map.edges.len() > MOVES_MAX {
                return None;
            }
        }
        Some(map)
    }

    /// Plays a game from a start on, with `opening` random moves first; the players' choices may have a
    /// generator of their own. Says who won: 0, 1, or 2 for nobody.
    #[inline]
    pub fn walk(
        &self,
        start: usize,
        opening: u32,
        mut random: Random,
        players_random: Option<Random>,
    ) -> usize {
        let mut node = self.nodes[self.starts[start] as usize];
        let mut step = |random: &mut Random| {
            let goes_on = node.many > 0;
            if goes_on {
                let edge = node.first as usize + random.below(node.many.into()) as usize;
                node = self.nodes[self.edges[edge] as usize];
            }
            goes_on
        };
        for _ in 0..opening {
            step(&mut random);
        }
        random = players_random.unwrap_or(random);
        while step(&mut random) {}
        node.first as usize
    }

    /// The exact chances of the three results, if the games begin with each start as often as `weights`
    /// say. `Err` if it was stopped, or if the fractions get too long.
    pub fn chances(
        &self,
        weights: &[u64],
        watch: &dyn Watch<Margin>,
    ) -> Result<[BigRational; 3], Stopped> {
        let number = |n: u64| BigRational::from_integer(n.into());
        let mut ends = [number(0), number(0), number(0)];
        let mut before = vec![0u32; self.nodes.len()];
        for &edge in &self.edges {
            before[edge as usize] += 1;
        }
        let mut chances: Vec<Option<BigRational>> = vec![None; self.nodes.len()];
        let all = number(weights.iter().sum());
        for (&start, &weight) in self.starts.iter().zip(weights) {
            *chances[start as usize].get_or_insert_with(|| number(0)) += number(weight) / &all;
        }
        // A position comes after all that lead to it.
        let mut ready: Vec<usize> = (0..before.len()).filter(|&i| before[i] == 0).collect();
        // Fractions may be long, so that a few of them take a while.
        let mut meter = Meter::new(&Budget::DEFAULT, watch).watched_every(64);
        while let Some(i) = ready.pop() {
            meter.node()?;
            let chance = chances[i].take().expect("whatever is ready has a chance");
            let MapNode { first, many } = self.nodes[i];
            if many == 0 {
                ends[first as usize] += chance;
                continue;
            }
            if chance.denom().bits() * self.edges.len() as u64 > WORK_MAX {
                return Err(Stopped::Memory);
            }
            let share = chance / number(many.into());
            for &edge in &self.edges[first as usize..][..many as usize] {
                let edge = edge as usize;
                *chances[edge].get_or_insert_with(|| number(0)) += &share;
                before[edge] -= 1;
                if before[edge] == 0 {
                    ready.push(edge);
                }
            }
        }
        Ok(ends)
    }
}
