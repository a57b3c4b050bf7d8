//! Terms without variables, each of them kept once.

use std::hash::{BuildHasher, Hasher};

use unbeatable_core::mixer::BuildMixer;

use crate::clause::{Symbol, Symbols};

/// A term without variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// All terms without variables that came up.
#[derive(Clone, Default, Debug)]
pub struct GroundTerms {
    /// The name of each, and where its arguments begin.
    heads: Vec<(Symbol, u32)>,
    arguments: Vec<TermId>,
    /// Numbers of terms by their hash, in a table of which at most half is used.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl GroundTerms {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The name of a term.
    #[must_use]
    pub fn name(&self, term: TermId) -> Symbol {
        self.heads[term.0 as usize].0
    }

    /// The arguments of a term.
    #[must_use]
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        let begin = self.heads[term.0 as usize].1 as usize;
        let end = self.heads.get(term.0 as usize + 1);
        let end = end.map_or(self.arguments.len(), |&(_, end)| end as usize);
        &self.arguments[begin..end]
    }

    /// The term with that name and these arguments, if it came up.
    #[must_use]
    pub fn find(&self, name: Symbol, arguments: &[TermId]) -> Option<TermId> {
        match self.slots.is_empty() {
            true => None,
            false => self.slot(name, arguments).ok(),
        }
    }

    /// The term with that name and these arguments.
    pub fn add(&mut self, name: Symbol, arguments: &[TermId]) -> TermId {
        if 2 * (self.heads.len() + 1) > self.slots.len() {
            self.grow();
        }
        self.slot(name, arguments).unwrap_or_else(|slot| {
            let term = TermId(u32::try_from(self.heads.len()).expect("terms are counted"));
            let begin = u32::try_from(self.arguments.len()).expect("terms are counted");
            self.heads.push((name, begin));
            self.arguments.extend(arguments);
            self.slots[slot] = term.0;
            term
        })
    }

    /// The term, or the slot that is free for it.
    fn slot(&self, name: Symbol, arguments: &[TermId]) -> Result<TermId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(name, arguments) as usize & mask;
        loop {
            let term = TermId(self.slots[slot]);
            if term.0 == FREE {
                return Err(slot);
            }
            if self.name(term) == name && self.arguments(term) == arguments {
                return Ok(term);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).max(64);
        self.slots = vec![FREE; slots];
        for i in 0..self.heads.len() as u32 {
            let (name, arguments) = (self.name(TermId(i)), self.arguments(TermId(i)));
            let mut slot = hash(name, arguments) as usize & (slots - 1);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = i;
        }
    }

    /// The term as text, as it is written in rules.
    #[must_use]
    pub fn text(&self, term: TermId, names: &Symbols) -> String {
        let name = names.text(self.name(term));
        match self.arguments(term) {
            [] => name.into(),
            arguments => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|&term| self.text(term, names))
                    .collect();
                format!("({name} {})", arguments.join(" "))
            }
        }
    }

    /// The term as text without spaces: `cell:1:2:x`, and a term inside another in parentheses.
    #[must_use]
    pub fn short_text(&self, term: TermId, names: &Symbols) -> String {
        let mut text = names.text(self.name(term)).to_string();
        for &argument in self.arguments(term) {
            let inner = self.short_text(argument, names);
            match self.arguments(argument).is_empty() {
                true => text = format!("{text}:{inner}"),
                false => text = format!("{text}:({inner})"),
            }
        }
        text
    }
}

fn hash(name: Symbol, arguments: &[TermId]) -> u64 {
    let mut hasher = BuildMixer::default().build_hasher();
    hasher.write_u64(u64::from(name.0));
    arguments
        .iter()
        .for_each(|term| hasher.write_u64(u64::from(term.0)));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_kept_once() {
        let (mut terms, mut names) = (GroundTerms::default(), Symbols::default());
        let [f, a] = ["f", "a"].map(|text| names.add(text));
        let mut inner = terms.add(a, &[]);
        for _ in 0..1000 {
            assert_eq!(terms.find(f, &[inner, inner]), None);
            inner = terms.add(f, &[inner, inner]);
        }
        assert_eq!(terms.len(), 1001);
        let a = terms.add(a, &[]);
        assert_eq!(terms.add(f, &[a, a]), TermId(1));
        assert_eq!(terms.text(TermId(1), &names), "(f a a)");
        assert_eq!(terms.len(), 1001);
    }
}
