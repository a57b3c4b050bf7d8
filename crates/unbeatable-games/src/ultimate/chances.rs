//! The chances of both players in ultimate tic-tac-toe, if marks were put at random: board by board, and how
//! well that makes them stand. ([`odds`](super::odds) explains them.)

use unbeatable_core::Player;
use unbeatable_core::bits::Bits;

use crate::ultimate::Position;
use crate::ultimate::local_boards::{BOARDS, FULL, LINES, has_line, marks, number};

/// A local board with the marks of two players, the one who has just moved and the one who replies: the
/// chances of both to win it as it stands, and after the best reply, which makes the lead in chances of the
/// player who replies the largest. Where no square is empty the reply means nothing.
#[derive(Clone, Copy)]
pub(crate) struct LocalOdds {
    pub(crate) now: [f32; 2],
    pub(crate) replied: [f32; 2],
}

impl LocalOdds {
    /// Of a board that the mover has won.
    pub(crate) const WON: Self = LocalOdds {
        now: [1.0, 0.0],
        replied: [1.0, 0.0],
    };
}

static LOCAL_ODDS: [LocalOdds; BOARDS] = local_odds();

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

/// The odds of an open local board with the marks of the player who has just moved, and of the one who
/// replies.
#[inline]
pub(crate) fn local_odds_of(marks: [u16; 2]) -> LocalOdds {
    LOCAL_ODDS[usize::from(number(marks))]
}

#[allow(
    long_running_const_eval,
    reason = "a moment, once, instead of one at every start"
)]
const fn local_odds() -> [LocalOdds; BOARDS] {
    let chances = chances();
    let nothing = LocalOdds {
        now: [0.0; 2],
        replied: [0.0; 2],
    };
    let mut odds = [nothing; BOARDS];
    let mut board = 0;
    while board < BOARDS {
        let mut best = [1.0, -1.0];
        let (mut rest, mut place) = (board, 1);
        while place < BOARDS {
            if rest % 3 == 0 {
                let next = chances[board + 2 * place];
                if next[1] - next[0] > best[1] - best[0] {
                    best = next;
                }
            }
            rest /= 3;
            place *= 3;
        }
        odds[board] = LocalOdds {
            now: chances[board],
            replied: best,
        };
        board += 1;
    }
    odds
}

/// How well the players stand: the one who has just moved, then the one who replies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardChances {
    /// By board, and nothing for a tenth one, which is on no line.
    pub(crate) chances: [[f32; 2]; 10],
    /// Likewise, after the best reply in that board.
    replied: [[f32; 2]; 9],
    /// What winning a board adds for sure: the lines through it without it.
    weights: [[f32; 2]; 9],
    totals: [f32; 2],
}

/// `THIRD[a][b]`: the board on one line with these two, 9 if there is none.
static THIRD: [[u8; 9]; 9] = {
    let mut third = [[9; 9]; 9];
    let mut i = 0;
    while i < LINES.len() {
        let mut a = 0;
        while a < 9 {
            let mut b = 0;
            while b < 9 {
                let two = 1 << a | 1 << b;
                if a != b && LINES[i] & two == two {
                    third[a][b] = (LINES[i] & !two).trailing_zeros() as u8;
                }
                b += 1;
            }
            a += 1;
        }
        i += 1;
    }
    third
};

impl BoardChances {
    /// As it is when `mover` has just moved.
    #[inline]
    pub(crate) fn new(pos: &Position, mover: Player) -> Self {
        let (mut c, mut replied) = ([[0.0; 2]; 10], [[0.0; 2]; 9]);
        let (mine, theirs, closed) = (pos.won(mover), pos.won(mover.other()), pos.closed());
        for board in 0..9u8 {
            let (i, bit) = (usize::from(board), 1 << board);
            if (mine | theirs | closed) & bit == 0 {
                let odds = local_odds_of([mover, mover.other()].map(|p| pos.local(p, board)));
                (c[i], replied[i]) = (odds.now, odds.replied);
            } else {
                c[i] = [mine, theirs].map(|won| f32::from(u8::from(won & bit != 0)));
            }
        }
        let pair = |a: usize, b: usize| [c[a][0] * c[b][0], c[a][1] * c[b][1]];
        let sum = |a: [f32; 2], b: [f32; 2]| [a[0] + b[0], a[1] + b[1]];
        let three = |a, b, c| sum(sum(a, b), c);
        let weights = [
            three(pair(1, 2), pair(3, 6), pair(4, 8)),
            sum(pair(0, 2), pair(4, 7)),
            three(pair(0, 1), pair(5, 8), pair(4, 6)),
            sum(pair(0, 6), pair(4, 5)),
            sum(three(pair(0, 8), pair(1, 7), pair(2, 6)), pair(3, 5)),
            sum(pair(2, 8), pair(3, 4)),
            three(pair(0, 3), pair(7, 8), pair(2, 4)),
            sum(pair(6, 8), pair(1, 4)),
            three(pair(2, 5), pair(6, 7), pair(0, 4)),
        ];
        let totals = [0, 1].map(|p: usize| {
            // Each line once: those through the centre, and those along the edges by their corners.
            c[4][p] * weights[4][p]
                + c[0][p] * (c[1][p] * c[2][p] + c[3][p] * c[6][p])
                + c[8][p] * (c[2][p] * c[5][p] + c[6][p] * c[7][p])
        });
        BoardChances {
            chances: c,
            replied,
            weights,
            totals,
        }
    }

    #[inline]
    pub(crate) fn totals(&self) -> [f32; 2] {
        self.totals
    }

    /// How well they would stand after the best reply in one of these boards, wherever that sends the
    /// mover; as they stand, if there are none.
    pub(crate) fn after_reply(&self, to_play: u16) -> [f32; 2] {
        self.best_reply(to_play, self.totals, |board| {
            (
                self.chances[board],
                self.replied[board],
                self.weights[board],
            )
        })
    }

    /// How well they would stand if these were the odds in `board`, and after the best reply in one of the
    /// boards `to_play` then.
    #[inline]
    pub(crate) fn behind(&self, board: u8, odds: LocalOdds, to_play: u16) -> [[f32; 2]; 2] {
        let i = usize::from(board);
        let (before, weights) = (self.chances[i], self.weights[i]);
        let gained = [odds.now[0] - before[0], odds.now[1] - before[1]];
        let totals = [0, 1].map(|p| self.totals[p] + gained[p] * weights[p]);
        let replied = self.best_reply(to_play, totals, |other| {
            if other == i {
                return (odds.now, odds.replied, weights);
            }
            let third = self.chances[usize::from(THIRD[other][i])];
            let weights = [0, 1].map(|p| self.weights[other][p] + gained[p] * third[p]);
            (self.chances[other], self.replied[other], weights)
        });
        [totals, replied]
    }

    /// The best of the replies in these boards: `look` says the chances in one, those after the reply, and
    /// what they count.
    #[inline]
    fn best_reply(
        &self,
        to_play: u16,
        totals: [f32; 2],
        look: impl Fn(usize) -> ([f32; 2], [f32; 2], [f32; 2]),
    ) -> [f32; 2] {
        let (mut best, mut lead) = (totals, f32::MIN);
        for board in Bits(to_play.into()) {
            let (chances, replied, weights) = look(usize::from(board));
            let after = [0, 1].map(|p| totals[p] + (replied[p] - chances[p]) * weights[p]);
            if after[1] - after[0] > lead {
                (best, lead) = (after, after[1] - after[0]);
            }
        }
        best
    }
}

/// The boards that the mover may play in and could win. (A won board that is played on changes nothing.)
#[inline]
pub(crate) fn boards_to_win(pos: &Position) -> u16 {
    pos.boards_to_play() & !(pos.won(Player::First) | pos.won(Player::Second))
}
