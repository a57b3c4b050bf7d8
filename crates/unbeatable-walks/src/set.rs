//! Sets of nodes, as bits of a word.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of small numbers in one word.
pub(crate) trait NodeSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// Nothing.
    const EMPTY: Self;

    /// A number for each node.
    type Numbers: AsRef<[u64]> + AsMut<[u64]> + Send + Sync;

    /// All of them zero.
    const NO_NUMBERS: Self::Numbers;

    /// One node.
    fn of(node: u8) -> Self;

    /// A set, as a smaller or larger word.
    fn from_wide(set: u128) -> Self;

    /// Whether the node is in it.
    fn has(self, node: u8) -> bool;

    /// The lowest node. The set must not be empty.
    fn first(self) -> u8;

    /// The highest node. The set must not be empty.
    fn last(self) -> u8;

    /// Without its lowest node. The set must not be empty.
    fn rest(self) -> Self;

    /// How many nodes are in it.
    fn size(self) -> u32;

    /// Its nodes number `8 * i` to `8 * i + 7`.
    fn byte(self, i: usize) -> u8;

    /// Its nodes, the lowest first.
    fn bits(self) -> impl Iterator<Item = u8> {
        let mut left = self;
        std::iter::from_fn(move || {
            (left != Self::EMPTY).then(|| {
                let node = left.first();
                left = left.rest();
                node
            })
        })
    }
}

macro_rules! set {
    ($word:ty) => {
        impl NodeSet for $word {
            const EMPTY: Self = 0;

            type Numbers = [u64; <$word>::BITS as usize];

            const NO_NUMBERS: Self::Numbers = [0; <$word>::BITS as usize];

            #[inline]
            fn of(node: u8) -> Self {
                1 << node
            }

            fn from_wide(set: u128) -> Self {
                set.try_into().expect("the word is wide enough")
            }

            #[inline]
            fn has(self, node: u8) -> bool {
                self >> node & 1 == 1
            }

            #[inline]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn last(self) -> u8 {
                self.ilog2() as u8
            }

            #[inline]
            fn rest(self) -> Self {
                self & (self - 1)
            }

            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn byte(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }
        }
    };
}

set!(u64);
set!(u128);

/// A map of nodes to sets, extended to sets by union, by tables for each byte of a set.
pub(crate) struct Unions<S> {
    /// `tables[i][b]`: the union over the bits of `b`, which stand for nodes `8 * i` and up.
    tables: Vec<[S; 256]>,
}

impl<S: NodeSet> Unions<S> {
    pub(crate) fn new(of_node: &[S]) -> Self {
        let tables = of_node.chunks(8).map(|eight| {
            let mut table = [S::EMPTY; 256];
            for byte in 1..256usize {
                let lowest = byte.trailing_zeros() as usize;
                let of_lowest = eight.get(lowest).copied().unwrap_or(S::EMPTY);
                table[byte] = table[byte & (byte - 1)] | of_lowest;
            }
            table
        });
        Unions {
            tables: tables.collect(),
        }
    }

    #[inline]
    pub(crate) fn of(&self, set: S) -> S {
        let mut union = S::EMPTY;
        for (i, table) in self.tables.iter().enumerate() {
            union |= table[usize::from(set.byte(i))];
        }
        union
    }

    /// What is reached from a set through others of it: that set, and all that the map leads to inside of
    /// `within`.
    #[inline]
    pub(crate) fn closure(&self, from: S, within: S) -> S {
        let mut reached = from;
        let mut new = from;
        while new != S::EMPTY {
            new = self.of(new) & within & !reached;
            reached |= new;
        }
        reached
    }
}
