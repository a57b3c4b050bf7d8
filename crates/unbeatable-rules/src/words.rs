//! What the fluents and actions of a file are called.
//!
//! A term is its names with colons between them: `(cell 1 2 x)` is `cell:1:2:x`, and a term inside another
//! stands in parentheses. A position is what is true, with spaces between, and behind it `@` and the role whose
//! turn it is.

use std::collections::HashMap;

use crate::board::FoundBoard;
use crate::clause::Symbols;
use crate::grounding::terms::TermId;
use crate::mechanism::Mechanism;

/// All texts of a file's fluents and actions.
pub(crate) struct Words {
    pub(crate) fluents: Vec<String>,
    /// What is always true.
    pub(crate) constants: Vec<String>,
    pub(crate) fluent_of: HashMap<String, usize>,
    pub(crate) actions: [Vec<String>; 2],
    pub(crate) roles: [&'static str; 2],
    pub(crate) board: Option<FoundBoard>,
}

/// Longer names of roles are cut.
const ROLE_CHARACTERS_MAX: usize = 24;

impl Words {
    pub(crate) fn new(mechanism: &Mechanism, names: &Symbols) -> Self {
        let text = |term: TermId| mechanism.terms.short_text(term, names);
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
            constants: mechanism.constants.iter().map(|&term| text(term)).collect(),
            fluent_of,
            actions,
            roles,
            board: FoundBoard::find(mechanism, names),
        }
    }
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
