//! Symmetries of positions: where their bits go.

use std::collections::HashMap;

use crate::grounding::terms::TermId;
use crate::mechanism::Mechanism;
use crate::symmetry::FluentMap;
use crate::way::{FluentBits, put};

/// A symmetry: where the bit of every fluent goes.
///
/// For each byte of a position there is a table of what its 256 values become, if that is not too large.
pub(crate) struct Symmetry<const W: usize> {
    to: Box<[u16]>,
    tables: Box<[[FluentBits<W>; 256]]>,
}

/// Wider positions have no tables: they would take a mebibyte for each symmetry.
const TABLE_WORDS_MAX: usize = 2;

impl<const W: usize> Symmetry<W> {
    /// `None` if a fluent that changes would become one that does not.
    pub(crate) fn of(mechanism: &Mechanism, exchange: &FluentMap) -> Option<Self> {
        let number: HashMap<TermId, u16> = mechanism.fluents.iter().copied().zip(0..).collect();
        let to: Option<Box<[u16]>> = mechanism
            .fluents
            .iter()
            .map(|fluent| {
                let image = exchange.get(fluent).unwrap_or(fluent);
                number.get(image).copied()
            })
            .collect();
        let to = to?;
        let mut tables = vec![];
        if W <= TABLE_WORDS_MAX {
            for byte in 0..8 * W {
                let mut table = [[0; W]; 256];
                for (value, image) in table.iter_mut().enumerate() {
                    for bit in (0..8).filter(|bit| value >> bit & 1 == 1) {
                        if let Some(&to) = to.get(8 * byte + bit) {
                            put(image, usize::from(to));
                        }
                    }
                }
                tables.push(table);
            }
        }
        let tables = tables.into();
        Some(Symmetry { to, tables })
    }

    /// What a fluent becomes.
    pub(crate) fn image_of(&self, fluent: usize) -> usize {
        self.to[fluent].into()
    }

    /// What it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.to) + size_of_val(&*self.tables)
    }

    #[inline]
    pub(crate) fn image(&self, bits: &FluentBits<W>) -> FluentBits<W> {
        let mut image = [0; W];
        if W <= TABLE_WORDS_MAX {
            for (byte, table) in self.tables.iter().enumerate() {
                let value = bits[byte / 8] >> (8 * (byte % 8)) & 255;
                for w in 0..W {
                    image[w] |= table[value as usize][w];
                }
            }
            return image;
        }
        for (w, word) in bits.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                put(
                    &mut image,
                    usize::from(self.to[64 * w + left.trailing_zeros() as usize]),
                );
                left &= left - 1;
            }
        }
        image
    }
}
