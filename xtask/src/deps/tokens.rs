//! Rust's words: as much of its grammar as it takes to find paths.

/// A name, a number, a mark (`::` is one), a lifetime, or a text with its quotation marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) line: usize,
}

impl Token<'_> {
    pub(super) fn is_name(&self) -> bool {
        let first = self.text.chars().next();
        first.is_some_and(|c| is_in_names(c) && !c.is_ascii_digit()) && !self.text.contains('"')
    }
}

/// The words of a file, without comments.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (word, behind) = rest.split_at(length(rest, first));
        if !first.is_whitespace() && !word.starts_with("//") && !word.starts_with("/*") {
            tokens.push(Token { text: word, line });
        }
        line += word.matches('\n').count();
        rest = behind;
    }
    tokens
}

fn is_in_names(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// How long the word at the beginning of a text is.
fn length(text: &str, first: char) -> usize {
    let name = text.find(|c| !is_in_names(c)).unwrap_or(text.len());
    match first {
        '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => comment(text),
        '"' => quoted(text),
        '\'' => character(text),
        ':' if text.starts_with("::") => 2,
        _ if name > 0 => name + raw(&text[..name], &text[name..]),
        _ => first.len_utf8(),
    }
}

/// A comment may hold others.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        let step = match rest.chars().next() {
            None => return text.len(),
            Some(_) if rest.starts_with("/*") => {
                depth += 1;
                2
            }
            Some(_) if rest.starts_with("*/") => {
                depth -= 1;
                2
            }
            Some(c) => c.len_utf8(),
        };
        at += step;
        if depth == 0 {
            return at;
        }
    }
}

/// A text up to the mark with which it begins.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let first = characters.next().map(|(_, mark)| mark);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => drop(characters.next()),
            _ if Some(c) == first => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// A character, or a lifetime.
fn character(text: &str) -> usize {
    let mut behind = text[1..].chars();
    let first = behind.next();
    match first {
        Some('\\') => quoted(text),
        Some(c) if behind.next() == Some('\'') => c.len_utf8() + 2,
        _ => {
            1 + text[1..]
                .find(|c| !is_in_names(c))
                .unwrap_or(text.len() - 1)
        }
    }
}

/// How much of the text behind a name belongs to it: of `r"…"`, `r#"…"#` and `r#name`.
fn raw(name: &str, text: &str) -> usize {
    let behind = text.trim_start_matches('#');
    let hashes = text.len() - behind.len();
    match behind.strip_prefix('"') {
        _ if !["r", "br", "cr"].contains(&name) => 0,
        Some(inside) => {
            let end = format!("\"{}", &text[..hashes]);
            let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
            hashes + 1 + length
        }
        None if hashes == 1 => 1 + behind.find(|c| !is_in_names(c)).unwrap_or(behind.len()),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words() {
        check(
            "a::b(1.0, r#mod)",
            &["a", "::", "b", "(", "1", ".", "0", ",", "r#mod", ")"],
        );
        check("x // crate::a\n/* /* b */ c */ y", &["x", "y"]);
        check(
            r#"'\'' 'a' 'a "\"// a" b"#,
            &["'\\''", "'a'", "'a", "\"\\\"// a\"", "b"],
        );
        check(
            "'\"' '{' r#\"a\"b\"# br\"\\\" c",
            &["'\"'", "'{'", "r#\"a\"b\"#", "br\"\\\"", "c"],
        );
    }
}
