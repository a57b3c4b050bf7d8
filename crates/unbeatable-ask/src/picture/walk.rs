//! The boards of a picture: which there are, what leads from one to another, what they are worth.

use std::collections::HashMap;
use unbeatable_bench::erased::{ErasedGame, Line, Move, Position};

use unbeatable_bench::bench::Bench;
use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::{Budget, Game, Margin, Outcome, Player, Stopped, Value, Watch};
use unbeatable_solve::meter::Meter;

/// A board of a picture.
pub(super) struct PictureBoard {
    pub(super) pos: Position,
    /// The least number of moves that lead to it.
    pub(super) depth: usize,
    /// Who moves, on the way by which it was found. (A canonical form may have the players exchanged.)
    pub(super) turn: Player,
    /// How the game ended, or `None` while it goes on.
    pub(super) outcome: Option<Outcome<Margin>>,
    /// What it is worth to the player to move, if that is known.
    pub(super) value: Option<Margin>,
    /// Its moves, and where in the list they lead.
    pub(super) moves: Vec<(Move, usize)>,
}

/// All boards of a picture, by depth.
pub(super) struct PictureWalk {
    pub(super) places: Vec<PictureBoard>,
    /// How many there are at each depth.
    pub(super) by_depth: Vec<usize>,
    /// Whether a board was met with either player to move, so that only the player to move can be said
    /// to win.
    pub(super) exchanges: bool,
}

/// Why there is no picture.
pub(super) enum NoWalk {
    /// The budget is spent.
    Stopped(Stopped),
    /// There are more boards than were asked for: how many at each depth, up to the first at which
    /// there are too many.
    TooMany(Vec<usize>),
}

/// What to find.
pub(super) struct PictureLimits {
    /// Boards at this depth are the last.
    pub(super) depth_max: usize,
    /// More boards are too many.
    pub(super) boards_max: usize,
    /// What lists of boards may take.
    pub(super) bytes_max: usize,
}

/// Finds the distinct positions that can be reached from `root`, or one of each class with `folds`.
pub(super) fn positions(
    game: &ErasedGame,
    root: Position,
    folds: bool,
    limits: &PictureLimits,
    meter: &mut Meter<Margin>,
) -> Result<PictureWalk, NoWalk> {
    let fold = |pos: &Position| if folds { game.canonical(pos) } else { *pos };
    let mut known: HashMap<Position, usize, BuildMixer> = HashMap::default();
    let mut walk = PictureWalk::begin(game, fold(&root), game.turn(&root));
    known.insert(fold(&root), 0);
    // A map that grows holds its old and its new places, and is at most 7/8 full.
    let place_bytes = 2 * size_of::<PictureBoard>() + 4 * size_of::<(Position, usize)>();
    while let Some(layer) = walk.next_layer(limits)? {
        for at in layer {
            meter.node().map_err(NoWalk::Stopped)?;
            meter.table_bytes = walk.places.len() * place_bytes;
            if meter.table_bytes > limits.bytes_max {
                return Err(NoWalk::Stopped(Stopped::Memory));
            }
            let pos = walk.places[at].pos;
            if walk.places[at].outcome.is_some() {
                continue;
            }
            for m in game.moves(&pos) {
                meter.work(1).map_err(NoWalk::Stopped)?;
                let child = fold(&game.play(&pos, m));
                walk.exchanges |= game.turn(&child) == game.turn(&pos);
                let to = *known
                    .entry(child)
                    .or_insert_with(|| walk.add(game, child, at));
                walk.places[at].moves.push((m, to));
            }
        }
    }
    Ok(walk)
}

/// Finds the move sequences that begin with `line`.
pub(super) fn tree(
    line: &Line,
    limits: &PictureLimits,
    meter: &mut Meter<Margin>,
) -> Result<PictureWalk, NoWalk> {
    let game = line.game();
    let root = *line.position();
    let mut walk = PictureWalk::begin(game, root, game.turn(&root));
    let mut lines = vec![line.clone()];
    let line_bytes = size_of::<Position>() * 64;
    let place_bytes = 2 * size_of::<PictureBoard>() + line_bytes;
    while let Some(layer) = walk.next_layer(limits)? {
        for at in layer {
            meter.node().map_err(NoWalk::Stopped)?;
            meter.table_bytes = walk.places.len() * place_bytes;
            if meter.table_bytes > limits.bytes_max {
                return Err(NoWalk::Stopped(Stopped::Memory));
            }
            let pos = walk.places[at].pos;
            if walk.places[at].outcome.is_some() {
                continue;
            }
            for m in game.moves(&pos) {
                meter.work(1).map_err(NoWalk::Stopped)?;
                let mut longer = lines[at].clone();
                if longer.play(m) {
                    let to = walk.add(game, *longer.position(), at);
                    walk.places[at].moves.push((m, to));
                    lines.push(longer);
                }
            }
        }
    }
    Ok(walk)
}

impl PictureWalk {
    fn begin(game: &ErasedGame, pos: Position, turn: Player) -> Self {
        PictureWalk {
            places: vec![PictureBoard {
                pos,
                depth: 0,
                turn,
                outcome: seen_by(game, &pos, turn),
                value: value_of_end(game, &pos),
                moves: vec![],
            }],
            by_depth: vec![],
            exchanges: false,
        }
    }

    /// Adds a board to which a move from the board at `from` leads; returns its place.
    fn add(&mut self, game: &ErasedGame, pos: Position, from: usize) -> usize {
        let turn = self.places[from].turn.other();
        self.places.push(PictureBoard {
            pos,
            depth: self.places[from].depth + 1,
            turn,
            outcome: seen_by(game, &pos, turn),
            value: value_of_end(game, &pos),
            moves: vec![],
        });
        self.places.len() - 1
    }

    /// The boards that were found last, to be gone on from; `None` if there are none, or if they are
    /// as deep as was asked for.
    fn next_layer(
        &mut self,
        limits: &PictureLimits,
    ) -> Result<Option<std::ops::Range<usize>>, NoWalk> {
        let before: usize = self.by_depth.iter().sum();
        let layer = before..self.places.len();
        if layer.is_empty() {
            return Ok(None);
        }
        self.by_depth.push(layer.len());
        if self.places.len() > limits.boards_max {
            return Err(NoWalk::TooMany(self.by_depth.clone()));
        }
        Ok((self.by_depth.len() <= limits.depth_max).then_some(layer))
    }

    /// Finds what unfinished boards are worth: by backward induction where a position has a value of its own,
    /// else by minimax in a complete tree; in a tree that was cut off there nothing is known.
    pub(super) fn solve(
        &mut self,
        bench: &Bench,
        line: &Line,
        budget: &Budget,
        watch: &dyn Watch<Margin>,
    ) -> Result<(), Stopped> {
        if bench.has_history() {
            self.solve_tree();
            return Ok(());
        }
        let solution = (bench.kernels).backward(line.position(), true, budget, watch);
        if let Some(why) = solution.stopped() {
            return Err(why);
        }
        for place in &mut self.places {
            place.value = solution.entry(&place.pos).map(|entry| entry.value);
        }
        Ok(())
    }

    /// Minimax: what follows stands behind in the list.
    fn solve_tree(&mut self) {
        for at in (0..self.places.len()).rev() {
            let place = &self.places[at];
            let values = place.moves.iter().map(|(_, to)| self.places[*to].value);
            let values: Option<Vec<Margin>> = values.collect();
            let best = values.and_then(|values| values.into_iter().map(|value| -value).max());
            self.places[at].value = place.value.or(best);
        }
    }

    /// The longest way to each board: in a graph by these, all edges go down.
    pub(super) fn longest_ways(&self) -> Vec<usize> {
        let mut into = vec![0; self.places.len()];
        for (_, to) in self.places.iter().flat_map(|place| &place.moves) {
            into[*to] += 1;
        }
        let mut ways = vec![0; self.places.len()];
        let mut ready = vec![0];
        while let Some(at) = ready.pop() {
            for &(_, to) in &self.places[at].moves {
                ways[to] = ways[to].max(ways[at] + 1);
                into[to] -= 1;
                if into[to] == 0 {
                    ready.push(to);
                }
            }
        }
        ways
    }
}

impl PictureBoard {
    /// The winner with perfect play; `Some(None)` for a draw, `None` if that is not known.
    pub(super) fn winner(&self) -> Option<Option<Player>> {
        let outcome = |value: Margin| Outcome::from_value(value, self.turn);
        self.value.map(|value| outcome(value).winner())
    }

    /// Whether the player to move wins; `Some(None)` for a draw, `None` if that is not known.
    pub(super) fn mover_wins(&self) -> Option<Option<bool>> {
        let wins = |value: Margin| match value.rank() {
            0 => None,
            rank => Some(rank > 0),
        };
        self.value.map(wins)
    }
}

/// What a finished position is worth to the player to move.
fn value_of_end(game: &ErasedGame, pos: &Position) -> Option<Margin> {
    game.outcome(pos)
        .map(|outcome| outcome.value_for(game.turn(pos)))
}

/// How the game ended at `pos`, where `turn` would move: a canonical form may have the players
/// exchanged.
fn seen_by(game: &ErasedGame, pos: &Position, turn: Player) -> Option<Outcome<Margin>> {
    value_of_end(game, pos).map(|value| Outcome::from_value(value, turn))
}
