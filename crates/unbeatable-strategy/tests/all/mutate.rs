//! Changes of every piece of a certificate.

use unbeatable_core::random::Random;
use unbeatable_proof::table::{Keep, Named, TableCount, TableRow};

use crate::pieces::Pieces;

/// Another number below `many`, if there is one.
fn other(random: &mut Random, than: u32, many: u32) -> u32 {
    match random.below(many.max(1).into()) as u32 {
        number if number == than => (number + 1) % many.max(2),
        number => number,
    }
}

/// Changes something. Returns what.
pub(crate) fn mutate(
    pieces: &mut Pieces,
    foreign: &Pieces,
    classes: u32,
    random: &mut Random,
) -> &'static str {
    match random.below(4) {
        0 => mutate_table(pieces, classes, random),
        1 => mutate_tree(pieces, classes, random),
        2 => mutate_proof(pieces, random),
        _ => mutate_claim(pieces, foreign, random),
    }
}

fn mutate_table(pieces: &mut Pieces, classes: u32, random: &mut Random) -> &'static str {
    let kind = random.below(4);
    if kind == 0 || pieces.rows.is_empty() {
        pieces.rows.push(TableRow {
            class: random.below(u64::from(classes) + 1) as u32,
            index: random.below(3) as u32,
        });
        pieces.at_most += random.below(2) as u32;
        return "a row more";
    }
    let at = random.below(pieces.rows.len() as u64) as usize;
    match kind {
        1 => {
            pieces.rows.remove(at);
            pieces.at_most -= random.below(2).min(pieces.at_most.into()) as u32;
            pieces.at_least = pieces.at_least.min(pieces.at_most);
            "a row less"
        }
        2 => {
            let class = pieces.rows[at].class;
            pieces.rows[at].class = other(random, class, classes);
            "a row of another class"
        }
        _ => {
            let index = pieces.rows[at].index;
            pieces.rows[at].index = other(random, index, 10);
            "another move"
        }
    }
}

fn mutate_tree(pieces: &mut Pieces, classes: u32, random: &mut Random) -> &'static str {
    let Some(tree) = pieces.tree.as_mut().filter(|tree| !tree.is_empty()) else {
        pieces.tree = Some(vec![1]);
        return "another tree";
    };
    let at = random.below(tree.len() as u64) as usize;
    match random.below(6) {
        0 => {
            tree.remove(at);
            "a step of the tree less"
        }
        1 => {
            let leaf = tree.iter().position(|&step| step > 0).unwrap();
            let merge = tree.iter().position(|&step| step == 0);
            if let Some(merge) = merge {
                tree.remove(merge);
            }
            tree.remove(leaf);
            "a leaf less"
        }
        2 => {
            let leaf = tree[at];
            tree.splice(at..at, [leaf]);
            tree.push(0);
            "a leaf twice"
        }
        3 => {
            tree[at] = other(random, tree[at], classes + 1);
            "another leaf"
        }
        4 => {
            let with = random.below(tree.len() as u64) as usize;
            tree.swap(at, with);
            "a tree of another shape"
        }
        _ => {
            tree.truncate(at);
            "a tree that ends early"
        }
    }
}

fn mutate_proof(pieces: &mut Pieces, random: &mut Random) -> &'static str {
    if pieces.steps.is_empty() {
        pieces.steps.push((vec![], vec![0]));
        return "a step from nowhere";
    }
    let many = pieces.steps.len();
    let at = random.below(many as u64) as usize;
    let own = pieces.clauses + at as u32;
    let step = &mut pieces.steps[at];
    let of = |list: &[u32], random: &mut Random| random.below(list.len().max(1) as u64) as usize;
    match random.below(12) {
        0 if !step.0.is_empty() => {
            let i = of(&step.0, random);
            step.0[i] ^= 1;
            "a literal turned round"
        }
        1 if !step.0.is_empty() => {
            let i = of(&step.0, random);
            step.0[i] = other(random, step.0[i], 2 * pieces.clauses);
            "another literal"
        }
        2 if !step.0.is_empty() => {
            let i = of(&step.0, random);
            step.0.remove(i);
            "a literal less"
        }
        3 => {
            step.0
                .push(random.below(u64::from(pieces.clauses.max(1))) as u32);
            "a literal more"
        }
        4 if !step.1.is_empty() => {
            let i = of(&step.1, random);
            step.1[i] = other(random, step.1[i], own + 1);
            "another hint"
        }
        5 if !step.1.is_empty() => {
            let i = of(&step.1, random);
            step.1.remove(i);
            "a hint less"
        }
        6 => {
            let i = of(&step.1, random);
            step.1.insert(i, random.below(u64::from(own.max(1))) as u32);
            "a hint more"
        }
        7 if step.1.len() > 1 => {
            let i = of(&step.1, random);
            let last = step.1.len() - 1;
            step.1.swap(i, last);
            "hints in another order"
        }
        8 => {
            pieces.steps.remove(at);
            "a step less"
        }
        9 => {
            pieces.steps.swap(at, many - 1);
            "steps in another order"
        }
        10 => {
            step.0.clear();
            "an empty clause before its time"
        }
        _ => {
            pieces.steps.truncate(at);
            "a proof that ends early"
        }
    }
}

fn mutate_claim(pieces: &mut Pieces, foreign: &Pieces, random: &mut Random) -> &'static str {
    let by = 1 + random.below(3) as u32;
    let is_proof_kept = random.below(3) > 0;
    let question = &mut pieces.question;
    let what = match random.below(10) {
        0 => {
            pieces.at_least += by;
            pieces.at_most = pieces.at_most.max(pieces.at_least);
            "at least more"
        }
        1 => {
            pieces.at_least = pieces.at_least.saturating_sub(by);
            "at least less"
        }
        2 => {
            pieces.at_most = pieces.at_most.saturating_sub(by);
            pieces.at_least = pieces.at_least.min(pieces.at_most);
            "at most less"
        }
        3 => {
            pieces.at_most += by;
            "at most more"
        }
        4 => {
            question.role = random.pick(<_ as Named>::ALL).1;
            "another role"
        }
        5 => {
            question.keep = random.pick(Keep::ALL).1;
            "another policy"
        }
        6 => {
            question.count = random.pick(TableCount::ALL).1;
            "another count"
        }
        7 => {
            question.open = match random.below(2) {
                0 => vec![],
                _ => vec![random.below(pieces.moves.len() as u64 + 1) as u32],
            };
            "another opening"
        }
        8 => {
            question.default = match random.below(4) as usize {
                0 => None,
                rule => Some(<_ as Named>::ALL[rule - 1].1),
            };
            "another rule"
        }
        _ => {
            match random.below(3) {
                0 => pieces.rows.clone_from(&foreign.rows),
                1 => pieces.tree.clone_from(&foreign.tree),
                _ => pieces.steps.clone_from(&foreign.steps),
            }
            return "a piece of another certificate";
        }
    };
    // What another question's table counts may be right as it is: only then the proof is looked at.
    if !is_proof_kept {
        pieces.at_least = 0;
        pieces.tree = None;
    }
    what
}
