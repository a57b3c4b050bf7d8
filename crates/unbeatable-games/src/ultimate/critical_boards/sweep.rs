//! All that critical boards say about the moves of a position, in one sweep.
//!
//! It comes to the same as to ask [`CriticalBoards`](super::CriticalBoards) about one position after the
//! other, and the tests hold it to that; but what a position and those behind its moves have in common
//! is computed once. A move changes one board of marks, and perhaps one square of the global board, so
//! that little is left to do for each. Only for the usual rules.

use unbeatable_core::{Decided, Game, Numbers, Outcome, Player, Prospect, Wdl};

use crate::ultimate::chances::{BoardChances, LocalOdds, local_odds_of};
use crate::ultimate::local_boards::{COMPLETING, FULL, has_line};
use crate::ultimate::work::{Glance, WorkGuess, attacker};
use crate::ultimate::{Move, Position, Ultimate, squares_of, words};

/// See [`Analysis::prospects`](unbeatable_core::Analysis::prospects).
#[inline]
pub(super) fn prospects(
    game: &Ultimate,
    pos: &Position,
    at_least: Outcome<Wdl>,
    mut each: impl FnMut(Prospect<Move>),
) -> Option<Decided<Move>> {
    debug_assert!(!game.plays_on() && !game.counts_boards());
    debug_assert!(
        at_least.value_for(Player::First) > Wdl::Loss,
        "every game ends at least as well as a loss: nobody asks"
    );
    let sweep = Sweep::new(pos, at_least);
    if let Some(m) = sweep.immediate_win() {
        return Some(Decided::Reached(m));
    }
    let mut is_open = false;
    let mut boards = pos.boards_to_play();
    while boards != 0 {
        let here = Here::new(&sweep, boards.trailing_zeros() as u8);
        boards &= boards - 1;
        let mut squares = here.empty;
        while squares != 0 {
            let square = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            match sweep.look(&here, square) {
                Sight::Loses => {}
                Sight::Wins => return Some(Decided::Reached(Move::new(here.board, square))),
                Sight::Open(glance) => {
                    is_open = true;
                    let m = Move::new(here.board, square);
                    let next = game.play(pos, m);
                    each(Prospect {
                        m,
                        key: next.key(),
                        second_key: next.second_key(),
                        numbers: sweep.numbers(&glance),
                    });
                }
            }
        }
    }
    (!is_open).then_some(Decided::Missed)
}

/// What is seen of a move. The mover wins or loses if he reaches his aim or misses it.
enum Sight {
    Loses,
    Wins,
    /// It is not known. This is what the opponent sees.
    Open(Glance),
}

/// What a player threatens.
struct PlayerThreats {
    /// All marks,
    marks: [u64; 2],
    /// boards won,
    won: u16,
    /// squares that complete a local line,
    completing: [u64; 2],
    /// open boards that would win the game.
    critical: u16,
    /// Open boards with completing squares.
    able: u16,
}

impl PlayerThreats {
    #[inline]
    fn new(pos: &Position, player: Player, empty: [u64; 2], open: u16) -> Self {
        let (marks, won) = (pos.words(player), pos.won(player));
        let completing = words::both(marks.map(words::completing), empty);
        PlayerThreats {
            marks,
            won,
            completing,
            critical: COMPLETING[usize::from(won)] & open,
            able: words::boards(completing),
        }
    }
}

/// What all moves of a position have in common.
struct Sweep {
    mover: Player,
    own: PlayerThreats,
    their: PlayerThreats,
    empty: [u64; 2],
    closed: u16,
    to_play: u16,
    /// Boards where the opponent would win the game at once.
    their_hot: u16,
    /// Whether the mover needs to win; a draw does for the other player.
    attacks: bool,
    /// The boards that the player who needs to win has won or can still win.
    winnable: u16,
    standing: BoardChances,
    /// Empty squares of open boards behind a move that closes none,
    empty_behind: u32,
    /// and what is guessed of the work there.
    work: WorkGuess,
}

impl Sweep {
    #[inline]
    fn new(pos: &Position, at_least: Outcome<Wdl>) -> Self {
        let mover = pos.turn();
        let closed = pos.closed();
        let open = FULL & !closed;
        let squares = squares_of(open);
        let occupied = [pos.words(mover), pos.words(mover.other())];
        let empty = words::without(words::without(squares, occupied[0]), occupied[1]);
        let own = PlayerThreats::new(pos, mover, empty, open);
        let their = PlayerThreats::new(pos, mover.other(), empty, open);
        let attacks = attacker(at_least) == mover;
        let (attack, defence) = if attacks {
            (&own, &their)
        } else {
            (&their, &own)
        };
        let free = words::without(squares, defence.marks);
        let winnable = attack.won | words::boards(free.map(words::lines));
        let empty_behind = empty[0].count_ones() + empty[1].count_ones() - 1;
        Sweep {
            mover,
            their_hot: their.able & their.critical,
            own,
            their,
            empty,
            closed,
            to_play: pos.boards_to_play(),
            attacks,
            winnable,
            standing: BoardChances::new(pos, mover),
            empty_behind,
            work: WorkGuess::new(!attacks, empty_behind),
        }
    }

    /// The first numbers of the position behind a move.
    #[inline]
    fn numbers(&self, glance: &Glance) -> Numbers {
        let turn = self.mover.other();
        match glance.empty == self.empty_behind {
            true => self.work.numbers(glance, turn),
            false => glance.numbers(turn),
        }
    }

    #[inline]
    fn immediate_win(&self) -> Option<Move> {
        let boards = self.to_play & self.own.able & self.own.critical;
        (boards != 0).then(|| {
            let board = boards.trailing_zeros() as u8;
            let squares = words::board(self.own.completing, board);
            Move::new(board, squares.trailing_zeros() as u8)
        })
    }

    /// What is seen of a move that does not win the game.
    #[inline]
    fn look(&self, here: &Here, square: u8) -> Sight {
        let (bit, mark) = (here.bit, 1u16 << square);
        let takes = here.own_completing & mark != 0;
        let closes = takes || here.is_last;
        let their_hot = match closes || here.their_completing & !mark == 0 {
            true => self.their_hot & !bit,
            false => self.their_hot,
        };
        let closed = if closes {
            self.closed | bit
        } else {
            self.closed
        };
        let is_free = closed & mark != 0;
        if their_hot & (if is_free { FULL } else { mark }) != 0 {
            return Sight::Loses;
        }
        if closed == FULL || !has_line(self.winnable_behind(here, mark, takes)) {
            return if self.attacks {
                Sight::Loses
            } else {
                Sight::Wins
            };
        }
        // What the mover threatens next, and what the opponent can do about it.
        let completing = match closes {
            true => 0,
            false => COMPLETING[usize::from(here.own_marks | mark)] & here.empty & !mark,
        };
        let able = match completing {
            0 => self.own.able & !bit,
            _ => self.own.able | bit,
        };
        let critical = match takes {
            true => COMPLETING[usize::from(self.own.won | bit)],
            false => self.own.critical,
        };
        let open = FULL & !closed;
        let hot = able & critical & open;
        let gone = words::at(here.board, if closes { FULL } else { mark });
        let empty = words::without(self.empty, gone);
        let avoided = if hot == 0 { 0 } else { hot | closed };
        let replies = match is_free {
            true => {
                let [low, high] = words::without(empty, [words::EACH * u64::from(avoided); 2]);
                low.count_ones() + high.count_ones()
            }
            false => (words::board(empty, square) & !avoided).count_ones(),
        };
        // A reply that avoids all of these is safe, unless it closes the board that it sends to: one
        // square in each board.
        if hot != 0 && replies <= (if is_free { 9 } else { 1 }) {
            let replies = Replies {
                to_play: if is_free { open } else { mark },
                closed,
                hot,
                empty,
            };
            let threats = |board: u8| match board == here.board {
                true => [here.their_completing & !mark, completing],
                false => [&self.their, &self.own].map(|side| words::board(side.completing, board)),
            };
            if !replies.some_is_safe(threats) {
                return Sight::Wins;
            }
        }
        let to_play = if is_free { open } else { mark };
        let odds = here.odds(mark);
        let [standing, replied] = self.standing.behind(here.board, odds, to_play);
        let swapped = |[other, own]: [f32; 2]| [own, other];
        Sight::Open(Glance {
            attacks: !self.attacks,
            standing: swapped(standing),
            replied: swapped(replied),
            replies,
            empty: match closes {
                true => self.empty_behind + 1 - here.empty.count_ones(),
                false => self.empty_behind,
            },
        })
    }

    /// The boards that the player who needs to win has won or can still win behind a move.
    #[inline]
    fn winnable_behind(&self, here: &Here, mark: u16, takes: bool) -> u16 {
        let is_lost = match self.attacks {
            true => here.is_last && !takes,
            false => takes || here.is_last || !has_line(FULL & !(here.own_marks | mark)),
        };
        match is_lost {
            true => self.winnable & !here.bit,
            // A board that the attacker takes was winnable.
            false => self.winnable,
        }
    }
}

/// What all moves in a local board have in common.
struct Here {
    board: u8,
    bit: u16,
    empty: u16,
    own_marks: u16,
    their_marks: u16,
    own_completing: u16,
    their_completing: u16,
    /// Whether one square is left.
    is_last: bool,
}

impl Here {
    #[inline]
    fn new(sweep: &Sweep, board: u8) -> Self {
        let of = |all: [u64; 2]| words::board(all, board);
        let empty = of(sweep.empty);
        Here {
            board,
            bit: 1 << board,
            empty,
            own_marks: of(sweep.own.marks),
            their_marks: of(sweep.their.marks),
            own_completing: of(sweep.own.completing),
            their_completing: of(sweep.their.completing),
            is_last: empty & (empty - 1) == 0,
        }
    }

    /// The odds in the board behind a move.
    #[inline]
    fn odds(&self, mark: u16) -> LocalOdds {
        match self.own_completing & mark != 0 {
            true => LocalOdds::WON,
            false => local_odds_of([self.own_marks | mark, self.their_marks]),
        }
    }
}

/// The opponent's replies to a move.
struct Replies {
    to_play: u16,
    closed: u16,
    /// The boards where the player who moved would win the game at once.
    hot: u16,
    empty: [u64; 2],
}

impl Replies {
    /// Whether some reply does not lose at once. `threats` are the squares of a board that complete a
    /// local line: of the player who replies, and of the other.
    fn some_is_safe(&self, threats: impl Fn(u8) -> [u16; 2]) -> bool {
        let mut boards = self.to_play;
        while boards != 0 {
            let board = boards.trailing_zeros() as u8;
            boards &= boards - 1;
            let bit = 1u16 << board;
            let empty = words::board(self.empty, board);
            let [own, their] = threats(board);
            let is_last = empty & (empty - 1) == 0;
            let mut squares = empty;
            while squares != 0 {
                let mark = squares & squares.wrapping_neg();
                squares &= squares - 1;
                let closes = own & mark != 0 || is_last;
                let hot = match closes || their & !mark == 0 {
                    true => self.hot & !bit,
                    false => self.hot,
                };
                let closed = if closes {
                    self.closed | bit
                } else {
                    self.closed
                };
                let is_free = closed & mark != 0;
                if hot & (if is_free { FULL } else { mark }) == 0 {
                    return true;
                }
            }
        }
        false
    }
}
