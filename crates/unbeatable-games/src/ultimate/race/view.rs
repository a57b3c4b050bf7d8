//! A position as a race sees it.

use unbeatable_core::Player;
use unbeatable_core::bits::Bits;
use unbeatable_core::random::finalise;

use super::boards::{BoardKind, Boards, POWERS, boards};
use super::lines::{DEAD, ONES, THROUGH, all_exceed, within};
use crate::ultimate::local_boards::{FULL, PERMUTED, SYMMETRIES, number};
use crate::ultimate::{Move, Position};

/// What a race depends on, of both players; X is 0, O is 1.
#[derive(Clone, Copy)]
pub(super) struct RaceView {
    boards: &'static Boards,
    /// The marks of each local board as a number, and its empty squares.
    numbers: [u16; 9],
    empty: [u16; 9],
    won: [u16; 2],
    /// Full boards.
    closed: u16,
    /// How many marks each player needs to win each board, and each line of boards.
    need: [[u8; 9]; 2],
    pub(super) needs: [u64; 2],
}

impl RaceView {
    pub(super) fn new(pos: &Position) -> Self {
        let mut view = RaceView {
            boards: boards(),
            numbers: [0; 9],
            empty: [0; 9],
            won: Player::BOTH.map(|player| pos.won(player)),
            closed: pos.closed(),
            need: [[0; 9]; 2],
            needs: [0; 2],
        };
        for board in 0..9u8 {
            let i = usize::from(board);
            let local = Player::BOTH.map(|player| pos.local(player, board));
            view.numbers[i] = number(local);
            view.empty[i] = FULL & !(local[0] | local[1]);
            for p in 0..2 {
                let need = match () {
                    () if view.won[p] >> board & 1 == 1 => 0,
                    () if view.won[1 - p] >> board & 1 == 1 => DEAD,
                    () => view.boards.need(p, view.numbers[i]),
                };
                view.need[p][i] = need;
                view.needs[p] += u64::from(need) * THROUGH[i];
            }
        }
        view
    }

    /// What it is after a mark.
    #[inline]
    pub(super) fn put(&self, player: usize, m: Move) -> RaceView {
        let (board, i) = (m.board(), usize::from(m.board()));
        let mut next = *self;
        next.numbers[i] += POWERS[usize::from(m.square())] * (1 + player as u16);
        next.empty[i] &= !(1 << m.square());
        if next.empty[i] == 0 {
            next.closed |= 1 << board;
        }
        if self.is_owned(i) {
            return next;
        }
        for p in 0..2 {
            let need = next.boards.need(p, next.numbers[i]);
            next.needs[p] -= u64::from(next.need[p][i]) * THROUGH[i];
            next.needs[p] += u64::from(need) * THROUGH[i];
            next.need[p][i] = need;
            if need == 0 {
                next.won[p] |= 1 << board;
            }
        }
        next
    }

    /// The board to which the move that led here sends, if it takes marks.
    #[inline]
    pub(super) fn sent_by(&self, m: Move) -> Option<u8> {
        (self.closed >> m.square() & 1 == 0).then_some(m.square())
    }

    /// Whether this is that position; where it sends to, while nobody has won.
    pub(super) fn fits(&self, pos: &Position, sent: Option<u8>) -> bool {
        let same = RaceView::new(pos);
        let is_won = self.needs.iter().any(|&needs| within(needs, 0) != 0);
        (same.numbers, same.won, same.closed) == (self.numbers, self.won, self.closed)
            && (same.need, same.needs) == (self.need, self.needs)
            && (is_won || pos.sent_to() == sent)
    }

    pub(super) fn is_full(&self) -> bool {
        self.closed == FULL
    }

    fn is_owned(&self, i: usize) -> bool {
        (self.won[0] | self.won[1]) >> i & 1 == 1
    }

    /// How many squares may be played in by who is sent there.
    pub(super) fn squares(&self, sent: Option<u8>) -> u32 {
        match sent {
            Some(board) => self.empty[usize::from(board)].count_ones(),
            None => self.empty.iter().map(|empty| empty.count_ones()).sum(),
        }
    }

    /// The boards in which a player would win the game with one mark.
    #[inline]
    pub(super) fn hot(&self, player: usize) -> u16 {
        let lines = within(self.needs[player], 1);
        if lines == 0 {
            return 0;
        }
        let is_hot = |i: &usize| self.need[player][*i] == 1 && (THROUGH[*i] << 7) & lines != 0;
        (0..9).filter(is_hot).fold(0, |set, i| set | 1 << i)
    }

    /// What X's lines need.
    #[inline]
    pub(super) fn needs(&self) -> u64 {
        self.needs[0]
    }

    /// What X's lines need if he must play there next, waste included (rule 2).
    #[inline]
    pub(super) fn needs_at(&self, sent: Option<u8>) -> u64 {
        match sent {
            None => self.needs[0],
            Some(board) => {
                let i = usize::from(board);
                self.needs[0] + wasted(self.need[0][i], i)
            }
        }
    }

    /// With X to move, and so many moves left for him: whether he is seen to fail, looking at so many of
    /// his moves.
    pub(super) fn is_missed(&self, sent: Option<u8>, moves: u32, ahead: u32) -> bool {
        let needs = self.needs_at(sent);
        if all_exceed(needs, moves) {
            return true;
        }
        // Each of his moves wastes one at most, by rule 2.
        let is_near = moves > 0 && all_exceed(needs, moves.saturating_sub(ahead));
        let Some(board) = sent.filter(|_| ahead > 0 && is_near) else {
            return false;
        };
        Bits(self.empty[usize::from(board)].into()).all(|square| {
            let m = Move::new(board, square);
            let next = self.put(0, m);
            let wins = within(next.needs[0], 0) != 0;
            !wins && next.is_held(next.sent_by(m), moves - 1, ahead - 1)
        })
    }

    /// With O to move, and so many moves left for X: whether X is seen to fail, looking at so many of
    /// his moves.
    pub(super) fn is_held(&self, sent: Option<u8>, moves: u32, ahead: u32) -> bool {
        if all_exceed(self.needs[0], moves) || self.is_held_at_once(sent, moves) {
            return true;
        }
        let is_near = all_exceed(self.needs[0], moves.saturating_sub(ahead + 1));
        let Some(board) = sent.filter(|_| ahead > 0 && is_near) else {
            return false;
        };
        Bits(self.empty[usize::from(board)].into()).any(|square| {
            let m = Move::new(board, square);
            let next = self.put(1, m);
            next.is_missed(next.sent_by(m), moves, ahead)
        })
    }

    /// With O to move: whether there is a reply after which X has no live line, waste included.
    #[inline]
    fn is_held_at_once(&self, sent: Option<u8>, moves: u32) -> bool {
        let to_play = match sent {
            Some(board) => 1 << board,
            None => FULL & !self.closed,
        };
        Bits(to_play.into()).any(|board| {
            let i = usize::from(board);
            let (is_owned, empty) = (self.is_owned(i), self.empty[i]);
            let is_last = empty.is_power_of_two();
            Bits(empty.into()).any(|square| {
                let t = usize::from(square);
                let before = self.need[0][i];
                let after = match is_owned {
                    true => before,
                    false => self.boards.need(0, self.numbers[i] + 2 * POWERS[t]),
                };
                let mut needs = self.needs[0] + u64::from(after - before) * THROUGH[i];
                let is_free = self.closed >> t & 1 == 1 || (is_last && t == i);
                if !is_free {
                    // (Lines through a board that O just spoilt exceed everything anyway.)
                    needs += wasted(self.need[0][t], t);
                }
                all_exceed(needs, moves)
            })
        })
    }

    /// The name of a position with these moves left for each player: the same for positions that differ
    /// in nothing that matters (rule 5).
    pub(super) fn name(&self, turn: Player, sent: Option<u8>, moves: [u32; 2]) -> [u64; 2] {
        let live = [0, 1].map(|p| within(self.needs[p], moves[p]));
        let kinds: [BoardKind; 9] = std::array::from_fn(|i| self.kind(i, live, moves));
        let boards = self.boards;
        let least = (0..SYMMETRIES).map(|symmetry| {
            let permuted = &PERMUTED[symmetry];
            let at = sent.map_or(9, |board| permuted[usize::from(board)]);
            let mut name = [boards.sent(at), 0];
            for (i, kind) in kinds.iter().enumerate() {
                let word = boards.word(*kind, symmetry, self.numbers[i]);
                let places = boards.places(permuted[i]);
                name = [0, 1].map(|n| name[n].wrapping_add(word.wrapping_mul(places[n])));
            }
            name
        });
        let rest = finalise(u64::from(moves[0]) << 1 | turn.index() as u64);
        let least = least.min().expect("there are eight");
        least.map(|word| finalise(word ^ rest))
    }

    /// What matters of a board.
    #[inline]
    fn kind(&self, i: usize, live: [u64; 2], moves: [u32; 2]) -> BoardKind {
        let live = live.map(|lines| lines & THROUGH[i] << 7);
        let matters = live.map(|lines| lines != 0);
        if let Some(owner) = (0..2).find(|&p| self.won[p] >> i & 1 == 1) {
            return match matters[owner] {
                true => BoardKind::owned(owner),
                false => BoardKind::PLAIN,
            };
        }
        // Any player's winning it matters if it is on a live line of either.
        let afford = |p: usize| match matters {
            [false, false] => 0,
            _ => moves[p],
        };
        BoardKind::open(afford(0), afford(1))
    }
}

/// What X wastes with a mark in board `i`, if he needs so many to win it: one for every line that it
/// does not help.
#[inline]
fn wasted(need: u8, i: usize) -> u64 {
    match need {
        1..=3 => ONES - THROUGH[i],
        _ => ONES,
    }
}
