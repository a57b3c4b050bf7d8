//! Terms with variables, and the terms that they become.

use super::terms::{GroundTerms, TermId};
use crate::clause::{RuleTerm, Symbol};

/// A variable that stands for nothing yet.
pub(super) const UNBOUND: TermId = TermId(u32::MAX);

/// A term with variables, and what has none as one piece.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Variable(usize),
    Ground(TermId),
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    pub(super) fn of(terms: &mut GroundTerms, name: Symbol, arguments: &[RuleTerm]) -> Self {
        let arguments: Vec<Pattern> = arguments
            .iter()
            .map(|term| Pattern::of_term(terms, term))
            .collect();
        let ground: Option<Vec<TermId>> = arguments
            .iter()
            .map(|pattern| match pattern {
                Pattern::Ground(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            Some(arguments) => Pattern::Ground(terms.add(name, &arguments)),
            None => Pattern::Compound(name, arguments),
        }
    }

    pub(super) fn of_term(terms: &mut GroundTerms, term: &RuleTerm) -> Self {
        match term {
            RuleTerm::Variable(number) => Pattern::Variable(usize::from(*number)),
            RuleTerm::Compound(name, arguments) => Pattern::of(terms, *name, arguments),
        }
    }

    pub(super) fn variables(&self, each: &mut impl FnMut(usize)) {
        match self {
            Pattern::Variable(number) => each(*number),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, arguments) => {
                arguments.iter().for_each(|pattern| pattern.variables(each))
            }
        }
    }

    pub(super) fn is_bound(&self, bound: &[bool]) -> bool {
        let mut is_bound = true;
        self.variables(&mut |number| is_bound &= bound[number]);
        is_bound
    }
}

/// Whether each of the smallest pieces of a pattern is known.
pub(super) fn pattern_leaves(pattern: &Pattern, bound: &[bool], each: &mut impl FnMut(bool)) {
    match pattern {
        Pattern::Variable(number) => each(bound[*number]),
        Pattern::Ground(_) => each(true),
        Pattern::Compound(_, arguments) => arguments
            .iter()
            .for_each(|pattern| pattern_leaves(pattern, bound, each)),
    }
}

/// Binds the variables of a pattern so that it is that term; those that it binds are noted.
pub(super) fn unify(
    terms: &GroundTerms,
    pattern: &Pattern,
    term: TermId,
    bindings: &mut [TermId],
    trail: &mut Vec<usize>,
) -> bool {
    match pattern {
        Pattern::Ground(ground) => *ground == term,
        Pattern::Variable(number) => {
            if bindings[*number] == UNBOUND {
                bindings[*number] = term;
                trail.push(*number);
                return true;
            }
            bindings[*number] == term
        }
        Pattern::Compound(name, arguments) => {
            terms.name(term) == *name
                && terms.arguments(term).len() == arguments.len()
                && arguments.iter().enumerate().all(|(i, pattern)| {
                    unify(terms, pattern, terms.arguments(term)[i], bindings, trail)
                })
        }
    }
}

pub(super) fn undo(bindings: &mut [TermId], trail: &[usize]) {
    trail.iter().for_each(|&number| bindings[number] = UNBOUND);
}

/// The pattern with its variables replaced.
pub(super) fn instance(terms: &mut GroundTerms, pattern: &Pattern, bindings: &[TermId]) -> TermId {
    match pattern {
        Pattern::Ground(term) => *term,
        Pattern::Variable(number) => {
            debug_assert!(bindings[*number] != UNBOUND, "rules are safe");
            bindings[*number]
        }
        Pattern::Compound(name, arguments) => {
            let mut list = [UNBOUND; 8];
            if arguments.len() <= list.len() {
                for (i, pattern) in arguments.iter().enumerate() {
                    list[i] = instance(terms, pattern, bindings);
                }
                return terms.add(*name, &list[..arguments.len()]);
            }
            let list: Vec<TermId> = arguments
                .iter()
                .map(|pattern| instance(terms, pattern, bindings))
                .collect();
            terms.add(*name, &list)
        }
    }
}

/// The pattern with its variables replaced, if it came up before.
pub(super) fn find_instance(
    terms: &GroundTerms,
    pattern: &Pattern,
    bindings: &[TermId],
) -> Option<TermId> {
    match pattern {
        Pattern::Ground(term) => Some(*term),
        Pattern::Variable(number) => Some(bindings[*number]),
        Pattern::Compound(name, arguments) => {
            let list: Option<Vec<TermId>> = arguments
                .iter()
                .map(|pattern| find_instance(terms, pattern, bindings))
                .collect();
            terms.find(*name, &list?)
        }
    }
}
