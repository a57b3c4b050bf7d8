//! Joins: which instances of a rule's conditions hold together.

use std::collections::{HashMap, VecDeque};

use unbeatable_core::mixer::BuildMixer;

use super::index::{Index, Shape, key_of_atom, key_of_pattern, look_at};
use super::limits::GroundingLimits;
use super::pattern::{Pattern, UNBOUND, find_instance, instance, pattern_leaves, undo, unify};
use super::terms::{GroundTerms, TermId};
use crate::clause::{ClauseList, Relation, Symbol};
use crate::complaint::Complaint;

/// A condition of a rule.
#[derive(Debug)]
pub(super) enum JoinCondition {
    Atom {
        pattern: Pattern,
        relation: Relation,
        is_wanted: bool,
        is_changing: bool,
    },
    Compare {
        a: Pattern,
        b: Pattern,
        are_same: bool,
    },
}

/// A rule, ready to be joined.
#[derive(Debug)]
pub(super) struct JoinRule {
    pub(super) relation: Relation,
    pub(super) head: Pattern,
    pub(super) body: Vec<JoinCondition>,
    pub(super) variables: usize,
}

/// A step of a join.
#[derive(Debug)]
enum JoinStep {
    /// Goes through the atoms of an index. Those before the atom that set the join off are others than it.
    Match {
        condition: usize,
        index: usize,
        is_before: bool,
    },
    /// Looks whether an atom that does not change is there.
    Test(usize),
    /// Compares two terms.
    Compare(usize),
    /// Binds what is the same as something that is bound: the side that is bound is the first, or not.
    Unify { condition: usize, is_first: bool },
}

/// A rule with the condition that sets its join off, and the steps that follow.
type Trigger<'r> = (&'r JoinRule, usize, Vec<JoinStep>);

/// What was spent.
#[derive(Clone, Copy, Debug)]
pub(super) enum GroundingSpent {
    Terms(usize, Relation),
    Conditions(usize, Relation),
    Time(Relation),
}

impl GroundingSpent {
    pub(super) fn complaint(self, clauses: &ClauseList) -> Complaint {
        let (what, relation) = match self {
            GroundingSpent::Terms(n, of) => {
                (format!("the rules speak of more than {n} things"), of)
            }
            GroundingSpent::Conditions(n, of) => (
                format!("without variables the rules have more than {n} conditions"),
                of,
            ),
            GroundingSpent::Time(of) => (
                "the rules took too long to be written out without variables".into(),
                of,
            ),
        };
        let word = clauses.names.text(relation.0);
        let clause = clauses
            .list
            .iter()
            .find(|clause| clause.head.of() == relation);
        let remedy = "look for a relation that counts without an end, or for a rule in which many variables are free of each other";
        let what = format!("{what}: work on '{word}' was not done");
        match clause {
            Some(clause) => Complaint::at(&clause.head.span, what).but(remedy),
            None => Complaint::whole(what).but(remedy),
        }
    }
}

/// What is derived, and how to find it.
pub(super) struct Joiner<'l> {
    limits: &'l GroundingLimits<'l>,
    pub(super) terms: GroundTerms,
    /// Whether an atom was derived, by its number.
    is_derived: Vec<bool>,
    /// Atoms that were derived, and are not yet joined with others.
    queue: VecDeque<TermId>,
    /// The atoms of each relation that can be joined.
    atoms: HashMap<Relation, Vec<TermId>>,
    indexes: Vec<Index>,
    index_of: HashMap<Shape, usize>,
    indexes_of: HashMap<Relation, Vec<usize>>,
    work: u32,
    pub(super) heads: Vec<TermId>,
    pub(super) ends: Vec<u32>,
    pub(super) conditions: Vec<(TermId, bool)>,
}

/// Steps of work between looks at the clock.
const LOOK_EVERY: u32 = 1 << 14;

impl<'l> Joiner<'l> {
    pub(super) fn new(limits: &'l GroundingLimits<'l>) -> Self {
        Joiner {
            limits,
            terms: GroundTerms::default(),
            is_derived: vec![],
            queue: VecDeque::new(),
            atoms: HashMap::new(),
            indexes: vec![],
            index_of: HashMap::new(),
            indexes_of: HashMap::new(),
            work: 0,
            heads: vec![],
            ends: vec![],
            conditions: vec![],
        }
    }

    /// The atoms of a relation.
    pub(super) fn atoms(&self, relation: Relation) -> Vec<TermId> {
        self.atoms.get(&relation).cloned().unwrap_or_default()
    }

    fn relation(&self, atom: TermId) -> Relation {
        (self.terms.name(atom), self.terms.arguments(atom).len())
    }

    /// Forgets all atoms of these relations.
    pub(super) fn forget(&mut self, mut is_forgotten: impl FnMut(Relation) -> bool) {
        let gone: Vec<Relation> = self
            .atoms
            .keys()
            .copied()
            .filter(|&of| is_forgotten(of))
            .collect();
        for of in gone {
            for atom in self.atoms.remove(&of).into_iter().flatten() {
                self.is_derived[atom.0 as usize] = false;
            }
        }
        for index in &mut self.indexes {
            if is_forgotten((Symbol(index.shape.relation.0), index.shape.relation.1)) {
                index.atoms.clear();
            }
        }
    }

    /// Notes that an atom may hold.
    pub(super) fn derive(&mut self, atom: TermId) {
        let number = atom.0 as usize;
        if self.is_derived.len() <= number {
            self.is_derived.resize(self.terms.len(), false);
        }
        if !std::mem::replace(&mut self.is_derived[number], true) {
            self.queue.push_back(atom);
        }
    }

    fn is_derived(&self, atom: TermId) -> bool {
        self.is_derived
            .get(atom.0 as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Derives all that follows from the rules. Atoms of moving relations set joins off, all others are there
    /// already. Instances are kept if `is_kept`.
    pub(super) fn saturate(
        &mut self,
        rules: &[&JoinRule],
        is_moving: &dyn Fn(Relation) -> bool,
        is_kept: bool,
    ) -> Result<(), GroundingSpent> {
        let mut triggers: HashMap<Relation, Vec<Trigger>> = HashMap::new();
        for rule in rules {
            let mut has_trigger = false;
            for (i, condition) in rule.body.iter().enumerate() {
                if let JoinCondition::Atom {
                    relation,
                    is_wanted: true,
                    ..
                } = condition
                    && is_moving(*relation)
                {
                    has_trigger = true;
                    let plan = self.plan(rule, Some(i), is_moving);
                    triggers.entry(*relation).or_default().push((rule, i, plan));
                }
            }
            if !has_trigger {
                let plan = self.plan(rule, None, is_moving);
                let mut bindings = vec![UNBOUND; rule.variables];
                self.run(rule, &plan, UNBOUND, &mut bindings, is_kept)?;
            }
        }
        while let Some(atom) = self.queue.pop_front() {
            let relation = self.relation(atom);
            self.activate(atom, relation);
            let follows = match relation.0 {
                Symbol::NEXT => Some(Symbol::TRUE),
                Symbol::LEGAL => Some(Symbol::DOES),
                _ => None,
            };
            if let Some(name) = follows.filter(|_| is_kept) {
                let arguments = self.terms.arguments(atom).to_vec();
                let given = self.terms.add(name, &arguments);
                self.derive(given);
            }
            for (rule, trigger, plan) in triggers.get(&relation).into_iter().flatten() {
                let JoinCondition::Atom { pattern, .. } = &rule.body[*trigger] else {
                    unreachable!("triggers are atoms");
                };
                let mut bindings = vec![UNBOUND; rule.variables];
                let mut trail = vec![];
                if unify(&self.terms, pattern, atom, &mut bindings, &mut trail) {
                    self.run(rule, plan, atom, &mut bindings, is_kept)?;
                }
            }
        }
        Ok(())
    }

    fn activate(&mut self, atom: TermId, relation: Relation) {
        self.atoms.entry(relation).or_default().push(atom);
        for &i in self.indexes_of.get(&relation).into_iter().flatten() {
            let index = &mut self.indexes[i];
            if let Some(key) = key_of_atom(&self.terms, &index.shape, atom) {
                index.atoms.entry(key).or_default().push(atom);
            }
        }
    }

    /// The order in which the conditions of a rule are met.
    fn plan(
        &mut self,
        rule: &JoinRule,
        trigger: Option<usize>,
        is_moving: &dyn Fn(Relation) -> bool,
    ) -> Vec<JoinStep> {
        let mut bound = vec![false; rule.variables];
        let mut is_left = vec![true; rule.body.len()];
        if let Some(trigger) = trigger {
            is_left[trigger] = false;
            if let JoinCondition::Atom { pattern, .. } = &rule.body[trigger] {
                pattern.variables(&mut |number| bound[number] = true);
            }
        }
        let mut steps = vec![];
        loop {
            // What can be tested is tested at once.
            let mut is_changed = false;
            for (i, condition) in rule
                .body
                .iter()
                .enumerate()
                .filter(|(i, _)| is_left[*i])
                .collect::<Vec<_>>()
            {
                let step = match condition {
                    JoinCondition::Compare { a, b, are_same } => {
                        match (a.is_bound(&bound), b.is_bound(&bound), are_same) {
                            (true, true, _) => Some(JoinStep::Compare(i)),
                            (true, false, true) => {
                                b.variables(&mut |number| bound[number] = true);
                                Some(JoinStep::Unify {
                                    condition: i,
                                    is_first: true,
                                })
                            }
                            (false, true, true) => {
                                a.variables(&mut |number| bound[number] = true);
                                Some(JoinStep::Unify {
                                    condition: i,
                                    is_first: false,
                                })
                            }
                            _ => None,
                        }
                    }
                    JoinCondition::Atom {
                        pattern,
                        relation,
                        is_wanted,
                        is_changing,
                    } => {
                        let is_tested = if *is_wanted {
                            !is_moving(*relation)
                        } else {
                            !is_changing
                        };
                        (is_tested && pattern.is_bound(&bound)).then_some(JoinStep::Test(i))
                    }
                };
                if let Some(step) = step {
                    steps.push(step);
                    is_left[i] = false;
                    is_changed = true;
                }
            }
            if is_changed {
                continue;
            }
            // Of the others, the one that is likely to leave fewest ways.
            let mut best: Option<(f64, usize)> = None;
            for (i, condition) in rule.body.iter().enumerate().filter(|(i, _)| is_left[*i]) {
                let JoinCondition::Atom {
                    pattern,
                    relation,
                    is_wanted: true,
                    ..
                } = condition
                else {
                    continue;
                };
                let known = self.atoms.get(relation).map_or(0, Vec::len);
                let size = if is_moving(*relation) {
                    known.max(256)
                } else {
                    known
                } as f64;
                let mut leaves = 0.0;
                let mut open = 0.0;
                pattern_leaves(pattern, &bound, &mut |is_bound| {
                    leaves += 1.0;
                    open += f64::from(u8::from(!is_bound));
                });
                let cost = (size + 1.0).ln() * (if leaves > 0.0 { open / leaves } else { 0.0 });
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, i));
                }
            }
            let Some((_, i)) = best else {
                break;
            };
            let JoinCondition::Atom {
                pattern, relation, ..
            } = &rule.body[i]
            else {
                unreachable!("chosen above");
            };
            let index = self.index(pattern, *relation, &bound);
            pattern.variables(&mut |number| bound[number] = true);
            is_left[i] = false;
            let is_before = is_moving(*relation) && trigger.is_some_and(|trigger| i < trigger);
            steps.push(JoinStep::Match {
                condition: i,
                index,
                is_before,
            });
        }
        // What is left stands behind 'not' and changes: it becomes a condition.
        steps
    }

    /// The index for a pattern of which these variables are known.
    fn index(&mut self, pattern: &Pattern, relation: Relation, bound: &[bool]) -> usize {
        let mut shape = Shape {
            relation: (relation.0.0, relation.1),
            ..Shape::default()
        };
        match pattern {
            Pattern::Compound(_, arguments) => {
                for (i, argument) in arguments.iter().enumerate() {
                    look_at(argument, bound, &mut vec![i as u8], &mut shape);
                }
            }
            _ => shape.keys.push(vec![]),
        }
        if let Some(&known) = self.index_of.get(&shape) {
            return known;
        }
        let mut atoms: HashMap<u64, Vec<TermId>, BuildMixer> = HashMap::default();
        for &atom in self.atoms.get(&relation).into_iter().flatten() {
            if let Some(key) = key_of_atom(&self.terms, &shape, atom) {
                atoms.entry(key).or_default().push(atom);
            }
        }
        let index = self.indexes.len();
        self.index_of.insert(shape.clone(), index);
        self.indexes.push(Index { shape, atoms });
        self.indexes_of.entry(relation).or_default().push(index);
        index
    }

    /// Looks at the clock now and then.
    fn look(&mut self, rule: &JoinRule) -> Result<(), GroundingSpent> {
        self.work += 1;
        if self.work == LOOK_EVERY {
            self.work = 0;
            if (self.limits.is_over)() {
                return Err(GroundingSpent::Time(rule.relation));
            }
        }
        Ok(())
    }

    /// Meets all conditions from the first of these steps on, in every way.
    fn run(
        &mut self,
        rule: &JoinRule,
        steps: &[JoinStep],
        trigger: TermId,
        bindings: &mut Vec<TermId>,
        is_kept: bool,
    ) -> Result<(), GroundingSpent> {
        self.look(rule)?;
        let Some((step, rest)) = steps.split_first() else {
            return self.conclude(rule, bindings, is_kept);
        };
        match step {
            JoinStep::Compare(condition) => {
                let JoinCondition::Compare { a, b, are_same } = &rule.body[*condition] else {
                    unreachable!("planned for it");
                };
                let [a, b] = [a, b].map(|pattern| instance(&mut self.terms, pattern, bindings));
                match (a == b) == *are_same {
                    true => self.run(rule, rest, trigger, bindings, is_kept),
                    false => Ok(()),
                }
            }
            JoinStep::Unify {
                condition,
                is_first,
            } => {
                let JoinCondition::Compare { a, b, .. } = &rule.body[*condition] else {
                    unreachable!("planned for it");
                };
                let (known, open) = if *is_first { (a, b) } else { (b, a) };
                let known = instance(&mut self.terms, known, bindings);
                let mut trail = vec![];
                if unify(&self.terms, open, known, bindings, &mut trail) {
                    self.run(rule, rest, trigger, bindings, is_kept)?;
                }
                undo(bindings, &trail);
                Ok(())
            }
            JoinStep::Test(condition) => {
                let JoinCondition::Atom {
                    pattern, is_wanted, ..
                } = &rule.body[*condition]
                else {
                    unreachable!("planned for it");
                };
                let atom = find_instance(&self.terms, pattern, bindings);
                match atom.is_some_and(|atom| self.is_derived(atom)) == *is_wanted {
                    true => self.run(rule, rest, trigger, bindings, is_kept),
                    false => Ok(()),
                }
            }
            JoinStep::Match {
                condition,
                index,
                is_before,
            } => {
                let JoinCondition::Atom { pattern, .. } = &rule.body[*condition] else {
                    unreachable!("planned for it");
                };
                let Some(key) =
                    key_of_pattern(&self.terms, &self.indexes[*index].shape, pattern, bindings)
                else {
                    return Ok(());
                };
                // Nothing becomes known while a join runs.
                let count = self.indexes[*index].atoms.get(&key).map_or(0, Vec::len);
                let mut trail = vec![];
                for i in 0..count {
                    self.look(rule)?;
                    let atom = self.indexes[*index].atoms[&key][i];
                    if *is_before && atom == trigger {
                        continue;
                    }
                    if unify(&self.terms, pattern, atom, bindings, &mut trail) {
                        self.run(rule, rest, trigger, bindings, is_kept)?;
                    }
                    undo(bindings, &trail);
                    trail.clear();
                }
                Ok(())
            }
        }
    }

    /// All conditions are met.
    fn conclude(
        &mut self,
        rule: &JoinRule,
        bindings: &[TermId],
        is_kept: bool,
    ) -> Result<(), GroundingSpent> {
        let head = instance(&mut self.terms, &rule.head, bindings);
        if is_kept {
            for condition in &rule.body {
                if let JoinCondition::Atom {
                    pattern,
                    is_wanted,
                    is_changing: true,
                    ..
                } = condition
                {
                    let atom = instance(&mut self.terms, pattern, bindings);
                    self.conditions.push((atom, *is_wanted));
                }
            }
            self.heads.push(head);
            self.ends.push(self.conditions.len() as u32);
        }
        self.derive(head);
        if self.terms.len() > self.limits.terms {
            return Err(GroundingSpent::Terms(self.limits.terms, rule.relation));
        }
        if self.conditions.len() + self.heads.len() > self.limits.conditions {
            return Err(GroundingSpent::Conditions(
                self.limits.conditions,
                rule.relation,
            ));
        }
        Ok(())
    }
}
