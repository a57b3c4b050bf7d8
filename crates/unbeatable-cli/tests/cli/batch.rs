//! `--batch`: many questions at once.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value as Json;

use crate::run::{Ran, program, refuse, run_json};

/// What the program answers to these lines on its standard input.
fn answers(line: &str, input: &str) -> (Ran, Vec<Json>) {
    let mut command = program(line.split_whitespace());
    let child = (command.stdin(Stdio::piped()).stdout(Stdio::piped()))
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    let mut sink = child.stdin.take().expect("standard input is a pipe");
    let ran: Ran = std::thread::scope(|scope| {
        // What it has answered must be read while it is asked.
        scope.spawn(move || sink.write_all(input.as_bytes()));
        child.wait_with_output().expect("the program ends").into()
    });
    let objects = ran.out.lines().map(serde_json::from_str);
    let objects = objects.collect::<Result<_, _>>().expect("lines of JSON");
    (ran, objects)
}

/// An answer without what differs from run to run.
fn steady(mut answer: Json) -> Json {
    if let Some(answer) = answer.as_object_mut() {
        answer.retain(|key, _| key != "batch" && key != "seconds");
    }
    answer
}

/// Columns of openings on 5x4, different ones.
fn openings(count: usize) -> Vec<String> {
    let digit = |i: usize, j: u32| char::from(b'1' + (i / 3_usize.pow(j) % 5) as u8);
    let text = |i: usize| (0..6).map(|j| digit(i, j)).collect::<String>();
    let fits = |text: &String| ('1'..='5').all(|column| text.matches(column).count() <= 4);
    (1000..)
        .step_by(37)
        .map(text)
        .filter(fits)
        .take(count)
        .collect()
}

#[test]
fn as_one_by_one() {
    for command in ["solve", "analyze"] {
        let lines = openings(12);
        let input = lines.join("\n");
        let one_by_one: Vec<Json> = lines
            .iter()
            .map(|text| steady(run_json(&format!("{command} connect:5x4 {text} --json"))))
            .collect();
        for threads in [1, 3] {
            let line = format!("{command} connect:5x4 --batch - --threads {threads}");
            let (ran, found) = answers(&line, &input);
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            assert_eq!(found.len(), lines.len());
            for (i, (answer, text)) in found.iter().zip(&lines).enumerate() {
                assert_eq!(
                    (&answer["batch"]["line"], &answer["batch"]["input"]),
                    (&(i + 1).into(), &text.as_str().into())
                );
            }
            for (found, known) in found.into_iter().map(steady).zip(&one_by_one) {
                assert_eq!(found, *known, "{line}");
            }
        }
    }
}

#[test]
fn lines_that_are_wrong_are_answered_in_their_place() {
    let input = "X../.O./..X\nnonsense\n\nb2 a1\nb2 b2\nX../.O./..X\n";
    let (ran, found) = answers("solve ttt --batch -", input);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err
            .starts_with("error: 3 of 6 lines are wrong, the first of them line 2"),
        "{}",
        ran.err
    );
    let errors: Vec<Option<&str>> = found
        .iter()
        .map(|answer| answer["error"].as_str())
        .collect();
    assert!(errors[0].is_none() && errors[3].is_none() && errors[5].is_none());
    assert!(
        errors[1].is_some_and(|error| error.contains("'nonsense'")),
        "{errors:?}"
    );
    assert!(
        errors[2].is_some_and(|error| error.contains("empty line")),
        "{errors:?}"
    );
    assert!(
        errors[4].is_some_and(|error| error.contains("move 2")),
        "{errors:?}"
    );
    assert_eq!(found[3]["position"], ".../.X./O..");
    assert_eq!(steady(found[0].clone()), steady(found[5].clone()));
    let found = answers("analyze ttt --batch -", "").1;
    assert!(found.is_empty(), "no question, no answer");
    refuse(["solve", "ttt", "--batch", "no-such-file"], "no-such-file");
    refuse(["solve", "ttt", "X../.O./..X", "--batch", "-"], "--batch");
    refuse(["solve", "tttt", "--batch", "-"], "tttt");
}

#[test]
fn budgets_are_for_each_line() {
    let input = "X../.O./..X\n.../.../...\n";
    let (ran, found) = answers("solve ttt --solver minimax --nodes 5000 --batch -", input);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(found[0]["stopped"].is_null());
    assert_eq!(found[1]["stopped"], "nodes");
}

#[test]
fn certificates_and_databases() {
    let folder = std::env::temp_dir().join(format!("unbeatable-batch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let (good, database) = (file("ttt.cert"), file("c44"));
    run_json(&format!("solve ttt --certificate {good} --json"));
    run_json(&format!("strong connect:4x4 -o {database} --json"));
    let bad = file("bad.cert");
    std::fs::write(&bad, "not a certificate").expect("a file");
    let input = format!("{good}\n{bad}\n{database}\n{good}\n");
    let (ran, found) = answers("verify --batch -", &input);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let verdicts: Vec<&str> = found
        .iter()
        .filter_map(|answer| answer["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["accepted", "refused", "accepted", "accepted"]);
    let (ran, found) = answers(
        &format!("probe {database} --batch - --threads 2"),
        "1\n2 2\n9\n",
    );
    assert_eq!(ran.code, Some(2));
    let single = run_json(&format!("probe {database} 1 --json"));
    assert_eq!(steady(found[0].clone()), steady(single));
    assert!(found[1]["outcome"].is_object() && found[2]["error"].is_string());
    std::fs::remove_dir_all(&folder).expect("it was there");
}

#[cfg(unix)]
#[test]
fn nothing_is_lost_when_interrupted() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Command;

    let mut command =
        program("solve mnk:5x5x5 --solver minimax --memory 64MiB --batch - --threads 2".split(' '));
    let child = (command.stdin(Stdio::piped()).stdout(Stdio::piped())).spawn();
    let mut child = child.expect("the program starts");
    let mut sink = child.stdin.take().expect("standard input is a pipe");
    // The second takes longer than anyone waits, and the third is over before it.
    let over = "XXXXX/OOOO./...../...../.....";
    let input = format!("{over}\n...../...../...../...../.....\n{over}\n");
    sink.write_all(input.as_bytes()).expect("it reads");
    let mut out = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("an answer");
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("answers are text");
    let status = child.wait().expect("the program ends");
    assert_eq!(status.code(), Some(130));
    let rest: Vec<Json> = rest
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for (answer, line) in rest.iter().zip(2..) {
        assert_eq!(answer["batch"]["line"], line);
    }
    // What had begun has an answer: how far it came.
    let open = rest.iter().find(|answer| answer["batch"]["line"] == 2);
    let stopped = open.map(|answer| &answer["stopped"]);
    assert!(
        stopped.is_none_or(|stopped| stopped == "interrupted"),
        "{rest:?}"
    );
    drop(sink);
}
