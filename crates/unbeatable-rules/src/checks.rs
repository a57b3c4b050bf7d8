//! What every file must keep before anything is made of it: arities, safety, stratification, and what may
//! depend on what.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::clause::{Atom, Clause, ClauseList, ClauseLiteral, Relation, RuleTerm, Symbol};
use crate::complaint::{Complaint, Span};

/// No more complaints are made about a file.
const COMPLAINTS_MAX: usize = 20;

/// How relations depend on each other.
pub struct Strata {
    /// Groups of relations that depend on each other, each behind those that it depends on.
    pub groups: Vec<Vec<Relation>>,
    /// The relations that depend on the position or on what is done.
    pub changing: BTreeSet<Relation>,
}

/// What is wrong with the clauses, and what only looks wrong.
#[derive(Default)]
pub struct CheckFindings {
    /// What is wrong.
    pub wrong: Vec<Complaint>,
    /// What only looks wrong.
    pub odd: Vec<Complaint>,
}

/// Checks all clauses.
pub fn check(clauses: &ClauseList) -> (CheckFindings, Strata) {
    let mut findings = CheckFindings::default();
    arities(clauses, &mut findings);
    for clause in &clauses.list {
        safety(clause, &mut findings);
    }
    missing(clauses, &mut findings);
    let strata = strata(clauses, &mut findings);
    findings
        .wrong
        .sort_by_key(|c| c.at.as_ref().map_or(0, |at| at.start));
    findings.wrong.dedup();
    findings.wrong.truncate(COMPLAINTS_MAX);
    findings.odd.truncate(COMPLAINTS_MAX);
    (findings, strata)
}

/// Every relation and every function takes one number of arguments.
fn arities(clauses: &ClauseList, findings: &mut CheckFindings) {
    let mut relations: HashMap<Symbol, usize> = HashMap::new();
    let mut functions: HashMap<Symbol, usize> = HashMap::new();
    let mut wrong = vec![];
    let mut once = BTreeSet::new();
    let mut note = |known: &mut HashMap<Symbol, usize>,
                    name: Symbol,
                    arity: usize,
                    span: &Span,
                    what: &str| {
        let first = *known.entry(name).or_insert(arity);
        if first != arity && once.insert((name, arity)) {
            let word = clauses.names.text(name);
            let complaint = Complaint::at(
                span,
                format!("the {what} '{word}' has {arity} arguments here, and {first} elsewhere"),
            );
            wrong.push(complaint.but("give one of them another name"));
        }
    };
    for clause in &clauses.list {
        let atoms = clause.body.iter().filter_map(ClauseLiteral::atom);
        for atom in atoms.chain([&clause.head]) {
            note(
                &mut relations,
                atom.relation,
                atom.arguments.len(),
                &atom.span,
                "relation",
            );
            let mut terms: Vec<&RuleTerm> = atom.arguments.iter().collect();
            while let Some(term) = terms.pop() {
                if let RuleTerm::Compound(name, arguments) = term {
                    // A thing may have the name of a function.
                    if !arguments.is_empty() {
                        note(
                            &mut functions,
                            *name,
                            arguments.len(),
                            &atom.span,
                            "function",
                        );
                    }
                    terms.extend(arguments);
                }
            }
        }
    }
    findings.wrong.extend(wrong);
}

/// Every variable gets its value from a condition that holds.
fn safety(clause: &Clause, findings: &mut CheckFindings) {
    let mut bound = vec![false; clause.variables.len()];
    for literal in &clause.body {
        if let ClauseLiteral::Holds(atom) = literal {
            atom.variables(|number| bound[usize::from(number)] = true);
        }
    }
    // What is the same as something that is bound is bound, too.
    loop {
        let before = bound.clone();
        for literal in &clause.body {
            if let ClauseLiteral::Compares(a, b, true, _) = literal {
                for (from, to) in [(a, b), (b, a)] {
                    let mut is_known = true;
                    from.variables(&mut |number| is_known &= bound[usize::from(number)]);
                    if is_known {
                        to.variables(&mut |number| bound[usize::from(number)] = true);
                    }
                }
            }
        }
        if before == bound {
            break;
        }
    }
    let mut complain = |atom: &Span, number: u16, what: &str| {
        if !std::mem::replace(&mut bound[usize::from(number)], true) {
            let name = &clause.variables[usize::from(number)];
            let (word, remedy) = match clause.body.is_empty() {
                true => (
                    "a fact has no variables",
                    "write a rule (<= ...) with a condition that says what it may be".to_string(),
                ),
                false => (
                    what,
                    format!("add a condition without 'not' in which {name} stands"),
                ),
            };
            findings.wrong.push(
                Complaint::at(atom, format!("nothing says what {name} can be: {word}")).but(remedy),
            );
        }
    };
    clause.head.variables(|number| {
        complain(
            &clause.head.span,
            number,
            "no condition that must hold has it",
        )
    });
    for literal in &clause.body {
        match literal {
            ClauseLiteral::Holds(_) => {}
            ClauseLiteral::Fails(atom) => {
                atom.variables(|number| complain(&atom.span, number, "it stands behind 'not' only"))
            }
            ClauseLiteral::Compares(a, b, _, span) => {
                for term in [a, b] {
                    term.variables(&mut |number| {
                        complain(span, number, "it stands behind 'distinct' only")
                    });
                }
            }
        }
    }
}

/// Whoever writes a game says who plays, what may be done, what follows, when it ends and what one gets.
fn missing(clauses: &ClauseList, findings: &mut CheckFindings) {
    let heads: BTreeSet<Symbol> = clauses
        .list
        .iter()
        .map(|clause| clause.head.relation)
        .collect();
    let needed = [
        (
            Symbol::ROLE,
            "nobody plays: there is no 'role'",
            "add (role NAME) for each player",
        ),
        (
            Symbol::LEGAL,
            "nobody may do anything: there is no rule for 'legal'",
            "add (<= (legal ROLE MOVE) CONDITION ...)",
        ),
        (
            Symbol::TERMINAL,
            "the game never ends: there is no rule for 'terminal'",
            "add (<= terminal CONDITION ...)",
        ),
        (
            Symbol::GOAL,
            "nobody wins: there is no rule for 'goal'",
            "add (<= (goal ROLE 100) CONDITION ...)",
        ),
    ];
    for (name, what, remedy) in needed {
        if !heads.contains(&name) {
            findings.wrong.push(Complaint::whole(what).but(remedy));
        }
    }
    let odd = [
        (
            Symbol::INIT,
            "nothing is true at the start: there is no 'init'",
        ),
        (
            Symbol::NEXT,
            "nothing is true after a move: there is no rule for 'next'",
        ),
    ];
    for (name, what) in odd {
        if !heads.contains(&name) {
            findings.odd.push(Complaint::whole(what));
        }
    }
    let defined: BTreeSet<Relation> = clauses.list.iter().map(|clause| clause.head.of()).collect();
    let mut told = BTreeSet::new();
    for clause in &clauses.list {
        for atom in clause.body.iter().filter_map(ClauseLiteral::atom) {
            let is_given = matches!(atom.relation, Symbol::TRUE | Symbol::DOES);
            if !is_given && !defined.contains(&atom.of()) && told.insert(atom.of()) {
                let word = clauses.names.text(atom.relation);
                let near = defined.iter().map(|&(name, _)| clauses.names.text(name));
                let near = near.filter(|other| is_near(word, other)).min();
                let complaint = Complaint::at(
                    &atom.span,
                    format!("nothing says when '{word}' holds: it never does"),
                );
                findings.odd.push(match near {
                    Some(near) => complaint.but(format!("perhaps '{near}' is meant")),
                    None => complaint,
                });
            }
        }
    }
}

/// Whether one letter, more, less or another, makes one word of the other.
fn is_near(a: &str, b: &str) -> bool {
    let [a, b]: [Vec<char>; 2] = [a, b].map(|text| text.chars().collect());
    if a.len().abs_diff(b.len()) > 1 || a.len().min(b.len()) < 2 {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let back = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    front + back + 1 >= a.len().max(b.len())
}

/// Finds how relations depend on each other; no relation depends on its own absence, and none on what it must
/// not depend on.
fn strata(clauses: &ClauseList, findings: &mut CheckFindings) -> Strata {
    let mut uses: BTreeMap<Relation, BTreeSet<Relation>> = BTreeMap::new();
    for clause in &clauses.list {
        let used = uses.entry(clause.head.of()).or_default();
        used.extend(
            clause
                .body
                .iter()
                .filter_map(ClauseLiteral::atom)
                .map(Atom::of),
        );
    }
    let groups = groups(&uses);
    let mut group_of: BTreeMap<Relation, usize> = BTreeMap::new();
    for (i, group) in groups.iter().enumerate() {
        group.iter().for_each(|&relation| {
            group_of.insert(relation, i);
        });
    }
    growth(clauses, &group_of, findings);
    let depends = |on: &[Symbol]| {
        let mut all: BTreeSet<Relation> = on
            .iter()
            .map(|&name| (name, name.arity().unwrap_or(0)))
            .collect();
        for group in &groups {
            let is_on = group.iter().any(|of| {
                all.contains(of)
                    || uses
                        .get(of)
                        .is_some_and(|used| used.iter().any(|of| all.contains(of)))
            });
            if is_on {
                all.extend(group);
            }
        }
        all
    };
    let changing = depends(&[Symbol::TRUE, Symbol::DOES]);
    let done = depends(&[Symbol::DOES]);
    for clause in &clauses.list {
        for literal in &clause.body {
            let ClauseLiteral::Fails(atom) = literal else {
                continue;
            };
            if group_of[&atom.of()] == group_of[&clause.head.of()] {
                let [head, not] =
                    [clause.head.relation, atom.relation].map(|name| clauses.names.text(name));
                let complaint = if head == not {
                    format!("whether '{head}' holds depends on whether it does not hold")
                } else {
                    format!(
                        "whether '{head}' holds depends on whether '{not}' does not hold, and that depends on '{head}'"
                    )
                };
                let complaint = Complaint::at(&atom.span, complaint);
                // Without variables there may be no circle, as where who does not get 100 points gets none: that is
                // seen later, and only if the relation changes.
                match changing.contains(&atom.of()) {
                    true => findings.odd.push(complaint.but("no relation may depend on its own absence: other programs may refuse this")),
                    false => findings.wrong.push(complaint.but("no relation may depend on its own absence: break the circle, through 'true' and 'next' if time passes in between")),
                }
            }
        }
    }
    let mut told = BTreeSet::new();
    for clause in &clauses.list {
        let head = clause.head.relation;
        let (forbidden, on, remedy) = match head {
            Symbol::INIT | Symbol::ROLE | Symbol::BASE | Symbol::INPUT => {
                (&changing, "the position", "say it without true and does")
            }
            Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL => (
                &done,
                "what is done",
                "say it by what is true: a rule for next may note what was done",
            ),
            _ => continue,
        };
        let culprit = clause
            .body
            .iter()
            .filter_map(ClauseLiteral::atom)
            .find(|atom| forbidden.contains(&atom.of()));
        if let Some(atom) = culprit.filter(|_| told.insert(clause.span.start)) {
            let [word, culprit] = [head, atom.relation].map(|name| clauses.names.text(name));
            findings.wrong.push(
                Complaint::at(
                    &atom.span,
                    format!("'{word}' must not depend on {on}, as '{culprit}' does"),
                )
                .but(remedy),
            );
        }
    }
    Strata { groups, changing }
}

/// No relation builds terms out of its own terms without end, by a rule that uses itself (the recursion
/// restriction of GDL, as far as it keeps files finite).
fn growth(
    clauses: &ClauseList,
    group_of: &BTreeMap<Relation, usize>,
    findings: &mut CheckFindings,
) {
    for clause in &clauses.list {
        let group = group_of[&clause.head.of()];
        let is_inside = |atom: &Atom| group_of[&atom.of()] == group;
        let mut bounded = vec![false; clause.variables.len()];
        for literal in &clause.body {
            if let ClauseLiteral::Holds(atom) = literal
                && !is_inside(atom)
            {
                atom.variables(|number| bounded[usize::from(number)] = true);
            }
        }
        // Variables inside of terms that the head makes.
        let mut grown = vec![false; clause.variables.len()];
        for term in &clause.head.arguments {
            if let RuleTerm::Compound(..) = term {
                term.variables(&mut |number| grown[usize::from(number)] = true);
            }
        }
        for literal in &clause.body {
            let ClauseLiteral::Holds(atom) = literal else {
                continue;
            };
            let mut grows = None;
            for term in &atom.arguments {
                let is_handed_on = clause.head.arguments.contains(term);
                term.variables(&mut |number| {
                    let i = usize::from(number);
                    if !is_handed_on && grown[i] && !bounded[i] {
                        grows = Some(i);
                    }
                });
            }
            if let Some(i) = grows.filter(|_| is_inside(atom)) {
                let word = clauses.names.text(clause.head.relation);
                let name = &clause.variables[i];
                let what = format!(
                    "'{word}' can grow without end: the rule uses itself, and makes more of {name}"
                );
                let remedy = format!("add a condition that says what {name} can be");
                findings
                    .wrong
                    .push(Complaint::at(&atom.span, what).but(remedy));
                break;
            }
        }
    }
}

/// The strongly connected parts (Tarjan 1972), each behind those that it uses. Without recursion: files may be
/// deep.
fn groups(uses: &BTreeMap<Relation, BTreeSet<Relation>>) -> Vec<Vec<Relation>> {
    let mut all: BTreeSet<Relation> = uses.keys().copied().collect();
    all.extend(uses.values().flatten());
    let all: Vec<Relation> = all.into_iter().collect();
    let number: BTreeMap<Relation, usize> =
        all.iter().enumerate().map(|(i, &of)| (of, i)).collect();
    let next: Vec<Vec<usize>> = all
        .iter()
        .map(|of| {
            uses.get(of)
                .map_or(vec![], |used| used.iter().map(|of| number[of]).collect())
        })
        .collect();
    let parts = crate::parts::strong_parts(&next);
    parts
        .into_iter()
        .map(|part| part.into_iter().map(|i| all[i]).collect())
        .collect()
}
