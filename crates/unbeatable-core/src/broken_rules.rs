//! Rules from outside that break a promise in the middle of a search.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What rules that somebody else wrote broke: a position that they promised never to lead to, say.
///
/// A rule book has no way to refuse, and a search cannot go on. So this unwinds to whoever asked
/// ([`unwind`](Self::unwind)), who makes an error of it ([`caught`](Self::caught)). Rules of our own panic:
/// what they break is our fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRules(
    /// What was broken, and where, in a line.
    pub String,
);

impl BrokenRules {
    /// Leaves everything up to whoever asked. Nothing is printed on the way, unless nobody can catch it: a program
    /// inside a browser cannot unwind, and says why it ends.
    pub fn unwind(self) -> ! {
        match cfg!(panic = "abort") {
            true => panic!("{self}"),
            false => resume_unwind(Box::new(self)),
        }
    }

    /// What `ask` returns, or what rules broke meanwhile. Other panics go on.
    pub fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, BrokenRules> {
        catch_unwind(AssertUnwindSafe(ask)).map_err(|payload| {
            match payload.downcast::<BrokenRules>() {
                Ok(broken) => *broken,
                Err(other) => resume_unwind(other),
            }
        })
    }
}

impl fmt::Display for BrokenRules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_broken_comes_back() {
        assert_eq!(BrokenRules::caught(|| 7), Ok(7));
        let broken = BrokenRules("nobody may move".into());
        let found = BrokenRules::caught(|| -> u32 { broken.clone().unwind() });
        assert_eq!(found, Err(broken));
    }

    #[test]
    #[should_panic(expected = "our own fault")]
    fn other_panics_go_on() {
        let _ = BrokenRules::caught(|| panic!("our own fault"));
    }
}
