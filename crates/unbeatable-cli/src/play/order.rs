//! What a person can type.

/// A line that was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order<'t> {
    Nothing,
    Help,
    Board,
    Moves,
    Hint,
    Why,
    Undo,
    Save(&'t str),
    Load(&'t str),
    New,
    Quit,
    /// Anything else is a move, or meant to be one.
    Move(&'t str),
}

impl Order<'_> {
    /// Reads a line. No game has moves that look like these words.
    pub(crate) fn read(line: &str) -> Order<'_> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => Order::Nothing,
            ("help" | "?", "") => Order::Help,
            ("board", "") => Order::Board,
            ("moves", "") => Order::Moves,
            ("hint" | "hints", "") => Order::Hint,
            ("why", "") => Order::Why,
            ("undo", "") => Order::Undo,
            ("save", file) => Order::Save(file),
            ("load" | "open", file) => Order::Load(file),
            ("new", "") => Order::New,
            ("quit" | "exit", "") => Order::Quit,
            _ => Order::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        for (line, expected) in [
            ("", Order::Nothing),
            (" \t\r", Order::Nothing),
            ("help", Order::Help),
            ("b2", Order::Move("b2")),
            (" pass ", Order::Move("pass")),
            ("save", Order::Save("")),
            ("save  my game.json \r", Order::Save("my game.json")),
            ("load x", Order::Load("x")),
            ("undo twice", Order::Move("undo twice")),
        ] {
            assert_eq!(Order::read(line), expected, "{line:?}");
        }
    }
}
