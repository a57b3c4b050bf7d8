//! Conditions without gates: what must be true, and what must not be.

use crate::circuit::{Circuit, Wire};

/// What is true: a bit for each fluent, the first in the lowest bit of the first word.
pub(crate) type FluentBits<const W: usize> = [u64; W];

/// Sets a bit.
pub(crate) fn put<const W: usize>(bits: &mut FluentBits<W>, number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// Whether a bit is set.
pub(crate) fn has<const W: usize>(bits: &FluentBits<W>, number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 == 1
}

/// Some fluents, and what they must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way<const W: usize> {
    /// These matter.
    pub(crate) care: FluentBits<W>,
    /// Of these, those that must be true.
    pub(crate) want: FluentBits<W>,
}

impl<const W: usize> Way<W> {
    fn of(circuit: &Circuit, wires: &[Wire]) -> Self {
        let mut way = Way::NOTHING;
        for &wire in wires {
            let (input, is_wanted) = circuit.as_input(wire).expect("ways are of inputs");
            put(&mut way.care, input as usize);
            if is_wanted {
                put(&mut way.want, input as usize);
            }
        }
        way
    }

    /// Nothing matters.
    pub(crate) const NOTHING: Self = Way {
        care: [0; W],
        want: [0; W],
    };

    /// What it says about a fluent.
    pub(crate) fn says(&self, number: usize) -> Option<bool> {
        has(&self.care, number).then(|| has(&self.want, number))
    }

    /// This, and that a fluent is true, or is not, of which it says nothing.
    pub(crate) fn and(mut self, number: usize, is_true: bool) -> Self {
        put(&mut self.care, number);
        if is_true {
            put(&mut self.want, number);
        }
        self
    }

    /// What is left to be asked if that is known; `None` if it cannot hold.
    pub(crate) fn behind(&self, known: &Self) -> Option<Self> {
        let mut left = *self;
        for w in 0..W {
            if self.care[w] & known.care[w] & (self.want[w] ^ known.want[w]) != 0 {
                return None;
            }
            left.care[w] &= !known.care[w];
            left.want[w] &= !known.care[w];
        }
        Some(left)
    }

    #[inline]
    pub(crate) fn holds(&self, bits: &FluentBits<W>) -> bool {
        // Without a branch for each word.
        let mut differs = 0;
        for (word, (care, want)) in bits.iter().zip(self.care.iter().zip(&self.want)) {
            differs |= (word & care) ^ want;
        }
        differs == 0
    }
}

/// Ways of which one must hold.
pub(crate) type Ways<const W: usize> = Box<[Way<W>]>;

/// The ways in which a wire is on, if there are no more than `most`. All inputs must be fluents.
pub(crate) fn ways_of<const W: usize>(
    circuit: &Circuit,
    wire: Wire,
    most: usize,
) -> Option<Ways<W>> {
    let ways = circuit.ways(wire, most)?;
    Some(ways.iter().map(|way| Way::of(circuit, way)).collect())
}

#[inline]
pub(crate) fn any_holds<const W: usize>(ways: &[Way<W>], bits: &FluentBits<W>) -> bool {
    ways.iter().any(|way| way.holds(bits))
}

/// What all of the ways need.
pub(crate) fn shared<const W: usize>(ways: &[Way<W>]) -> Way<W> {
    let Some((first, rest)) = ways.split_first() else {
        return Way::NOTHING;
    };
    let mut shared = *first;
    for way in rest {
        for i in 0..W {
            shared.care[i] &= way.care[i] & !(shared.want[i] ^ way.want[i]);
            shared.want[i] &= shared.care[i];
        }
    }
    shared
}
