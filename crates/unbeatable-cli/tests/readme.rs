//! README.md says what the program prints: its examples are run, its table is measured.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    fs::read_to_string(path).expect("README.md is there")
}

fn run(arguments: &[String]) -> String {
    run_with("", arguments)
}

/// Runs the program with that text on its standard input.
fn run_with(input: &str, arguments: &[String]) -> String {
    let program = env!("CARGO_BIN_EXE_unbeatable");
    if let [strong, .., folder] = arguments
        && strong == "strong"
    {
        // A finished database stays as it is: that of the last run must not be in the way.
        let _ = fs::remove_dir_all(format!("{}/{folder}", env!("CARGO_TARGET_TMPDIR")));
    }
    let mut child = Command::new(program)
        .args(arguments)
        // Examples may write files, which later ones read.
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("it has a standard input");
    pipe.write_all(input.as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("answers are text")
}

/// The words of a command, quotes removed.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// What a command that begins with `printf` and a text gives to the program behind it.
fn printed(command: &str) -> String {
    match command.strip_prefix("$ printf ") {
        Some(text) => words(text)[0].replace("\\n", "\n"),
        None => {
            assert_eq!(command, "$ ", "an example runs one program");
            String::new()
        }
    }
}

/// The text as one line of words, with what a clock says left out.
fn without_times(text: &str) -> String {
    let text = match text.split_once("\"seconds\":") {
        None => text.to_string(),
        Some((before, after)) => {
            let rest = after.find(',').map_or("", |end| &after[end..]);
            format!("{before}\"seconds\":TIME{rest}")
        }
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut kept: Vec<&str> = Vec::new();
    for word in words {
        let bare = word.trim_end_matches([',', '.', ';']);
        let is_number = |w: &&str| w.starts_with(|c: char| c.is_ascii_digit());
        match bare {
            "ms" | "s" | "µs" if kept.last().is_some_and(is_number) => {
                kept.pop();
                kept.push("TIME");
            }
            "nodes/s" | "positions/s" | "games/s" => {
                while kept
                    .last()
                    .is_some_and(|w| is_number(w) || ["k", "M", "G"].contains(w))
                {
                    kept.pop();
                }
                kept.push("SPEED");
            }
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

#[test]
fn examples_print_what_the_readme_says() {
    let readme = readme();
    let mut examples = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("\n```").next().expect("split gives a piece");
        let (command, expected) = block.split_once('\n').expect("an example has output");
        let (input, command) = command
            .split_once("unbeatable ")
            .expect("examples run the program");
        assert_eq!(
            without_times(&run_with(&printed(input), &words(command))),
            without_times(expected),
            "{command}"
        );
        examples += 1;
    }
    assert!(examples >= 4, "{examples} examples");
}

#[test]
fn the_table_of_solved_games_is_measured() {
    let readme = readme();
    let mut rows = 0;
    for row in readme
        .lines()
        .filter(|line| line.contains("`unbeatable solve "))
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, game, value, nodes, _seconds, command, _] = cells[..] else {
            continue;
        };
        let command = command
            .trim_matches('`')
            .strip_prefix("unbeatable ")
            .expect("a command");
        let report: Json =
            serde_json::from_str(&run(&words(&format!("{command} --json")))).expect("JSON");
        let measured = match report["outcome"]["winner"].as_str() {
            None => "draw".to_string(),
            Some(winner) => match report["outcome"]["margin"].as_f64() {
                None => format!("{winner} wins"),
                Some(margin) => format!("{winner} wins by {}", margin.abs()),
            },
        };
        assert_eq!(
            report["game"].as_str(),
            Some(game.trim_matches('`')),
            "{row}"
        );
        assert_eq!(measured, value, "{row}");
        assert_eq!(report["nodes"].to_string(), nodes.replace(',', ""), "{row}");
        assert_eq!(report["evidence"].as_str(), Some("exact"), "{row}");
        rows += 1;
    }
    assert!(rows >= 10, "{rows} rows");
}
