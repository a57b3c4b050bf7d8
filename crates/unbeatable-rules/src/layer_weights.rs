//! Layers: every move adds as much as every other, a mark on a board or a step of a count.

use crate::changes::Change;
use crate::groups::FluentGroups;
use crate::image::Symmetry;
use crate::way::{FluentBits, has};

/// Weights of fluents with which every move makes the sum of what is true greater by one.
#[derive(Debug)]
pub(crate) struct LayerWeights {
    weights: Box<[i32]>,
    /// No position has a smaller sum.
    least: i32,
    /// No position has a larger one.
    most: i32,
}

/// Weights are small, or there are none.
const WEIGHT_MAX: i64 = 1 << 12;

/// A prime: equations are solved by it, and what comes out is tested by the integers.
const PRIME: i64 = (1 << 31) - 1;

impl LayerWeights {
    /// The weights, if all moves make these changes: those of images of a fluent are that of the fluent.
    pub(crate) fn find<const W: usize>(
        changes: &[Change],
        fluents: usize,
        groups: &FluentGroups<W>,
        symmetries: &[Symmetry<W>],
    ) -> Option<Self> {
        let mut changes = changes.to_vec();
        changes.sort_unstable();
        changes.dedup();
        let mut equations: Vec<Vec<i64>> = vec![];
        let mut is_open = vec![false; fluents];
        for change in &changes {
            let mut equation = vec![0; fluents + 1];
            change.come.iter().for_each(|&i| equation[i as usize] += 1);
            change.gone.iter().for_each(|&i| equation[i as usize] -= 1);
            equation[fluents] = 1;
            equations.push(equation);
            for &i in change.may_go.iter().chain(&change.may_come) {
                is_open[i as usize] = true;
            }
        }
        for symmetry in symmetries {
            for i in (0..fluents).filter(|&i| symmetry.image_of(i) != i) {
                let mut equation = vec![0; fluents + 1];
                equation[i] = 1;
                equation[symmetry.image_of(i)] -= 1;
                equations.push(equation);
            }
        }
        // What may change or not must not matter.
        for i in (0..fluents).filter(|&i| is_open[i]) {
            let mut equation = vec![0; fluents + 1];
            equation[i] = 1;
            equations.push(equation);
        }
        let weights: Box<[i32]> = solved(equations, fluents)?.into();
        let sum = |list: &[u32]| list.iter().map(|&i| weights[i as usize]).sum::<i32>();
        let is_right = |change: &Change| {
            let is_still = |list: &[u32]| list.iter().all(|&i| weights[i as usize] == 0);
            sum(&change.come) - sum(&change.gone) == 1
                && is_still(&change.may_go)
                && is_still(&change.may_come)
        };
        let is_symmetric = |symmetry: &Symmetry<W>| {
            (0..fluents).all(|i| weights[i] == weights[symmetry.image_of(i)])
        };
        if !changes.iter().all(is_right) || !symmetries.iter().all(is_symmetric) {
            return None;
        }
        // At most one of a group is true.
        let mut is_free = vec![true; fluents];
        let (mut least, mut most) = (0, 0);
        for mask in &groups.masks {
            let members = (0..fluents).filter(|&i| has(mask, i));
            let members: Vec<usize> = members.collect();
            members.iter().for_each(|&i| is_free[i] = false);
            let weights = members.iter().map(|&i| weights[i]).chain([0]);
            least += weights.clone().min().unwrap_or(0);
            most += weights.max().unwrap_or(0);
        }
        for i in (0..fluents).filter(|&i| is_free[i]) {
            least += weights[i].min(0);
            most += weights[i].max(0);
        }
        Some(LayerWeights {
            weights,
            least,
            most,
        })
    }

    /// The layer of a position.
    pub(crate) fn layer<const W: usize>(&self, bits: &FluentBits<W>) -> u32 {
        let true_ones = self
            .weights
            .iter()
            .enumerate()
            .filter(|(i, _)| has(bits, *i));
        let sum = true_ones.map(|(_, weight)| weight).sum::<i32>();
        u32::try_from(sum - self.least).expect("no position has a smaller sum")
    }

    /// No layer behind this one has a position.
    pub(crate) fn layer_max(&self) -> u32 {
        u32::try_from(self.most - self.least).expect("the most is not less than the least")
    }
}

/// Numbers that solve these equations, whose last column is the right side; those that are free are 0.
fn solved(mut equations: Vec<Vec<i64>>, unknowns: usize) -> Option<Vec<i32>> {
    let mut pivots: Vec<(usize, usize)> = vec![];
    let mut done = 0;
    for column in 0..unknowns {
        let Some(row) = (done..equations.len()).find(|&row| equations[row][column] != 0) else {
            continue;
        };
        equations.swap(done, row);
        let inverse = power(equations[done][column], PRIME - 2);
        for value in &mut equations[done] {
            *value = (*value * inverse).rem_euclid(PRIME);
        }
        let pivot = equations[done].clone();
        for (row, equation) in equations.iter_mut().enumerate() {
            let factor = equation[column].rem_euclid(PRIME);
            if row == done || factor == 0 {
                continue;
            }
            for (value, pivot) in equation.iter_mut().zip(&pivot) {
                *value = (*value - factor * pivot).rem_euclid(PRIME);
            }
        }
        pivots.push((done, column));
        done += 1;
    }
    let mut found = vec![0; unknowns];
    for (row, column) in pivots {
        let value = equations[row][unknowns];
        let value = if value > PRIME / 2 {
            value - PRIME
        } else {
            value
        };
        if value.abs() > WEIGHT_MAX {
            return None;
        }
        found[column] = value as i32;
    }
    Some(found)
}

fn power(base: i64, mut exponent: i64) -> i64 {
    let (mut base, mut result) = (base.rem_euclid(PRIME), 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}
