//! How small the smallest tables are.

use std::collections::{BTreeSet, HashSet};

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use unbeatable_core::Notation;
use unbeatable_core::random::Random;
use unbeatable_proof::table::classes::Classes;
use unbeatable_proof::table::counter::{CounterStep, count_below};
use unbeatable_proof::table::{Setting, TableCount, TableQuestion};
use unbeatable_strategy::{Smallest, all, smallest};

use crate::counting::is_possible;
use crate::exhaustive::try_all;
use crate::graph::Graph;
use crate::programme::fewest;
use crate::rules::Rules;
use crate::{Ask, CLASS_LIMITS, LIMITS, Root, question};

/// The library's smallest table.
struct Find<'q>(&'q TableQuestion);

impl Ask for Find<'_> {
    type Answer = Smallest;

    fn about<G: Notation>(self, game: &G, root: &G::Position) -> Smallest {
        let classes = Classes::new(game, root, &CLASS_LIMITS).unwrap();
        let setting = Setting::new(&classes, self.0);
        let found = smallest(&setting, &LIMITS);
        assert_eq!(found.lower, found.upper);
        found
    }
}

/// The library's table, which our referee has played.
#[track_caller]
fn played(root: &Root, graph: &Graph, question: &TableQuestion) -> u32 {
    let found = root.ask(Find(question));
    let counted = graph.play(question, &found.rows);
    let counted = counted.unwrap_or_else(|why| panic!("{root:?} {question:?}: {why}"));
    assert_eq!(counted.len(), found.upper as usize, "{root:?} {question:?}");
    found.upper
}

/// Asks plain SAT: there is a table of the size that the library found, and none that is smaller.
#[track_caller]
fn count(root: &Root, graph: &Graph, asked: &str) {
    let question = question(asked);
    let size = played(root, graph, &question);
    assert!(is_possible(graph, &question, size), "{root:?} {asked}");
    let is_less = size > 0 && is_possible(graph, &question, size - 1);
    assert!(!is_less, "{root:?} {asked}: {size}");
    println!("{root:?} {asked}: {size}");
}

/// Asks the integer programme.
#[track_caller]
fn programme(root: &Root, graph: &Graph, asked: &str) {
    let question = question(asked);
    let size = played(root, graph, &question);
    assert_eq!(fewest(graph, &question, size), size, "{root:?} {asked}");
}

/// All questions about a role, with these moves to open if there are any.
fn questions(role: &str, opens: &[&str]) -> Vec<String> {
    let mut questions = vec![];
    for open in opens {
        for keep in ["value", "draw", "any", "strongest"] {
            for count in ["full", "turns", "rows"] {
                questions.push(format!("{role} {count} {keep}{open}"));
            }
            for rule in ["first", "win-first", "win-block-first"] {
                questions.push(format!("{role} rows {keep}{open} default={rule}"));
            }
        }
    }
    questions
}

/// What plain SAT takes more than a second for: so much is allowed that little follows.
fn is_slow(asked: &str) -> bool {
    let has_rule = asked.contains("default");
    asked.contains("any") && !has_rule || asked.contains("full draw") || asked == "first full value"
}

fn count_all(spec: &'static str, role: &str, opens: &[&str], is_wanted: impl Fn(&str) -> bool) {
    let root = Root::start(spec);
    let graph = root.graph();
    for asked in questions(role, opens) {
        if is_wanted(&asked) {
            count(&root, &graph, &asked);
        }
    }
}

const OPENS: &[&str] = &["", " open=0", " open=1", " open=4"];

#[test]
fn tic_tac_toe() {
    for (role, opens) in [("first", OPENS), ("second", &[""]), ("both", &[""])] {
        count_all("ttt", role, opens, |asked| !is_slow(asked));
    }
}

#[test]
#[ignore = "slow: 180 s"]
fn tic_tac_toe_first_slowly() {
    count_all("ttt", "first", OPENS, is_slow);
}

#[test]
#[ignore = "slow: 800 s"]
fn tic_tac_toe_second_slowly() {
    count_all("ttt", "second", &[""], is_slow);
}

/// A row is for one player alone, and so is a turn: two tables in one are as large as both.
#[test]
fn two_tables_in_one() {
    let root = Root::start("ttt");
    let graph = root.graph();
    for count in [TableCount::Turns, TableCount::Rows] {
        let counts = |player, class| graph.counts(count, player, class);
        let shared = (0..graph.boards.len()).find(|class| counts(0, *class) && counts(1, *class));
        assert_eq!(shared, None);
    }
    for asked in questions("both", &[""]) {
        if !is_slow(&asked) || asked.contains("full") {
            continue;
        }
        let size = |role| played(&root, &graph, &question(&asked.replace("both", role)));
        assert_eq!(size("both"), size("first") + size("second"), "{asked}");
    }
}

/// One question is left out: for both players' tables of any value with all classes counted, plain SAT takes
/// more than a quarter of an hour. The library's answer has a proof that is checked.
#[test]
#[ignore = "slow: 30 s"]
fn tic_tac_toe_both_slowly() {
    count_all("ttt", "both", &[""], |asked| asked.contains("full draw"));
}

#[test]
fn misere() {
    let is_value = |asked: &str| asked.contains("rows value");
    let is_strongest = |asked: &str| asked.contains("strongest");
    count_all("ttt+misere", "first", &[""], is_value);
    count_all("ttt+misere", "first", &[""], is_strongest);
    count_all("ttt+misere", "second", &[""], is_value);
}

#[test]
#[ignore = "slow: 280 s"]
fn misere_slowly() {
    for role in ["first", "second", "both"] {
        count_all("ttt+misere", role, &[""], |asked| !is_slow(asked));
    }
}

/// Lomont's tables (2024), and those in their place, once more by an integer programme.
#[test]
fn an_integer_programme_agrees() {
    let root = Root::start("ttt");
    let graph = root.graph();
    for asked in [
        "first full value",
        "first full value open=0",
        "first full value open=1",
        "first full value open=4",
        "second full value",
        "first turns value open=0",
        "first turns value open=1",
        "first turns value open=4",
        "second turns value",
        "second rows value",
        "second rows value default=win-block-first",
        "second full draw",
        "both rows value",
        "both full value",
        "both full strongest",
        "both rows draw default=win-first",
    ] {
        programme(&root, &graph, asked);
    }
}

/// The library's sets of classes of all smallest tables.
struct FindAll<'q>(&'q TableQuestion, u32);

impl Ask for FindAll<'_> {
    type Answer = Vec<Vec<u32>>;

    fn about<G: Notation>(self, game: &G, root: &G::Position) -> Vec<Vec<u32>> {
        let classes = Classes::new(game, root, &CLASS_LIMITS).unwrap();
        let setting = Setting::new(&classes, self.0);
        let found = all(&setting, self.1, usize::MAX, &LIMITS);
        assert!(found.stopped.is_none());
        found.sets
    }
}

/// Whether the checker's clauses for tables that count fewer than a number have a solution.
struct IsSatisfiable<'q>(&'q TableQuestion, u32);

impl Ask for IsSatisfiable<'_> {
    type Answer = bool;

    fn about<G: Notation>(self, game: &G, root: &G::Position) -> bool {
        let classes = Classes::new(game, root, &CLASS_LIMITS).unwrap();
        let problem = Setting::new(&classes, self.0).problem(self.1);
        let (mut variables, mut clauses) = (problem.variables, problem.clauses);
        let mut tree = vec![];
        for &variable in &problem.counted {
            let is_first = tree.is_empty();
            tree.push(CounterStep::Leaf(variable));
            tree.extend((!is_first).then_some(CounterStep::Merge));
        }
        let counted = count_below(&tree, self.1, &mut variables, &mut clauses, usize::MAX);
        assert_eq!(counted, Ok(true));
        let mut solver = BasicSolver::default();
        let lits: Vec<Lit> = (0..variables)
            .map(|_| Lit::new(solver.new_var_default(), true))
            .collect();
        for clause in clauses.iter() {
            let clause = clause.iter().map(|literal| {
                let lit = lits[literal.variable() as usize];
                if literal.is_positive() { lit } else { !lit }
            });
            solver.add_clause_reuse(&mut clause.collect());
        }
        solver.solve_limited(&[]) == lbool::TRUE
    }
}

/// Compares with all tables there are, if they can be tried; then all smallest ones, too. Says whether.
#[track_caller]
fn try_and_count(root: &Root, graph: &Graph, asked: &str) -> bool {
    let question = question(asked);
    let size = played(root, graph, &question);
    assert!(is_possible(graph, &question, size), "{root:?} {asked}");
    let is_less = size > 0 && is_possible(graph, &question, size - 1);
    assert!(!is_less, "{root:?} {asked}: {size}");
    // Of the checker's clauses not one is too many, nor is one missing.
    assert!(
        root.ask(IsSatisfiable(&question, size + 1)),
        "{root:?} {asked}"
    );
    let is_less = size > 0 && root.ask(IsSatisfiable(&question, size));
    assert!(!is_less, "{root:?} {asked}: {size}");
    let Some(tried) = try_all(graph, &question, usize::MAX, 3_000) else {
        return false;
    };
    assert_eq!(tried.size, size as usize, "{root:?} {asked}");
    let sets = root.ask(FindAll(&question, size));
    let sets = sets.into_iter();
    let sets: HashSet<BTreeSet<usize>> = sets
        .map(|set| set.into_iter().map(|class| class as usize).collect())
        .collect();
    assert_eq!(tried.sets, sets, "{root:?} {asked}");
    true
}

/// Heaps of all kinds, and every question.
#[test]
fn heaps() {
    let mut tried = [0; 2];
    for spec in [
        "nim:1,2,3",
        "nim:2,2",
        "nim:1,2,3+misere",
        "nim:1",
        "nim:0",
        "subtract:9",
        "subtract:3,4+misere",
        "kayles:6",
        "kayles:3,2",
        "kayles:5+misere",
        "dawson:7",
    ] {
        let root = Root::start(spec);
        let graph = root.graph();
        for role in ["first", "second", "both"] {
            for asked in questions(role, &[""]) {
                tried[usize::from(try_and_count(&root, &graph, &asked))] += 1;
            }
        }
    }
    println!("{tried:?}");
    assert!(tried[1] > tried[0], "{tried:?}");
    let root = Root::start("nim:1,3,5,7");
    let graph = root.graph();
    for asked in [
        "second rows value",
        "second full value",
        "second rows value default=first",
    ] {
        count(&root, &graph, asked);
        programme(&root, &graph, asked);
    }
}

/// Late positions, finished ones among them, and every question, with openings.
#[test]
fn late_positions() {
    let mut random = Random::new(8);
    let mut tried = [0; 2];
    for (spec, stones) in [("ttt", 3..10), ("ttt+misere", 4..10), ("mnk:4x3x3", 6..13)] {
        for _ in 0..14 {
            let root = late(
                spec,
                random.below(stones.len() as u64) as usize + stones.start,
                &mut random,
            );
            let graph = root.graph();
            let moves = graph.replies[0].len() as u64;
            let mover = ["first", "second"][graph.boards[0].turn];
            let mut all = vec![];
            for role in ["first", "second", "both"] {
                all.extend(questions(role, &[""]));
            }
            if moves > 0 {
                let [a, b] = [random.below(moves), random.below(moves)];
                let open = match a == b {
                    true => format!(" open={a}"),
                    false => format!(" open={},{}", a.min(b), a.max(b)),
                };
                all.extend(questions(mover, &[&open]));
                all.extend(questions("both", &[&open]));
            }
            for asked in all {
                tried[usize::from(try_and_count(&root, &graph, &asked))] += 1;
            }
        }
    }
    println!("{tried:?}");
    assert!(tried[1] > tried[0], "{tried:?}");
}

/// A position after so many moves, or where the game ended before.
fn late(spec: &'static str, stones: usize, random: &mut Random) -> Root {
    let rules = Rules::of(spec);
    let (mut board, mut places) = (rules.start(), vec![]);
    for _ in 0..stones {
        if rules.over(&board).is_some() {
            break;
        }
        let mut next = rules.next(&board);
        let place = random.below(next.len() as u64) as usize;
        places.push(place);
        board = next.swap_remove(place);
    }
    Root { spec, places }
}
