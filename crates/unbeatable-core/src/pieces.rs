//! A list in pieces: it grows without being copied, so that growing takes neither time nor memory.

use std::ops::{Index, IndexMut};

/// Items in a piece.
const PIECE: usize = 1 << 12;

/// A list that only grows, and may be taken apart in its order.
#[derive(Debug)]
pub struct Pieces<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Pieces {
            pieces: vec![],
            len: 0,
        }
    }
}

impl<T> Pieces<T> {
    /// Puts an item behind the others.
    #[inline]
    pub fn push(&mut self, item: T) {
        if self.len.is_multiple_of(PIECE) {
            // A short list takes little: only the first piece grows.
            let room = if self.len == 0 { 0 } else { PIECE };
            self.pieces.push(Vec::with_capacity(room));
        }
        self.pieces[self.len / PIECE].push(item);
        self.len += 1;
    }

    /// How many items there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes taken at most while another item comes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        let room = match self.len {
            0..PIECE => 3 * self.len.next_power_of_two(),
            len => (len / PIECE + 1) * PIECE,
        };
        room * size_of::<T>() + self.pieces.capacity() * size_of::<Vec<T>>()
    }
}

/// All items in order; those that are passed are dropped piece by piece.
impl<T> IntoIterator for Pieces<T> {
    type Item = T;
    type IntoIter = std::iter::Flatten<std::vec::IntoIter<Vec<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.pieces.into_iter().flatten()
    }
}

impl<T> Index<usize> for Pieces<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        &self.pieces[i / PIECE][i % PIECE]
    }
}

impl<T> IndexMut<usize> for Pieces<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.pieces[i / PIECE][i % PIECE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_pieces_is_a_list() {
        let mut pieces = Pieces::default();
        for i in 0..3 * PIECE + 5 {
            assert_eq!((pieces.len(), pieces.is_empty()), (i, i == 0));
            let before = pieces.bytes();
            pieces.push(i);
            let taken: usize = pieces
                .pieces
                .iter()
                .map(|piece| piece.capacity() * size_of::<usize>())
                .sum();
            assert!(taken <= before.max(64), "{i}: {taken} of {before} bytes");
        }
        pieces[PIECE] = 7;
        assert_eq!((pieces[PIECE], pieces[PIECE + 1]), (7, PIECE + 1));
        assert_eq!(pieces.into_iter().filter(|&i| i == 7).count(), 2);
    }
}
