//! The name of a game and its rules: `NAME`, `NAME:SIZE`, then `+option` or `+option=value`.

use std::fmt;

use crate::notation::ParseError;

/// A spec taken apart. Each piece knows where it stood, so that a game can say what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec<'t> {
    /// The game's name.
    pub name: Piece<'t>,
    /// What stands behind the colon.
    pub size: Option<Piece<'t>>,
    /// What stands behind each plus sign.
    pub options: Vec<SpecOption<'t>>,
}

/// A piece of a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'t> {
    /// Its text.
    pub text: &'t str,
    /// How many characters of the spec stand before it.
    pub at: usize,
}

/// `+name` or `+name=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpecOption<'t> {
    /// The option's name.
    pub name: Piece<'t>,
    /// Its value.
    pub value: Option<Piece<'t>>,
}

impl Piece<'_> {
    /// The error that something else was expected, `skip` characters into this piece.
    #[must_use]
    pub fn wrong(&self, skip: usize, expected: impl Into<String>) -> ParseError {
        ParseError::new(skip, expected, self.text).shifted(self.at)
    }
}

impl<'t> Spec<'t> {
    /// Takes a spec apart.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let mut pieces = text.split('+');
        let head = Piece {
            text: pieces.next().expect("split gives at least one piece"),
            at: 0,
        };
        let (name, size) = cut(head, ':');
        if name.text.is_empty() {
            return Err(ParseError::new(0, "the name of a game", text));
        }
        let mut at = head.text.chars().count();
        let mut options: Vec<SpecOption> = Vec::new();
        for piece in pieces {
            let (name, value) = cut(
                Piece {
                    text: piece,
                    at: at + 1,
                },
                '=',
            );
            if name.text.is_empty() {
                return Err(name.wrong(0, "the name of an option"));
            }
            if options.iter().any(|known| known.name.text == name.text) {
                return Err(name.wrong(0, "each option once"));
            }
            options.push(SpecOption { name, value });
            at += 1 + piece.chars().count();
        }
        Ok(Spec {
            name,
            size,
            options,
        })
    }

    /// Takes the option that is just a name out of the list; says whether it was there.
    pub fn take_flag(&mut self, name: &str) -> Result<bool, ParseError> {
        let Some(i) = self
            .options
            .iter()
            .position(|option| option.name.text == name)
        else {
            return Ok(false);
        };
        match self.options.swap_remove(i).value {
            None => Ok(true),
            Some(value) => Err(value.wrong(0, format!("no value for +{name}"))),
        }
    }

    /// Takes the option that has a value out of the list, and gives the value if it was there.
    pub fn take_value(&mut self, name: &str) -> Result<Option<Piece<'t>>, ParseError> {
        let at = self.options.iter().position(|o| o.name.text == name);
        let Some(i) = at else {
            return Ok(None);
        };
        let option = self.options.remove(i);
        match option.value {
            Some(value) => Ok(Some(value)),
            None => {
                let end = option.name.text.chars().count();
                Err(option.name.wrong(end, format!("a value for +{name}")))
            }
        }
    }

    /// Every option must have been taken; `known` names those that exist.
    pub fn no_more_options(&self, known: &str) -> Result<(), ParseError> {
        match self.options.first() {
            None => Ok(()),
            Some(option) => Err(option.name.wrong(0, known)),
        }
    }
}

/// Cuts a piece in two at the first `separator`.
fn cut(piece: Piece, separator: char) -> (Piece, Option<Piece>) {
    match piece.text.split_once(separator) {
        None => (piece, None),
        Some((before, after)) => {
            let at = piece.at + before.chars().count() + 1;
            (
                Piece {
                    text: before,
                    at: piece.at,
                },
                Some(Piece { text: after, at }),
            )
        }
    }
}

impl fmt::Display for Spec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name.text)?;
        if let Some(size) = self.size {
            write!(f, ":{}", size.text)?;
        }
        let mut options = self.options.clone();
        options.sort_by_key(|option| option.name.text);
        for option in options {
            write!(f, "+{}", option.name.text)?;
            if let Some(value) = option.value {
                write!(f, "={}", value.text)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_come_apart_and_are_printed_in_order() {
        let mut spec = Spec::parse("go:4x3+suicide+komi=0.5").unwrap();
        assert_eq!(spec.to_string(), "go:4x3+komi=0.5+suicide");
        assert_eq!(spec.size, Some(Piece { text: "4x3", at: 3 }));
        assert_eq!(
            spec.options[1].value,
            Some(Piece {
                text: "0.5",
                at: 20
            })
        );
        assert_eq!(spec.take_flag("suicide"), Ok(true));
        assert_eq!(spec.take_flag("suicide"), Ok(false));
        assert_eq!(spec.take_flag("komi").unwrap_err().at, Some(20));
    }

    #[test]
    fn errors_point_at_the_place() {
        let at = |text| Spec::parse(text).unwrap_err().at;
        assert_eq!(at(""), Some(0));
        assert_eq!(at(":3"), Some(0));
        assert_eq!(at("ttt+"), Some(4));
        assert_eq!(at("ttt+misere+misere"), Some(11));
        let spec = Spec::parse("ttt+x").unwrap();
        assert_eq!(spec.no_more_options("+misere").unwrap_err().at, Some(4));
    }
}
