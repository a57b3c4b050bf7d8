//! What the fluents and actions of a file are called.
//!
//! A term is its names with colons between them: `(cell 1 2 x)` is `cell:1:2:x`, and a term inside another
//! stands in parentheses. A position is what is true, with spaces between; where the rules do not say whose
//! turn it is, `@` and a role stand behind it.

use std::collections::HashMap;

use crate::board::FoundBoard;
use crate::clause::Symbols;
use crate::grounding::terms::{GroundTerms, TermId};
use crate::mechanism::Mechanism;

/// All texts of a file's fluents and actions.
pub(crate) struct Words {
    pub(crate) fluents: Vec<String>,
    pub(crate) fluent_of: HashMap<String, usize>,
    pub(crate) actions: [Vec<String>; 2],
    pub(crate) roles: [&'static str; 2],
    pub(crate) board: Option<FoundBoard>,
}

/// Longer names of roles are cut.
const ROLE_CHARACTERS_MAX: usize = 24;

impl Words {
    pub(crate) fn new(mechanism: &Mechanism, names: &Symbols) -> Self {
        let text = |term: TermId| short(&mechanism.terms, names, term);
        let fluents = distinct(mechanism.fluents.iter().map(|&term| text(term)).collect());
        let fluent_of = fluents.iter().cloned().zip(0..).collect();
        let actions = [0, 1].map(|role: usize| {
            distinct(
                mechanism.actions[role]
                    .iter()
                    .map(|&term| text(term))
                    .collect(),
            )
        });
        let roles = mechanism.roles.map(|role| {
            let text: String = text(role).chars().take(ROLE_CHARACTERS_MAX).collect();
            // A few bytes for each file that is read: players' names live as long as the program.
            &*String::leak(text)
        });
        Words {
            fluents,
            fluent_of,
            actions,
            roles,
            board: FoundBoard::find(mechanism, names),
        }
    }
}

/// A term with colons.
fn short(terms: &GroundTerms, names: &Symbols, term: TermId) -> String {
    let mut text = names.text(terms.name(term)).to_string();
    for &argument in terms.arguments(term) {
        let inner = short(terms, names, argument);
        match terms.arguments(argument).is_empty() {
            true => text = format!("{text}:{inner}"),
            false => text = format!("{text}:({inner})"),
        }
    }
    text
}

/// Texts of which no two are the same: a name with a colon may look like a term.
fn distinct(mut texts: Vec<String>) -> Vec<String> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for text in &mut texts {
        let times = seen.entry(text.clone()).or_default();
        *times += 1;
        if *times > 1 {
            *text = format!("{text}#{times}");
        }
    }
    texts
}
