//! Exhaustive search that knows nothing but the rules, and positions to ask it about.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Wdl};
use unbeatable_games::ultimate::{Move, Position, Ultimate};

/// The rows, columns and diagonals of three by three squares.
pub(crate) const ROWS: [[u8; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Every position that was reached, with its value: plain minimax, no cut-offs, nothing skipped.
#[derive(Default)]
pub(crate) struct Naive {
    pub(crate) values: HashMap<Position, Wdl>,
}

impl Naive {
    /// The value, or `None` if more than `positions_max` would have to be remembered.
    pub(crate) fn value(
        &mut self,
        game: Ultimate,
        pos: &Position,
        positions_max: usize,
    ) -> Option<Wdl> {
        if let Some(outcome) = game.outcome(pos) {
            return Some(outcome.value_for(game.turn(pos)));
        }
        if let Some(&value) = self.values.get(pos) {
            return Some(value);
        }
        let mut best = Wdl::Loss;
        for m in game.moves(pos) {
            best = best.max(-self.value(game, &game.play(pos, m), positions_max)?);
        }
        self.values.insert(*pos, best);
        (self.values.len() <= positions_max).then_some(best)
    }

    /// The value of a position that was reached, or that is finished.
    pub(crate) fn known(&self, game: Ultimate, pos: &Position) -> Wdl {
        match game.outcome(pos) {
            Some(outcome) => outcome.value_for(game.turn(pos)),
            None => self.values[pos],
        }
    }
}

/// The position of a random game after 45 to 65 marks, under the older rules 60 to 72, if the game lasts
/// that long and few squares of boards that take marks are empty.
pub(crate) fn late_position(game: Ultimate, random: &mut Random) -> Option<Position> {
    let marks = match game.plays_on() {
        false => 45 + random.below(21),
        true => 60 + random.below(13),
    };
    let mut pos = game.start();
    for _ in 0..marks {
        if game.outcome(&pos).is_some() {
            return None;
        }
        let moves: Vec<Move> = game.moves(&pos).collect();
        pos = game.play(&pos, random.pick(&moves));
    }
    let open = (0..9).filter(|&board| pos.closed() >> board & 1 == 0);
    let empty: u32 = open.map(|board| 9 - pos.occupied(board).count_ones()).sum();
    (game.outcome(&pos).is_none() && empty <= EMPTY_MAX).then_some(pos)
}

/// More empty squares are seldom solved in a thousandth of a second.
const EMPTY_MAX: u32 = 16;

/// Which random positions to look at.
pub(crate) struct Sample {
    pub(crate) game: Ultimate,
    pub(crate) roots: u64,
    /// How many positions may be behind one; if there are more, it is passed over.
    pub(crate) positions_max: usize,
    pub(crate) seed: u64,
}

/// Calls `see` with random late positions, and all that is known behind each.
pub(crate) fn random_positions(
    sample: &Sample,
    mut see: impl FnMut(&Position, &Naive) -> Result<(), String>,
) -> Result<(), String> {
    let &Sample { game, seed, .. } = sample;
    let solved = (0..).filter_map(|index| {
        let pos = late_position(game, &mut Random::for_task(seed, index))?;
        let mut naive = Naive::default();
        naive.value(game, &pos, sample.positions_max)?;
        Some((pos, naive))
    });
    for (pos, naive) in solved.take(sample.roots as usize) {
        see(&pos, &naive)?;
    }
    Ok(())
}
