//! Rules, well laid out: a condition on each line, what belongs together side by side, all comments kept.

use crate::complaint::Complaint;
use crate::expression::{Comment, Expression, ExpressionForm, read};

/// What is longer is broken over several lines.
const LINE_CHARACTERS_MAX: usize = 90;

/// How far conditions stand behind their rule.
const INDENT: usize = 4;

/// The text of a file, laid out anew.
pub fn format(text: &str) -> Result<String, Complaint> {
    let expressions = read(text)?;
    let mut layout = Layout {
        text,
        lines: vec![],
    };
    for item in &expressions.items {
        layout.comments(&item.comments, 0);
        if item.is_apart && layout.lines.last().is_some_and(|line| !line.is_empty()) {
            layout.lines.push(String::new());
        }
        layout.item(item, 0);
    }
    layout.comments(&expressions.comments, 0);
    let mut out = layout.lines.join("\n");
    out.push('\n');
    Ok(out)
}

struct Layout<'t> {
    text: &'t str,
    lines: Vec<String>,
}

impl Layout<'_> {
    fn comments(&mut self, comments: &[Comment], indent: usize) {
        for comment in comments {
            match self.lines.last_mut() {
                Some(line) if comment.is_trailing => {
                    line.push_str("  ");
                    line.push_str(&comment.text);
                }
                _ => {
                    if comment.is_apart && !self.lines.is_empty() {
                        self.lines.push(String::new());
                    }
                    self.lines.push(format!("{:indent$}{}", "", comment.text));
                }
            }
        }
    }

    fn item(&mut self, item: &Expression, indent: usize) {
        let is_rule = matches!(&item.form, ExpressionForm::List(within, _) if within.len() > 3 && is_word(&within[0], "<="));
        let flat = self.flat(item);
        let width = |text: &String| indent + text.chars().count();
        let within = match (&item.form, flat) {
            (_, Some(flat)) if !is_rule && width(&flat) <= LINE_CHARACTERS_MAX => {
                self.lines.push(format!("{:indent$}{flat}", ""));
                return;
            }
            (ExpressionForm::Word(_), flat) => {
                self.lines
                    .push(format!("{:indent$}{}", "", flat.unwrap_or_default()));
                return;
            }
            (ExpressionForm::List(within, last), _) => (within, last),
        };
        let (within, last) = within;
        // The name, and behind it what it is about if that is a rule's head.
        let mut first = "(".to_string();
        let mut rest = &within[..];
        if let [name, behind @ ..] = rest
            && let (ExpressionForm::Word(_), []) = (&name.form, &name.comments[..])
        {
            first.push_str(&self.text[name.span.clone()]);
            rest = behind;
            if let ([head, behind @ ..], true) = (behind, is_word(name, "<="))
                && let (Some(flat), []) = (self.flat(head), &head.comments[..])
            {
                first.push(' ');
                first.push_str(&flat);
                rest = behind;
            }
        }
        self.lines.push(format!("{:indent$}{first}", ""));
        for item in rest {
            self.comments(&item.comments, indent + INDENT);
            self.item(item, indent + INDENT);
        }
        self.comments(last, indent + INDENT);
        match self.lines.last_mut() {
            // A comment would swallow it.
            Some(line) if !line.contains(';') => line.push(')'),
            _ => self.lines.push(format!("{:indent$})", "")),
        }
    }

    /// The expression on one line, if no comment is inside.
    fn flat(&self, item: &Expression) -> Option<String> {
        match &item.form {
            ExpressionForm::Word(_) => Some(self.text[item.span.clone()].into()),
            ExpressionForm::List(within, last) if last.is_empty() => {
                let inner: Option<Vec<String>> = within
                    .iter()
                    .map(|item| match item.comments.is_empty() {
                        true => self.flat(item),
                        false => None,
                    })
                    .collect();
                Some(format!("({})", inner?.join(" ")))
            }
            ExpressionForm::List(..) => None,
        }
    }
}

fn is_word(item: &Expression, word: &str) -> bool {
    matches!(&item.form, ExpressionForm::Word(text) if text == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_laid_out() {
        let text = "; A game.\n(role   X) ; first\n\n\n(<= (next (a ?x)) (true (a ?x))  ; stays\n(distinct ?x 1))\n(<= terminal (true b)) ;; end\n; last";
        let formatted = format(text).expect("it is well formed");
        assert_eq!(
            formatted,
            "; A game.\n(role X)  ; first\n\n(<= (next (a ?x))\n    (true (a ?x))  ; stays\n    (distinct ?x 1))\n(<= terminal (true b))  ;; end\n; last\n"
        );
        assert_eq!(format(&formatted).expect("it is still"), formatted);
    }

    #[test]
    fn comments_swallow_nothing() {
        let text = "(<= (a)\n ; before\n (b) ; behind\n)";
        let formatted = format(text).expect("it is well formed");
        assert_eq!(formatted, "(<= (a)\n    ; before\n    (b)  ; behind\n)\n");
        assert_eq!(format(&formatted).expect("it is still"), formatted);
    }
}
