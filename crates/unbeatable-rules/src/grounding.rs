//! Rules without variables: every instance of a rule that play could ever need.
//!
//! Relations that depend neither on the position nor on what is done are worked out once, group by group.
//! What changes is grounded by an assumption that is too generous, never too strict: whatever may follow from
//! some rule may be true, whatever may be legal may be done, and what stands behind 'not' is no obstacle.
//! New atoms are taken one by one, and each is joined with those before it (semi-naive evaluation, Bancilhon
//! 1986): an instance of a rule is found when the last of its atoms comes up, and only then.

mod index;
mod join;
pub mod limits;
mod pattern;
pub mod terms;

use std::collections::{BTreeSet, HashMap};

use crate::checks::Strata;
use crate::clause::{ClauseList, ClauseLiteral, Relation, RuleTerm, Symbol};
use crate::complaint::Complaint;
use join::{JoinCondition, JoinRule, Joiner};
use limits::GroundingLimits;
use pattern::Pattern;
use terms::{GroundTerms, TermId};

/// A rule without variables.
#[derive(Clone, Copy, Debug)]
pub struct GroundRule<'g> {
    /// What follows.
    pub head: TermId,
    /// What must hold, and what must not hold.
    pub conditions: &'g [(TermId, bool)],
}

/// A game without variables.
#[derive(Debug)]
pub struct Grounded {
    /// The terms.
    pub terms: GroundTerms,
    /// Who plays, in the order of the file.
    pub roles: Vec<TermId>,
    /// What is true at the start, each as it stands behind `init`.
    pub start: Vec<TermId>,
    heads: Vec<TermId>,
    ends: Vec<u32>,
    conditions: Vec<(TermId, bool)>,
}

impl Grounded {
    /// The rules. Those whose conditions do not change are among them, without conditions.
    pub fn rules(&self) -> impl Iterator<Item = GroundRule<'_>> {
        let begins = [0].iter().chain(&self.ends);
        self.heads
            .iter()
            .zip(begins.zip(&self.ends))
            .map(|(&head, (&begin, &end))| GroundRule {
                head,
                conditions: &self.conditions[begin as usize..end as usize],
            })
    }

    /// How many rules there are.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.heads.len()
    }
}

/// Grounds the clauses.
pub fn ground(
    clauses: &ClauseList,
    strata: &Strata,
    limits: &GroundingLimits,
) -> Result<Grounded, Complaint> {
    let mut joiner = Joiner::new(limits);
    let needed = needed(clauses);
    let is_needed = |relation: &Relation| needed.contains(relation);
    let rules: Vec<JoinRule> = clauses
        .list
        .iter()
        .map(|clause| {
            let pattern = |terms: &mut GroundTerms, name, arguments: &[RuleTerm]| {
                Pattern::of(terms, name, arguments)
            };
            let head = pattern(
                &mut joiner.terms,
                clause.head.relation,
                &clause.head.arguments,
            );
            let body = clause.body.iter().map(|literal| match literal {
                ClauseLiteral::Holds(atom) | ClauseLiteral::Fails(atom) => {
                    let pattern = pattern(&mut joiner.terms, atom.relation, &atom.arguments);
                    let is_changing = strata.changing.contains(&atom.of());
                    JoinCondition::Atom {
                        pattern,
                        relation: atom.of(),
                        is_wanted: matches!(literal, ClauseLiteral::Holds(_)),
                        is_changing,
                    }
                }
                ClauseLiteral::Compares(a, b, are_same, _) => {
                    let [a, b] = [a, b].map(|term| Pattern::of_term(&mut joiner.terms, term));
                    JoinCondition::Compare {
                        a,
                        b,
                        are_same: *are_same,
                    }
                }
            });
            let body = body.collect();
            let variables = clause.variables.len();
            JoinRule {
                relation: clause.head.of(),
                head,
                body,
                variables,
            }
        })
        .collect();
    let mut by_relation: HashMap<Relation, Vec<&JoinRule>> = HashMap::new();
    for rule in &rules {
        by_relation.entry(rule.relation).or_default().push(rule);
    }
    for group in &strata.groups {
        let group: Vec<Relation> = group
            .iter()
            .copied()
            .filter(|of| is_needed(of) && !strata.changing.contains(of))
            .collect();
        let rules: Vec<&JoinRule> = group
            .iter()
            .filter_map(|of| by_relation.get(of))
            .flatten()
            .copied()
            .collect();
        joiner
            .saturate(&rules, &|of| group.contains(&of), false)
            .map_err(|spent| spent.complaint(clauses))?;
    }
    let roles = joiner.atoms((Symbol::ROLE, 1));
    let roles: Vec<TermId> = roles
        .iter()
        .map(|&atom| joiner.terms.arguments(atom)[0])
        .collect();
    let start = joiner.atoms((Symbol::INIT, 1));
    let start: Vec<TermId> = start
        .iter()
        .map(|&atom| joiner.terms.arguments(atom)[0])
        .collect();
    for &fluent in &start {
        let atom = joiner.terms.add(Symbol::TRUE, &[fluent]);
        joiner.derive(atom);
    }
    let changing: Vec<&JoinRule> = rules
        .iter()
        .filter(|rule| {
            is_needed(&rule.relation)
                && (strata.changing.contains(&rule.relation)
                    || matches!(
                        rule.relation.0,
                        Symbol::NEXT | Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL
                    ))
        })
        .collect();
    let is_moving = |of: Relation| {
        strata.changing.contains(&of) || matches!(of.0, Symbol::NEXT | Symbol::LEGAL)
    };
    // Goals and the like that never change were worked out above: here they become rules without conditions.
    joiner.forget(|of| {
        matches!(
            of.0,
            Symbol::NEXT | Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL
        )
    });
    joiner
        .saturate(&changing, &is_moving, true)
        .map_err(|spent| spent.complaint(clauses))?;
    let Joiner {
        terms,
        heads,
        ends,
        conditions,
        ..
    } = joiner;
    Ok(Grounded {
        terms,
        roles,
        start,
        heads,
        ends,
        conditions,
    })
}

/// The relations that play needs.
fn needed(clauses: &ClauseList) -> BTreeSet<Relation> {
    let first = [
        Symbol::ROLE,
        Symbol::INIT,
        Symbol::NEXT,
        Symbol::LEGAL,
        Symbol::GOAL,
        Symbol::TERMINAL,
    ];
    let mut needed: BTreeSet<Relation> = first
        .iter()
        .map(|&name| (name, name.arity().unwrap_or(0)))
        .collect();
    let mut open: Vec<Relation> = needed.iter().copied().collect();
    let mut users: HashMap<Relation, Vec<Relation>> = HashMap::new();
    for clause in &clauses.list {
        let used = clause
            .body
            .iter()
            .filter_map(ClauseLiteral::atom)
            .map(|atom| atom.of());
        users.entry(clause.head.of()).or_default().extend(used);
    }
    while let Some(of) = open.pop() {
        for &used in users.get(&of).into_iter().flatten() {
            if needed.insert(used) {
                open.push(used);
            }
        }
    }
    needed
}
