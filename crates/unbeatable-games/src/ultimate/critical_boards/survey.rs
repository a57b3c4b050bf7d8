//! Who could win the game in which squares, found for all local boards at once.

use std::cmp::Ordering;

use unbeatable_core::{Player, Wdl};

use crate::ultimate::local_boards::{COMPLETING, FULL, has_line};
use crate::ultimate::words::{self, EACH, TO_ITSELF, at, both, without};
use crate::ultimate::{Moves, Position, Ultimate, squares_of};

/// The boards that can still be won: neither owned nor full.
#[inline]
pub(super) fn undecided(pos: &Position) -> u16 {
    FULL & !(pos.won(Player::First) | pos.won(Player::Second) | pos.closed())
}

/// The squares that would win `player` an undecided board.
#[inline]
fn completing(pos: &Position, player: Player, empty: [u64; 2]) -> [u64; 2] {
    both(pos.words(player).map(words::completing), empty)
}

/// The critical boards of `player`: winning any of them wins the game.
#[inline]
pub(super) fn critical(pos: &Position, player: Player) -> u16 {
    COMPLETING[usize::from(pos.won(player))] & undecided(pos)
}

/// The empty squares of some boards.
#[inline]
fn empty_squares(pos: &Position, boards: u16) -> [u64; 2] {
    let [first, second] = Player::BOTH.map(|player| pos.words(player));
    without(without(squares_of(boards), first), second)
}

/// The squares in which `player` would win the game at once if he could play there now, whoever is to
/// move and wherever he is sent.
#[must_use]
#[inline]
pub fn winning_squares(pos: &Position, player: Player) -> Moves {
    let empty = empty_squares(pos, critical(pos, player));
    Moves(completing(pos, player, empty))
}

/// The legal moves after which the opponent cannot win at once, and those that win the game.
#[must_use]
pub fn safe_moves(game: Ultimate, pos: &Position) -> Moves {
    let survey = Survey::new(game, pos);
    let (safe, wins) = (survey.safe(), survey.wins());
    Moves([safe.0[0] | wins.0[0], safe.0[1] | wins.0[1]])
}

/// The squares that the mover must avoid in every local board, exceptions aside: they send the opponent
/// to where he wins at once.
#[must_use]
pub fn to_avoid(pos: &Position) -> u16 {
    match words::boards(winning_squares(pos, pos.turn().other()).0) {
        0 => 0,
        hot => hot | pos.closed(),
    }
}

/// The most that `player` can get, as far as his live boards tell: those that are his, or undecided with
/// a line of squares that holds no mark of the opponent's. Three of them in a row are a live line.
#[inline]
pub(super) fn at_most(game: Ultimate, pos: &Position, player: Player) -> Wdl {
    let free = without(squares_of(undecided(pos)), pos.words(player.other()));
    let live = pos.won(player) | words::boards(free.map(words::lines));
    match has_line(live) {
        true => Wdl::Win,
        false if !game.counts_boards() => Wdl::Draw,
        false => match live.count_ones().cmp(&pos.won(player.other()).count_ones()) {
            Ordering::Greater => Wdl::Win,
            Ordering::Equal => Wdl::Draw,
            Ordering::Less => Wdl::Loss,
        },
    }
}

/// A position with the squares that matter to both players picked out.
pub(super) struct Survey<'a> {
    game: Ultimate,
    pos: &'a Position,
    /// The legal moves.
    moves: [u64; 2],
    /// The legal moves that win the game at once.
    wins: [u64; 2],
}

impl<'a> Survey<'a> {
    #[inline]
    pub(super) fn new(game: Ultimate, pos: &'a Position) -> Self {
        let moves = pos.moves().0;
        let wins = both(winning_squares(pos, pos.turn()).0, moves);
        Survey {
            game,
            pos,
            moves,
            wins,
        }
    }

    /// The moves that win at once.
    #[inline]
    pub(super) fn wins(&self) -> Moves {
        Moves(self.wins)
    }

    #[inline]
    pub(super) fn has_win(&self) -> bool {
        self.wins != [0; 2]
    }

    /// The moves after which the opponent cannot win at once. The moves that win the game are not
    /// looked for: they may be missing.
    #[inline]
    pub(super) fn safe(&self) -> Moves {
        let theirs = winning_squares(self.pos, self.pos.turn().other()).0;
        match words::boards(theirs) {
            0 => Moves(self.moves),
            hot => Moves(self.safe_from(theirs, hot)),
        }
    }

    /// The moves after which the opponent cannot win at once, who wins in the squares `theirs` of the boards
    /// `hot` if the rules let them play there.
    fn safe_from(&self, theirs: [u64; 2], hot: u16) -> [u64; 2] {
        let (pos, closed) = (self.pos, self.pos.closed());
        // Who is sent to a hot board wins there, and who is free wins in any of them.
        let avoid = [u64::from(hot | closed) * EACH; 2];
        let mut safe = without(self.moves, avoid);
        let undecided = empty_squares(pos, undecided(pos));
        let mine = both(completing(pos, pos.turn(), undecided), self.moves);
        // A move that closes the very board that it sends to makes the opponent free.
        let inner = both(TO_ITSELF, self.moves);
        let last = squares_of(FULL & !words::boards(without(self.moves, TO_ITSELF)));
        safe = without(safe, both(inner, self.closing(mine, last)));
        // A move in a hot board may remove the threat there.
        for board in unbeatable_core::bits::Bits((hot & pos.boards_to_play()).into()) {
            let [theirs, mine] = [theirs, mine].map(|squares| words::board(squares, board));
            safe = without(safe, at(board, FULL));
            let kept = at(board, self.safe_in_hot(board, theirs, mine, hot));
            safe = [safe[0] | kept[0], safe[1] | kept[1]];
        }
        safe
    }

    /// The squares whose moves close their board: those that win it, unless it is played on, and the
    /// last ones.
    #[inline]
    fn closing(&self, winning: [u64; 2], last: [u64; 2]) -> [u64; 2] {
        match self.game.plays_on() {
            true => last,
            false => [winning[0] | last[0], winning[1] | last[1]],
        }
    }

    /// The safe squares of a board in `hot`, in which the opponent wins at `theirs` and the mover would
    /// win the board at `mine`.
    fn safe_in_hot(&self, board: u8, theirs: u16, mine: u16, hot: u16) -> u16 {
        let empty = FULL & !self.pos.occupied(board);
        let one = |squares: u16| match squares.is_power_of_two() {
            true => squares,
            false => 0,
        };
        // The last square of a hot board is the opponent's winning one, so it is among these.
        let removing = mine | one(theirs);
        let closed = self.pos.closed();
        let rest = hot & !(1 << board);
        let [closing, _] = self.closing([mine.into(), 0], [one(empty).into(), 0]);
        let avoid_if_removed = match rest {
            0 => 0,
            _ => rest | closed | (closing as u16 & 1 << board),
        };
        let avoid_if_kept = hot | closed;
        (empty & removing & !avoid_if_removed) | (empty & !removing & !avoid_if_kept)
    }
}
