//! What moves may change.

use crate::deed::Deed;
use crate::way::has;

/// What a move does to fluents in one case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Change {
    /// True before it, and not behind it.
    pub(crate) gone: Vec<u32>,
    /// True behind it, and not before it.
    pub(crate) come: Vec<u32>,
    /// Not true behind it, and perhaps before it.
    pub(crate) may_go: Vec<u32>,
    /// True behind it, and perhaps before it.
    pub(crate) may_come: Vec<u32>,
}

impl Change {
    /// How many fluents it speaks of, and one.
    pub(crate) fn size(&self) -> usize {
        1 + self.gone.len() + self.come.len() + self.may_go.len() + self.may_come.len()
    }
}

/// What a deed may change, case by case.
pub(crate) fn changes<const W: usize>(
    deed: &Deed<W>,
    fluents: usize,
) -> impl Iterator<Item = Change> {
    deed.cases().map(move |case| {
        let mut change = Change::default();
        for i in 0..fluents {
            let is_behind = has(&case.set, i);
            if has(&case.keep, i) && !is_behind {
                continue;
            }
            let list = match (case.known.says(i), is_behind) {
                (Some(true), false) => &mut change.gone,
                (Some(false), true) => &mut change.come,
                (None, false) => &mut change.may_go,
                (None, true) => &mut change.may_come,
                (Some(true), true) | (Some(false), false) => continue,
            };
            list.push(i as u32);
        }
        // Of what the case leaves open nothing is known.
        for &(number, _) in &case.more {
            for list in [&mut change.gone, &mut change.may_go] {
                list.retain(|&of| of != number);
            }
            change.may_go.push(number);
            change.may_come.push(number);
        }
        change
    })
}
