//! Ultimate tic-tac-toe: nine local boards of tic-tac-toe, each of which is a square of a global one.

use std::cmp::Ordering;

use unbeatable_core::{Game, Outcome, Player, Wdl};

use crate::ultimate::local_boards::{FULL, has_line};

mod chances;
pub mod critical_boards;
pub mod eight_lines;
pub mod endgames;
mod entry;
mod letters;
pub mod local_boards;
mod notation;
pub mod odds;
mod position;
pub mod race;
pub mod words;
pub mod work;
mod written_position;

pub(crate) use position::Parts;
pub use position::{Move, Moves, Position, squares_of};

/// The rule book: a mark in square s sends the opponent to local board s; three in a row win a local
/// board, three won boards in a row win the game, and a game without a move left is a draw. Who is sent
/// to a board that takes no more marks may choose any that does.
///
/// A board that is won takes no more marks; under the older rules it is played on while it has an empty
/// square, and stays its owner's.
///
/// By majority, a game without a move left is won by the player who owns more boards, and a draw only
/// if both own the same number, as at CodinGame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ultimate {
    play_on: bool,
    majority: bool,
}

impl Ultimate {
    /// The usual rules: a won board is closed.
    pub const STANDARD: Ultimate = Ultimate {
        play_on: false,
        majority: false,
    };

    /// The older rules: only a full board is closed.
    pub const PLAY_ON: Ultimate = Ultimate {
        play_on: true,
        majority: false,
    };

    /// These rules, but a game without a line is decided by the number of boards.
    #[must_use]
    pub const fn by_majority(self) -> Self {
        Ultimate {
            majority: true,
            ..self
        }
    }

    /// Whether won boards are played on while they have an empty square.
    #[must_use]
    pub const fn plays_on(&self) -> bool {
        self.play_on
    }

    /// Whether a game without a line is won by whoever owns more boards.
    #[must_use]
    pub const fn counts_boards(&self) -> bool {
        self.majority
    }
}

impl Game for Ultimate {
    type Position = Position;
    type Move = Move;
    type Value = Wdl;

    fn start(&self) -> Position {
        Position::from_parts(&Parts {
            local: [[0; 9]; 2],
            won: [0; 2],
            closed: 0,
            sent_to: None,
            turn: Player::First,
        })
    }

    #[inline]
    fn turn(&self, pos: &Position) -> Player {
        pos.turn()
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome<Wdl>> {
        // Only the player who moved last can have completed a line.
        let last = pos.turn().other();
        if has_line(pos.won(last)) {
            return Some(Outcome::win(last));
        }
        (pos.closed() == FULL).then(|| {
            let won = Player::BOTH.map(|player| pos.won(player));
            self.outcome_without_line(won)
        })
    }

    #[inline]
    fn moves(&self, pos: &Position) -> impl Iterator<Item = Move> {
        pos.moves()
    }

    #[inline]
    fn play(&self, pos: &Position, m: Move) -> Position {
        let (board, square) = (m.board(), m.square());
        debug_assert!(
            pos.boards_to_play() >> board & 1 == 1 && pos.occupied(board) >> square & 1 == 0,
            "a mark goes in an empty square of a board to play in"
        );
        let mover = pos.turn();
        let mut next = *pos;
        next.put(mover, m);
        let is_full = next.occupied(board) == FULL;
        let mut wins_game = false;
        if has_line(next.local(mover, board)) || is_full {
            wins_game = self.settle(&mut next, mover, board, is_full);
        }
        let is_free = wins_game || next.closed() >> square & 1 == 1;
        next.hand_over((!is_free).then_some(square));
        next
    }

    fn images(&self, pos: &Position) -> impl Iterator<Item = Position> {
        pos.images()
    }

    fn canonical(&self, pos: &Position) -> Position {
        pos.canonical()
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key()
    }

    #[inline]
    fn second_key(&self, pos: &Position) -> u64 {
        pos.second_key()
    }
}

impl Ultimate {
    /// How a game ends in which no move is left and nobody has a line, if these boards are won.
    pub(crate) fn outcome_without_line(&self, won: [u16; 2]) -> Outcome<Wdl> {
        let [first, second] = won.map(u16::count_ones);
        match first.cmp(&second) {
            _ if !self.majority => Outcome::DRAW,
            Ordering::Greater => Outcome::win(Player::First),
            Ordering::Less => Outcome::win(Player::Second),
            Ordering::Equal => Outcome::DRAW,
        }
    }

    /// Gives `board` its owner and closes it, as the rules say, when a mark of `mover` has filled it or
    /// left it with a line of theirs. Says whether that wins the game.
    fn settle(&self, pos: &mut Position, mover: Player, board: u8, is_full: bool) -> bool {
        let owned = pos.won(Player::First) | pos.won(Player::Second);
        let wins_board = owned >> board & 1 == 0 && has_line(pos.local(mover, board));
        if wins_board {
            pos.give(mover, board);
        }
        if is_full || (wins_board && !self.play_on) {
            pos.close(board);
        }
        wins_board && has_line(pos.won(mover))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use unbeatable_core::laws;
    use unbeatable_core::random::Random;

    const BOTH: [Ultimate; 2] = [Ultimate::STANDARD, Ultimate::PLAY_ON];

    #[test]
    fn all_rule_sets_keep_the_laws() {
        for game in BOTH.into_iter().flat_map(|game| [game, game.by_majority()]) {
            let tally = laws::check(&game, 300, 1).unwrap_or_else(|e| panic!("{game:?}: {e}"));
            assert_eq!(tally.games, 300);
            assert_eq!(tally.images, 7 * tally.distinct, "{game:?}");
        }
    }

    /// Calls `see` with every position of random games.
    fn random_games(game: Ultimate, games: u64, mut see: impl FnMut(&Position)) {
        for index in 0..games {
            let mut random = Random::for_task(11, index);
            let mut pos = game.start();
            see(&pos);
            while game.outcome(&pos).is_none() {
                let moves: Vec<Move> = game.moves(&pos).collect();
                pos = game.play(&pos, random.pick(&moves));
                see(&pos);
            }
        }
    }

    #[test]
    fn keys_are_what_they_are_from_scratch() {
        for game in BOTH {
            let mut seen: HashMap<u64, Position> = HashMap::new();
            random_games(game, 2_000, |pos| {
                assert_eq!(pos.key(), pos.key_from_scratch(), "{pos:?}");
                if let Some(known) = seen.insert(pos.key(), *pos) {
                    assert_eq!(known, *pos, "different positions with one key");
                }
                let drawn = pos.closed() & !(pos.won(Player::First) | pos.won(Player::Second));
                assert_eq!(pos.drawn(), drawn, "{pos:?}");
            });
            assert!(seen.len() > 100_000, "{}", seen.len());
        }
    }

    /// Marks that nothing depends on make no difference; any other mark does.
    #[test]
    fn positions_are_equal_without_the_marks_in_closed_boards() {
        let (mut closed, mut open) = (0, 0);
        random_games(Ultimate::STANDARD, 200, |pos| {
            for m in Moves(squares_of(FULL)) {
                let mut parts = pos.parts();
                parts.local[0][usize::from(m.board())] ^= 1 << m.square();
                let other = Position::from_parts(&parts);
                let is_closed = pos.closed() >> m.board() & 1 == 1;
                assert_eq!(other == *pos, is_closed);
                *(if is_closed { &mut closed } else { &mut open }) += 1;
            }
        });
        assert!(closed > 10_000 && open > 10_000, "{closed} {open}");
    }

    #[test]
    fn moves_are_numbered_by_board_and_square() {
        let all: Vec<u8> = Moves(squares_of(FULL)).map(Move::index).collect();
        assert_eq!(all, (0..81).collect::<Vec<u8>>());
        for m in Moves(squares_of(FULL)) {
            assert_eq!(Move::new(m.board(), m.square()), m);
        }
        assert_eq!(Moves(squares_of(0o421)).len(), 27);
    }
}
