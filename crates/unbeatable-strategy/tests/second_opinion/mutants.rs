//! Tables and proofs that were changed, their checksums repaired: refused, or what they claim is true.

use std::collections::HashMap;
use std::ops::ControlFlow;

use unbeatable_core::random::Random;
use unbeatable_proof::container::Kind;
use unbeatable_proof::table::certificate::read_table;
use unbeatable_proof::table::classes::Limits;
use unbeatable_proof::table::{Count, Keep, Named, Row};

use crate::exhaustive::try_all;
use crate::graph::Graph;
use crate::pieces::{Certify, Pieces, Verify, deflated, file};
use crate::programme::fewest;
use crate::{CLASS_LIMITS, Root, question};

/// Small roots, by moves from the start, and what is asked there.
const CASES: &[(&str, &[usize], &str)] = &[
    ("ttt", &[4, 0], "first rows value"),
    ("ttt", &[4, 0], "first full draw"),
    ("ttt", &[0, 3], "both full value"),
    ("ttt", &[0, 0], "both rows value default=win-first"),
    ("ttt", &[1, 3], "first turns any open=0,3"),
    ("ttt", &[4], "second rows strongest"),
    (
        "ttt",
        &[4, 1, 0],
        "second rows value default=win-block-first",
    ),
    ("ttt", &[0, 1, 2], "both turns draw open=1,2"),
    ("ttt", &[8, 4, 0], "second full value"),
    ("ttt+misere", &[4, 0], "second rows value"),
    ("ttt+misere", &[0, 3], "both full strongest"),
    ("nim:1,2,3", &[], "second rows value"),
    ("nim:1,2,3+misere", &[], "both full value"),
    ("kayles:6", &[], "first rows value default=first"),
    ("subtract:9", &[], "both turns value"),
];

/// What is known of a root.
struct Judge {
    root: Root,
    graph: Graph,
    smallest: HashMap<String, u32>,
}

impl Judge {
    fn new(spec: &'static str, places: &[usize]) -> Self {
        let places = places.to_vec();
        let root = Root { spec, places };
        Judge {
            graph: root.graph(),
            root,
            smallest: HashMap::new(),
        }
    }

    /// Whether what is claimed is so, by our own rules and search.
    fn is_true(&mut self, claimed: &Pieces) -> bool {
        let question = &claimed.question;
        let Ok(counted) = self.graph.play(question, &claimed.rows) else {
            return false;
        };
        let most = counted.len() as u32;
        if claimed.at_least == 0 {
            return most == claimed.at_most;
        }
        let graph = &self.graph;
        let smallest = *self
            .smallest
            .entry(format!("{question:?}"))
            .or_insert_with(|| fewest(graph, question, most));
        most == claimed.at_most && claimed.at_least <= smallest
    }

    fn accepts(&self, changed: &Pieces) -> bool {
        let file = changed.file();
        self.root.ask(Verify(&file, &CLASS_LIMITS)).is_ok()
    }
}

/// Another number below `many`, if there is one.
fn other(random: &mut Random, than: u32, many: u32) -> u32 {
    match random.below(many.max(1).into()) as u32 {
        number if number == than => (number + 1) % many.max(2),
        number => number,
    }
}

/// Changes something. Returns what.
fn mutate(
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
        pieces.rows.push(Row {
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
            question.count = random.pick(Count::ALL).1;
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

/// Changes certificates in one to three places each.
fn run(cases: &[(&'static str, &[usize], &str)], mutants: u64, seed: u64) {
    let mut seen: HashMap<&str, [u32; 2]> = HashMap::new();
    let mut foreign: Option<Pieces> = None;
    for (i, &(spec, places, asked)) in cases.iter().enumerate() {
        let mut judge = Judge::new(spec, places);
        let question = question(asked);
        let pieces = judge.root.ask(Certify(&question));
        assert!(
            judge.accepts(&pieces) && judge.is_true(&pieces),
            "{spec} {places:?} {asked}"
        );
        let foreign = foreign
            .replace(pieces.clone())
            .unwrap_or_else(|| pieces.clone());
        let classes = judge.graph.boards.len() as u32;
        let mut random = Random::for_task(seed, i as u64);
        for _ in 0..mutants {
            let mut changed = pieces.clone();
            let what = mutate(&mut changed, &foreign, classes, &mut random);
            let mut more = vec![];
            while random.below(4) == 0 {
                more.push(mutate(&mut changed, &foreign, classes, &mut random));
            }
            // What is written is sorted, a class once.
            changed.rows.sort_unstable();
            changed.rows.dedup_by_key(|row| row.class);
            let is_accepted = judge.accepts(&changed);
            seen.entry(what).or_default()[usize::from(is_accepted)] += 1;
            if is_accepted {
                let is_true = judge.is_true(&changed);
                assert!(
                    is_true,
                    "{spec} {places:?} {asked}: {what} {more:?}: {changed:?}"
                );
            }
        }
    }
    println!("refused, accepted: {seen:#?}");
    let [refused, accepted] = seen
        .values()
        .fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    assert!(
        refused > 5 * accepted,
        "{refused} refused, {accepted} accepted"
    );
}

#[test]
fn mutants_are_refused_or_true() {
    run(CASES, 300, 8);
}

#[test]
#[ignore = "slow: 100 s"]
fn many_mutants_are_refused_or_true() {
    run(CASES, 6_000, 9);
    run(
        &[
            ("ttt", &[], "second rows value"),
            ("ttt", &[], "both full value"),
        ],
        400,
        10,
    );
}

/// Every row changed to every other move and left out, and a row added for every class that has none.
#[test]
fn every_other_table_is_refused_or_true() {
    for &(spec, places, asked) in CASES {
        let judge = Judge::new(spec, places);
        let question = question(asked);
        let pieces = judge.root.ask(Certify(&question));
        let mut tables = vec![];
        for (i, row) in pieces.rows.iter().enumerate() {
            let moves = judge.graph.replies[row.class as usize].len() as u32;
            for index in (0..=moves).filter(|&index| index != row.index) {
                let mut rows = pieces.rows.clone();
                rows[i].index = index;
                tables.push(rows);
            }
            let mut rows = pieces.rows.clone();
            rows.remove(i);
            tables.push(rows);
        }
        for class in 0..judge.graph.boards.len() as u32 {
            if pieces.rows.iter().all(|row| row.class != class) {
                let mut rows = pieces.rows.clone();
                rows.push(Row { class, index: 0 });
                rows.sort_unstable();
                tables.push(rows);
            }
        }
        for rows in tables {
            let counted = judge.graph.play(&question, &rows);
            let counted = counted.map_or(u32::MAX, |counted| counted.len() as u32);
            for at_most in pieces.at_most..=pieces.at_most + 1 {
                let changed = Pieces {
                    rows: rows.clone(),
                    at_most,
                    // So that a table that is no smallest one is looked at for itself.
                    at_least: 0,
                    tree: None,
                    ..pieces.clone()
                };
                let is_accepted = judge.accepts(&changed);
                assert_eq!(
                    is_accepted,
                    at_most == counted,
                    "{spec} {places:?} {asked}: {changed:?}"
                );
            }
        }
    }
}

/// Bytes of sections changed, left out and made up: no panic, and nothing false is believed.
#[test]
fn any_bytes_are_refused_or_true() {
    let mut refused = 0;
    for (i, &(spec, places, asked)) in CASES.iter().enumerate() {
        let mut judge = Judge::new(spec, places);
        let pieces = judge.root.ask(Certify(&question(asked)));
        let mut random = Random::for_task(11, i as u64);
        for _ in 0..120 {
            let mut sections = pieces.sections();
            let at = random.below(sections.len() as u64) as usize;
            let bytes = &mut sections[at].1;
            let place = random.below(bytes.len() as u64) as usize;
            match random.below(6) {
                0 => bytes.truncate(place),
                1 => bytes[place] ^= 1 << random.below(8),
                2 => bytes.push(random.bits() as u8),
                3 => *bytes = (0..random.below(64)).map(|_| random.bits() as u8).collect(),
                4 => {
                    let many = random.below(200);
                    let bits = 1 + random.below(32);
                    let numbers = (0..many).map(|_| (random.bits() >> (64 - bits)) as u32);
                    *bytes = deflated(&numbers.collect::<Vec<u32>>());
                }
                _ => {
                    sections.remove(at);
                }
            }
            let file = file(&pieces.claim(), &sections);
            let Ok(_) = judge.root.ask(Verify(&file, &CLASS_LIMITS)) else {
                refused += 1;
                continue;
            };
            let table = sections.iter().find(|(kind, _)| *kind == Kind::Table);
            let rows = read_table(&table.unwrap().1[..], 1 << 20).unwrap();
            let read = Pieces {
                rows,
                ..pieces.clone()
            };
            assert!(judge.is_true(&read), "{spec} {asked}: {:?}", read.rows);
        }
    }
    assert!(refused > 1_000, "{refused}");
}

/// A short file that is long when it is read: the checker stops at its limits.
#[test]
fn what_grows_is_stopped() {
    let judge = Judge::new("ttt", &[4, 0]);
    let pieces = judge.root.ask(Certify(&question("first rows value")));
    let limits = Limits {
        bytes_max: 1 << 22,
        watch: &|_| ControlFlow::Continue(()),
    };
    let verify = |pieces: &Pieces, limits: &Limits| {
        let file = pieces.file();
        judge.root.ask(Verify(&file, limits))
    };
    assert!(verify(&pieces, &limits).is_ok());

    // The first clause says that the root is reached; it follows from itself, again and again.
    let mut endless = pieces.clone();
    let units = (0..400_000).map(|i| (vec![0], vec![pieces.clauses + i - 1]));
    endless.steps = units.collect();
    assert!(endless.file().len() < 1 << 22);
    assert_eq!(verify(&endless, &limits), Err("Memory".into()));
    let asked = Limits {
        bytes_max: 1 << 30,
        watch: &|looked| match looked < 100_000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        },
    };
    assert_eq!(verify(&endless, &asked), Err("Asked".into()));

    // Lists that say that they are longer than anything.
    for (kind, what) in [
        (Kind::Table, "table"),
        (Kind::Tree, "tree of counts"),
        (Kind::Refutation, "proof"),
    ] {
        let mut sections = pieces.sections();
        let section = sections.iter_mut().find(|(known, _)| *known == kind);
        section.unwrap().1 = deflated(&[u32::MAX, 0, 0]);
        let file = file(&pieces.claim(), &sections);
        let why = judge.root.ask(Verify(&file, &limits)).unwrap_err();
        assert!(why.contains(what) && why.contains("4294967295"), "{why}");
    }
}

/// What the smallest is, where all tables can be tried: 'at least' is believed up to that, not above.
#[test]
fn no_proof_says_more_than_is_true() {
    for &(spec, places, asked) in CASES {
        let judge = Judge::new(spec, places);
        let question = question(asked);
        let pieces = judge.root.ask(Certify(&question));
        if let Some(tried) = try_all(&judge.graph, &question, usize::MAX, 1 << 16) {
            assert_eq!(
                tried.size, pieces.at_least as usize,
                "{spec} {places:?} {asked}"
            );
        }
        for more in 1..4 {
            let changed = Pieces {
                at_least: pieces.at_least + more,
                at_most: pieces.at_most + more,
                ..pieces.clone()
            };
            assert!(!judge.accepts(&changed));
            let changed = Pieces {
                at_least: pieces.at_least + more,
                ..pieces.clone()
            };
            assert!(!judge.accepts(&changed));
        }
    }
}
