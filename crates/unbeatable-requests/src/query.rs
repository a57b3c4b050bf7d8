//! The options of a request: those that are expected, once each, and no others.

use std::collections::HashMap;
use std::time::Duration;

use unbeatable_workbench::core::notation::{listed, quoted};
use unbeatable_workbench::question::{Limits, Setup};
use unbeatable_workbench::units::{parse_nodes, parse_plain, parse_time};

use crate::allowance::Allowance;
use crate::failure::{Code, Failure};

/// The options of a request by their names.
#[derive(Debug, Default)]
pub struct Query {
    values: HashMap<&'static str, String>,
}

/// What names a position.
pub(crate) const POSITION: [&str; 3] = ["game", "position", "moves"];

/// How long a question may take, if it does not say.
const LIMIT: Duration = Duration::from_secs(10);

impl Query {
    /// Reads the text behind the question mark. A name that is not expected is wrong: it may be one that
    /// is, misspelled.
    pub fn parse(text: Option<&str>, expected: &[&'static str]) -> Result<Query, Failure> {
        let mut query = Query::default();
        for pair in text.unwrap_or_default().split('&') {
            if pair.is_empty() {
                continue;
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decoded(name)?;
            let Some(known) = expected.iter().find(|known| **known == name) else {
                let found = quoted(&name);
                let what = match expected {
                    [] => format!("parameter {found}: expected none"),
                    _ => format!("parameter {found}: expected {}", listed(expected, "or")),
                };
                return Err(Failure::of(&name, what));
            };
            let value = decoded(value).map_err(|e| Failure::of(known, e.message))?;
            if query.values.insert(known, value).is_some() {
                let what = format!("parameter '{name}': expected once, found twice");
                return Err(Failure::of(known, what));
            }
        }
        Ok(query)
    }

    /// An option, if it is given and not empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let value = self.values.get(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    }

    /// An option that `read` understands; its error says what was expected.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        let wrong = |text: &str, e| Failure::of(name, format!("{name} {}: {e}", quoted(text)));
        self.text(name)
            .map(|text| read(text).map_err(|e| wrong(text, e)))
            .transpose()
    }

    /// A choice among names.
    pub(crate) fn choice<T: Copy>(
        &self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, Failure> {
        self.read(name, |text| {
            let found = choices.iter().find(|(choice, _)| *choice == text);
            found.map(|(_, choice)| *choice).ok_or_else(|| {
                let names: Vec<&str> = choices.iter().map(|(choice, _)| *choice).collect();
                format!("expected {}", listed(&names, "or"))
            })
        })
    }

    /// A switch.
    pub(crate) fn switch(&self, name: &str) -> Result<Option<bool>, Failure> {
        self.choice(name, &[("true", true), ("false", false)])
    }

    /// A whole number from 0 on.
    pub(crate) fn number(&self, name: &str, max: u64) -> Result<Option<u64>, Failure> {
        self.read(name, |text| {
            parse_plain(text, 0, max.into(), &format!("0 to {max}"))
        })
    }

    /// A list with commas.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let texts = self.text(name).into_iter().flat_map(|text| text.split(','));
        texts.map(|text| text.trim().to_string()).collect()
    }

    /// The game's spec.
    pub(crate) fn spec(&self) -> Result<String, Failure> {
        let spec = self.text("game").map(Into::into);
        spec.ok_or_else(|| Failure::of("game", "game: expected a spec, such as ttt"))
    }

    /// The position and the moves from there.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            position: self.text("position").map(Into::into),
            moves: self.list("moves"),
        }
    }

    /// What a question may cost: what it says, and no more than its share.
    pub(crate) fn limits(&self, allowance: &Allowance) -> Result<Limits, Failure> {
        let time = self.read("limit", parse_time)?.unwrap_or(LIMIT);
        Ok(Limits {
            time: Some(time.min(allowance.limit)),
            nodes: self.read("nodes", parse_nodes)?,
            memory: Some(allowance.search_bytes),
            threads: Some(1),
        })
    }
}

/// A name or a value without its escapes.
fn decoded(text: &str) -> Result<String, Failure> {
    let wrong = |what: &str| {
        let found = quoted(text);
        Failure::new(Code::BadRequest, format!("query {found}: expected {what}"))
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next(), rest.next()].map(|digit| {
                    let digit = digit.and_then(|digit| char::from(digit).to_digit(16));
                    digit.ok_or_else(|| wrong("two hexadecimal digits behind every %"))
                });
                let [high, low] = digits;
                (high? * 16 + low?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong("text in UTF-8"))
}
