//! Weights of fluents with which every move makes the sum of what is true smaller: with those a game ends.

use crate::changes::Change;
use crate::grounding::limits::GroundingLimits;

/// No weight is larger.
const WEIGHT_MAX: i64 = 1 << 40;

/// Looks at what changes, for each of the two ways to find weights.
const WORK_MAX: usize = 1_000_000_000;

/// Whether there are weights, above or below zero, with which every change makes the sum of what is true
/// smaller. `cases` are as many as the moves of a game have; `fluents` is how many things there are to weigh.
pub(crate) fn weigh(mut cases: Vec<Change>, fluents: usize, limits: &GroundingLimits) -> bool {
    cases.sort_unstable();
    cases.dedup();
    let size: usize = cases.iter().map(Change::size).sum();
    let rounds_max = WORK_MAX / size.max(1);
    let by_leaps = |rounds| by_leaps(&cases, fluents, rounds, limits);
    let by_steps = |rounds| by_steps(&cases, fluents, rounds, limits);
    by_leaps(rounds_max.min(400)) || by_steps(rounds_max.min(4000))
}

/// What the sum grows by at most.
fn growth(case: &Change, weights: &[i64]) -> i64 {
    let sum = |list: &[u32], of: fn(i64) -> i64| {
        list.iter().map(|&i| of(weights[i as usize])).sum::<i64>()
    };
    sum(&case.come, |w| w) - sum(&case.gone, |w| w)
        + sum(&case.may_come, |w| w.max(0))
        + sum(&case.may_go, |w| (-w).max(0))
}

/// Whenever the sum grows, what a move takes away is made heavier, or what it brings lighter: whichever is less
/// often the other way round. (In a game in which pieces go one way, that ends with how far they can go.)
fn by_leaps(cases: &[Change], fluents: usize, rounds_max: usize, limits: &GroundingLimits) -> bool {
    let (mut goes, mut comes) = (vec![0u32; fluents], vec![0u32; fluents]);
    for case in cases {
        case.gone
            .iter()
            .chain(&case.may_go)
            .for_each(|&i| goes[i as usize] += 1);
        case.come
            .iter()
            .chain(&case.may_come)
            .for_each(|&i| comes[i as usize] += 1);
    }
    let mut weights = vec![0i64; fluents];
    for _ in 0..rounds_max {
        if (limits.is_over)() {
            return false;
        }
        let mut is_done = true;
        for case in cases {
            let lacks = growth(case, &weights) + 1;
            if lacks <= 0 {
                continue;
            }
            is_done = false;
            let gone = case.gone.iter().map(|&i| (comes[i as usize], i, lacks));
            let come = case.come.iter().map(|&i| (goes[i as usize], i, -lacks));
            let Some((_, i, more)) = gone.chain(come).min() else {
                return false;
            };
            weights[i as usize] += more;
            if weights[i as usize].abs() > WEIGHT_MAX {
                return false;
            }
        }
        if is_done {
            return true;
        }
    }
    false
}

/// Whenever the sum grows, all that has a part in it is made a little heavier or lighter (Rosenblatt 1958). If
/// there are weights that do not depend on what is open, it finds some, but perhaps not in time.
fn by_steps(cases: &[Change], fluents: usize, rounds_max: usize, limits: &GroundingLimits) -> bool {
    let mut weights = vec![0i64; fluents];
    for _ in 0..rounds_max {
        if (limits.is_over)() {
            return false;
        }
        let mut is_done = true;
        for case in cases {
            if growth(case, &weights) < 0 {
                continue;
            }
            is_done = false;
            case.gone.iter().for_each(|&i| weights[i as usize] += 1);
            case.come.iter().for_each(|&i| weights[i as usize] -= 1);
            for &i in &case.may_come {
                weights[i as usize] -= i64::from(weights[i as usize] > 0);
            }
            for &i in &case.may_go {
                weights[i as usize] += i64::from(weights[i as usize] < 0);
            }
        }
        if is_done {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use unbeatable_core::random::Random;

    use super::*;

    const FLUENTS: u32 = 5;

    /// What may be true behind a change, if it can be made.
    fn behind(case: &Change, bits: u32) -> Vec<u32> {
        let set = |list: &[u32]| list.iter().fold(0u32, |set, i| set | 1 << i);
        let (gone, come) = (set(&case.gone), set(&case.come));
        if bits & gone != gone || bits & come != 0 {
            return vec![];
        }
        // What may go or come is not true behind it, or is: in either case it may have been so before.
        let (may_go, may_come) = (set(&case.may_go), set(&case.may_come));
        let fixed = (bits & !gone & !may_go | come | may_come) & !(may_go & may_come);
        let open = may_go & may_come;
        let all = 0..1 << FLUENTS;
        all.filter(|rest| rest & !open == 0)
            .map(|rest| fixed | rest)
            .collect()
    }

    /// Whether some changes lead from what is true back to it.
    fn may_go_round(cases: &[Change]) -> bool {
        let step = |from: &HashSet<u32>| {
            let to = from
                .iter()
                .flat_map(|&bits| cases.iter().flat_map(move |case| behind(case, bits)));
            to.collect::<HashSet<u32>>()
        };
        let mut left: HashSet<u32> = (0..1 << FLUENTS).collect();
        loop {
            let next = &step(&left) & &left;
            if next.len() == left.len() {
                return !next.is_empty();
            }
            left = next;
        }
    }

    #[test]
    fn games_with_weights_end() {
        let mut random = Random::new(1);
        let (mut weighed, mut round) = (0, 0);
        for _ in 0..4000 {
            let cases: Vec<Change> = (0..2 + random.below(4))
                .map(|_| {
                    let mut case = Change::default();
                    for i in 0..FLUENTS {
                        match random.below(11) {
                            0 | 1 => case.gone.push(i),
                            2 | 3 => case.come.push(i),
                            4 => case.may_go.push(i),
                            5 => case.may_come.push(i),
                            6 if random.below(3) == 0 => {
                                case.may_go.push(i);
                                case.may_come.push(i);
                            }
                            _ => {}
                        }
                    }
                    case
                })
                .collect();
            let ends = !may_go_round(&cases);
            let is_weighed = weigh(cases.clone(), FLUENTS as usize, &GroundingLimits::USUAL);
            assert!(ends || !is_weighed, "{cases:?}");
            weighed += u32::from(is_weighed);
            round += u32::from(!ends);
        }
        assert!(weighed > 500 && round > 500, "{weighed} {round}");
    }
}
