//! How soon a game of Connect Four ends, as far as that is seen without search.
//!
//! Forced moves are played out: who is threatened blocks, and who has one move left that does not lose at
//! once plays it. What then stands on the board bounds the end from both sides. Nobody wins at once, so a win
//! takes three plies at least and a loss four; who has no open line does not win; who follows up does not
//! lose, or wins ([`follow_up`](super::follow_up)).
//!
//! Forced moves before anything else, and children looked at before any is searched, are what c4 does, too
//! (Steininger 2025, whose rules for follow-up and for keys of positions are others).

use unbeatable_core::bits::Bits;
use unbeatable_core::{Ahead, Foresight, Game, Layered, TimingSight};

use crate::connect::winning_squares::WinningSquares;
use crate::connect::{Connect, Discs, follow_up};

impl Foresight<Connect> for WinningSquares {
    fn number_bits(&self, game: &Connect) -> u32 {
        u32::from(game.columns()) * (u32::from(game.rows()) + 1)
    }

    fn promise(&self, game: &Connect, pos: &Discs, column: u8) -> i32 {
        let next = game.play(pos, column);
        let squares = game.completions(next.theirs()) & !next.discs;
        promise(game, squares, column)
    }

    #[inline]
    fn look(&self, game: &Connect, pos: &Discs, alpha: i32, beta: i32) -> TimingSight<Discs> {
        let left = (game.layer_max() - pos.discs.count_ones()) as i32;
        if game.completions(pos.mine) & game.landings(pos) != 0 {
            return TimingSight::Settled(left);
        }
        let squares = game.completions(pos.theirs()) & !pos.discs;
        look_without_wins(game, *pos, squares, alpha, beta)
    }

    #[inline]
    fn look_behind(
        &self,
        game: &Connect,
        ahead: &Ahead<Discs>,
        alpha: i32,
        beta: i32,
        mut each: impl FnMut(i32, TimingSight<Discs>),
    ) -> Option<i32> {
        let Discs { mine, discs } = ahead.pos;
        let theirs = mine ^ discs;
        let left = (game.layer_max() - discs.count_ones()) as i32;
        let squares = game.completions(theirs) & !discs;
        let height = game.rows() + 1;
        for square in Bits(safe_landings(game, &ahead.pos, squares)) {
            let next = Discs {
                mine: theirs,
                discs: discs | 1 << square,
            };
            let squares = game.completions(mine | 1 << square) & !discs;
            // Two squares to win on at once, or one above the other.
            let threats = squares & game.landings(&next);
            if threats & threats.wrapping_sub(1) != 0 || threats & (squares >> 1) != 0 {
                return Some(left - 2);
            }
            let sight = look_without_wins(game, next, squares, -beta, -alpha);
            if let TimingSight::Settled(rank) = sight
                && -rank >= beta
            {
                return Some(-rank);
            }
            each(promise(game, squares, square / height), sight);
        }
        None
    }
}

/// How promising a move into a column looks after which the mover would complete a line on `squares`. As
/// `ColumnOrder` guesses.
#[inline]
fn promise(game: &Connect, squares: u64, column: u8) -> i32 {
    let off = (2 * i32::from(column) + 1 - i32::from(game.columns())).abs();
    64 * squares.count_ones() as i32 - off
}

/// Landings behind which the opponent, who would complete a line on `squares`, does not win at once.
#[inline]
fn safe_landings(game: &Connect, pos: &Discs, squares: u64) -> u64 {
    let landings = game.landings(pos);
    let threats = squares & landings;
    let blocks = match threats {
        0 => landings,
        _ if threats & (threats - 1) == 0 => threats,
        _ => 0,
    };
    blocks & !(squares >> 1)
}

/// What is seen if the player to move cannot complete a line, and the opponent would on `squares`.
#[inline]
fn look_without_wins(
    game: &Connect,
    mut pos: Discs,
    mut squares: u64,
    mut alpha: i32,
    mut beta: i32,
) -> TimingSight<Discs> {
    let mut left = (game.layer_max() - pos.discs.count_ones()) as i32;
    let mut forced = 0;
    let settled = |rank: i32, forced: u32| {
        TimingSight::Settled(if forced.is_multiple_of(2) {
            rank
        } else {
            -rank
        })
    };
    loop {
        let safe = safe_landings(game, &pos, squares);
        if safe == 0 {
            return settled(1 - left, forced);
        }
        if left <= 2 {
            return TimingSight::Settled(0);
        }
        // Nobody wins with the next two plies.
        let (lower, upper) = (3 - left, left - 2);
        if upper <= alpha {
            return settled(upper, forced);
        }
        if lower >= beta {
            return settled(lower, forced);
        }
        if safe & (safe - 1) != 0 {
            return look_at_lines(game, pos, squares, forced, [lower, upper], [alpha, beta]);
        }
        let mine = pos.mine | safe;
        let discs = pos.discs | safe;
        pos = Discs {
            mine: mine ^ discs,
            discs,
        };
        squares = game.completions(mine) & !discs;
        (alpha, beta) = (-beta, -alpha);
        left -= 1;
        forced += 1;
    }
}

/// What lines that are open, and following up, say of a position in which nothing is forced.
#[inline]
fn look_at_lines(
    game: &Connect,
    pos: Discs,
    squares: u64,
    forced: u32,
    [mut lower, mut upper]: [i32; 2],
    [alpha, beta]: [i32; 2],
) -> TimingSight<Discs> {
    let empty = game.full() & !pos.discs;
    if !game.has_line(pos.mine | empty) {
        upper = upper.min(0);
    }
    if !game.has_line(pos.theirs() | empty) {
        lower = lower.max(0);
    }
    if upper > alpha
        && let Some(most) = follow_up::most(game, &pos, game.landings(&pos), squares)
    {
        upper = upper.min(most);
    }
    let rank = match () {
        () if lower >= beta || lower >= upper => lower,
        () if upper <= alpha => upper,
        () => {
            return TimingSight::Open(Ahead {
                pos,
                forced,
                lower,
                upper,
            });
        }
    };
    TimingSight::Settled(if forced.is_multiple_of(2) {
        rank
    } else {
        -rank
    })
}
