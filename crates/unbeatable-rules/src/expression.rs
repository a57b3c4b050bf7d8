//! Text as nested lists of words: the form of every rule.

use crate::complaint::{Complaint, Span};

/// Lists are nested no deeper.
pub const DEPTH_MAX: usize = 100;

/// No file is longer.
pub const BYTES_MAX: usize = 4 << 20;

/// A word or a list, with the comments before it.
#[derive(Clone, Debug)]
pub struct Expression {
    /// A word, or a list in parentheses.
    pub form: ExpressionForm,
    /// Where it stands.
    pub span: Span,
    /// Comments before it, as they are written.
    pub comments: Vec<Comment>,
    /// Whether an empty line stands before it, or before its comments' end.
    pub is_apart: bool,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExpressionForm {
    /// A word, in small letters: GDL does not tell `X` from `x`.
    Word(String),
    /// What stands between parentheses, and the comments before the closing one.
    List(Vec<Expression>, Vec<Comment>),
}

/// A comment: from a semicolon to the end of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Its text with the semicolon.
    pub text: String,
    /// Whether something stands before it on its line.
    pub is_trailing: bool,
    /// Whether an empty line stands before it.
    pub is_apart: bool,
}

/// A file as a list of expressions, and the comments at its end.
pub struct Expressions {
    /// The expressions.
    pub items: Vec<Expression>,
    /// What is said behind the last of them.
    pub comments: Vec<Comment>,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// Whether something stands on this line already.
    is_begun: bool,
    comments: Vec<Comment>,
}

enum ExpressionToken {
    Open,
    Close,
    Word(String),
}

impl Tokens<'_> {
    /// The next token, where it stands, and whether an empty line stands before it.
    fn next(&mut self) -> Option<(ExpressionToken, Span, bool)> {
        let bytes = self.text.as_bytes();
        let mut line_feeds = 0;
        while let Some(&b) = bytes.get(self.at) {
            match b {
                b';' => {
                    let rest = &self.text[self.at..];
                    let length = rest.find('\n').unwrap_or(rest.len());
                    self.comments.push(Comment {
                        text: rest[..length].trim_end().into(),
                        is_trailing: self.is_begun,
                        is_apart: line_feeds > 1,
                    });
                    self.at += length;
                    line_feeds = 0;
                }
                b'\n' => {
                    self.at += 1;
                    line_feeds += 1;
                    self.is_begun = false;
                }
                b'(' | b')' => {
                    let span = self.at..self.at + 1;
                    self.at += 1;
                    self.is_begun = true;
                    return Some((
                        if b == b'(' {
                            ExpressionToken::Open
                        } else {
                            ExpressionToken::Close
                        },
                        span,
                        line_feeds > 1,
                    ));
                }
                _ => {
                    let rest = &self.text[self.at..];
                    let c = rest.chars().next().expect("there is a byte");
                    if c.is_whitespace() || c == '\u{feff}' || c.is_control() {
                        self.at += c.len_utf8();
                        continue;
                    }
                    let ends = |c: char| {
                        c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | ';')
                    };
                    let length = rest.find(ends).unwrap_or(rest.len());
                    let span = self.at..self.at + length;
                    self.at += length;
                    self.is_begun = true;
                    return Some((
                        ExpressionToken::Word(rest[..length].to_lowercase()),
                        span,
                        line_feeds > 1,
                    ));
                }
            }
        }
        None
    }
}

/// Reads a file.
pub fn read(text: &str) -> Result<Expressions, Complaint> {
    if text.len() > BYTES_MAX {
        return Err(Complaint::whole(format!(
            "expected a file of at most {} MiB, found {} bytes",
            BYTES_MAX >> 20,
            text.len()
        )));
    }
    let mut tokens = Tokens {
        text,
        at: 0,
        is_begun: false,
        comments: vec![],
    };
    let mut items = vec![];
    // Lists that are open: where they began, what is in them, and the comments before them.
    let mut open: Vec<(Span, Vec<Expression>, Vec<Comment>, bool)> = vec![];
    while let Some((token, span, is_apart)) = tokens.next() {
        let comments = std::mem::take(&mut tokens.comments);
        let item = match token {
            ExpressionToken::Open if open.len() == DEPTH_MAX => {
                return Err(Complaint::at(
                    &span,
                    format!("expected at most {DEPTH_MAX} lists in each other, found one more"),
                ));
            }
            ExpressionToken::Open => {
                open.push((span, vec![], comments, is_apart));
                continue;
            }
            ExpressionToken::Close => {
                let Some((begin, within, before, is_apart)) = open.pop() else {
                    return Err(Complaint::at(
                        &span,
                        "expected a rule, found ')' without a '(' before it",
                    )
                    .but("remove it, or add the '(' that it closes"));
                };
                Expression {
                    form: ExpressionForm::List(within, comments),
                    span: begin.start..span.end,
                    comments: before,
                    is_apart,
                }
            }
            ExpressionToken::Word(word) => Expression {
                form: ExpressionForm::Word(word),
                span,
                comments,
                is_apart,
            },
        };
        match open.last_mut() {
            Some((_, within, ..)) => within.push(item),
            None => items.push(item),
        }
    }
    if let Some((begin, ..)) = open.last() {
        // The rule that was left open is most often the last that begins a line.
        let opened = &open[0].0;
        let remedy = match opened == begin {
            true => "close it at the end of its rule".into(),
            false => {
                let (line, column) = Complaint::at(opened, "")
                    .place(text)
                    .expect("it has a place");
                format!(
                    "the rule that begins on line {line}, column {column}, ends nowhere: look for the ')' that is missing there"
                )
            }
        };
        return Err(Complaint::at(
            begin,
            "expected ')', found the end of the file: this '(' is never closed",
        )
        .but(remedy));
    }
    let comments = tokens.comments;
    Ok(Expressions { items, comments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lists() {
        let read = read("; top\n(A (b ?X) ; aside\n\n) terminal ;end").expect("it is well formed");
        assert_eq!(read.items.len(), 2);
        assert_eq!(read.items[0].comments[0].text, "; top");
        let ExpressionForm::List(items, last) = &read.items[0].form else {
            panic!("a list")
        };
        assert!(matches!(&items[0].form, ExpressionForm::Word(word) if word == "a"));
        assert!(last[0].is_trailing && last[0].text == "; aside");
        assert_eq!(read.comments[0].text, ";end");
    }

    #[test]
    fn parentheses_match() {
        let wrong = |text: &str| {
            read(text)
                .err()
                .map(|c| c.place(text).expect("it has a place"))
        };
        assert_eq!(wrong("(a))"), Some((1, 4)));
        assert_eq!(wrong("\n (a (b)"), Some((2, 2)));
        assert_eq!(wrong(&"(".repeat(DEPTH_MAX + 1)), Some((1, DEPTH_MAX + 1)));
        assert_eq!(wrong("(a)"), None);
    }
}
