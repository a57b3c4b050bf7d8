//! Engines outside of the program, among them the program itself.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::run::{program, refuse, run};

/// The program as an engine, asked by this protocol.
fn own(protocol: &str, arguments: &str) -> String {
    let path = env!("CARGO_BIN_EXE_unbeatable");
    format!("{protocol}:'{path}' {arguments}")
}

/// Wins of the first player, of the second, and draws, in four games without a forfeit.
#[track_caller]
fn play(game: &str, first: &str, second: &str) -> [u64; 3] {
    let arguments = ["match", game, "--games", "4", "--json", "--first", first];
    let ran = run(arguments.into_iter().chain(["--second", second]));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let json: Json = serde_json::from_str(&ran.out).expect("standard output is JSON");
    assert_eq!((&json["played"], &json["forfeits"]), (&4.into(), &0.into()));
    ["first_wins", "second_wins", "draws"].map(|name| json[name].as_u64().expect("a number"))
}

#[test]
fn the_program_plays_go_with_itself() {
    let engine = own("gtp", "gtp go:3x3");
    // 2x2 is worth 1, as `solve` says.
    assert_eq!(play("go:2x2", &engine, "perfect"), [4, 0, 0]);
    assert_eq!(play("go:2x2", "perfect", &engine), [4, 0, 0]);
    assert_eq!(play("go:2x2+komi=1", &engine, "perfect"), [0, 0, 4]);
    assert_eq!(play("go:2x2+komi=1.5", &engine, &engine), [0, 4, 0]);
    // The engine has its own superko; there is none to speak of in a row of three, worth 3.
    assert_eq!(play("go:3x1", &engine, "perfect"), [4, 0, 0]);
}

#[test]
fn the_program_plays_ultimate_tic_tac_toe_with_itself() {
    let engine = own("codingame", "codingame uttt --first-time 100ms --time 50ms");
    let [won, lost, _] = play("uttt", &engine, "random");
    assert!(won > lost, "{won} {lost}");
    let wins = play("uttt", &engine, &engine);
    assert_eq!(wins.iter().sum::<u64>(), 4);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let refuse = |game: &str, first: &str, what: &str| {
        refuse(["match", game, "--first", first, "--games", "1"], what);
    };
    refuse("ttt", "gtp:gnugo --mode gtp", "such engines play Go");
    refuse("go:3x3", "codingame:bot", "such engines play ultimate");
    refuse("go:3x3", "gtp:", "expected a command");
    refuse("go:3x3", "gtp:sh 'c", "quotes are all closed");
    refuse("go:3x3", "gtp:/no/such -x", "there is no program /no/such");
}

/// Ctrl-C, while an engine hangs: the match ends, and so does the engine with all that it started.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_leaves_no_engine() {
    // A time that nobody else sleeps, so that it can be found.
    let sleep = format!("sleep 987654.{}", std::process::id());
    let engine = format!("gtp:sh -c '{sleep} & {sleep}'");
    let arguments = [
        "match",
        "go:3x3",
        "--second",
        "random",
        "--progress",
        "json",
    ];
    let mut command = program(arguments.into_iter().chain(["--first", &engine]));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
    let mut progress = String::new();
    err.read_line(&mut progress).expect("progress is text");
    assert!(progress.contains("\"played\":0"), "{progress}");
    let left = || {
        let all = std::fs::read_dir("/proc").expect("this is Linux").flatten();
        let commands = all.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        let text = |command: Vec<u8>| String::from_utf8_lossy(&command).replace('\0', " ");
        let sleeps = |command: &String| command.contains(&sleep) && !command.contains("match");
        commands.map(text).filter(sleeps).count()
    };
    assert!(left() >= 1, "the engine runs");
    let start = Instant::now();
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill starts").success());
    let mut rest = String::new();
    err.read_to_string(&mut rest).expect("notes are text");
    let ran = child.wait_with_output().expect("the program ends");
    assert_eq!(ran.status.code(), Some(130), "{rest}");
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    while left() > 0 {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "an engine is left"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}
