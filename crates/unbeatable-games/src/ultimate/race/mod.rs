//! Ultimate tic-tac-toe under the older rules, when X must win in time: a race.
//!
//! With a limit it is known how many moves each player has left. X needs three boards in a row, and for
//! each of them so many marks in a line without a mark of O's. So a line of boards has a *need*, the
//! least number of marks that X must still make there, and is *live* if that is no more than his moves.
//! What is more than needed is *slack*.
//!
//! 1. **No live line.** X fails if every line needs more than his moves. What a line needs never gets
//!    less by a move of O's, and by one at most by a move of X's, so a line that is not live never
//!    becomes so again.
//! 2. **Waste.** A mark in a board that X cannot win, or has won, helps no line; a mark in any other
//!    board helps only lines through it. So, sent to a board, X wastes a move for every line that does
//!    not go through it, or through it as a board that he cannot win any more. Exception: who is sent to
//!    a full board may choose, and wastes nothing; a board may become full by the very move that sends
//!    him there.
//! 3. **Held.** X fails if O has a reply after which he fails by 1 or 2; or by these rules again, a few
//!    plies on. Exception: a move that wins the game is not held by anything.
//! 4. **Immediate wins** of either player, and moves that allow them.
//! 5. **What no longer matters.** Positions get the same name ([`Prospect::key`]) if they have the same
//!    empty squares and the same way to go, up to symmetry: of a board on no live line nothing else
//!    matters; of an owned board on a live line of its owner's, who owns it; of any other, the sets of
//!    squares that complete a line of X's or of O's and that they can afford (`boards.rs`). O's lines of
//!    boards are live likewise, since O may win the game before X does.
//!
//! All of this is about X's winning in time, and about nothing else.

use unbeatable_core::{Decided, Game, Limited, Numbers, Player, Prospect, Within};

use crate::ultimate::local_boards::{FULL, has_line};
use crate::ultimate::{Move, Position, Ultimate};

mod boards;
mod centre;
mod lines;
mod view;

pub use centre::Centre;
use view::RaceView;

/// No game is longer.
pub const PLIES_MAX: u32 = 81;

/// Whether all of this holds: under the older rules, if only three boards in a row win the game.
#[must_use]
pub fn is_raced(game: &Ultimate) -> bool {
    game.plays_on() && !game.counts_boards()
}

/// How many more moves of X rule 3 looks at, after a move of O's and after one of X's. More sees more,
/// and takes longer.
const MOVES_AHEAD: u32 = 2;

/// See [`Analysis::prospects_within`](unbeatable_core::Analysis::prospects_within).
pub(crate) fn prospects(
    game: &Within<Ultimate>,
    limited: &Limited<Position>,
    mut each: impl FnMut(Prospect<Move>),
) -> Option<Decided<Move>> {
    debug_assert!(is_raced(game.inner()) && limited.left > 0);
    let pos = &limited.pos;
    let (mover, own) = (pos.turn(), pos.turn().index());
    let view = RaceView::new(pos);
    let hot = view.hot(own) & pos.boards_to_play();
    if hot != 0 {
        let wins = |m: &Move| {
            hot >> m.board() & 1 == 1 && has_line(pos.local(mover, m.board()) | 1 << m.square())
        };
        let m = pos.moves().find(wins);
        return Some(Decided::Reached(m.expect("a square wins a hot board")));
    }
    let moves = moves_left(mover.other(), limited.left - 1);
    let mut is_open = false;
    for m in pos.moves() {
        let next = view.put(own, m);
        let sent = next.sent_by(m);
        debug_assert!(next.fits(&game.inner().play(pos, m), sent));
        let to_play = sent.map_or(FULL, |board| 1 << board);
        let allows_win = next.hot(1 - own) & to_play != 0;
        let fails = match mover {
            Player::First => allows_win || next.is_held(sent, moves[0], MOVES_AHEAD),
            Player::Second if allows_win && moves[0] > 0 => continue,
            Player::Second => next.is_missed(sent, moves[0], MOVES_AHEAD),
        } || next.is_full();
        match (fails, mover) {
            (true, Player::First) => {}
            (true, Player::Second) => return Some(Decided::Reached(m)),
            (false, _) => {
                is_open = true;
                let [key, second_key] = next.name(mover.other(), sent, moves);
                let numbers = numbers(&next, mover.other(), sent, moves[0]);
                each(Prospect {
                    m,
                    key,
                    second_key,
                    numbers,
                });
            }
        }
    }
    (!is_open).then_some(Decided::Missed)
}

/// How many moves each player has until it is decided, if so many plies are left. What O does after X's
/// last move is of no use. A limit beyond the end of every game is none, and is cut: what lines need is
/// counted in bytes.
fn moves_left(turn: Player, plies: u32) -> [u32; 2] {
    let plies = plies.min(PLIES_MAX);
    match turn {
        Player::First => {
            let moves = plies.div_ceil(2);
            [moves, moves.saturating_sub(1)]
        }
        Player::Second => [plies / 2; 2],
    }
}

/// Slack beyond this promises nothing more.
const SLACK_MAX: u32 = 40;

/// A guess: a line is worth twice as much for each move of slack, and many replies are hard to refute.
fn numbers(view: &RaceView, turn: Player, sent: Option<u8>, moves: u32) -> Numbers {
    let needs = match turn {
        Player::First => view.needs_at(sent),
        Player::Second => view.needs(),
    };
    let slack = lines::each(needs).filter_map(|need| moves.checked_sub(need));
    let hope: f32 = slack.map(|s| (1u64 << s.min(SLACK_MAX)) as f32).sum();
    let hope = hope.max(1.0).sqrt();
    let replies = view.squares(sent) as f32;
    let unit = Numbers::UNIT as f32;
    let [proof, disproof] = match turn {
        Player::First => [unit / hope, unit * hope * replies],
        Player::Second => [unit / hope * replies, unit * hope],
    };
    Numbers {
        proof: proof.clamp(1.0, NUMBER_MAX) as u32,
        disproof: disproof.clamp(1.0, NUMBER_MAX) as u32,
    }
}

const NUMBER_MAX: f32 = 1_000_000.0;

#[cfg(test)]
mod tests;
