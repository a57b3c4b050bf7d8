//! Two open boards of ultimate tic-tac-toe, solved when they come up and remembered; and an analysis
//! that knows them. Not part of the library, because it does not pay there (`docs/endgames.md`).
//!
//! With boards a and b left, a mark in square a of either sends to a, one in square b to b, and any other
//! leaves the choice. Once one of them is closed, the last board's result is looked up, and what counts
//! is what First *needs* of it, for the question that is asked: 0 if nothing will do, 1 if he must win
//! it, 2 if he must not lose it, 3 if anything will do. (The first line of boards ends the game, so this
//! depends on which board was closed first.) An ending is one word, and so is what is remembered of it:
//!
//! ```text
//!    63  62  61 59  58  57 56 55 52 51 48 47            36 35   27 26   18 17    9 8     0
//!    | r | 1 |  0  | t |  p  |  b  |  a  |     needs     | O in b | X in b | O in a | X in a |
//!
//! r      whether First gets what is asked
//! t      the turn; p: bit 0 if a may be played in, bit 1 if b may
//! a, b   the numbers of the boards, a the smaller
//! needs  two bits each: of b, if O, nobody, X has a; then of a, if O, nobody, X has b
//! ```
//!
//! For rules under which a won board is closed, also by majority.

use std::sync::atomic::{AtomicU64, Ordering};

use unbeatable_core::random::finalise;
use unbeatable_core::{Analysis, Bounds, Decided, Game, Guide, Outcome, Player, Prospect, Wdl};
use unbeatable_games::ultimate::critical_boards::CriticalBoards;
use unbeatable_games::ultimate::endgames::{ending, last_board, local_result};
use unbeatable_games::ultimate::local_boards::{COMPLETING, FULL, has_line};
use unbeatable_games::ultimate::{Move, Position, Ultimate};

/// How an open board may end, in the order of [`local_result`].
const OWNERS: [Option<Player>; 3] = [Some(Player::Second), None, Some(Player::First)];

/// Two open boards, and what is asked about them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// The numbers of the boards.
    pub(crate) boards: [u8; 2],
    /// By board, and by who has won it: what First needs of the other.
    pub(crate) needs: [[u8; 3]; 2],
    /// By board and player.
    pub(crate) local: [[u16; 2]; 2],
    /// The boards that may be played in: 1, 2 or 3 for both.
    pub(crate) to_play: u8,
    pub(crate) turn: Player,
}

impl Ending {
    /// `None` if not exactly two boards are open.
    pub(crate) fn new(game: Ultimate, pos: &Position, at_least: Outcome<Wdl>) -> Option<Self> {
        let open = FULL & !pos.closed();
        if open.count_ones() != 2 {
            return None;
        }
        let boards = [open, open & (open - 1)].map(|set| set.trailing_zeros() as u8);
        let won = Player::BOTH.map(|player| pos.won(player));
        let needs = [[0, 1], [1, 0]].map(|[closed, left]: [usize; 2]| {
            OWNERS.map(|owner| {
                let mut won = won;
                if let Some(owner) = owner {
                    won[owner.index()] |= 1 << boards[closed];
                }
                need(game, won, boards[left], at_least)
            })
        });
        Some(Ending {
            boards,
            needs,
            local: boards.map(|board| Player::BOTH.map(|player| pos.local(player, board))),
            to_play: match pos.sent_to() {
                Some(board) => 1 + u8::from(board == boards[1]),
                None => 3,
            },
            turn: pos.turn(),
        })
    }

    fn key(&self) -> u64 {
        let [[a, b], [c, d]] = self.local.map(|local| local.map(u64::from));
        let needs = self.needs.as_flattened().iter().rev();
        let needs = needs.fold(0, |all, &need| all << 2 | u64::from(need));
        let [first, second] = self.boards.map(u64::from);
        let (to_play, turn) = (u64::from(self.to_play), self.turn.index() as u64);
        a | b << 9
            | c << 18
            | d << 27
            | needs << 36
            | first << 48
            | second << 52
            | to_play << 56
            | turn << 58
            | KNOWN
    }

    /// Whether the player to move gets what he wants by a mark that closes a board.
    fn settles(&self) -> bool {
        let is_first = self.turn == Player::First;
        self.playable().any(|i| {
            let empty = FULL & !(self.local[i][0] | self.local[i][1]);
            let owner = match COMPLETING[usize::from(self.local[i][self.turn.index()])] & empty {
                0 if !empty.is_power_of_two() => return false,
                0 => 1,
                _ if is_first => 2,
                _ => 0,
            };
            let rest = local_result(self.local[1 - i], self.turn.other());
            (rest + self.needs[i][owner] >= 3) == is_first
        })
    }

    /// The boards that may be played in.
    fn playable(self) -> impl Iterator<Item = usize> {
        (0..2).filter(move |i| self.to_play >> i & 1 == 1)
    }

    /// What follows by marks that close no board.
    fn next(&self) -> impl Iterator<Item = Ending> + '_ {
        let player = self.turn.index();
        self.playable().flat_map(move |i| {
            let empty = FULL & !(self.local[i][0] | self.local[i][1]);
            let open = match empty.is_power_of_two() {
                true => 0,
                false => empty & !COMPLETING[usize::from(self.local[i][player])],
            };
            unbeatable_core::bits::Bits(open.into()).map(move |square| {
                let mut next = *self;
                next.local[i][player] |= 1 << square;
                next.to_play = match self.boards.iter().position(|&board| board == square) {
                    Some(board) => 1 << board,
                    None => 3,
                };
                next.turn = self.turn.other();
                next
            })
        })
    }
}

/// How many of the results of the last board, best first, give First what is asked.
fn need(game: Ultimate, won: [u16; 2], board: u8, at_least: Outcome<Wdl>) -> u8 {
    let does = |outcome: Outcome<Wdl>| {
        let [got, asked] = [outcome, at_least].map(|outcome| outcome.value_for(Player::First));
        got >= asked
    };
    let winner = Player::BOTH.into_iter().find(|p| has_line(won[p.index()]));
    match winner {
        Some(winner) => 3 * u8::from(does(Outcome::win(winner))),
        None => {
            let results = OWNERS.map(|owner| does(ending(game, won, board, owner)));
            results.iter().map(|&does| u8::from(does)).sum()
        }
    }
}

const KNOWN: u64 = 1 << 62;
const REACHED: u64 = 1 << 63;

/// What is remembered: a word for each ending, the newer one where two fall together.
#[derive(Debug)]
pub(crate) struct Memory(Box<[AtomicU64]>);

impl Memory {
    /// Two to the power of `bits` endings.
    pub(crate) fn new(bits: u32) -> Self {
        Memory((0..1 << bits).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether First gets what is asked.
    pub(crate) fn is_reached(&self, ending: &Ending) -> bool {
        let is_first = ending.turn == Player::First;
        if ending.settles() {
            return is_first;
        }
        let key = ending.key();
        let word = &self.0[finalise(key) as usize & (self.0.len() - 1)];
        let known = word.load(Ordering::Relaxed);
        if known & !REACHED == key {
            return known != key;
        }
        let wins = ending.next().any(|next| self.is_reached(&next) == is_first);
        let is_reached = wins == is_first;
        word.store(key | (REACHED * u64::from(is_reached)), Ordering::Relaxed);
        is_reached
    }
}

/// Critical boards, and the value of every position with so few open boards.
#[derive(Debug)]
pub(crate) struct Endgames {
    boards_max: u32,
    memory: Memory,
}

impl Endgames {
    /// Positions with one open board.
    pub(crate) fn one() -> Self {
        Endgames {
            boards_max: 1,
            memory: Memory::new(0),
        }
    }

    /// Positions with two, which takes half a MiB.
    pub(crate) fn two() -> Self {
        Endgames {
            boards_max: 2,
            memory: Memory::new(16),
        }
    }

    /// Whether an unfinished position ends at least as well as that for First; `None` if too many boards
    /// are open.
    pub(crate) fn is_reached(
        &self,
        game: Ultimate,
        pos: &Position,
        at_least: Outcome<Wdl>,
    ) -> Option<bool> {
        let reaches = |outcome: Outcome<Wdl>| {
            outcome.value_for(Player::First) >= at_least.value_for(Player::First)
        };
        match 9 - pos.closed().count_ones() {
            1 => last_board(game, pos).map(|last| reaches(last.outcome)),
            2 if self.boards_max == 2 => {
                let ending = Ending::new(game, pos, at_least)?;
                Some(self.memory.is_reached(&ending))
            }
            _ => None,
        }
    }
}

impl Analysis<Ultimate> for Endgames {
    fn bounds(&self, game: &Ultimate, pos: &Position) -> Bounds<Wdl> {
        let win = Outcome::win(Player::First);
        let [Some(wins), Some(holds)] =
            [win, Outcome::DRAW].map(|at_least| self.is_reached(*game, pos, at_least))
        else {
            return CriticalBoards.bounds(game, pos);
        };
        let outcome = match (wins, holds) {
            (true, _) => win,
            (false, true) => Outcome::DRAW,
            (false, false) => Outcome::win(Player::Second),
        };
        Bounds::exactly(outcome.value_for(pos.turn()))
    }

    fn candidates<'a>(
        &'a self,
        game: &'a Ultimate,
        pos: &'a Position,
    ) -> impl Iterator<Item = Move> + 'a {
        CriticalBoards.candidates(game, pos)
    }

    /// What critical boards see, without the moves behind which the end is known.
    #[inline]
    fn prospects<D: Guide<Ultimate>>(
        &self,
        game: &Ultimate,
        guide: &D,
        pos: &Position,
        at_least: Outcome<Wdl>,
        mut each: impl FnMut(Prospect<Move>),
    ) -> Option<Decided<Move>> {
        // A move closes one board at most.
        if 9 - pos.closed().count_ones() > self.boards_max + 1 {
            return CriticalBoards.prospects(game, guide, pos, at_least, each);
        }
        let is_first = pos.turn() == Player::First;
        let (mut winner, mut is_open) = (None, false);
        let decided = CriticalBoards.prospects(game, guide, pos, at_least, |prospect| {
            if winner.is_some() {
                return;
            }
            let next = game.play(pos, prospect.m);
            match self.is_reached(*game, &next, at_least) {
                Some(is_reached) if is_reached == is_first => winner = Some(prospect.m),
                Some(_) => {}
                None => {
                    is_open = true;
                    each(prospect);
                }
            }
        });
        let reached = winner.map(Decided::Reached);
        let missed = (!is_open).then_some(Decided::Missed);
        decided.or(reached).or(missed)
    }
}
