//! Exhaustive search.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Player};
use unbeatable_hex::board::{CellSet, HexBoard, each};
use unbeatable_hex::hex::{Hex, HexMove, HexStones};

/// Who wins, by trying everything: from stones of both players, however many, and whoever is to move.
pub(crate) struct Everything {
    pub(crate) board: HexBoard,
    pub(crate) known: HashMap<([CellSet; 2], Player), Player>,
}

impl Everything {
    pub(crate) fn new(board: HexBoard) -> Self {
        let known = HashMap::new();
        Everything { board, known }
    }

    pub(crate) fn winner(&mut self, stones: [CellSet; 2], turn: Player) -> Player {
        for player in Player::BOTH {
            if self.board.connects(player, stones[player.index()]) {
                return player;
            }
        }
        if let Some(&winner) = self.known.get(&(stones, turn)) {
            return winner;
        }
        let empty = self.board.full() & !(stones[0] | stones[1]);
        let wins = |cell: u8| self.winner(with(stones, turn, cell), turn.other()) == turn;
        let winner = match each(empty).any(wins) {
            true => turn,
            false => turn.other(),
        };
        self.known.insert((stones, turn), winner);
        winner
    }
}

pub(crate) fn with(mut stones: [CellSet; 2], player: Player, cell: u8) -> [CellSet; 2] {
    stones[player.index()] |= 1 << cell;
    stones
}

/// So many stones put on a board by lot in turn; `None` if that ends the game.
pub(crate) fn by_lot(game: &Hex, stones: u64, random: &mut Random) -> Option<HexStones> {
    let mut pos = game.start();
    for _ in 0..stones {
        let empty: Vec<u8> = each(game.empty(&pos)).collect();
        let cell = empty[random.below(empty.len() as u64) as usize];
        pos = game.play(&pos, HexMove::Stone(cell));
        if game.outcome(&pos).is_some() {
            return None;
        }
    }
    Some(pos)
}

/// Black's stones and White's.
pub(crate) fn stones_of(pos: &HexStones) -> [CellSet; 2] {
    [pos.black(), pos.white()]
}
