//! The form of commands and responses.

/// A command, as far as its form goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GtpCommand {
    /// The number that the response repeats, as it was written.
    pub(crate) id: String,
    /// Its name; empty if there is nothing but a number.
    pub(crate) name: String,
    /// What stands behind the name.
    pub(crate) arguments: Vec<String>,
}

/// Reads a line. `None` if there is nothing in it to answer: no more than spaces, control characters
/// and a comment.
pub(crate) fn parse(line: &[u8]) -> Option<GtpCommand> {
    let line = line.split(|byte| *byte == b'#').next().unwrap_or_default();
    let is_space = |byte: &u8| *byte == b' ' || *byte == b'\t';
    let mut words = line.split(is_space).filter_map(word).peekable();
    let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    words.peek()?;
    Some(GtpCommand {
        id: words.next_if(is_id).unwrap_or_default(),
        name: words.next().unwrap_or_default(),
        arguments: words.collect(),
    })
}

/// A word without its control characters, if something is left.
fn word(bytes: &[u8]) -> Option<String> {
    let bytes: Vec<u8> = bytes
        .iter()
        .copied()
        .filter(|b| *b > 31 && *b != 127)
        .collect();
    let word = String::from_utf8_lossy(&bytes).into_owned();
    (!word.is_empty()).then_some(word)
}

/// The response to the command of that number: `=` and what it says, or `?` and what is wrong.
pub(crate) fn write(id: &str, result: &Result<String, String>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    // An empty line is where the response ends.
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let gap = match text {
        _ if lines.is_empty() => "",
        _ if text.starts_with('\n') => "\n",
        _ => " ",
    };
    format!("{sign}{id}{gap}{}\n\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &[u8], id: &str, words: &str) {
        let command = parse(line).expect("a command");
        let mut found = vec![command.name];
        found.extend(command.arguments);
        assert_eq!((command.id.as_str(), found.join("|").as_str()), (id, words));
    }

    #[test]
    fn commands_are_read() {
        check(b"name", "", "name");
        check(b"play B a1", "", "play|B|a1");
        check(b"12 play\tB  a1 \r", "12", "play|B|a1");
        check(b"  0007 name # what 8 name", "0007", "name");
        check(b"na\x07me\x7f", "", "name");
        check(b"12", "12", "");
        check(b"12 13 14", "12", "13|14");
        check(b"1name", "", "1name");
        check(b"-1 name", "", "-1|name");
        check(b"99999999999999999999 name", "99999999999999999999", "name");
        check(b"\xff\xfe x", "", "\u{fffd}\u{fffd}|x");
        check("näme é".as_bytes(), "", "näme|é");
    }

    #[test]
    fn some_lines_have_no_answer() {
        for line in ["", " ", "\t \r", "# name", "  # 1 name", "\u{7}\u{1b}", "#"] {
            assert_eq!(parse(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn responses_are_written() {
        let check = |id, result: Result<&str, &str>, expected| {
            let result = result.map(String::from).map_err(String::from);
            assert_eq!(write(id, &result), expected);
        };
        check("", Ok("pass"), "= pass\n\n");
        check("3", Ok("pass"), "=3 pass\n\n");
        check("3", Ok(""), "=3\n\n");
        check("", Ok(""), "=\n\n");
        check("4", Err("illegal move"), "?4 illegal move\n\n");
        check("", Ok("a\nb\n"), "= a\nb\n\n");
        check("", Ok("\na\n\nb"), "=\na\nb\n\n");
    }
}
