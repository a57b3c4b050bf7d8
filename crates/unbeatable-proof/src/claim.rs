//! What is claimed, as text: the head of a certificate.

use std::fmt;

use unbeatable_core::notation::quoted;

/// A claim: how much the first player gets, at least and at most, from a position on.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// How it is shown.
    pub proof: ProofKind,
    /// The complete, canonical spec of the rules.
    pub game: String,
    /// The position, with its history where that matters, as the game writes it.
    pub position: String,
    /// The first player has to win within so many plies, where there is a limit.
    pub within: Option<u32>,
    /// He gets at least so many points; 1, 0 or -1 in games without a score.
    pub at_least: Option<f64>,
    /// He gets at most so many.
    pub at_most: Option<f64>,
}

/// How a claim is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofKind {
    /// By strategies that are played out.
    Strategy,
    /// By lemmas that join two sides of a board.
    Connection,
}

impl ProofKind {
    const ALL: [(Self, &'static str); 2] = [
        (ProofKind::Strategy, "strategy"),
        (ProofKind::Connection, "connection"),
    ];

    /// Its name in a head.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(kind, _)| *kind == self);
        named.expect("all kinds are listed").1
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "proof: {}", self.proof.name())?;
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "position: {}", self.position)?;
        if let Some(plies) = self.within {
            writeln!(f, "within: {plies}")?;
        }
        if let Some(points) = self.at_least {
            writeln!(f, "at least: {points}")?;
        }
        if let Some(points) = self.at_most {
            writeln!(f, "at most: {points}")?;
        }
        Ok(())
    }
}

impl Claim {
    /// Reads what is written so, and nothing else: the same claim has one text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = HeadLines::of(text);
        let proof = lines.expect("proof")?;
        let kind = ProofKind::ALL.iter().find(|(_, name)| *name == proof);
        let Some(&(kind, _)) = kind else {
            let found = quoted(proof);
            let expected = "'strategy' or 'connection'";
            return Err(format!("a proof by {found}: expected {expected}"));
        };
        let claim = Claim {
            proof: kind,
            game: lines.expect("game")?.into(),
            position: lines.expect("position")?.into(),
            within: lines.optional("within", |text| text.parse().ok())?,
            at_least: lines.optional("at least", points)?,
            at_most: lines.optional("at most", points)?,
        };
        lines.end()?;
        shows(text)?;
        if let (Some(lower), Some(upper)) = (claim.at_least, claim.at_most)
            && lower > upper
        {
            return Err(format!(
                "at least {lower} and at most {upper} contradict each other"
            ));
        }
        if claim.at_least.is_none() && claim.at_most.is_none() {
            return Err("the head claims nothing: expected 'at least', 'at most' or both".into());
        }
        // Numbers in another form, such as 01 or 1.0.
        match claim.to_string() == text {
            true => Ok(claim),
            false => Err("the head is not in its one form: expected plain numbers".into()),
        }
    }
}

/// Says whether a head can be printed: nobody is to be led astray by what does not show.
pub(crate) fn shows(text: &str) -> Result<(), String> {
    match text
        .chars()
        .all(|c| c == '\n' || c == ' ' || c.is_ascii_graphic())
    {
        true => Ok(()),
        false => Err("the head has signs that do not show: expected printable ASCII".into()),
    }
}

fn points(text: &str) -> Option<f64> {
    let points: f64 = text.parse().ok()?;
    // Floating point has two zeros; people have one.
    let is_minus_zero = points == 0.0 && points.is_sign_negative();
    (points.is_finite() && !is_minus_zero).then_some(points)
}

/// The lines of a head.
pub(crate) struct HeadLines<'t> {
    rest: &'t str,
    number: u32,
}

impl<'t> HeadLines<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        HeadLines {
            rest: text,
            number: 0,
        }
    }

    /// Says whether all lines are read.
    pub(crate) fn end(&self) -> Result<(), String> {
        match self.rest.is_empty() {
            true => Ok(()),
            false => {
                let found = quoted(self.rest);
                Err(format!("the head goes on with {found}: expected its end"))
            }
        }
    }

    /// The value of the next line if it has that name.
    pub(crate) fn take(&mut self, name: &str) -> Option<&'t str> {
        let value = self.rest.strip_prefix(name)?.strip_prefix(": ")?;
        let (value, rest) = value.split_once('\n')?;
        self.rest = rest;
        self.number += 1;
        Some(value)
    }

    pub(crate) fn expect(&mut self, name: &str) -> Result<&'t str, String> {
        self.take(name).ok_or_else(|| {
            let (number, found) = (self.number + 1, quoted(self.rest));
            format!("line {number} of the head is {found}: expected '{name}: '")
        })
    }

    pub(crate) fn optional<T>(
        &mut self,
        name: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let wrong = || {
            format!(
                "'{name}' is {} in the head: expected a number",
                quoted(text)
            )
        };
        read(text).ok_or_else(wrong).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_back() {
        let claim = Claim {
            proof: ProofKind::Strategy,
            game: "go:2x2+komi=0.5".into(),
            position: "../..;B".into(),
            within: None,
            at_least: Some(0.5),
            at_most: Some(3.0),
        };
        let text = claim.to_string();
        assert_eq!(Claim::parse(&text), Ok(claim));
        for (from, to) in [
            ("least: 0.5\n", "least: 0.50\n"),
            ("3\n", "3.0\n"),
            ("3\n", "nan\n"),
            ("3\n", "inf\n"),
            ("least: 0.5\n", "least: -0\n"),
            ("3\n", "-03\n"),
            ("3\n", "3"),
            ("3\n", "3\n\n"),
            ("3\n", "-3\n"),
            ("../..;B", "../..\u{1b}[2J;B"),
            ("../..;B", "../..;ß"),
            ("at least", "at worst"),
            ("proof: strategy", "proof: table"),
            ("at least: 0.5\nat most: 3\n", ""),
            ("at least: 0.5\nat most: 3\n", "at most: 1\nat least: 1\n"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert!(Claim::parse(&changed).is_err(), "{changed}");
        }
    }
}
