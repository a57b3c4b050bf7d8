//! Indexes: atoms by what of a condition is known when it is met.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use unbeatable_core::mixer::BuildMixer;

use super::pattern::{Pattern, find_instance};
use super::terms::{GroundTerms, TermId};
use crate::clause::Symbol;

/// What of a pattern an index looks at. A path leads from an atom to a term inside it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Shape {
    pub(super) relation: (u32, usize),
    /// These terms have that name and so many arguments.
    pub(super) forms: Vec<(Vec<u8>, Symbol, usize)>,
    /// These terms are known.
    pub(super) keys: Vec<Vec<u8>>,
}

#[derive(Debug)]
pub(super) struct Index {
    pub(super) shape: Shape,
    pub(super) atoms: HashMap<u64, Vec<TermId>, BuildMixer>,
}

/// Notes what of a pattern is known.
pub(super) fn look_at(pattern: &Pattern, bound: &[bool], path: &mut Vec<u8>, shape: &mut Shape) {
    if pattern.is_bound(bound) {
        shape.keys.push(path.clone());
        return;
    }
    if let Pattern::Compound(name, arguments) = pattern {
        shape.forms.push((path.clone(), *name, arguments.len()));
        for (i, argument) in arguments.iter().enumerate() {
            path.push(i as u8);
            look_at(argument, bound, path, shape);
            path.pop();
        }
    }
}

fn inside(terms: &GroundTerms, atom: TermId, path: &[u8]) -> TermId {
    path.iter()
        .fold(atom, |term, &i| terms.arguments(term)[usize::from(i)])
}

pub(super) fn key_of_atom(terms: &GroundTerms, shape: &Shape, atom: TermId) -> Option<u64> {
    for (path, name, arity) in &shape.forms {
        let term = inside(terms, atom, path);
        if terms.name(term) != *name || terms.arguments(term).len() != *arity {
            return None;
        }
    }
    let mut hasher = BuildMixer::default().build_hasher();
    for path in &shape.keys {
        hasher.write_u64(u64::from(inside(terms, atom, path).0));
    }
    Some(hasher.finish())
}

pub(super) fn key_of_pattern(
    terms: &GroundTerms,
    shape: &Shape,
    pattern: &Pattern,
    bindings: &[TermId],
) -> Option<u64> {
    let mut hasher = BuildMixer::default().build_hasher();
    for path in &shape.keys {
        let piece = path.iter().fold(pattern, |pattern, &i| match pattern {
            Pattern::Compound(_, arguments) => &arguments[usize::from(i)],
            _ => unreachable!("paths lead through what is compound"),
        });
        hasher.write_u64(u64::from(find_instance(terms, piece, bindings)?.0));
    }
    Some(hasher.finish())
}
