//! Tables and proofs that were changed, their checksums repaired: refused, or what they claim is true.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use unbeatable_core::random::Random;
use unbeatable_proof::container::BlockKind;
use unbeatable_proof::table::TableRow;
use unbeatable_proof::table::certificate::read_table;
use unbeatable_proof::table::classes::ClassLimits;

use crate::exhaustive::try_all;
use crate::graph::Graph;
use crate::mutate::mutate;
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

    /// The pieces with a table that takes the last move it may hold everywhere, so that it may count more:
    /// then 'at least' can be false.
    fn wasteful(&self, pieces: &Pieces) -> Pieces {
        let question = &pieces.question;
        let mut rows = vec![];
        for player in Graph::players(question.role) {
            let policy = self.graph.policy(question, player);
            let (mut reached, mut open) = (HashSet::from([0]), vec![0]);
            while let Some(class) = open.pop() {
                let mut replies = self.graph.replies[class].clone();
                if let Some(&place) = policy.moves[class].last() {
                    replies = vec![replies[place]];
                    let (class, index) = (class as u32, place as u32);
                    rows.push(TableRow { class, index });
                }
                open.extend(replies.into_iter().filter(|&reply| reached.insert(reply)));
            }
        }
        rows.sort_unstable();
        let counted = self.graph.play(question, &rows).unwrap();
        Pieces {
            at_most: counted.len() as u32,
            rows,
            ..pieces.clone()
        }
    }

    fn accepts(&self, changed: &Pieces) -> bool {
        let file = changed.file();
        self.root.ask(Verify(&file, &CLASS_LIMITS)).is_ok()
    }
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
        let wasteful = judge.wasteful(&pieces);
        assert!(judge.accepts(&wasteful) && judge.is_true(&wasteful));
        let foreign = foreign
            .replace(pieces.clone())
            .unwrap_or_else(|| pieces.clone());
        let classes = judge.graph.boards.len() as u32;
        let mut random = Random::for_task(seed, i as u64);
        for _ in 0..mutants {
            let mut changed = match random.below(2) {
                0 => pieces.clone(),
                _ => wasteful.clone(),
            };
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
                rows.push(TableRow { class, index: 0 });
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
            let table = sections.iter().find(|(kind, _)| *kind == BlockKind::Table);
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
    let limits = ClassLimits {
        bytes_max: 1 << 22,
        watch: &|_| ControlFlow::Continue(()),
    };
    let verify = |pieces: &Pieces, limits: &ClassLimits| {
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
    let asked = ClassLimits {
        bytes_max: 1 << 30,
        watch: &|looked| match looked < 100_000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        },
    };
    assert_eq!(verify(&endless, &asked), Err("Asked".into()));

    // Lists that say that they are longer than anything.
    for (kind, what) in [
        (BlockKind::Table, "table"),
        (BlockKind::Tree, "tree of counts"),
        (BlockKind::Refutation, "proof"),
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
    let mut more_is_possible = 0;
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
        let wasteful = judge.wasteful(&pieces);
        more_is_possible += u32::from(wasteful.at_most > pieces.at_most);
        for at_least in pieces.at_least + 1..=wasteful.at_most {
            let mut changed = Pieces {
                at_least,
                ..wasteful.clone()
            };
            assert!(!judge.accepts(&changed));
            // Everything that counts, or nothing; and steps that say what they like.
            let root_first = vec![(vec![], vec![changed.clauses.max(1) - 1])];
            for tree in [vec![], pieces.tree.clone().unwrap_or_default()] {
                changed.tree = Some(tree);
                for steps in [vec![], vec![(vec![], vec![])], root_first.clone()] {
                    changed.steps = steps;
                    assert!(!judge.accepts(&changed));
                }
            }
        }
    }
    assert!(more_is_possible > 10, "{more_is_possible}");
}

/// Roots at which little is left to ask: finished games, one move, an owner who never moves or moves
/// second though he is to move, tables without rows. Certified, believed, and no number more.
#[test]
fn the_least_there_is_to_claim() {
    let roots: &[(&str, &[usize])] = &[
        // Won by X, by O, drawn.
        ("ttt", &[0, 2, 0, 2, 0]),
        ("ttt", &[0, 2, 0, 1, 4, 1]),
        ("ttt", &[0, 0, 0, 1, 0, 1, 0, 1, 0]),
        // One move left, two moves left.
        ("ttt", &[0, 0, 0, 1, 0, 1, 0, 1]),
        ("ttt", &[0, 0, 0, 1, 0, 1, 0]),
        ("ttt", &[0, 0, 0, 1, 0]),
        ("nim:0", &[]),
        ("nim:0+misere", &[]),
        ("nim:1", &[]),
        ("nim:2", &[0]),
        ("kayles:2", &[]),
    ];
    let mut finished = 0;
    for &(spec, places) in roots {
        let mut judge = Judge::new(spec, places);
        finished += u32::from(judge.graph.over[0].is_some());
        for role in ["first", "second", "both"] {
            for keep in ["value", "draw", "any", "strongest"] {
                for count in ["full", "turns", "rows", "rows default"] {
                    let asked = match count {
                        "rows default" => format!("{role} rows {keep} default=win-block-first"),
                        _ => format!("{role} {count} {keep}"),
                    };
                    let question = question(&asked);
                    let pieces = judge.root.ask(Certify(&question));
                    let is_good = judge.accepts(&pieces) && judge.is_true(&pieces);
                    assert!(is_good, "{spec} {places:?} {asked}");
                    let tried = try_all(&judge.graph, &question, usize::MAX, 1 << 12).unwrap();
                    assert_eq!(tried.size, pieces.at_least as usize);
                    // The proof that was found, or a plain one, for one more.
                    let mut changed = pieces.clone();
                    changed.at_least += 1;
                    changed.at_most += 1;
                    assert!(!judge.accepts(&changed), "{spec} {places:?} {asked}");
                    changed.at_most -= 1;
                    assert!(!judge.accepts(&changed), "{spec} {places:?} {asked}");
                    for tree in [vec![], vec![1]] {
                        changed.at_most = changed.at_least;
                        changed.tree = Some(tree);
                        changed.steps = vec![(vec![], vec![0, 1])];
                        assert!(!judge.accepts(&changed), "{spec} {places:?} {asked}");
                    }
                }
            }
        }
    }
    assert_eq!(finished, 5);
}

/// A forged proof by a tree that counts one class three times: who takes both stones has reached two
/// classes, not three. The table takes one, so that it does reach three.
#[test]
fn no_class_counts_twice() {
    let judge = Judge::new("nim:2", &[]);
    let mut forged = judge.root.ask(Certify(&question("first full any")));
    assert!(judge.accepts(&forged) && forged.at_least == 2);
    forged.rows = vec![TableRow { class: 0, index: 0 }];
    forged.at_most = 3;
    assert!(judge.accepts(&forged));
    forged.at_least = 3;
    assert!(!judge.accepts(&forged));
    forged.tree = Some(vec![1, 1, 0, 1, 0]);
    // The root is reached (clause 0); twice (5), three times (10), which must not be (11).
    forged.steps = vec![(vec![], vec![11, 6, 1, 0])];
    assert!(!judge.accepts(&forged));
}
