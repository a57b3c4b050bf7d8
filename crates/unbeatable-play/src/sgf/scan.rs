//! The outer form of SGF: games in parentheses, nodes behind semicolons, values in brackets.
//!
//! Only the main variation is of interest here, and that is what stands before the first closing
//! parenthesis; so one loop does, and a text of 200,000 nodes overflows no stack.

use unbeatable_core::notation::quoted;

use unbeatable_report::AskError;

/// A property of a node, as it is written.
pub(super) struct Property {
    /// Its name: the capital letters of what is written, which may be old and long (`Black`).
    pub(super) name: String,
    /// What stands in its brackets, backslashes taken away.
    pub(super) values: Vec<String>,
}

/// What came last.
#[derive(Clone, Copy, PartialEq)]
enum LastSeen {
    Nothing,
    Open,
    Node,
    Closed,
}

/// Reads a whole text, and gives the nodes of the first game's main variation to `visit`, one after
/// the other. Says how many games there are.
pub(super) fn scan(
    text: &str,
    visit: &mut dyn FnMut(&[Property]) -> Result<(), AskError>,
) -> Result<usize, AskError> {
    // Some editors put a byte order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scan = Scan { text, at: 0 };
    let (mut games, mut depth) = (0, 0);
    let mut last = LastSeen::Nothing;
    let mut is_main = true;
    loop {
        scan.skip_space();
        last = match (scan.next(), last) {
            (Some(b'('), LastSeen::Nothing | LastSeen::Node | LastSeen::Closed) => {
                games += usize::from(depth == 0);
                depth += 1;
                scan.at += 1;
                LastSeen::Open
            }
            (Some(b';'), LastSeen::Open | LastSeen::Node) => {
                scan.at += 1;
                let properties = scan.properties()?;
                if is_main {
                    visit(&properties)?;
                }
                LastSeen::Node
            }
            (Some(b')'), LastSeen::Node | LastSeen::Closed) if depth > 0 => {
                depth -= 1;
                is_main = false;
                scan.at += 1;
                LastSeen::Closed
            }
            (None, LastSeen::Closed) if depth == 0 => return Ok(games),
            _ => {
                let expected = match last {
                    LastSeen::Nothing => "'(;', the beginning of a game,",
                    LastSeen::Open => "';', a node,",
                    LastSeen::Node => "a property, ';', '(' or ')'",
                    LastSeen::Closed if depth > 0 => "'(' or ')' after a variation",
                    LastSeen::Closed => "'(;' or the end after a game",
                };
                return Err(scan.wrong(expected));
            }
        };
    }
}

/// A text and how far it is read.
struct Scan<'t> {
    text: &'t str,
    /// In bytes; always between two characters.
    at: usize,
}

impl Scan<'_> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.next().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// The error that something else was expected here.
    fn wrong(&self, expected: &str) -> AskError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let character = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let found = match &self.text[self.at..] {
            "" => "the end".to_string(),
            rest => quoted(rest),
        };
        AskError::new(format!(
            "expected {expected} at line {line}, character {character}, found {found}"
        ))
    }

    /// The properties of a node, up to what is none.
    fn properties(&mut self) -> Result<Vec<Property>, AskError> {
        let mut properties = Vec::new();
        loop {
            self.skip_space();
            let begin = self.at;
            while self.next().is_some_and(|b| b.is_ascii_alphabetic()) {
                self.at += 1;
            }
            let name = &self.text[begin..self.at];
            if name.is_empty() {
                return Ok(properties);
            }
            let name = name.chars().filter(char::is_ascii_uppercase).collect();
            let mut values = Vec::new();
            self.skip_space();
            while self.next() == Some(b'[') {
                values.push(self.value()?);
                self.skip_space();
            }
            if values.is_empty() {
                return Err(self.wrong("'[', the value of a property,"));
            }
            properties.push(Property { name, values });
        }
    }

    /// What stands in the brackets that begin here. A backslash takes its meaning from what follows.
    fn value(&mut self) -> Result<String, AskError> {
        let mut value = String::new();
        let mut is_escaped = false;
        for (i, c) in self.text[self.at..].char_indices().skip(1) {
            match c {
                ']' if !is_escaped => {
                    self.at += i + 1;
                    return Ok(value);
                }
                '\\' if !is_escaped => is_escaped = true,
                _ => {
                    is_escaped = false;
                    value.push(c);
                }
            }
        }
        Err(self.wrong("']' at the end of the value that begins"))
    }
}
