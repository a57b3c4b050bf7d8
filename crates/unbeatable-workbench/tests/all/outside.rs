//! Engines outside of this program: good ones play, bad ones lose, and nothing is left of them.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use unbeatable_workbench::Ask;

use unbeatable_workbench::players::outside;
use unbeatable_workbench::question::{Limits, Match, Play, Setup};
use unbeatable_workbench::report::{Answered, GameRecord, MatchReport, ProgressReport, Stop};
use unbeatable_workbench::{AskError, Follow, game};

/// Long enough for Python on a machine with better things to do.
const PATIENT: Duration = Duration::from_secs(60);

/// For engines that hang. If Python does not even start in time, that is no other trouble.
const SHORT: Duration = Duration::from_millis(500);

/// An engine of this folder, with a tag in its command by which its processes are found.
struct Script {
    tag: String,
    command: String,
}

/// `protocol` is also the name of the script.
fn script(protocol: &str, how: &str, when: u32) -> Script {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let tag = format!("unbeatable-test-{}-{number}-", std::process::id());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/outside");
    let path = folder.join(format!("{protocol}.py"));
    let path = path.to_str().expect("a path that is text");
    let command = format!("{protocol}:python3 -B '{path}' {tag} {how} {when}");
    Script { tag, command }
}

/// Processes that have the tag in their command, and children of ours that nobody has waited for.
fn left(tag: &str) -> Vec<String> {
    let Ok(all) = fs::read_dir("/proc") else {
        return vec![];
    };
    let mut left = vec![];
    for process in all.flatten() {
        let read = |file: &str| fs::read(process.path().join(file)).unwrap_or_default();
        let command = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
        if command.contains(tag) {
            left.push(command);
        }
        let stat = String::from_utf8_lossy(&read("stat")).into_owned();
        // The name in brackets may hold anything; state and parent stand behind it.
        let behind = stat.rsplit(") ").next().unwrap_or_default();
        if behind.starts_with(&format!("Z {} ", std::process::id())) {
            left.push(stat);
        }
    }
    left
}

/// Nothing is left, or nothing soon: whom another test has just killed is still to be waited for.
#[track_caller]
fn check_gone(tag: &str) {
    let start = Instant::now();
    loop {
        let left = left(tag);
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < PATIENT, "{left:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Keeps the records, and interrupts after a while.
struct Follower {
    records: Mutex<Vec<GameRecord>>,
    until: Option<Instant>,
}

impl Follow for Follower {
    fn progress(&self, _: &ProgressReport) {}

    fn game(&self, record: &GameRecord) {
        let mut records = self.records.lock().expect("nobody panics here");
        records.push(record.clone());
    }

    fn is_interrupted(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

fn question(players: [&str; 2], move_time: Duration) -> Match {
    Match {
        setup: Setup::default(),
        players: players.map(String::from).to_vec(),
        swap: false,
        openings: vec![],
        opening: 0,
        games: 3,
        seed: 1,
        move_time,
        records: true,
        threads: 1,
        limits: Limits::default(),
    }
}

fn ask(spec: &str, question: &Match) -> Result<(MatchReport, Vec<GameRecord>), AskError> {
    let follower = Follower {
        records: Mutex::default(),
        until: None,
    };
    let report = game(spec)?.play_match(question, &follower)?;
    let records = follower.records.into_inner();
    Ok((report, records.expect("nobody panics here")))
}

/// Two games against `random`, both lost for the reason that is expected, or begins so.
#[track_caller]
fn check_bad(spec: &str, protocol: &str, how: &str, when: u32, time: Duration, expected: &str) {
    let script = script(protocol, how, when);
    let start = Instant::now();
    let mut question = question(["random", &script.command], time);
    question.games = 2;
    let (report, records) = ask(spec, &question).unwrap_or_else(|e| panic!("{how}: {e}"));
    let seconds = start.elapsed();
    check_gone(&script.tag);
    assert_eq!(
        (report.played, report.first_wins, report.forfeits),
        (2, 2, 2),
        "{how}: {records:?}"
    );
    assert_eq!(records.len(), 2);
    for record in &records {
        let forfeit = record.forfeit.as_ref().expect("who lost forfeited");
        assert!(forfeit.why.starts_with(expected), "{how}: {}", forfeit.why);
        assert!(!forfeit.why.contains('\n') && forfeit.why.chars().count() < 300);
        assert_eq!(forfeit.side, report.sides[1]);
        let winner = record
            .outcome
            .as_ref()
            .and_then(|outcome| outcome.winner.as_ref());
        assert_eq!(winner, Some(&report.sides[0]));
    }
    if expected.starts_with("took longer") {
        // Not before, and not much later, even where other tests want the processors, too.
        assert!(
            seconds >= 2 * time && seconds < 2 * time + PATIENT,
            "{how}: {seconds:?}"
        );
    }
}

#[test]
fn bots_that_go_wrong_lose() {
    let check = |how, when, expected| check_bad("uttt", "codingame", how, when, PATIENT, expected);
    check(
        "exit",
        1,
        "ended with exit code 3 (it said: I have / had enough)",
    );
    check(
        "exit",
        4,
        "ended with exit code 3 (it said: I have / had enough)",
    );
    check("raise", 2, "ended with exit code 1 (it said: ");
    check("crash", 1, "was killed by signal 11");
    check("crash", 3, "was killed by signal 11");
    check("banana", 2, "expected 'row col', found 'banana'");
    check(
        "bytes",
        2,
        "expected 'row col', found '\u{fffd}\\0\\u{1b}[2J'",
    );
    check("empty", 2, "expected 'row col', found ''");
    check("more", 2, "expected 'row col', found '");
    check("flood", 2, "expected 'row col', found '0 0 0 0 ");
    check("endless", 2, "said a line of more than 65536 bytes");
    check(
        "illegal",
        1,
        "played the illegal move 9 9 (expected one of ",
    );
    check("illegal", 5, "played the illegal move ");
    check("close", 2, "closed its output");
}

#[test]
fn bots_that_hang_lose_in_time() {
    let check = |how, when| {
        let expected = "took longer than 500 ms for a move";
        check_bad("uttt+majority", "codingame", how, when, SHORT, expected);
    };
    check("hang", 1);
    check("hang", 3);
    check("fork", 2);
    // The child keeps the pipe open, so only the clock can tell.
    check("leave", 2);
}

#[test]
fn engines_that_go_wrong_lose() {
    let check = |how, when, expected| check_bad("go:4x4", "gtp", how, when, PATIENT, expected);
    check(
        "exit",
        1,
        "ended with exit code 3 (it said: I have / had enough)",
    );
    check("raise", 1, "ended with exit code 1 (it said: ");
    check("crash", 1, "was killed by signal 11");
    check("small", 1, "refused 'boardsize 4': 'unacceptable size'");
    check("refuse", 1, "refused 'genmove w': 'no idea'");
    check("id", 1, "expected '=");
    check("banana", 1, "expected '=");
    check("flood", 1, "expected '=");
    check("endless", 1, "said a line of more than 65536 bytes");
    check("long", 1, "answered 'genmove w' with more than 65536 bytes");
    check(
        "off",
        1,
        "expected a point such as A1, pass or resign, found 'Z99'",
    );
    check("resign", 1, "resigns");
    check("close", 1, "closed its output");
}

#[test]
fn engines_that_hang_lose_in_time() {
    let check = |how| {
        let expected = "took longer than 500 ms ";
        check_bad("go:4x3", "gtp", how, 1, SHORT, expected);
    };
    check("hang");
    check("empty");
    check("fork");
}

#[test]
fn illegal_moves_lose() {
    // A stone on another.
    let engine = script("gtp", "illegal", 2);
    let mut question = question(["random", &engine.command], PATIENT);
    question.setup.moves = ["A1", "B2", "C3"].map(String::from).to_vec();
    let (report, records) = ask("go:4x4", &question).unwrap();
    assert_eq!(report.forfeits, 3, "{records:?}");
    for record in records {
        let why = record.forfeit.unwrap().why;
        assert!(why.starts_with("played the illegal move "), "{why}");
        assert!(
            why.ends_with(" (expected an empty point, or pass)"),
            "{why}"
        );
    }
    check_gone(&engine.tag);
    // Black takes, White takes back, Black takes again.
    let engine = script("gtp", "superko", 1);
    let mut question = self::question([&engine.command, "random"], PATIENT);
    question.setup.moves = vec!["A1".into(), "B1".into()];
    let (report, records) = ask("go:2x1", &question).unwrap();
    assert_eq!((report.second_wins, report.forfeits), (3, 3), "{records:?}");
    for record in records {
        assert_eq!(
            record.forfeit.unwrap().why,
            "played the illegal move A1, which repeats a position (positional superko)"
        );
    }
    check_gone(&engine.tag);
}

#[test]
fn good_engines_play_whole_games() {
    for (spec, protocol) in [
        ("uttt", "codingame"),
        ("uttt:play-on+majority", "codingame"),
        ("go:3x3", "gtp"),
        ("go:3x2+komi=0.5", "gtp"),
    ] {
        for how in ["never", "crlf"] {
            let engine = script(protocol, how, 1);
            let mut question = question([&engine.command, "random"], PATIENT);
            (question.swap, question.threads) = (true, 2);
            let (report, records) = ask(spec, &question).unwrap();
            assert_eq!(
                (report.played, report.forfeits),
                (6, 0),
                "{spec}: {records:?}"
            );
            assert!(records.iter().all(|record| record.outcome.is_some()));
            check_gone(&engine.tag);
        }
    }
}

/// One that fails now and then loses these games alone.
#[test]
fn a_match_goes_on() {
    // About half of the games last so long.
    let engine = script("codingame", "exit", 28);
    let mut question = question([&engine.command, "random"], PATIENT);
    question.games = 20;
    question.threads = 2;
    let (report, records) = ask("uttt", &question).unwrap();
    let forfeits = records.iter().filter(|record| record.forfeit.is_some());
    assert_eq!(report.played, 20);
    assert_eq!(forfeits.count() as u64, report.forfeits);
    assert!((1..20).contains(&report.forfeits), "{}", report.forfeits);
    check_gone(&engine.tag);
}

/// What an engine was told, without the numbers of commands and processes; and how many processes there were.
fn told(log: &PathBuf) -> (Vec<String>, usize) {
    let text = fs::read_to_string(log).expect("it has written something");
    let mut processes: Vec<&str> = text
        .lines()
        .map(|line| line.split(':').next().unwrap_or_default())
        .collect();
    processes.sort_unstable();
    processes.dedup();
    let command = |line: &str| line.splitn(3, ' ').nth(2).unwrap_or_default().to_string();
    (text.lines().map(command).collect(), processes.len())
}

fn log(name: &str) -> PathBuf {
    let name = format!("unbeatable-test-{}-{name}.log", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn engines_are_told_of_stones_and_history() {
    let log = log("stones");
    let engine = script("gtp", "resign", 1);
    let command = format!("{} '{}'", engine.command, log.display());
    let mut question = question(["random", &command], PATIENT);
    question.games = 1;
    let spec = "go:3x3+komi=1.5";
    for (position, moves, expected) in [
        ("XO./.X./...;W", "", "play b A3/play b B2/play w B3"),
        (
            "XO./.X./...;W;pass",
            "C1 A2",
            "play b A3/play b B2/play w B3/play b pass/play w C1/play b A2",
        ),
        (
            "XO./.X./..X;W;history=XO./.X./...",
            "",
            "play b A3/play b B2/play w B3/play b C1",
        ),
    ] {
        question.setup = Setup {
            position: Some(position.into()),
            moves: moves.split_whitespace().map(String::from).collect(),
        };
        let (report, _) = ask(spec, &question).unwrap();
        assert_eq!(report.forfeits, 1);
        let expected = format!("boardsize 3/komi 1.5/clear_board/{expected}/genmove w");
        assert_eq!(told(&log).0.join("/"), expected);
        fs::remove_file(&log).unwrap();
    }
    check_gone(&engine.tag);
}

#[test]
fn good_engines_stay_for_many_games() {
    let log = log("many");
    let engine = script("gtp", "never", 1);
    let command = format!("{} '{}'", engine.command, log.display());
    let mut question = question([&command, "random"], PATIENT);
    (question.games, question.threads) = (12, 2);
    let (report, _) = ask("go:3x3", &question).unwrap();
    assert_eq!((report.played, report.forfeits), (12, 0));
    let (told, processes) = told(&log);
    assert!(
        processes <= 2,
        "{processes} processes for two games at a time"
    );
    assert_eq!(
        told.iter().filter(|told| *told == "clear_board").count(),
        12
    );
    fs::remove_file(&log).unwrap();
    check_gone(&engine.tag);
}

#[test]
fn moves_are_taken_back() {
    let log = log("undo");
    let engine = script("gtp", "never", 1);
    let command = format!("{} '{}'", engine.command, log.display());
    let rules = game("go:3x3").unwrap();
    let question = Play {
        setup: Setup::default(),
        players: ["human".into(), command],
        seed: 1,
        move_time: PATIENT,
        limits: Limits::default(),
    };
    let mut play = rules.play(&question, &()).unwrap();
    play.play("A1").unwrap();
    assert!(matches!(play.answer(&()), Answered::Move(..)));
    assert!(play.undo() && play.undo());
    play.play("B2").unwrap();
    assert!(matches!(play.answer(&()), Answered::Move(..)));
    drop(play);
    let begin = "boardsize 3/komi 0/clear_board";
    let expected = format!("{begin}/play b A1/genmove w/{begin}/play b B2/genmove w");
    assert_eq!(told(&log).0.join("/"), expected);
    fs::remove_file(&log).unwrap();
    check_gone(&engine.tag);
}

/// A bot cannot be told of moves that were taken back, unless all of them were.
#[test]
fn bots_begin_anew() {
    let engine = script("codingame", "never", 1);
    let rules = game("uttt").unwrap();
    let question = Play {
        setup: Setup::default(),
        players: [engine.command, "human".into()],
        seed: 1,
        move_time: PATIENT,
        limits: Limits::default(),
    };
    let mut play = rules.play(&question, &()).unwrap();
    for _ in 0..2 {
        assert!(matches!(play.answer(&()), Answered::Move(..)));
        let m = play.view().moves[0].text.clone();
        play.play(&m).unwrap();
    }
    assert!(play.undo() && play.undo() && play.undo());
    let m = play.view().moves[1].text.clone();
    play.play(&m).unwrap();
    match play.answer(&()) {
        Answered::Forfeit(why) => {
            assert!(why.starts_with("cannot take over in the middle"), "{why}")
        }
        _ => panic!("it cannot know"),
    }
    while play.undo() {}
    assert!(matches!(play.answer(&()), Answered::Move(..)));
    drop(play);
    check_gone(&engine.tag);
}

#[test]
fn nobody_waits_for_engines_after_an_interruption() {
    for (protocol, spec) in [("codingame", "uttt"), ("gtp", "go:3x3")] {
        let engine = script(protocol, "hang", 1);
        let mut question = question([&engine.command, "random"], Duration::from_secs(600));
        question.threads = 2;
        let start = Instant::now();
        let follower = Follower {
            records: Mutex::default(),
            until: Some(start + Duration::from_millis(300)),
        };
        let report = game(spec)
            .unwrap()
            .play_match(&question, &follower)
            .unwrap();
        assert!(start.elapsed() < PATIENT, "{:?}", start.elapsed());
        assert_eq!(
            (report.played, report.stopped),
            (0, Some(Stop::Interrupted))
        );
        check_gone(&engine.tag);
        question.limits.time = Some(Duration::from_millis(300));
        let (report, _) = ask(spec, &question).unwrap();
        assert_eq!((report.played, report.stopped), (0, Some(Stop::Time)));
        check_gone(&engine.tag);
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refuse = |spec: &str, player: &str, change: &dyn Fn(&mut Match), expected: &str| {
        let mut question = question([player, "random"], PATIENT);
        change(&mut question);
        let e = ask(spec, &question).expect_err(player).to_string();
        assert!(e.contains(expected), "{player}: {e}");
    };
    let nothing = |_: &mut Match| {};
    refuse(
        "ttt",
        "gtp:true",
        &nothing,
        "such engines play Go (go), not ttt",
    );
    let not_uttt = "such engines play ultimate tic-tac-toe (uttt), not go:3x3";
    refuse("go:3x3", "codingame:true", &nothing, not_uttt);
    refuse(
        "go:3x3",
        "gtp",
        &nothing,
        "player 'gtp': expected a command",
    );
    refuse(
        "go:3x3",
        "gtp:",
        &nothing,
        "player 'gtp:': expected a command",
    );
    refuse("go:3x3", "gtp:true 'x", &nothing, "quotes are all closed");
    refuse(
        "uttt",
        "codingame:/no/such",
        &nothing,
        "there is no program /no/such",
    );
    refuse("uttt", "codingame:/", &nothing, "cannot start /: ");
    let moved = |question: &mut Match| question.setup.moves = vec!["ee".into()];
    refuse(
        "uttt",
        "codingame:cat",
        &moved,
        "begins with the empty board",
    );
    let opening = |question: &mut Match| question.opening = 1;
    refuse(
        "uttt",
        "codingame:cat",
        &opening,
        "expected no moves before",
    );
    check_gone("no process has this tag");
}

#[test]
fn commands_are_split_as_shells_do() {
    let expected = ["a b", "--c=d e", "f\\"].map(String::from).to_vec();
    assert_eq!(
        outside::command_words(r#" 'a b'  --c="d e" f\\ "#),
        Ok(expected)
    );
    for (command, expected) in [
        ("", "expected a command"),
        ("  ", "expected a command"),
        ("''", "expected a command"),
        ("sh\0", "expected a command"),
        ("sh 'x", "quotes are all closed"),
        ("sh \"x", "quotes are all closed"),
    ] {
        let wrong = outside::command_words(command).expect_err(command);
        assert!(wrong.contains(expected), "{command:?}: {wrong}");
    }
}

#[test]
fn last_words_are_one_short_line() {
    assert_eq!(outside::last_words(b""), None);
    assert_eq!(outside::last_words(b"\n \r\n"), None);
    let traceback = b"1\n2\r\n3 \n\n4: 'x'\x07\n";
    assert_eq!(
        outside::last_words(traceback).as_deref(),
        Some("2 / 3 / 4: 'x'\\u{7}")
    );
    let long = outside::last_words(&[b'x'; 5000]).expect("it said something");
    assert_eq!(long.chars().count(), 161);
}

#[test]
fn answers_of_bots_are_two_numbers() {
    assert_eq!(outside::bots_answer("4 5"), Some([4, 5]));
    assert_eq!(outside::bots_answer(" -1\t9 "), Some([-1, 9]));
    for said in [
        "",
        "4",
        "4 4 4",
        "4,4",
        "banana",
        "4 4 hello",
        "99999999999999999999 0",
    ] {
        assert_eq!(outside::bots_answer(said), None, "{said}");
    }
}
