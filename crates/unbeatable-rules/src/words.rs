//! What the fluents and actions of a file are called.
//!
//! A term is its names with colons between them: `(cell 1 2 x)` is `cell:1:2:x`, and a term inside another
//! stands in parentheses. A position is what is true, with spaces between, and behind it `@` and the role whose
//! turn it is.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

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

/// More names than a program meets that is not fed with them: beyond them, roles are called first and second.
const ROLE_NAMES_MAX: usize = 10_000;

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
        let mut role_names = mechanism.roles.map(|role| {
            let text = text(role);
            text.chars().take(ROLE_CHARACTERS_MAX).collect::<String>()
        });
        if role_names[0] == role_names[1] {
            role_names[1].push('2');
        }
        Words {
            fluents,
            constants: mechanism.constants.iter().map(|&term| text(term)).collect(),
            fluent_of,
            actions,
            roles: kept(role_names),
            board: FoundBoard::find(mechanism, names),
        }
    }
}

/// Players' names live as long as the program. Each is kept once, and there are not too many of them: a server reads
/// what anybody sends.
fn kept(names: [String; 2]) -> [&'static str; 2] {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = |name: &String| !known.contains(name.as_str());
    if known.len() + names.iter().filter(|name| is_new(name)).count() > ROLE_NAMES_MAX {
        return ["first", "second"];
    }
    names.map(|name| {
        let kept = known.get(name.as_str()).copied();
        kept.unwrap_or_else(|| {
            let name = &*String::leak(name);
            known.insert(name);
            name
        })
    })
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
