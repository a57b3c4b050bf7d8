//! What an action does, without gates: most of what is true stays, some of it is set, some is cleared, and the
//! little that is left depends on a few fluents.

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;

use crate::circuit::{Circuit, Wire};
use crate::mechanism::Mechanism;

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
        let mut way = Way {
            care: [0; W],
            want: [0; W],
        };
        for &wire in wires {
            let (input, is_wanted) = circuit.as_input(wire).expect("ways are of inputs");
            put(&mut way.care, input as usize);
            if is_wanted {
                put(&mut way.want, input as usize);
            }
        }
        way
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
        return Way {
            care: [0; W],
            want: [0; W],
        };
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

/// What an action does.
#[derive(Clone, Debug)]
pub(crate) struct Deed<const W: usize> {
    /// What stays as it is.
    pub(crate) keep: FluentBits<W>,
    /// What is true behind it.
    pub(crate) set: FluentBits<W>,
    /// What is true behind it if one of the ways holds before it.
    pub(crate) more: Box<[(u32, Ways<W>)]>,
}

/// No fluent depends on more ways.
const WAYS_MAX: usize = 48;

impl<const W: usize> Deed<W> {
    /// What happens if a role takes an action in a position where `known` holds, and the other one is idle.
    /// `None` if that is not simple.
    pub(crate) fn of(
        mechanism: &Mechanism,
        scratch: &mut Circuit,
        done_by: [usize; 2],
        known: &Way<W>,
    ) -> Option<Self> {
        let fluents = mechanism.fluents.len() as u32;
        let inputs = [0, 1].map(|role| mechanism.action_input(role, done_by[role]));
        let given = |input: u32| {
            if input >= fluents {
                return Some(Wire::FALSE.wanted(!inputs.contains(&input)));
            }
            let number = input as usize;
            has(&known.care, number).then(|| Wire::FALSE.wanted(!has(&known.want, number)))
        };
        let mut done: HashMap<usize, Wire, BuildMixer> = HashMap::default();
        let mut deed = Deed {
            keep: [0; W],
            set: [0; W],
            more: Box::default(),
        };
        let mut more = vec![];
        for (i, &next) in mechanism.next.iter().enumerate() {
            let wire = scratch.rewrite(&mechanism.circuit, next, &given, &mut done);
            if wire == Wire::TRUE {
                put(&mut deed.set, i);
            } else if wire == Wire::FALSE {
                // It is neither kept nor set.
            } else if scratch.as_input(wire) == Some((i as u32, true)) {
                put(&mut deed.keep, i);
            } else {
                more.push((i as u32, ways_of(scratch, wire, WAYS_MAX)?));
            }
        }
        deed.more = more.into();
        Some(deed)
    }

    /// What is true behind it.
    #[inline]
    pub(crate) fn after(&self, bits: &FluentBits<W>) -> FluentBits<W> {
        let mut after = *bits;
        for w in 0..W {
            after[w] = bits[w] & self.keep[w] | self.set[w];
        }
        for (number, ways) in &self.more {
            if any_holds(ways, bits) {
                put(&mut after, *number as usize);
            }
        }
        after
    }
}
