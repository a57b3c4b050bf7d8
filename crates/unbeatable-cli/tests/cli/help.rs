//! Help texts, versions, completions, manual pages.

use crate::run::{Ran, program, run, run_line};

/// Every command; the empty one is the program itself.
const COMMANDS: &[&str] = &[
    "",
    "solve",
    "analyze",
    "count",
    "perft",
    "draw",
    "strategy",
    "strong",
    "book",
    "prove",
    "job",
    "probe",
    "verify",
    "match",
    "play",
    "serve",
    "gtp",
    "htp",
    "codingame",
    "games",
    "rules",
    "solvers",
    "reproduce",
    "completions",
    "man",
];

#[test]
fn help_texts_are_as_reviewed() {
    for command in COMMANDS {
        let ran = run_line(&format!("{command} --help"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command}");
        assert!(
            ran.out.lines().all(|line| line.chars().count() <= 100),
            "{command}: too wide"
        );
        let name = if command.is_empty() {
            "unbeatable"
        } else {
            command
        };
        insta::assert_snapshot!(name, ran.out);
    }
}

/// No paragraph breaks in the middle of a line: a short word alone between two other lines would be one
/// that was wrapped twice.
#[test]
fn help_texts_are_wrapped_once() {
    let is_short = |line: &str| {
        let word = line.trim();
        (1..=16).contains(&word.chars().count())
            && !word.contains(' ')
            && !word.starts_with(['-', '<', '['])
    };
    let indent = |line: &str| line.len() - line.trim_start().len();
    for command in COMMANDS {
        for columns in [80, 100, 120] {
            let output = program(command.split_whitespace().chain(["--help"]))
                .env("COLUMNS", columns.to_string())
                .output();
            let help = Ran::from(output.expect("the program starts")).out;
            let lines: Vec<&str> = help.lines().collect();
            for three in lines.windows(3) {
                let [before, word, after] = [three[0], three[1], three[2]];
                let goes_on = !after.trim().is_empty() && indent(after) >= indent(word);
                assert!(
                    before.trim().is_empty() || !is_short(word) || !goes_on,
                    "{command}, {columns}: {three:#?}"
                );
            }
        }
    }
}

#[test]
fn the_list_of_commands_is_complete() {
    let help = run(["--help"]).out;
    let listed = help
        .split("Commands:\n")
        .nth(1)
        .expect("there is a list of commands");
    let listed = listed.split("\n\n").next().expect("it ends");
    let listed: Vec<&str> = listed
        .lines()
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert_eq!(listed, [&COMMANDS[1..], &["help"]].concat());
}

#[test]
fn short_help_is_help_too() {
    for command in COMMANDS {
        let (short, long) = (
            run_line(&format!("{command} -h")),
            run_line(&format!("{command} --help")),
        );
        assert_eq!(short.out, long.out, "{command}");
    }
}

#[test]
fn help_is_a_command_too() {
    for command in COMMANDS {
        let (asked, long) = (
            run_line(&format!("help {command}")),
            run_line(&format!("{command} --help")),
        );
        assert_eq!(
            (asked.code, asked.out, asked.err),
            (Some(0), long.out, String::new()),
            "{command}"
        );
    }
}

#[test]
fn the_version_names_the_commit_if_there_is_one() {
    let ran = run(["--version"]);
    assert_eq!(ran.code, Some(0));
    let rest = ran
        .out
        .trim_end()
        .strip_prefix(concat!("unbeatable ", env!("CARGO_PKG_VERSION")));
    let rest = rest.expect("the name and the version come first");
    let commit = rest
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |c: &str| c.len() >= 9 && c.bytes().all(|b| b.is_ascii_hexdigit());
    assert!(
        rest.is_empty() || commit.is_some_and(is_commit),
        "{:?}",
        ran.out
    );
}

#[test]
fn every_shell_is_completed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{shell}");
        assert!(
            ran.out.contains("reproduce") && ran.out.contains("at-least"),
            "{shell}"
        );
    }
}

#[test]
fn names_are_completed() {
    for shell in ["bash", "zsh"] {
        let script = run(["completions", shell]).out;
        for name in ["open-lines", "backward", "perfect", "lomont-2024-frontier"] {
            assert!(script.contains(name), "{name} in {shell}");
        }
        // What is neither a name nor a file is not taken for a file.
        assert!(!script.contains(":_default'"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    for command in COMMANDS {
        let ran = run_line(&format!("man {command}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command}");
        let title = match command.is_empty() {
            true => ".TH unbeatable 1".to_string(),
            false => format!(".TH unbeatable-{command} 1"),
        };
        assert!(ran.out.contains(&title), "{command}: {}", &ran.out[..200]);
        assert!(
            ran.out.contains("unbeatable ") && ran.out.contains(".SH EXAMPLES\n.nf\n"),
            "{command}"
        );
    }
}
