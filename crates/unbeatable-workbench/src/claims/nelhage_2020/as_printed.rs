//! The published rules as they are printed, without the exceptions that make them true
//! (`critical_boards` in the games has these), and the search that judges them.

use std::collections::HashMap;

use unbeatable_core::random::Random;
use unbeatable_core::{Game, Player, Wdl};
use unbeatable_games::ultimate::critical_boards::winning_squares;
use unbeatable_games::ultimate::local_boards::FULL;
use unbeatable_games::ultimate::{Move, Position, Ultimate, squares_of, words};

/// The rules that the pages are about.
pub(super) const GAME: Ultimate = Ultimate::STANDARD;

/// The squares that `player` must avoid in every board: those that send the opponent to a board in
/// which they win the game at once or, if there is one, to a board that is over.
pub(super) fn avoided_by(pos: &Position, player: Player) -> u16 {
    match words::boards(winning_squares(pos, player.other()).0) {
        0 => 0,
        threatened => threatened | pos.closed(),
    }
}

/// Whether the mover loses by `m`, as printed: it is in a square to avoid, and does not win the game.
pub(super) fn is_excluded(pos: &Position, m: Move) -> bool {
    let wins = || {
        let outcome = GAME.outcome(&GAME.play(pos, m));
        outcome.is_some_and(|outcome| outcome.winner() == Some(pos.turn()))
    };
    avoided_by(pos, pos.turn()) >> m.square() & 1 == 1 && !wins()
}

/// Whether the game is over behind `m`.
pub(super) fn ends_game(pos: &Position, m: Move) -> bool {
    GAME.outcome(&GAME.play(pos, m)).is_some()
}

/// The moves that win by looking one move ahead, if it is losing to be sent to a board that has only
/// squares of `avoided` left: those that send the opponent to such a board. Boards that the mover must
/// not send to are left out.
pub(super) fn wins_ahead(pos: &Position, avoided: u16) -> impl Iterator<Item = Move> {
    let mine = avoided_by(pos, pos.turn());
    let pos = *pos;
    pos.moves().filter(move |m| {
        let target = m.square();
        let is_open = pos.closed() >> target & 1 == 0;
        let left = FULL & !pos.occupied(target);
        avoided != 0 && is_open && mine >> target & 1 == 0 && left & !avoided == 0
    })
}

/// Exhaustive search that remembers every position, and takes moves for lost that a rule excludes.
pub(super) struct Exhaustive {
    excludes: fn(&Position, Move) -> bool,
    values: HashMap<Position, Wdl>,
}

impl Exhaustive {
    /// A search in which moves are lost if `excludes` says so.
    pub(super) fn new(excludes: fn(&Position, Move) -> bool) -> Self {
        Exhaustive {
            excludes,
            values: HashMap::new(),
        }
    }

    /// Nothing is excluded: the truth.
    pub(super) fn truth() -> Self {
        Exhaustive::new(|_, _| false)
    }

    /// The value for the player to move.
    pub(super) fn value(&mut self, pos: &Position) -> Wdl {
        if let Some(outcome) = GAME.outcome(pos) {
            return outcome.value_for(pos.turn());
        }
        if let Some(&known) = self.values.get(pos) {
            return known;
        }
        let mut best = Wdl::Loss;
        for m in pos.moves() {
            best = best.max(self.value_of(pos, m));
            if best == Wdl::Win {
                break;
            }
        }
        self.values.insert(*pos, best);
        best
    }

    /// The positions that were searched so far.
    pub(super) fn searched(&self) -> Vec<Position> {
        self.values.keys().copied().collect()
    }

    /// The value of a move for the player who makes it.
    pub(super) fn value_of(&mut self, pos: &Position, m: Move) -> Wdl {
        match (self.excludes)(pos, m) {
            true => Wdl::Loss,
            false => -self.value(&GAME.play(pos, m)),
        }
    }
}

/// The first position of a random game in which at most `empty_max` squares can still be played in, if
/// the game lasts that long.
pub(super) fn late_position(empty_max: usize, seed: u64, index: u64) -> Option<Position> {
    let mut random = Random::for_task(seed, index);
    let mut pos = GAME.start();
    while GAME.outcome(&pos).is_none() {
        if empty_squares(&pos) <= empty_max {
            return Some(pos);
        }
        let moves: Vec<Move> = pos.moves().collect();
        pos = GAME.play(&pos, random.pick(&moves));
    }
    None
}

/// The empty squares of all boards that are not over.
fn empty_squares(pos: &Position) -> usize {
    let open = squares_of(FULL & !pos.closed());
    let [x, o] = Player::BOTH.map(|player| pos.words(player));
    let empty = words::without(words::without(open, x), o);
    empty.iter().map(|word| word.count_ones() as usize).sum()
}
