//! What a person can type.

/// A line that was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypedCommand<'t> {
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

impl TypedCommand<'_> {
    /// Reads a line. No game has moves that look like these words.
    pub(crate) fn read(line: &str) -> TypedCommand<'_> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => TypedCommand::Nothing,
            ("help" | "?", "") => TypedCommand::Help,
            ("board", "") => TypedCommand::Board,
            ("moves", "") => TypedCommand::Moves,
            ("hint" | "hints", "") => TypedCommand::Hint,
            ("why", "") => TypedCommand::Why,
            ("undo", "") => TypedCommand::Undo,
            ("save", file) => TypedCommand::Save(file),
            ("load" | "open", file) => TypedCommand::Load(file),
            ("new", "") => TypedCommand::New,
            ("quit" | "exit", "") => TypedCommand::Quit,
            _ => TypedCommand::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        for (line, expected) in [
            ("", TypedCommand::Nothing),
            (" \t\r", TypedCommand::Nothing),
            ("help", TypedCommand::Help),
            ("b2", TypedCommand::Move("b2")),
            (" pass ", TypedCommand::Move("pass")),
            ("save", TypedCommand::Save("")),
            ("save  my game.json \r", TypedCommand::Save("my game.json")),
            ("load x", TypedCommand::Load("x")),
            ("undo twice", TypedCommand::Move("undo twice")),
        ] {
            assert_eq!(TypedCommand::read(line), expected, "{line:?}");
        }
    }
}
