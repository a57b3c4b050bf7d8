//! What an action does, without gates: most of what is true stays, some of it is set, some is cleared, and the
//! little that is left depends on a few fluents, which are asked one after the other.

use std::collections::HashMap;

use unbeatable_core::mixer::BuildMixer;

use crate::circuit::{Circuit, Wire};
use crate::groups::FluentGroups;
use crate::mechanism::Mechanism;
use crate::way::{FluentBits, Way, Ways, any_holds, has, put, ways_of};

/// What an action does: a tree of questions, each about one fluent, and what happens behind them.
#[derive(Debug)]
pub(crate) struct Deed<const W: usize> {
    /// The first is asked first.
    steps: Box<[DeedStep<W>]>,
}

#[derive(Debug)]
enum DeedStep<const W: usize> {
    /// Is that fluent true? Where to go on if not, and if so.
    Ask { fluent: u32, to: [u32; 2] },
    /// This happens.
    Do(DeedCase<W>),
    /// No position is like that.
    Never,
}

/// What an action does in one case.
#[derive(Debug)]
pub(crate) struct DeedCase<const W: usize> {
    /// What is known to hold before it.
    pub(crate) known: Way<W>,
    /// What stays as it is.
    pub(crate) keep: FluentBits<W>,
    /// What is true behind it.
    pub(crate) set: FluentBits<W>,
    /// What is true behind it if one of the ways holds before it.
    pub(crate) more: Box<[(u32, Ways<W>)]>,
    /// The ways in which the game may be over behind it and was not before, if those are known.
    ends: Option<Ways<W>>,
}

/// What is known of the game that a deed is part of.
pub(crate) struct DeedContext<'r, const W: usize> {
    /// The ways in which it is over, if they are known.
    pub(crate) ends: Option<&'r [Way<W>]>,
    /// Fluents of which at most one is true.
    pub(crate) groups: &'r FluentGroups<W>,
}

/// How large deeds may be.
pub(crate) struct DeedRoom {
    /// Cases of each deed.
    pub(crate) cases: usize,
    /// Ways that all of them may still take.
    pub(crate) ways: usize,
}

/// No fluent depends on more ways.
const WAYS_MAX: usize = 48;

/// No case lists more ways to end the game.
const ENDS_MAX: usize = 96;

/// What becomes of fluents.
struct Fates<const W: usize> {
    keep: FluentBits<W>,
    set: FluentBits<W>,
    more: Vec<(u32, Ways<W>)>,
}

impl<const W: usize> Deed<W> {
    /// What happens if a role takes an action in a position where `known` holds, and the other one is idle.
    /// `None` if what happens is not simple.
    pub(crate) fn of(
        mechanism: &Mechanism,
        scratch: &mut Circuit,
        done_by: [usize; 2],
        known: &Way<W>,
        room: &mut DeedRoom,
        context: &DeedContext<W>,
    ) -> Option<Self> {
        let fluents = mechanism.fluents.len() as u32;
        let inputs = [0, 1].map(|role| mechanism.action_input(role, done_by[role]));
        let given = |input: u32| {
            if input >= fluents {
                return Some(Wire::FALSE.wanted(!inputs.contains(&input)));
            }
            known
                .says(input as usize)
                .map(|is_true| Wire::FALSE.wanted(!is_true))
        };
        let mut done: HashMap<usize, Wire, BuildMixer> = HashMap::default();
        let mut fates = Fates {
            keep: [0; W],
            set: [0; W],
            more: vec![],
        };
        for (i, &next) in mechanism.next.iter().enumerate() {
            let wire = scratch.rewrite(&mechanism.circuit, next, &given, &mut done);
            if wire == Wire::TRUE {
                put(&mut fates.set, i);
            } else if wire == Wire::FALSE {
                // It is neither kept nor set.
            } else if scratch.as_input(wire) == Some((i as u32, true)) {
                put(&mut fates.keep, i);
            } else {
                fates
                    .more
                    .push((i as u32, ways_of(scratch, wire, WAYS_MAX)?));
            }
        }
        let mut steps = vec![];
        let cases_max = room.cases;
        grow(
            &mut steps,
            fates,
            *known,
            cases_max,
            context,
            &mut room.ways,
        );
        Some(Deed {
            steps: steps.into(),
        })
    }

    /// All cases.
    pub(crate) fn cases(&self) -> impl Iterator<Item = &DeedCase<W>> {
        self.steps.iter().filter_map(|step| match step {
            DeedStep::Ask { .. } | DeedStep::Never => None,
            DeedStep::Do(case) => Some(case),
        })
    }

    /// The case of a position.
    #[inline]
    pub(crate) fn case(&self, bits: &FluentBits<W>) -> &DeedCase<W> {
        let mut step = &self.steps[0];
        loop {
            match step {
                DeedStep::Ask { fluent, to } => {
                    step = &self.steps[to[usize::from(has(bits, *fluent as usize))] as usize];
                }
                DeedStep::Do(case) => return case,
                DeedStep::Never => panic!("two of a group are true, of which at most one is"),
            }
        }
    }
}

/// Adds a tree of no more than so many cases, and says where it begins. `room` is for ways.
fn grow<const W: usize>(
    steps: &mut Vec<DeedStep<W>>,
    mut fates: Fates<W>,
    known: Way<W>,
    cases_max: usize,
    context: &DeedContext<W>,
    room: &mut usize,
) -> u32 {
    let at = steps.len();
    let Some(known) = context.groups.refined(&known) else {
        steps.push(DeedStep::Never);
        return at as u32;
    };
    fates.settle(&known);
    let question = fates.question().filter(|_| cases_max > 1 && *room > 0);
    let Some(fluent) = question else {
        let Fates { keep, set, more } = fates;
        let mut case = DeedCase {
            known,
            keep,
            set,
            more: more.into(),
            ends: None,
        };
        let ways = |case: &DeedCase<W>| case.more.iter().map(|(_, ways)| ways.len()).sum::<usize>();
        *room = room.saturating_sub(1 + ways(&case));
        let ends = context.ends.map(|ends| case.new_among(ends));
        case.ends = ends.filter(|ends| ends.len() <= ENDS_MAX.min(*room));
        *room -= case.ends.as_ref().map_or(0, |ends| ends.len());
        steps.push(DeedStep::Do(case));
        return at as u32;
    };
    let ask = |to: [u32; 2]| DeedStep::Ask {
        fluent: fluent as u32,
        to,
    };
    steps.push(ask([0; 2]));
    let to = [false, true].map(|is_true| {
        let fates = Fates {
            more: fates.more.clone(),
            ..fates
        };
        let known = known.and(fluent, is_true);
        grow(steps, fates, known, cases_max / 2, context, room)
    });
    steps[at] = ask(to);
    at as u32
}

impl<const W: usize> Fates<W> {
    /// Uses what is known.
    fn settle(&mut self, known: &Way<W>) {
        let more = std::mem::take(&mut self.more);
        for (number, ways) in more {
            let i = number as usize;
            let left: Vec<Way<W>> = ways.iter().filter_map(|way| way.behind(known)).collect();
            let is_itself = |way: &Way<W>| *way == Way::NOTHING.and(i, true);
            if left.contains(&Way::NOTHING) {
                put(&mut self.set, i);
            } else if left.len() == 1 && is_itself(&left[0]) {
                put(&mut self.keep, i);
            } else if !left.is_empty() {
                self.more.push((number, left.into()));
            }
        }
    }

    /// The fluent that most of what is open depends on.
    fn question(&self) -> Option<usize> {
        let mut counts = vec![0u32; 64 * W];
        for way in self.more.iter().flat_map(|(_, ways)| ways) {
            for (w, &word) in way.care.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    counts[64 * w + left.trailing_zeros() as usize] += 1;
                    left &= left - 1;
                }
            }
        }
        let asked = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let most = asked.max_by_key(|&(i, count)| (count, std::cmp::Reverse(i)));
        most.map(|(i, _)| i)
    }
}

impl<const W: usize> DeedCase<W> {
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

    /// Whether a game that was not over before is over behind it; `None` if that takes a look at all ways to
    /// end it.
    #[inline]
    pub(crate) fn has_ended(&self, after: &FluentBits<W>) -> Option<bool> {
        self.ends.as_ref().map(|ends| any_holds(ends, after))
    }

    /// Of these ways, those that may hold behind it and did not hold before it.
    fn new_among(&self, ways: &[Way<W>]) -> Ways<W> {
        let mut open = [0; W];
        for &(number, _) in &self.more {
            put(&mut open, number as usize);
        }
        let is_new = |way: &&Way<W>| {
            let mut may_come = 0;
            for (w, open) in open.iter().enumerate() {
                let (care, want) = (way.care[w], way.want[w]);
                let kept = self.keep[w] & !self.set[w] & !open;
                let is_known = (kept & self.known.care[w] | !kept) & !open;
                let behind = self.set[w] | kept & self.known.want[w];
                if care & is_known & (want ^ behind) != 0 {
                    return false;
                }
                let was_right = self.known.care[w] & !(self.known.want[w] ^ want);
                may_come |= care & !kept & !was_right;
            }
            may_come != 0
        };
        ways.iter().filter(is_new).copied().collect()
    }
}
