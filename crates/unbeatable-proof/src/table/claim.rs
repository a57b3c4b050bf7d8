//! What is claimed of a table, as text: the head of its certificate.

use std::fmt;

use unbeatable_core::notation::quoted;

use super::question::{Keep, Named, Role, Rule, TableCount};
use crate::claim::{HeadLines, shows};

/// A claim: here is a table of some size, and none is smaller than so much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableClaim {
    /// The complete, canonical spec of the rules.
    pub game: String,
    /// The position from which the table plays, as the game writes it.
    pub position: String,
    /// Whom it plays.
    pub role: Role,
    /// The moves with which it may open, in board order; empty for any.
    pub open: Vec<String>,
    /// What is counted.
    pub count: TableCount,
    /// Which moves it may hold.
    pub keep: Keep,
    /// What is played where it has no row.
    pub default: Option<Rule>,
    /// No table counts less.
    pub at_least: u32,
    /// This one counts so much.
    pub at_most: u32,
}

/// How the claims of this module are shown.
pub(crate) const PROOF: &str = "table";

impl fmt::Display for TableClaim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "proof: {PROOF}")?;
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "position: {}", self.position)?;
        writeln!(f, "role: {}", self.role.name())?;
        if !self.open.is_empty() {
            writeln!(f, "open: {}", self.open.join(" "))?;
        }
        writeln!(f, "count: {}", self.count.name())?;
        writeln!(f, "keep: {}", self.keep.name())?;
        if let Some(rule) = self.default {
            writeln!(f, "default: {}", rule.name())?;
        }
        writeln!(f, "at least: {}", self.at_least)?;
        writeln!(f, "at most: {}", self.at_most)
    }
}

impl TableClaim {
    /// Whether a head is about a table.
    #[must_use]
    pub fn is_head(text: &str) -> bool {
        HeadLines::of(text).take("proof") == Some(PROOF)
    }

    /// Reads what is written so, and nothing else: the same claim has one text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = HeadLines::of(text);
        let proof = lines.expect("proof")?;
        if proof != PROOF {
            let found = quoted(proof);
            return Err(format!("a proof by {found}: expected '{PROOF}'"));
        }
        let claim = TableClaim {
            game: lines.expect("game")?.into(),
            position: lines.expect("position")?.into(),
            role: named("role", lines.expect("role")?)?,
            open: match lines.take("open") {
                None => vec![],
                Some(moves) => moves.split(' ').map(String::from).collect(),
            },
            count: named("count", lines.expect("count")?)?,
            keep: named("keep", lines.expect("keep")?)?,
            default: match lines.take("default") {
                None => None,
                Some(rule) => Some(named("default", rule)?),
            },
            at_least: number("at least", lines.expect("at least")?)?,
            at_most: number("at most", lines.expect("at most")?)?,
        };
        lines.end()?;
        shows(text)?;
        let TableClaim {
            at_least, at_most, ..
        } = claim;
        if at_least > at_most {
            return Err(format!(
                "at least {at_least} and at most {at_most} contradict each other"
            ));
        }
        if claim.default.is_some() && claim.count != TableCount::Rows {
            return Err("with a default rule only rows are counted: expected 'count: rows'".into());
        }
        // Numbers in another form, such as 01.
        match claim.to_string() == text {
            true => Ok(claim),
            false => Err("the head is not in its one form: expected plain numbers".into()),
        }
    }
}

fn named<T: Named>(name: &str, text: &str) -> Result<T, String> {
    T::named(text).ok_or_else(|| {
        let known: Vec<&str> = T::ALL.iter().map(|(known, _)| *known).collect();
        let (found, expected) = (quoted(text), known.join(", "));
        format!("'{name}' is {found} in the head: expected one of {expected}")
    })
}

fn number(name: &str, text: &str) -> Result<u32, String> {
    let wrong = |_| {
        format!(
            "'{name}' is {} in the head: expected a number",
            quoted(text)
        )
    };
    text.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_back() {
        let claim = TableClaim {
            game: "ttt".into(),
            position: ".../.../...".into(),
            role: Role::Both,
            open: vec!["a3".into(), "b2".into()],
            count: TableCount::Rows,
            keep: Keep::Value,
            default: Some(Rule::WinBlockFirst),
            at_least: 4,
            at_most: 5,
        };
        let text = claim.to_string();
        assert_eq!(TableClaim::parse(&text), Ok(claim));
        for (from, to) in [
            ("least: 4", "least: 04"),
            ("least: 4", "least: +4"),
            ("least: 4", "least: 6"),
            ("most: 5\n", "most: 5"),
            ("most: 5\n", "most: 5\n\n"),
            ("most: 5", "most: 4294967296"),
            ("both", "all"),
            ("rows", "turns"),
            ("value", "values"),
            ("win-block-first", "block"),
            ("count: rows\nkeep: value", "keep: value\ncount: rows"),
            ("a3 b2", "a3  b2"),
            ("a3 b2", "a3\tb2"),
            ("proof: table", "proof: strategy"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            let is_other_move = from == "a3 b2" && to == "a3  b2";
            assert!(
                TableClaim::parse(&changed).is_err() || is_other_move,
                "{changed}"
            );
        }
    }
}
