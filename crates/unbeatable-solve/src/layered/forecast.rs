//! How large a game is, before it is solved.
//!
//! A position of the next layer has some number of predecessors; if every move into it counts as one part
//! in that number, each position counts once, however many moves lead to it. So from positions picked at
//! random in one layer the size of the next one follows, and so on to the end of the game (Knuth 1975
//! estimates trees like this; Chen 1992 graphs with transpositions, by strata). Predecessors that cannot
//! be reached from the root do not count: that is found out by going back.
//!
//! Layers that are known are counted as they are, and what is picked there tells of those behind. Several
//! groups that know nothing of one another show how much is left to chance.

use std::collections::HashMap;

use unbeatable_core::Behind;
use unbeatable_core::mixer::BuildMixer;
use unbeatable_core::random::Random;

use super::kernel::Kernel;

/// How large a layer is likely to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Classes.
    pub classes: f64,
    /// Positions.
    pub positions: f64,
}

/// How large a game is likely to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The layers, from the root's on.
    pub layers: Vec<Estimate>,
    /// All layers.
    pub all: Estimate,
    /// Two standard errors of `all`, as a part of it: it is this far off in one of twenty cases.
    pub error: f64,
}

/// How many groups there are.
const GROUPS: usize = 8;

/// How many positions are remembered to be reachable, or not.
const REMEMBERED_MAX: usize = 1 << 17;

/// Estimates how many classes and positions the layers behind the `known` ones have, with so many
/// `picks` a layer. Ends early, with `None`, once `is_enough` says so.
pub fn forecast(
    kernel: &Kernel,
    known: &[u64],
    picks: usize,
    seed: u64,
    is_enough: &dyn Fn() -> bool,
) -> Option<Forecast> {
    let mut way_back = WayBack {
        kernel,
        remembered: HashMap::default(),
    };
    let mut groups = vec![];
    for group in 0..GROUPS {
        let random = Random::for_task(seed, group as u64);
        groups.push(estimate(
            kernel,
            known,
            picks.div_ceil(GROUPS),
            random,
            &mut way_back,
            is_enough,
        )?);
    }
    let layers = groups.iter().map(Vec::len).max().unwrap_or(0);
    let mean =
        |of: &dyn Fn(&Vec<Estimate>) -> f64| groups.iter().map(of).sum::<f64>() / GROUPS as f64;
    let layer = |i: usize, of: fn(&Estimate) -> f64| mean(&|group| group.get(i).map_or(0.0, of));
    let layers: Vec<Estimate> = (0..layers)
        .map(|i| Estimate {
            classes: layer(i, |e| e.classes),
            positions: layer(i, |e| e.positions),
        })
        .collect();
    let sum = |group: &Vec<Estimate>| group.iter().map(|e| e.classes).sum::<f64>();
    let all = Estimate {
        classes: mean(&sum),
        positions: mean(&|group| group.iter().map(|e| e.positions).sum()),
    };
    let variance = mean(&|group| (sum(group) - all.classes).powi(2)) / (GROUPS - 1) as f64;
    Some(Forecast {
        layers,
        all,
        error: 2.0 * variance.sqrt() / all.classes,
    })
}

/// What one group says of every layer.
fn estimate(
    kernel: &Kernel,
    known: &[u64],
    picks: usize,
    mut random: Random,
    way_back: &mut WayBack,
    is_enough: &dyn Fn() -> bool,
) -> Option<Vec<Estimate>> {
    let mut picked = vec![kernel.root()];
    let mut classes = 1.0;
    let mut layers = vec![];
    let mut layer = kernel.first_layer();
    let mut behind = Behind::default();
    let mut images = vec![];
    let mut count_images = |number| {
        kernel.game().images_of(number, &mut images);
        images.len()
    };
    loop {
        if let Some(&exact) = known.get(layers.len()) {
            classes = exact as f64;
        }
        let images: usize = picked.iter().map(|&number| count_images(number)).sum();
        layers.push(Estimate {
            classes,
            positions: classes * images as f64 / picked.len() as f64,
        });
        // What is behind the picked positions, each with its share.
        let mut next = vec![];
        let mut shares = vec![];
        let mut sum = 0.0;
        for &number in &picked {
            if is_enough() {
                return None;
            }
            let begin = next.len();
            kernel.game().expand(&[number], &mut behind);
            next.extend(behind.moves().iter().map(|&(_, behind)| behind));
            next[begin..].sort_unstable();
            let mut kept = begin;
            for i in begin..next.len() {
                // Symmetric moves lead to one class.
                if i == begin || next[i] != next[kept - 1] {
                    next[kept] = next[i];
                    kept += 1;
                }
            }
            next.truncate(kept);
            for &behind in &next[begin..] {
                let before = way_back.reachable_predecessors(layer + 1, behind);
                sum += 1.0 / f64::from(before.max(1));
                shares.push(sum);
            }
        }
        if next.is_empty() {
            return Some(layers);
        }
        classes *= sum / picked.len() as f64;
        layer += 1;
        // At even distances along the shares, so that little is left to chance.
        let step = sum / picks as f64;
        let offset = random.below(1 << 32) as f64 / (1u64 << 32) as f64;
        picked.clear();
        let mut at = 0;
        for i in 0..picks {
            let share = (i as f64 + offset) * step;
            while at + 1 < shares.len() && shares[at] <= share {
                at += 1;
            }
            picked.push(next[at]);
        }
    }
}

/// Finds out which positions can be reached, by going back.
struct WayBack<'k, 'g> {
    kernel: &'k Kernel<'g>,
    remembered: HashMap<(u32, u64), bool, BuildMixer>,
}

impl WayBack<'_, '_> {
    /// How many predecessors can be reached from the root.
    fn reachable_predecessors(&mut self, layer: u32, number: u64) -> u32 {
        if self.remembered.len() > REMEMBERED_MAX {
            self.remembered.clear();
        }
        let mut before = vec![];
        self.kernel.game().classes_before(number, &mut before);
        let reachable = |&number: &u64| self.is_reachable(layer - 1, number);
        before.iter().map(reachable).map(u32::from).sum()
    }

    fn is_reachable(&mut self, layer: u32, number: u64) -> bool {
        if layer <= self.kernel.first_layer() {
            return layer == self.kernel.first_layer() && number == self.kernel.root();
        }
        if let Some(&known) = self.remembered.get(&(layer, number)) {
            return known;
        }
        let mut before = vec![];
        self.kernel.game().classes_before(number, &mut before);
        let is_reachable = before
            .iter()
            .any(|&number| self.is_reachable(layer - 1, number));
        self.remembered.insert((layer, number), is_reachable);
        is_reachable
    }
}
