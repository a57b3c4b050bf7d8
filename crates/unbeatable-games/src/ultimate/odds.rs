//! Guesses for ultimate tic-tac-toe: who would win if chance filled the boards?
//!
//! Each open local board is filled at random, a mark of either player with equal chance in a random
//! empty square, until somebody has a line. That gives each player a chance to win each board; a won
//! board has chance 1 for its owner. The chances of three boards in a line multiplied, and these
//! products added up over the eight lines, say how well a player stands. Proof numbers begin with the
//! ratio of the two, squared; a player with many safe replies is harder to beat.
//!
//! A player who cannot search to the end scores a position by the difference of the two sums, with the
//! best mark of the player to move counted as made: at 10,000 nodes a move that scores 60 % (200 games,
//! 53 to 67 %) against the ratio of the two without it. Tried, and no better, each in 240 games: a bonus
//! for a free choice, chances to the power of 0.75 or 1.5, and the number of boards that chance would
//! win.
//!
//! Tried for proof numbers, and no better: players who win and block in the local boards when they can; the best reply in
//! the board to be played in counted as made; a different weight for the side that needs the win; and a
//! small neural network that was taught which solved positions were won. The network told wins from
//! losses far better than these odds do, and led the search worse: proof numbers are about the work that
//! is left, not about who wins.

use unbeatable_core::bits::Bits;
use unbeatable_core::{Game, Guide, Numbers, Outcome, Player, SCORE_MAX, Wdl};

use crate::ultimate::critical_boards::survey::to_avoid;
use crate::ultimate::local_boards::{BOARDS, FULL, has_line, marks, number};
use crate::ultimate::words::{self, EACH};
use crate::ultimate::{Move, Position, Ultimate};

/// The guide.
#[derive(Clone, Copy, Debug)]
pub struct Odds;

/// The chances to win a local board: of the player whose marks count 1, and of the one whose marks
/// count 2.
static CHANCES: [[f32; 2]; BOARDS] = chances();

#[allow(
    long_running_const_eval,
    reason = "a moment, once, instead of one at every start"
)]
const fn chances() -> [[f32; 2]; BOARDS] {
    let mut chances = [[0.0; 2]; BOARDS];
    // A mark makes the number larger, so what follows a board is known before it.
    let mut board = BOARDS;
    while board > 0 {
        board -= 1;
        let [mine, theirs] = marks(board);
        let empty = FULL & !(mine | theirs);
        chances[board] = if has_line(mine) {
            [1.0, 0.0]
        } else if has_line(theirs) {
            [0.0, 1.0]
        } else if empty == 0 {
            [0.0, 0.0]
        } else {
            let mut sum = [0.0; 2];
            let (mut square, mut place) = (0, 1);
            while square < 9 {
                if empty >> square & 1 == 1 {
                    let (one, two) = (chances[board + place], chances[board + 2 * place]);
                    sum[0] += one[0] + two[0];
                    sum[1] += one[1] + two[1];
                }
                place *= 3;
                square += 1;
            }
            let ways = (2 * empty.count_ones()) as f32;
            [sum[0] / ways, sum[1] / ways]
        };
    }
    chances
}

/// The chances to win an open local board: of the player with marks `mine`, and of the other.
#[inline]
pub(crate) fn chances_of(mine: u16, theirs: u16) -> [f32; 2] {
    CHANCES[usize::from(number([mine, theirs]))]
}

/// `REPLIES[board]`: the chances after the best reply of the player whose marks count 1, which makes his
/// lead in chances the largest. Where no square is empty it means nothing.
static REPLIES: [[f32; 2]; BOARDS] = replies();

#[allow(
    long_running_const_eval,
    reason = "a moment, once, instead of one at every start"
)]
const fn replies() -> [[f32; 2]; BOARDS] {
    let chances = chances();
    let mut replies = [[0.0; 2]; BOARDS];
    let mut board = 0;
    while board < BOARDS {
        let mut best = [-1.0, 1.0];
        let (mut rest, mut place) = (board, 1);
        while place < BOARDS {
            if rest % 3 == 0 {
                let next = chances[board + place];
                if next[0] - next[1] > best[0] - best[1] {
                    best = next;
                }
            }
            rest /= 3;
            place *= 3;
        }
        replies[board] = best;
        board += 1;
    }
    replies
}

/// How well the players stand: a player, then the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardChances {
    /// By board.
    chances: [[f32; 9]; 2],
    totals: [f32; 2],
}

impl BoardChances {
    /// As `player` sees it.
    #[inline]
    pub(crate) fn new(pos: &Position, player: Player) -> Self {
        let mut chances = [[0.0; 9]; 2];
        let (mine, theirs, closed) = (pos.won(player), pos.won(player.other()), pos.closed());
        for board in 0..9u8 {
            let bit = 1 << board;
            let both = if (mine | theirs | closed) & bit == 0 {
                chances_of(pos.local(player, board), pos.local(player.other(), board))
            } else {
                [
                    f32::from(u8::from(mine & bit != 0)),
                    f32::from(u8::from(theirs & bit != 0)),
                ]
            };
            chances[0][usize::from(board)] = both[0];
            chances[1][usize::from(board)] = both[1];
        }
        let totals = chances.map(|c| {
            // Each line once: those through the centre, and those along the edges by their corners.
            c[4] * (c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5])
                + c[0] * (c[1] * c[2] + c[3] * c[6])
                + c[8] * (c[2] * c[5] + c[6] * c[7])
        });
        BoardChances { chances, totals }
    }

    /// How well they would stand if the chances in `board` changed to these.
    #[inline]
    pub(crate) fn with(&self, board: u8, weights: [f32; 2], chances: [f32; 2]) -> [f32; 2] {
        let i = usize::from(board);
        [
            self.totals[0] + (chances[0] - self.chances[0][i]) * weights[0],
            self.totals[1] + (chances[1] - self.chances[1][i]) * weights[1],
        ]
    }

    /// What winning `board` adds for sure: the lines through it without it.
    #[inline]
    pub(crate) fn weights(&self, board: u8) -> [f32; 2] {
        self.chances.map(|c| match board {
            0 => c[1] * c[2] + c[3] * c[6] + c[4] * c[8],
            1 => c[0] * c[2] + c[4] * c[7],
            2 => c[0] * c[1] + c[5] * c[8] + c[4] * c[6],
            3 => c[0] * c[6] + c[4] * c[5],
            4 => c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5],
            5 => c[2] * c[8] + c[3] * c[4],
            6 => c[0] * c[3] + c[7] * c[8] + c[2] * c[4],
            7 => c[6] * c[8] + c[1] * c[4],
            _ => c[2] * c[5] + c[6] * c[7] + c[0] * c[4],
        })
    }
}

impl BoardChances {
    /// How well they would stand if the player whose standing it is, and whose turn it is, made the best
    /// mark for the board that it is in, wherever that sends the opponent.
    #[inline]
    fn after_reply(&self, pos: &Position) -> [f32; 2] {
        let player = pos.turn();
        let owned = pos.won(player) | pos.won(player.other());
        let reply = |board: u8| {
            let local = [player, player.other()].map(|p| pos.local(p, board));
            self.with(
                board,
                self.weights(board),
                REPLIES[usize::from(number(local))],
            )
        };
        let mut best = self.totals;
        let mut lead = f32::MIN;
        // A won board that is played on changes nothing.
        for board in Bits((pos.boards_to_play() & !owned).into()) {
            let [own, other] = reply(board);
            if own - other > lead {
                (best, lead) = ([own, other], own - other);
            }
        }
        best
    }
}

/// What a board more is worth in a game by majority, in lines: 0.1 scores 58 % against nothing (160
/// games of 10,000 nodes a move, 51 to 66 %), 0.05 50 %, 0.3 43 %.
const BOARD: f32 = 0.1;

/// So that nobody is beyond hope.
const HOPE: f32 = 0.1;

/// The first numbers of a position with `turn` to move, where the other player and then `turn` stand
/// like that, and `turn` has about so many safe moves.
#[inline]
pub(crate) fn numbers(turn: Player, [other, own]: [f32; 2], replies: u32) -> Numbers {
    let odds = (other + HOPE) / (own + HOPE);
    let squared = odds * odds;
    // A position with more replies takes more proofs if its player is to lose.
    let win = UNIT * squared;
    let lose = UNIT / squared * (2 * replies.max(1) - 1) as f32;
    let [win, lose] = [win, lose].map(|number| number.clamp(1.0, NUMBER_MAX) as u32);
    match turn {
        Player::First => Numbers {
            proof: win,
            disproof: lose,
        },
        Player::Second => Numbers {
            proof: lose,
            disproof: win,
        },
    }
}

const UNIT: f32 = Numbers::UNIT as f32;
const NUMBER_MAX: f32 = 100_000.0;

impl Guide<Ultimate> for Odds {
    fn promise(&self, game: &Ultimate, pos: &Position, m: Move) -> i32 {
        let next = game.play(pos, m);
        let [own, other] = BoardChances::new(&next, pos.turn()).totals;
        let free = f32::from(u8::from(next.sent_to().is_none()));
        ((own - other - 0.1 * free) * 10_000.0) as i32
    }

    fn guess(&self, _: &Ultimate, pos: &Position) -> Option<Wdl> {
        let [own, other] = BoardChances::new(pos, pos.turn()).totals;
        Some(if own >= other { Wdl::Win } else { Wdl::Loss })
    }

    fn score(&self, game: &Ultimate, pos: &Position) -> Option<i32> {
        let standing = BoardChances::new(pos, pos.turn());
        let [own, other] = standing.after_reply(pos);
        let mut lead = own - other;
        if game.counts_boards() {
            let [own, other] = standing.chances.map(|c| c.iter().sum::<f32>());
            lead += BOARD * (own - other);
        }
        // There are eight lines, but who is four of them ahead has as good as won.
        let share = (lead / 4.0).clamp(-1.0, 1.0);
        Some((share * SCORE_MAX as f32) as i32)
    }

    fn numbers(&self, _: &Ultimate, pos: &Position, _: Outcome<Wdl>) -> Numbers {
        let turn = pos.turn();
        let avoided = EACH * u64::from(to_avoid(pos));
        let [low, high] = words::without(pos.moves().0, [avoided; 2]);
        let replies = low.count_ones() + high.count_ones();
        numbers(turn, BoardChances::new(pos, turn.other()).totals, replies)
    }
}
