//! Where everything stands: positions, moves and sets of moves as bits, and the key.

use std::hash::{Hash, Hasher};

use unbeatable_core::Player;
use unbeatable_core::bits::Bits;
use unbeatable_core::random::finalise;

use crate::ultimate::local_boards::{FULL, IMAGES, PERMUTED, SYMMETRIES};

/// A mark in a square of a local board: `9 * board + square`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The move in that square of that local board, each 0 to 8.
    #[must_use]
    #[inline]
    pub const fn new(board: u8, square: u8) -> Self {
        assert!(board < 9 && square < 9, "boards and squares are 0 to 8");
        Move(9 * board + square)
    }

    /// The local board that is played in.
    #[must_use]
    #[inline]
    pub const fn board(self) -> u8 {
        self.0 / 9
    }

    /// The square that is taken, and so the local board to which the opponent is sent.
    #[must_use]
    #[inline]
    pub const fn square(self) -> u8 {
        self.0 % 9
    }

    /// 0 to 80, in board order.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// A set of moves: bit `i` of word 0 is move `i`, bit `i` of word 1 is move `45 + i`. Iterates in board
/// order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves(pub [u64; 2]);

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let [low, high] = &mut self.0;
        if *low != 0 {
            let lowest = low.trailing_zeros() as u8;
            *low &= *low - 1;
            Some(Move(lowest))
        } else if *high != 0 {
            let lowest = high.trailing_zeros() as u8;
            *high &= *high - 1;
            Some(Move(45 + lowest))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.0[0].count_ones() + self.0[1].count_ones()) as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Moves {}

/// A position: two words of marks for each player, and a key that every move updates.
///
/// ```text
///             63   54 53   45 44   36 35   27 26   18 17    9 8     0
/// word 0      |  0   |   0   |   4   |   3   |   2   |   1   |   0   |   marks in local boards 0 to 4
/// word 1      |    above     |  won  |   8   |   7   |   6   |   5   |   5 to 8, and the boards won
///
/// above, of First    bits 45 to 53: drawn boards; 54 to 62: closed boards
/// above, of Second   bits 45 to 48: the board to play in, 9 for a free choice; 49: the turn
/// ```
///
/// Local boards, and the squares of each, are numbered as in [`local_boards`](crate::ultimate::local_boards):
/// rows from the top, left to right. A *closed* board takes no more marks: it is won or drawn, or, under
/// the older rules, full. *Drawn* boards are closed and nobody's. When the game is over no board is the
/// one to play in.
///
/// Marks in a closed board are kept for the eye, but nothing depends on them any more. Positions that
/// differ in nothing else are equal and have the same key.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    marks: [[u64; 2]; 2],
    key: u64,
}

const _: () = assert!(size_of::<Position>() == 40);

/// Where boards won, drawn and closed stand in word 1.
const WON: u32 = 36;
const DRAWN: u32 = 45;
const CLOSED: u32 = 54;
/// Where the board to play in and the turn stand in Second's word 1.
const SENT: u32 = 45;
const TURN: u32 = 49;
/// The board to play in if any may be chosen.
const FREE: u8 = 9;

/// What each mark adds to the key, by player and move.
static MARK_KEYS: [[u64; 81]; 2] = [random_words(1), random_words(2)];
/// What a board adds to the key if a player owns it.
static OWNER_KEYS: [[u64; 9]; 2] = [random_words(3), random_words(4)];
/// What a board adds to the key if it is closed.
static CLOSED_KEYS: [u64; 9] = random_words(5);
/// What the board to play in adds to the key.
static SENT_KEYS: [u64; 10] = random_words(6);
/// What the second player's turn adds to the key.
const TURN_KEY: u64 = random_words::<1>(7)[0];

const fn random_words<const N: usize>(seed: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = finalise(finalise(seed) ^ (i as u64 + 1));
        i += 1;
    }
    words
}

/// `SPREAD[set]`: all squares of each board of a set of five, as a word of marks has them.
static SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut set = 1usize;
    while set < 32 {
        let lowest = set & set.wrapping_neg();
        table[set] = table[set ^ lowest] | (FULL as u64) << (9 * lowest.trailing_zeros());
        set += 1;
    }
    table
};

/// All squares of each board of a set of nine, as the words of marks have them.
#[must_use]
#[inline]
pub fn squares_of(boards: u16) -> [u64; 2] {
    [
        SPREAD[usize::from(boards & 31)],
        SPREAD[usize::from(boards >> 5 & 15)],
    ]
}

/// The second key of a position without marks in closed boards.
#[inline]
pub(crate) fn check_of([first, second]: &[[u64; 2]; 2]) -> u64 {
    // Odd numbers without a pattern (digits of the square roots of 2, 3, 5 and 7).
    let low = fold(
        first[0] ^ 0x6a09_e667_f3bc_c909,
        second[0] ^ 0xbb67_ae85_84ca_a73b,
    );
    let high = fold(
        first[1] ^ 0x3c6e_f372_fe94_f82b,
        second[1] ^ 0xa54f_f53a_5f1d_36f1,
    );
    fold(low ^ 0x510e_527f_ade6_82d1, high ^ 0x9b05_688c_2b3e_6c1f)
}

/// Both halves of a product, joined: a quick way to mix two words.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Which word of marks a local board is in, and how far up.
#[inline]
pub(super) const fn place(board: u8) -> (usize, u32) {
    match board < 5 {
        true => (0, 9 * board as u32),
        false => (1, 9 * (board as u32 - 5)),
    }
}

impl Position {
    /// A player's marks in a local board.
    #[must_use]
    #[inline]
    pub const fn local(&self, player: Player, board: u8) -> u16 {
        let (word, shift) = place(board);
        (self.marks[player.index()][word] >> shift) as u16 & FULL
    }

    /// All marks in a local board.
    #[must_use]
    #[inline]
    pub const fn occupied(&self, board: u8) -> u16 {
        self.local(Player::First, board) | self.local(Player::Second, board)
    }

    /// The local boards that a player has won.
    #[must_use]
    #[inline]
    pub const fn won(&self, player: Player) -> u16 {
        (self.marks[player.index()][1] >> WON) as u16 & FULL
    }

    /// The closed boards that nobody has won.
    #[must_use]
    #[inline]
    pub const fn drawn(&self) -> u16 {
        (self.marks[0][1] >> DRAWN) as u16 & FULL
    }

    /// The local boards that take no more marks.
    #[must_use]
    #[inline]
    pub const fn closed(&self) -> u16 {
        (self.marks[0][1] >> CLOSED) as u16 & FULL
    }

    /// The local board that must be played in, or `None` where the mover is free or the game over.
    #[must_use]
    #[inline]
    pub const fn sent_to(&self) -> Option<u8> {
        match self.sent() {
            FREE => None,
            board => Some(board),
        }
    }

    #[inline]
    const fn sent(&self) -> u8 {
        (self.marks[1][1] >> SENT) as u8 & 15
    }

    /// Who moves next.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Player {
        match self.marks[1][1] >> TURN & 1 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    /// A player's words, with all that the layout above puts into them.
    #[must_use]
    #[inline]
    pub const fn words(&self, player: Player) -> [u64; 2] {
        self.marks[player.index()]
    }

    /// The local boards that the mover may play in. (What they are once the game is won means nothing.)
    #[must_use]
    #[inline]
    pub const fn boards_to_play(&self) -> u16 {
        match self.sent_to() {
            Some(board) => 1 << board,
            None => FULL & !self.closed(),
        }
    }

    /// The legal moves.
    #[must_use]
    #[inline]
    pub fn moves(&self) -> Moves {
        let [low, high] = squares_of(self.boards_to_play());
        let [first, second] = &self.marks;
        Moves([
            low & !(first[0] | second[0]),
            high & !(first[1] | second[1]),
        ])
    }

    /// The number that finds the position in a table.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// A second number for tables, which is not the key's: the words multiplied with each other.
    #[must_use]
    #[inline]
    pub fn second_key(&self) -> u64 {
        check_of(&self.essence())
    }

    /// The words of both players without the marks in closed boards: what a position is.
    #[inline]
    fn essence(&self) -> [[u64; 2]; 2] {
        let [low, high] = squares_of(self.closed());
        self.marks.map(|[a, b]| [a & !low, b & !high])
    }

    /// The position that consists of these parts.
    pub(crate) fn from_parts(parts: &Parts) -> Self {
        let mut marks = [[0; 2]; 2];
        for player in Player::BOTH {
            let words = &mut marks[player.index()];
            for board in 0..9 {
                let (word, shift) = place(board);
                words[word] |= u64::from(parts.local[player.index()][usize::from(board)]) << shift;
            }
            words[1] |= u64::from(parts.won[player.index()]) << WON;
        }
        let drawn = parts.closed & !(parts.won[0] | parts.won[1]);
        marks[0][1] |= u64::from(drawn) << DRAWN | u64::from(parts.closed) << CLOSED;
        let turn = parts.turn.index() as u64;
        marks[1][1] |= u64::from(parts.sent_to.unwrap_or(FREE)) << SENT | turn << TURN;
        let mut pos = Position { marks, key: 0 };
        pos.key = pos.key_from_scratch();
        pos
    }

    /// What the position consists of.
    pub(crate) fn parts(&self) -> Parts {
        Parts {
            local: Player::BOTH
                .map(|player| std::array::from_fn(|board| self.local(player, board as u8))),
            won: Player::BOTH.map(|player| self.won(player)),
            closed: self.closed(),
            sent_to: self.sent_to(),
            turn: self.turn(),
        }
    }

    /// The key, from what it stands for.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = SENT_KEYS[usize::from(self.sent())];
        if self.turn() == Player::Second {
            key ^= TURN_KEY;
        }
        for (player, words) in self.essence().iter().enumerate() {
            let own = Moves([words[0], words[1] & squares_of(FULL)[1]]);
            key = own.fold(key, |key, m| key ^ MARK_KEYS[player][usize::from(m.0)]);
        }
        for player in Player::BOTH {
            let won = Bits(self.won(player).into());
            let owner_keys = &OWNER_KEYS[player.index()];
            key = won.fold(key, |key, board| key ^ owner_keys[usize::from(board)]);
        }
        let closed = Bits(self.closed().into());
        closed.fold(key, |key, board| key ^ CLOSED_KEYS[usize::from(board)])
    }

    /// What the marks in a local board add to the key.
    fn marks_key(&self, board: u8) -> u64 {
        let mut key = 0;
        for player in Player::BOTH {
            for square in Bits(self.local(player, board).into()) {
                key ^= MARK_KEYS[player.index()][usize::from(9 * board + square)];
            }
        }
        key
    }

    /// What symmetry `i` does to the global board, in a form that can be compared.
    #[inline]
    fn outline(&self, i: usize) -> u64 {
        let [x, o, closed] = [
            self.won(Player::First),
            self.won(Player::Second),
            self.closed(),
        ]
        .map(|boards| u64::from(IMAGES[i][usize::from(boards)]));
        let sent = self.sent_to().map_or(FREE, |b| PERMUTED[i][usize::from(b)]);
        u64::from(sent) << 27 | closed << 18 | x << 9 | o
    }

    /// The image under symmetry `i`, which does the same to the global board as to each local one, so
    /// that marks send to where they should. Without a key.
    fn image(&self, i: usize) -> Position {
        let images = &IMAGES[i];
        let image = |set: u16| u64::from(images[usize::from(set)]);
        let mut marks = [[0; 2]; 2];
        for player in Player::BOTH {
            let words = &mut marks[player.index()];
            for board in 0..9 {
                let (word, shift) = place(PERMUTED[i][usize::from(board)]);
                words[word] |= image(self.local(player, board)) << shift;
            }
            words[1] |= image(self.won(player)) << WON;
        }
        marks[0][1] |= image(self.drawn()) << DRAWN | image(self.closed()) << CLOSED;
        let sent = self.sent_to().map_or(FREE, |b| PERMUTED[i][usize::from(b)]);
        marks[1][1] |= u64::from(sent) << SENT | self.marks[1][1] & 1 << TURN;
        Position { marks, key: 0 }
    }

    fn with_key(mut self) -> Position {
        self.key = self.key_from_scratch();
        self
    }

    /// The images under all symmetries.
    pub(super) fn images(&self) -> impl Iterator<Item = Position> {
        (0..SYMMETRIES).map(move |i| self.image(i).with_key())
    }

    /// The image whose global board, then whose words are the smallest numbers.
    pub(super) fn canonical(&self) -> Position {
        // Where the global board has no symmetry, it alone decides, which is much less work.
        let outlines: [u64; SYMMETRIES] = std::array::from_fn(|i| self.outline(i));
        let least = outlines.iter().min().expect("there are eight");
        let mut best: Option<(usize, Position, [[u64; 2]; 2])> = None;
        for i in (0..SYMMETRIES).filter(|&i| outlines[i] == *least) {
            let image = self.image(i);
            let essence = image.essence();
            if best.as_ref().is_none_or(|(_, _, known)| essence < *known) {
                best = Some((i, image, essence));
            }
        }
        match best.expect("one of eight is the least") {
            (0, ..) => *self,
            (_, image, _) => image.with_key(),
        }
    }

    /// Puts a mark.
    #[inline]
    pub(super) fn put(&mut self, player: Player, m: Move) {
        let (word, shift) = place(m.board());
        self.marks[player.index()][word] |= 1 << (shift + u32::from(m.square()));
        self.key ^= MARK_KEYS[player.index()][usize::from(m.0)];
    }

    /// Makes `player` the owner of a board that has none.
    pub(super) fn give(&mut self, player: Player, board: u8) {
        debug_assert!((self.won(Player::First) | self.won(Player::Second)) >> board & 1 == 0);
        self.marks[player.index()][1] |= 1 << (WON + u32::from(board));
        self.key ^= OWNER_KEYS[player.index()][usize::from(board)];
    }

    /// Closes a board, which is drawn if it has no owner. From here on its marks do not matter.
    pub(super) fn close(&mut self, board: u8) {
        debug_assert!(self.closed() >> board & 1 == 0);
        self.key ^= self.marks_key(board) ^ CLOSED_KEYS[usize::from(board)];
        self.marks[0][1] |= 1 << (CLOSED + u32::from(board));
        if (self.won(Player::First) | self.won(Player::Second)) >> board & 1 == 0 {
            self.marks[0][1] |= 1 << (DRAWN + u32::from(board));
        }
    }

    /// Gives the turn to the other player, who must play in that board.
    #[inline]
    pub(super) fn hand_over(&mut self, sent_to: Option<u8>) {
        let (before, after) = (self.sent(), sent_to.unwrap_or(FREE));
        self.key ^= SENT_KEYS[usize::from(before)] ^ SENT_KEYS[usize::from(after)] ^ TURN_KEY;
        self.marks[1][1] ^= u64::from(before ^ after) << SENT | 1 << TURN;
    }
}

/// What a position is made of, for those who read one from a text.
pub(crate) struct Parts {
    pub(crate) local: [[u16; 9]; 2],
    pub(crate) won: [u16; 2],
    pub(crate) closed: u16,
    pub(crate) sent_to: Option<u8>,
    pub(crate) turn: Player,
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.essence() == other.essence()
    }
}

impl Eq for Position {}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}
