//! Where output goes, and what happens when it cannot.

use std::process::Stdio;

use crate::run::{Ran, program, run, run_line};

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    for line in [
        "--help",
        "games",
        "solve ttt",
        "man",
        "reproduce --list",
        "completions bash",
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = program(line.split_whitespace());
        let ran: Ran = command
            .stdout(writer)
            .output()
            .expect("the program starts")
            .into();
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line() {
    for line in [
        "--help",
        "--version",
        "games",
        "solve ttt",
        "solve ttt --json",
        "man",
        "",
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("/dev/full");
        let mut command = program(line.split_whitespace());
        let ran: Ran = command
            .stdout(full)
            .output()
            .expect("the program starts")
            .into();
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.err);
        assert!(
            ran.err
                .starts_with("error: cannot write to standard output: "),
            "{line}: {}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
    }
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let escapes = |line: &str| run_line(line).out.contains('\u{1b}');
    assert!(!escapes("solve ttt"));
    assert!(!escapes("solve ttt --color never"));
    assert!(escapes("solve ttt --color always"));
    assert!(escapes("--color always --help"));
    assert!(!escapes("--help"));
    let ran: Ran = program(["solve", "ttt", "--color", "always", "--json"])
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts")
        .into();
    assert!(
        !ran.out.contains('\u{1b}'),
        "JSON has no colours: {}",
        ran.out
    );
}

#[test]
fn answers_are_the_same_without_colours() {
    let plain = run_line("analyze ttt X../.O./..X").out;
    let painted = run_line("analyze ttt X../.O./..X --color always").out;
    let stripped = anstream::adapter::strip_str(&painted).to_string();
    let without_times = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("  effort"))
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(without_times(&plain), without_times(&stripped));
}

#[test]
fn more_threads_are_noted_unless_quiet() {
    let ran = run_line("solve ttt --threads 2");
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.err.starts_with("note: ") && ran.err.contains("one thread"),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert_eq!(run_line("solve ttt --threads 2 --quiet").err, "");
    assert_eq!(run_line("solve ttt").err, "");
    assert_eq!(run_line("solve ttt --threads 2 --solver df-pn").err, "");
}

#[test]
fn progress_comes_as_json_lines_on_request() {
    let ran =
        run_line("solve mnk:5x5x5 --solver minimax --limit 1s --memory 64MiB --progress json");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(ran.err.lines().count() >= 1, "a second has some progress");
    for line in ran.err.lines() {
        let now: serde_json::Value = serde_json::from_str(line).expect("progress is JSON");
        assert!(
            now["seconds"].is_number() && now["nodes"].is_u64(),
            "{line}"
        );
    }
}

#[test]
fn quiet_silences_progress_too() {
    let line = "solve mnk:5x5x5 --solver minimax --limit 1s --memory 64MiB --progress json -q";
    let ran = run_line(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""));
}

#[test]
fn a_closed_standard_error_does_no_harm() {
    let status = program(["solve", "nonsense"])
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.expect("the program starts").code(), Some(2));
}

#[test]
fn the_tour_is_short_and_says_what_is_next() {
    let begin = std::time::Instant::now();
    let ran = run::<&str>([]);
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(seconds < 60.0, "{seconds} s");
    assert!(
        ran.out.contains("Next, try\n  unbeatable analyze ttt"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("A draw with perfect play."), "{}", ran.out);
    assert!(ran.out.contains(" nodes in "), "{}", ran.out);
}
