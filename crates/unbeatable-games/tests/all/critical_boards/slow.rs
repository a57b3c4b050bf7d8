//! The rules of `critical_boards` a second time: square by square, straight from their definitions, and
//! with one exception left out on demand.

use unbeatable_core::{Analysis, Bounds, Game, Outcome, Player, Wdl};
use unbeatable_games::ultimate::{Move, Position, Ultimate};

use crate::naive::ROWS;

/// What may be left out, or misread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// Who has no safe move loses, even if a move wins the game.
    Winning,
    /// A mark in the opponent's only winning square does not block.
    Blocking,
    /// The threat in a board stays when the mover wins that board.
    Taking,
    /// A move that closes the very board it sends to makes nobody free.
    Closing,
    /// Who fills the last board loses.
    Drawing,
    /// Closed boards are to be avoided even if the only threat is removed.
    Removing,
    /// A board that the mover closes helps the opponent's lines.
    ThirdBoard,
    /// Who has no live line loses.
    AtMostADraw,
    /// A player's own boards are not on his live lines.
    OwnBoards,
    /// A board cannot be won any more once the opponent is in a line of it.
    OtherLines,
    /// Lines are live for a player by what the other can do.
    OtherPlayer,
    /// Older rules: to be sent to a won board is a free choice.
    WonIsClosed,
    /// Older rules: a won board can be won again.
    WonIsUndecided,
    /// Older rules: taking a threatened board closes it.
    TakingCloses,
}

/// The rules, with an error or without.
pub(crate) struct Slow {
    pub(crate) wrong: Option<Wrong>,
}

fn has(set: u16, i: u8) -> bool {
    set >> i & 1 == 1
}

fn has_row(set: u16) -> bool {
    ROWS.iter().any(|row| row.iter().all(|&i| has(set, i)))
}

impl Slow {
    fn is(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong)
    }

    fn wins_at_once(&self, game: Ultimate, pos: &Position, m: Move) -> bool {
        let (mover, board) = (pos.turn(), m.board());
        let owned = pos.won(Player::First) | pos.won(Player::Second);
        let is_undecided = !has(owned, board) || self.is(Wrong::WonIsUndecided);
        debug_assert!(
            game.plays_on() || !has(owned, board),
            "won boards are closed"
        );
        is_undecided
            && has_row(pos.local(mover, board) | 1 << m.square())
            && has_row(pos.won(mover) | 1 << board)
    }

    /// Whether the opponent has no immediate win behind `m`.
    fn is_safe(&self, game: Ultimate, pos: &Position, m: Move) -> bool {
        let (mover, other) = (pos.turn(), pos.turn().other());
        let (board, square) = (m.board(), m.square());
        let owned = pos.won(Player::First) | pos.won(Player::Second);
        let takes = !has(owned, board) && has_row(pos.local(mover, board) | 1 << square);
        let is_full = pos.occupied(board) | 1 << square == 0o777;
        let closes = is_full || takes && (!game.plays_on() || self.is(Wrong::TakingCloses));
        let closed = match closes {
            true => pos.closed() | 1 << board,
            false => pos.closed(),
        };
        if closed == 0o777 {
            return !self.is(Wrong::Drawing);
        }
        let wins_in = |c: u8| {
            let is_here = c == board;
            let is_taken = is_here && takes && !self.is(Wrong::Taking);
            let is_filled = has(pos.closed(), c) || is_here && is_full && !self.is(Wrong::Blocking);
            if is_taken || is_filled || has(owned, c) && !self.is(Wrong::WonIsUndecided) {
                return false;
            }
            let mut helpful = pos.won(other);
            if self.is(Wrong::ThirdBoard) && closes && !is_here {
                helpful |= 1 << board;
            }
            let mut occupied = pos.occupied(c);
            if is_here && !self.is(Wrong::Blocking) {
                occupied |= 1 << square;
            }
            let own = pos.local(other, c);
            has_row(helpful | 1 << c)
                && (0..9).any(|t| !has(occupied, t) && has_row(own | 1 << t) && !has_row(own))
        };
        let mut is_free = match self.is(Wrong::Closing) {
            true => has(pos.closed(), square),
            false => has(closed, square),
        };
        is_free |= self.is(Wrong::WonIsClosed) && has(owned, square);
        match is_free {
            true if self.is(Wrong::Removing) => !(0..9).any(|c| {
                let before = pos.won(other) | 1 << c;
                let own = pos.local(other, c);
                let wins = (0..9).any(|t| !has(pos.occupied(c), t) && has_row(own | 1 << t));
                has_row(before) && !has(owned | pos.closed(), c) && wins
            }),
            true => !(0..9).any(wins_in),
            false => !wins_in(square),
        }
    }

    /// Whether `player` has a line of boards that are his, or that he can still win.
    fn has_live_line(&self, pos: &Position, player: Player) -> bool {
        let player = match self.is(Wrong::OtherPlayer) {
            true => player.other(),
            false => player,
        };
        let taken = pos.won(Player::First) | pos.won(Player::Second) | pos.closed();
        let can_win = |board: u8| {
            let theirs = pos.local(player.other(), board);
            let is_live = |row: &[u8; 3]| row.iter().all(|&i| !has(theirs, i));
            match self.is(Wrong::OtherLines) {
                true => ROWS.iter().all(is_live),
                false => ROWS.iter().any(is_live),
            }
        };
        let is_good = |board: u8| {
            let is_own = has(pos.won(player), board) && !self.is(Wrong::OwnBoards);
            is_own || !has(taken, board) && can_win(board)
        };
        ROWS.iter()
            .any(|row| row.iter().all(|&board| is_good(board)))
    }
}

impl Analysis<Ultimate> for Slow {
    fn bounds(&self, game: &Ultimate, pos: &Position) -> Bounds<Wdl> {
        let wins = game.moves(pos).any(|m| self.wins_at_once(*game, pos, m));
        if wins && !self.is(Wrong::Winning) {
            return Bounds::exactly(Wdl::Win);
        }
        if !game.moves(pos).any(|m| self.is_safe(*game, pos, m)) {
            return Bounds::exactly(Wdl::Loss);
        }
        if wins {
            return Bounds::UNKNOWN;
        }
        let unable = match self.is(Wrong::AtMostADraw) {
            true => Wdl::Loss,
            false => Wdl::Draw,
        };
        let most = |player| match self.has_live_line(pos, player) {
            true => Wdl::Win,
            false => unable,
        };
        let upper = most(pos.turn());
        let lower = -most(pos.turn().other());
        Bounds {
            lower: lower.min(upper),
            upper,
        }
    }

    fn candidates<'a>(
        &'a self,
        game: &'a Ultimate,
        pos: &'a Position,
    ) -> impl Iterator<Item = Move> + 'a {
        let those = |keep: &dyn Fn(Move) -> bool| -> Vec<Move> {
            game.moves(pos).filter(|&m| keep(m)).collect()
        };
        let wins = those(&|m| self.wins_at_once(*game, pos, m));
        let safe = those(&|m| self.is_safe(*game, pos, m));
        let kept = match (wins.is_empty(), safe.is_empty()) {
            (false, _) => wins,
            (true, false) => safe,
            (true, true) => those(&|_| true),
        };
        kept.into_iter()
    }
}

/// Whether the player to move wins with one move, by playing it.
pub(crate) fn wins_at_once(game: Ultimate, pos: &Position, m: Move) -> bool {
    game.outcome(&game.play(pos, m)) == Some(Outcome::win(game.turn(pos)))
}

/// Whether no reply to `m` wins at once, by playing all of them.
pub(crate) fn is_safe(game: Ultimate, pos: &Position, m: Move) -> bool {
    let next = game.play(pos, m);
    match game.outcome(&next) {
        Some(_) => true,
        None => !game
            .moves(&next)
            .any(|reply| wins_at_once(game, &next, reply)),
    }
}
