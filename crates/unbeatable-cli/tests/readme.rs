//! README.md and the guide say what the program prints: their examples are run, tables are measured.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

/// Files with rules that pages speak of.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    fs::read_to_string(path).expect("README.md is there")
}

/// README.md and the pages of the guide, with their names.
fn pages() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src");
    let files = fs::read_dir(folder).expect("the guide is there");
    let files = files.map(|file| file.expect("it can be read").path());
    let mut pages: Vec<(String, String)> = files
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("pages are text");
            let name = path.file_stem().expect("pages have names");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect();
    pages.push(("README".into(), readme()));
    pages.sort();
    pages
}

/// Runs the program in a folder, with that text on its standard input.
fn run(folder: &Path, input: &str, arguments: &[String]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unbeatable"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
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
fn examples_print_what_pages_say() {
    let mut examples = 0;
    let pages = pages();
    for (name, page) in &pages {
        // Examples may write files, which later ones of the page read.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("games")).expect("a folder of ours");
        for file in fs::read_dir(GAMES).expect("our games are there") {
            let file = file.expect("it can be read");
            let copy = folder.join("games").join(file.file_name());
            fs::copy(file.path(), copy).expect("a folder of ours");
        }
        for block in page.split("```console\n").skip(1) {
            let block = block.split("\n```").next().expect("split gives a piece");
            let (command, expected) = block.split_once('\n').expect("an example has output");
            let (input, command) = command
                .split_once("unbeatable ")
                .expect("examples run the program");
            assert_eq!(
                without_times(&run(&folder, &printed(input), &words(command))),
                without_times(expected),
                "{name}: {command}"
            );
            examples += 1;
        }
    }
    assert!(pages.len() > 20 && examples >= 40, "{examples} examples");
}

/// The front page is short, and whatever is linked is there.
#[test]
fn links_lead_somewhere() {
    assert!(readme().lines().count() <= 150, "a front page, not a book");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut links = 0;
    for (name, page) in pages() {
        let folder = match name.as_str() {
            "README" => root.clone(),
            _ => root.join("docs/guide/src"),
        };
        for link in page.split("](").skip(1) {
            let link = link.split(')').next().expect("split gives a piece");
            let file = link.split('#').next().expect("split gives a piece");
            if file.is_empty() || file.starts_with("http") {
                continue;
            }
            assert!(folder.join(file).exists(), "{name}: {link}");
            links += 1;
        }
    }
    assert!(links > 50, "{links} links");
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
        let report: Json = serde_json::from_str(&run(
            Path::new("."),
            "",
            &words(&format!("{command} --json")),
        ))
        .expect("JSON");
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

/// Where the opponent is unbeatable stands in README.md as `games` has it, which is as it was measured.
#[test]
fn the_table_of_strengths_is_the_programs() {
    let text = run(Path::new("."), "", &["games".into(), "--json".into()]);
    let games: Json = serde_json::from_str(&text).expect("JSON");
    let games = games["games"].as_array().expect("games");
    let strengths = games
        .iter()
        .flat_map(|game| game["strengths"].as_array().expect("strengths"));
    let mut rows: Vec<(u64, Vec<String>)> = vec![];
    for strength in strengths {
        let from = strength["from_move"].as_u64().unwrap_or(u64::MAX);
        let spec = format!("`{}`", strength["spec"].as_str().expect("a spec"));
        match rows.iter_mut().find(|(other, _)| *other == from) {
            Some((_, specs)) => specs.push(spec),
            None => rows.push((from, vec![spec])),
        }
    }
    rows.sort();
    let mut table = "| unbeatable | games |\n| --- | --- |\n".to_string();
    for (from, specs) in rows {
        let since = match from {
            1 => "from the start".to_string(),
            u64::MAX => "strong only".to_string(),
            from => format!("from about move {from} on"),
        };
        table += &format!("| {since} | {} |\n", specs.join(", "));
    }
    assert!(readme().contains(&table), "README.md should have\n{table}");
}
