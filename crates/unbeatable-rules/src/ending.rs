//! Whether a game must end, and how that is known.

use std::collections::HashMap;

use crate::changes::{Change, changes};
use crate::circuit::Gate;
use crate::deed::DeedRoom;
use crate::grounding::limits::GroundingLimits;
use crate::layer_weights::LayerWeights;
use crate::mechanism::Mechanism;
use crate::position::Stage;
use crate::rules::{Alternation, RuleFault, Rules};
use crate::way::FluentBits;
use crate::weights::weigh;
use unbeatable_core::Player;
use unbeatable_core::mixer::BuildMixer;

/// How it is known that a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finiteness {
    /// All positions were looked at, so many, and none comes up again.
    Walked(usize),
    /// Something counts moves, whatever is done, and ends the game after so many at the latest.
    Counted(usize),
    /// Fluents have weights, and every move makes the sum of those that are true smaller.
    Weighed,
}

/// A walk looks at no more positions.
const WALK_POSITIONS_MAX: usize = 20_000;

/// A walk takes no more looks at gates.
const WALK_WORK_MAX: usize = 100_000_000;

/// What an action does is told apart in no more cases, at first and then.
const CASES_MAX: [usize; 2] = [64, 1024];

/// What an action does lists no more ways.
const DEED_WAYS_MAX: usize = 1 << 16;

/// A clock is followed for no more moves.
const CLOCK_MOVES_MAX: usize = 10_000;

/// What a walk through positions found.
pub(crate) struct RulesWalk<const W: usize> {
    /// Whether it is known that games end.
    pub(crate) is_finite: Option<Finiteness>,
    /// A position in which the rules break a promise.
    pub(crate) fault: Option<(FluentBits<W>, RuleFault)>,
    /// Whether a player had a turn twice in a row.
    pub(crate) has_passes: bool,
    /// Moves that lead from a position back to itself.
    pub(crate) circle: Option<FluentBits<W>>,
}

/// What is true, and whose turn it is.
type Visited<const W: usize> = (FluentBits<W>, Player);

/// Walks through the game, depth first, until it knows all positions or has seen enough.
pub(crate) fn walk<const W: usize>(rules: &Rules<W>, limits: &GroundingLimits) -> RulesWalk<W> {
    let mut walk = RulesWalk {
        is_finite: None,
        fault: None,
        has_passes: false,
        circle: None,
    };
    // Whether a position is on the way that is walked now.
    let mut seen: HashMap<Visited<W>, bool, BuildMixer> = HashMap::default();
    let mut way: Vec<(Visited<W>, Vec<Visited<W>>)> = vec![];
    let mut next = Some((rules.start(), Player::First));
    let mut work = WALK_WORK_MAX;
    loop {
        if let Some((bits, turn)) = next.take() {
            match seen.get(&(bits, turn)) {
                Some(true) => {
                    walk.circle = Some(bits);
                    return walk;
                }
                Some(false) => {}
                None if seen.len() == WALK_POSITIONS_MAX || work == 0 || (limits.is_over)() => {
                    return walk;
                }
                None => {
                    let settled = match rules.settle(bits, turn, |_| 0) {
                        Ok(settled) => settled,
                        Err(fault) => {
                            walk.fault = Some((bits, fault));
                            return walk;
                        }
                    };
                    let behind = match settled.stage {
                        Stage::Over(_) => vec![],
                        Stage::Pass => {
                            walk.has_passes = true;
                            vec![(bits, turn.other())]
                        }
                        Stage::Open => rules.successors(&bits, turn),
                    };
                    let weight = rules.mechanism.circuit.weight();
                    work = work.saturating_sub((behind.len() + 1) * weight);
                    seen.insert((bits, turn), true);
                    way.push(((bits, turn), behind));
                }
            }
        }
        let Some((of, behind)) = way.last_mut() else {
            walk.is_finite = Some(Finiteness::Walked(seen.len()));
            return walk;
        };
        match behind.pop() {
            Some(one) => next = Some(one),
            None => {
                seen.insert(*of, false);
                way.pop();
            }
        }
    }
}

/// Whether some fluents go their way whatever is done, and end the game.
fn clock(mechanism: &Mechanism, limits: &GroundingLimits) -> Option<Finiteness> {
    let count = mechanism.fluents.len();
    let gates = mechanism.circuit.gates();
    // Fluents whose next value depends on each other alone.
    let mut is_own = vec![true; count];
    loop {
        let mut depends = vec![];
        for gate in gates {
            depends.push(match gate {
                Gate::Off => false,
                Gate::Input(number) => !is_own.get(*number as usize).copied().unwrap_or(false),
                Gate::All(wires) => wires.iter().any(|wire| depends[wire.gate()]),
            });
        }
        let before = is_own.clone();
        for i in 0..count {
            is_own[i] &= !depends[mechanism.next[i].gate()];
        }
        if is_own == before {
            break;
        }
    }
    if !is_own.contains(&true) {
        return None;
    }
    let mut now = mechanism.start.clone();
    let mut seen = std::collections::HashSet::new();
    for moves in 0..CLOCK_MOVES_MAX {
        let key: Vec<bool> = now
            .iter()
            .zip(&is_own)
            .map(|(on, is_own)| *on && *is_own)
            .collect();
        if !seen.insert(key) || (limits.is_over)() {
            return None;
        }
        let known = mechanism.circuit.settled(&|input| {
            let number = input as usize;
            is_own
                .get(number)
                .copied()
                .unwrap_or(false)
                .then(|| now[number])
        });
        let on = |wire: crate::circuit::Wire| known[wire.gate()].map(|on| on != wire.is_opposite());
        if on(mechanism.terminal) == Some(true) {
            return Some(Finiteness::Counted(moves));
        }
        for i in (0..count).filter(|&i| is_own[i]) {
            now[i] = on(mechanism.next[i]).expect("it depends on what is known alone");
        }
    }
    None
}

/// How it is known that games end, from what moves do.
pub(crate) fn finiteness<const W: usize>(
    rules: &mut Rules<W>,
    limits: &GroundingLimits,
) -> Option<Finiteness> {
    if let Some(counted) = clock(&rules.mechanism, limits) {
        return Some(counted);
    }
    // Without an action to wait with, it is not known what moves do.
    if rules.idle.contains(&None) {
        return None;
    }
    if rules.alternation == Alternation::Tested {
        rules.groups = rules.find_groups(limits);
    }
    let fluents = rules.mechanism.fluents.len();
    let mut is_weighed = false;
    for cases_max in CASES_MAX {
        let (changes, is_open) = all_changes(rules, cases_max, limits)?;
        is_weighed = weigh(changes, fluents, limits);
        // More cases say more only where something is open.
        if is_weighed || !is_open {
            break;
        }
    }
    if !is_weighed {
        return None;
    }
    if rules.alternation == Alternation::Tested {
        // It was used that one of both always waits.
        rules.is_idle_tested = true;
        if walk(rules, limits).fault.is_some() {
            return None;
        }
    }
    Some(Finiteness::Weighed)
}

/// Layers, if every move leads to the next one, and moves can be taken back.
pub(crate) fn layers<const W: usize>(
    rules: &Rules<W>,
    limits: &GroundingLimits,
) -> Option<LayerWeights> {
    if !rules.can_go_back() {
        return None;
    }
    let (changes, is_open) = all_changes(rules, CASES_MAX[0], limits)?;
    let fluents = rules.mechanism.fluents.len();
    match is_open {
        true => None,
        false => LayerWeights::find(&changes, fluents, &rules.groups, &rules.symmetries),
    }
}

/// What all moves may change, and whether a case leaves something open; `None` if some of them are not simple.
fn all_changes<const W: usize>(
    rules: &Rules<W>,
    cases_max: usize,
    limits: &GroundingLimits,
) -> Option<(Vec<Change>, bool)> {
    let fluents = rules.mechanism.fluents.len();
    let mut scratch = rules.scratch();
    let mut all = vec![];
    let mut is_open = false;
    for role in [0, 1] {
        for action in 0..rules.deeds[role].len() {
            if (limits.is_over)() {
                return None;
            }
            let is_idle = rules.idle[role] == Some(action as u16);
            if !is_idle && rules.known(role, action).is_some() {
                let mut room = DeedRoom {
                    cases: cases_max,
                    ways: DEED_WAYS_MAX,
                };
                let deed = rules.deed(&mut scratch, role, action, &mut room)?;
                is_open |= deed.cases().any(|case| !case.more.is_empty());
                all.extend(changes(&deed, fluents));
            }
        }
    }
    // Whose turn it is says nothing about how far the game has come.
    for case in &mut all {
        for list in [
            &mut case.gone,
            &mut case.come,
            &mut case.may_go,
            &mut case.may_come,
        ] {
            list.retain(|fluent| !rules.turns.is_some_and(|turns| turns.contains(fluent)));
        }
    }
    Some((all, is_open))
}
