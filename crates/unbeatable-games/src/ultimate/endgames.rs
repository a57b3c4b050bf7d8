//! The end of ultimate tic-tac-toe, when one local board is left.
//!
//! Then nobody is sent anywhere else: both players mark that board, wherever their squares point, until
//! it takes no more marks. What decides is its marks, whose turn it is, and what each of its results
//! (X's, nobody's, O's) means for the game.
//!
//! That last part needs no table of its own. A board never hurts its owner: it completes lines of his
//! and none of the opponent's, and in a game by majority it counts for him. So both play for the best
//! result of the board itself, like tic-tac-toe from any marks, and a look at the global board says what
//! that result means. It is so under all rules: a won board that is played on keeps its owner.
//!
//! The table has an entry of one byte for each way to mark a board, 19,683 of them:
//!
//! ```text
//!          7     4 3   2 1   0
//! entry    |  0  |  O  |  X  |     the result of best play if X moves, and if O moves:
//!                                  0 for O's, 1 for nobody's, 2 for X's
//!
//! index    a number to base 3; the digit of 3 to the power of s is square s: 1 for X, 2 for O
//! ```
//!
//! In a search it saves nothing that can be measured, because searches seldom come this far (see
//! `docs/endgames.md`), so it is used to explain positions only.

use unbeatable_core::{Outcome, Player, Wdl};

use crate::ultimate::local_boards::{BOARDS, FULL, has_line, marks, number};
use crate::ultimate::{Position, Ultimate};

/// See above.
static RESULTS: [u8; BOARDS] = results();

#[allow(
    long_running_const_eval,
    reason = "a moment, once, instead of one at every start"
)]
const fn results() -> [u8; BOARDS] {
    const THEIRS: u8 = 0;
    const NOBODYS: u8 = 1;
    const FIRSTS: u8 = 2;
    let mut results = [0; BOARDS];
    // A mark makes the number larger, so what follows a board is known before it.
    let mut board = BOARDS;
    while board > 0 {
        board -= 1;
        let [first, second] = marks(board);
        let (mut most, mut least) = (THEIRS, FIRSTS);
        let mut place = 1;
        while place < BOARDS {
            if (board / place).is_multiple_of(3) {
                let by_first = results[board + place] >> 2;
                let by_second = results[board + 2 * place] & 3;
                if by_first > most {
                    most = by_first;
                }
                if by_second < least {
                    least = by_second;
                }
            }
            place *= 3;
        }
        if has_line(first) {
            (most, least) = (FIRSTS, FIRSTS);
        } else if has_line(second) {
            (most, least) = (THEIRS, THEIRS);
        } else if first | second == FULL {
            (most, least) = (NOBODYS, NOBODYS);
        }
        results[board] = most | least << 2;
    }
    results
}

/// What becomes of a local board with these marks, First's and Second's, if both play on in it alone:
/// 0 if Second wins it, 1 if nobody does, 2 if First does.
#[must_use]
#[inline]
pub fn local_result(local: [u16; 2], turn: Player) -> u8 {
    RESULTS[usize::from(number(local))] >> (2 * turn.index()) & 3
}

/// How a game ends that nobody has won, and whose last open board goes to `owner`.
#[must_use]
pub fn ending(game: Ultimate, mut won: [u16; 2], board: u8, owner: Option<Player>) -> Outcome<Wdl> {
    if let Some(owner) = owner {
        won[owner.index()] |= 1 << board;
    }
    let winner = Player::BOTH.into_iter().find(|p| has_line(won[p.index()]));
    winner.map_or_else(|| game.outcome_without_line(won), Outcome::win)
}

/// The one local board that still takes marks, and how the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastBoard {
    /// The board.
    pub board: u8,
    /// Who owns it in the end.
    pub owner: Option<Player>,
    /// How the game ends by best play.
    pub outcome: Outcome<Wdl>,
}

/// What best play leads to in an unfinished position in which one board takes marks; `None` if there
/// are more.
#[must_use]
pub fn last_board(game: Ultimate, pos: &Position) -> Option<LastBoard> {
    let open = FULL & !pos.closed();
    if !open.is_power_of_two() {
        return None;
    }
    let board = open.trailing_zeros() as u8;
    let won = Player::BOTH.map(|player| pos.won(player));
    // Under the older rules the board may be somebody's already.
    let owner = Player::BOTH
        .into_iter()
        .find(|player| won[player.index()] & open != 0);
    let owner = owner.or_else(|| {
        let local = Player::BOTH.map(|player| pos.local(player, board));
        [Some(Player::Second), None, Some(Player::First)]
            [usize::from(local_result(local, pos.turn()))]
    });
    Some(LastBoard {
        board,
        owner,
        outcome: ending(game, won, board, owner),
    })
}
