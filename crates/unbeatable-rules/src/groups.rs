//! Groups of fluents of which at most one is true: what stands on a square, how far a count is, whose turn it is.

use crate::way::{FluentBits, Way};

/// Groups of fluents, those of each in a mask. No fluent is in two.
#[derive(Debug, Default)]
pub(crate) struct FluentGroups<const W: usize> {
    pub(crate) masks: Vec<FluentBits<W>>,
}

impl<const W: usize> FluentGroups<W> {
    /// What is known of a position of which this is known; `None` if there is none.
    pub(crate) fn refined(&self, known: &Way<W>) -> Option<Way<W>> {
        let mut refined = *known;
        for mask in &self.masks {
            let mut count = 0;
            for (want, mask) in known.want.iter().zip(mask) {
                count += (want & mask).count_ones();
            }
            match count {
                0 => {}
                1 => {
                    let care = refined.care.iter_mut().zip(mask);
                    care.for_each(|(care, mask)| *care |= mask);
                }
                _ => return None,
            }
        }
        Some(refined)
    }

    /// A group of which two are true, if there is one.
    pub(crate) fn broken_by(&self, bits: &FluentBits<W>) -> Option<&FluentBits<W>> {
        self.masks.iter().find(|mask| {
            let true_ones = bits.iter().zip(mask.iter()).map(|(bits, mask)| bits & mask);
            true_ones.map(u64::count_ones).sum::<u32>() > 1
        })
    }
}
