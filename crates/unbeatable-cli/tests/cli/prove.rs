//! `prove` and `job`: answers, lost jobs, lies, runs that are killed and go on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::run::{Ran, program, refuse, run};

/// A folder of this name that is not there yet, for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prove-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder of our own");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("folders have names that are text")
}

/// random3:38 of the suite, a draw: df-pn takes about 100,000 nodes for both questions.
const ULTIMATE: &str = "X;X.......@;X...O.XXX/.X.O.O..X/OO..X.XX./..X..XO../O....X.O./.OOXX.XX./OXX..O..O/\
                        O.O..OOX./..O..O...";

/// The run of a question, with these options.
fn prove(game: &str, position: &str, at_least: &str, run_folder: &Path, options: &[&str]) -> Ran {
    let question = ["prove", game, position, "--at-least", at_least];
    let place = ["-o", text(run_folder), "--workers", "2", "--json"];
    run([&question, &place, options].concat())
}

/// The answer, whose certificate is accepted.
#[track_caller]
fn answer(ran: &Ran, run_folder: &Path) -> Json {
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let report: Json = serde_json::from_str(&ran.out).expect("standard output is JSON");
    let proof = run_folder.join("proof.cert");
    let verified = run(["verify", text(&proof), "--json"]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
    let verified: Json = serde_json::from_str(&verified.out).expect("JSON");
    let verified = &verified["certificates"][0];
    assert_eq!(verified["verdict"], "accepted");
    for same in ["game", "position"] {
        assert_eq!(verified[same], report[same]);
    }
    // What it proves is the answer.
    let asked = report["at_least"].as_f64().expect("points");
    let bound = |name: &str| verified["bounds"][name].as_f64().expect("points");
    match report["answer"].as_bool().expect("an answer") {
        true => assert!(bound("lower") >= asked, "{verified}"),
        false => assert!(bound("upper") < asked, "{verified}"),
    }
    report
}

const EMPTY: &str = ".../.../...";

#[test]
fn answers_are_those_of_solve() {
    let positions = [
        ("ttt", EMPTY, "100k"),
        ("ttt", "X../.O./..X", "3"),
        ("mnk:4x3x3", "..../..../....", "5"),
        ("connect:4x4", "", "200"),
        ("uttt", ULTIMATE, "8k"),
    ];
    for (i, (game, position, nodes)) in positions.into_iter().enumerate() {
        for at_least in ["0", "1"] {
            let run_folder = folder(&format!("answers-{i}-{at_least}")).join("run");
            let options = ["--job-nodes", nodes];
            let ran = prove(game, position, at_least, &run_folder, &options);
            assert_eq!(ran.err, "");
            let report = answer(&ran, &run_folder);
            let solved = run(["solve", game, position, "--at-least", at_least, "--json"]);
            let solved: Json = serde_json::from_str(&solved.out).expect("JSON");
            assert_eq!(
                report["answer"], solved["at_least"]["answer"],
                "{game} {position}"
            );
            let asked = report["jobs"]["asked"].as_u64().expect("a number");
            assert!(game != "uttt" || asked >= 5, "{report}");
        }
    }
}

/// One process after the other, since their input is kept from them; and one worker, whose only leaf is never
/// opened.
#[cfg(unix)]
#[test]
fn processes_that_do_one_job_each_are_enough() {
    let place = folder("one-each");
    let file = place.join("alone.sh");
    fs::write(&file, "exec \"$@\" < /dev/null\n").expect("our file");
    let through = format!("sh '{}'", text(&file));
    for workers in ["1", "2"] {
        let run_folder = place.join(workers);
        let question = ["prove", "uttt", ULTIMATE, "--at-least", "1", "--json", "-o"];
        let options = [text(&run_folder), "--workers", workers, "--job-nodes", "4k"];
        let ran = run([&question[..], &options, &["--through", &through]].concat());
        let report = answer(&ran, &run_folder);
        assert_eq!(report["answer"], false);
        assert!(report["jobs"]["asked"].as_u64() >= Some(5), "{report}");
        assert_eq!(report["jobs"]["lost"], 0, "{}", ran.err);
        assert_eq!(report["tree"] == 1, workers == "1", "{report}");
    }
}

/// A certificate that was changed after it had been checked is no proof.
#[test]
fn what_is_changed_afterwards_is_noticed() {
    let run_folder = folder("changed").join("run");
    let ran = prove("ttt", EMPTY, "1", &run_folder, &[]);
    answer(&ran, &run_folder);
    let jobs = fs::read_dir(run_folder.join("jobs")).expect("a folder");
    let files = jobs.map(|file| file.expect("a file").path());
    let is_certificate = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cert");
    let certificates: Vec<PathBuf> = files.filter(is_certificate).collect();
    assert!(!certificates.is_empty());
    let other = run_folder.join("other.cert");
    let solved = run(["solve", "ttt", "X../.O./...", "--certificate", text(&other)]);
    assert_eq!(solved.code, Some(0));
    for certificate in &certificates {
        fs::copy(&other, certificate).expect("our file");
    }
    let ran = prove("ttt", EMPTY, "1", &run_folder, &[]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(
        ran.out.starts_with("{\"schema\":1,\"error\":"),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("do not make one proof"), "{}", ran.err);
}

#[test]
fn what_the_rules_say_needs_no_job() {
    let run_folder = folder("rules").join("run");
    let ran = prove("ttt", EMPTY, "-1", &run_folder, &[]);
    let report: Json = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(
        (&report["answer"], &report["certificate"]),
        (&true.into(), &Json::Null)
    );
    assert!(!run_folder.exists());
}

#[test]
fn a_run_that_is_out_of_time_goes_on() {
    let run_folder = folder("limit").join("run");
    let stopped = prove("uttt", ULTIMATE, "1", &run_folder, &["--limit", "1ms"]);
    assert_eq!(stopped.code, Some(3), "{}", stopped.err);
    let report: Json = serde_json::from_str(&stopped.out).expect("JSON");
    assert_eq!(
        (&report["stopped"], &report["answer"]),
        (&"time".into(), &Json::Null)
    );
    let report = answer(&prove("uttt", ULTIMATE, "1", &run_folder, &[]), &run_folder);
    assert_eq!(report["answer"], false);
}

/// Turns notes into lies, and counts them: all positions are won for the player to move. Their checksums fit.
fn lie_in(notes: &Path) -> usize {
    let mut bytes = fs::read(notes).expect("notes");
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize;
    let mut block = 16 + number(&bytes[8..12]);
    let mut lies = 0;
    while block < bytes.len() {
        let entries = block + 8;
        let end = entries + 16 * number(&bytes[block..block + 4]);
        // It was killed in the middle.
        if end > bytes.len() {
            break;
        }
        for entry in bytes[entries..end].chunks_exact_mut(16) {
            let word = u64::from_le_bytes(entry[8..].try_into().expect("eight bytes"));
            let numbers = (1 << 38) - 1;
            let won = ((1 << 19) - 1) << 19;
            entry[8..].copy_from_slice(&(word & !numbers | won).to_le_bytes());
            lies += 1;
        }
        let crc = crc32(&bytes[entries..end]);
        bytes[block + 4..entries].copy_from_slice(&crc.to_le_bytes());
        block = end;
    }
    fs::write(notes, bytes).expect("our file");
    lies
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1));
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc));
    !bytes.iter().fold(!0, byte)
}

/// Waits until a run has kept so many results.
fn await_results(run_folder: &Path, results: usize) {
    let start = Instant::now();
    let lines = || fs::read_to_string(run_folder.join("journal")).map_or(0, |t| t.lines().count());
    while lines() < results && start.elapsed() < Duration::from_secs(120) {
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn wrong_notes_are_not_believed() {
    for at_least in ["0", "1"] {
        let run_folder = folder(&format!("notes-{at_least}")).join("run");
        let question = ["prove", "uttt", ULTIMATE, "--at-least", at_least, "-o"];
        let options = [text(&run_folder), "--workers", "2", "--job-nodes", "1k"];
        let lies = || {
            let _ = fs::remove_dir_all(&run_folder);
            let mut child = program([&question[..], &options].concat())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            await_results(&run_folder, 4);
            child.kill().expect("it was not waited for");
            child.wait().expect("it was killed");
            let files = fs::read_dir(run_folder.join("jobs")).expect("a folder");
            let files = files.map(|file| file.expect("a file").path());
            let notes = files.filter(|file| file.extension().is_some_and(|end| end == "notes"));
            notes.map(|file| lie_in(&file)).sum::<usize>()
        };
        // A run that is over before it is killed leaves none.
        assert!((0..20).any(|_| lies() > 0), "jobs leave notes");
        let ran = prove(
            "uttt",
            ULTIMATE,
            at_least,
            &run_folder,
            &["--job-nodes", "8k"],
        );
        let report = answer(&ran, &run_folder);
        assert_eq!(report["answer"], at_least == "0", "it is a draw");
    }
}

#[test]
fn wrong_calls_are_one_line() {
    let place = folder("wrong");
    let run_folder = place.join("run");
    let ask = |game: &'static str, at_least: &'static str| {
        ["prove", game, "--at-least", at_least, "-o"].map(String::from)
    };
    let with = |question: [String; 5], rest: &[&str]| -> Vec<String> {
        let place = [text(&run_folder).to_string()];
        let rest = rest.iter().map(|word| (*word).to_string());
        question.into_iter().chain(place).chain(rest).collect()
    };
    refuse(
        with(ask("go:2x2", "1"), &[]),
        "expected a game without repetition",
    );
    refuse(with(ask("ttt", "2"), &[]), "--at-least '2'");
    refuse(
        with(ask("ttt", "1"), &["--through", "a 'b"]),
        "quotes are all closed",
    );
    let missing = ["--through", "no-such-program-at-all --flag"];
    refuse(
        with(ask("ttt", "1"), &missing),
        "there is no program no-such-program-at-all",
    );
    // The folder is that of this question now.
    refuse(with(ask("ttt", "0"), &[]), "another question");
    refuse(with(ask("mnk:4x3x3", "1"), &[]), "another game");
    fs::write(place.join("other"), "").expect("our file");
    let elsewhere = ["prove", "ttt", "--at-least", "1", "-o", text(&place)];
    refuse(elsewhere, "holds other files");
    let answered = run(with(ask("ttt", "1"), &["--json"]));
    answer(&answered, &run_folder);
}

#[test]
fn a_job_of_another_version_is_refused() {
    let run_folder = folder("version").join("run");
    answer(&prove("ttt", EMPTY, "1", &run_folder, &[]), &run_folder);
    let file = run_folder.join("jobs/000000.json");
    let job = fs::read_to_string(&file).expect("a job");
    let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&file, job.replacen(&version, "\"9.9.9\"", 1)).expect("our file");
    refuse(["job", text(&file)], "another version of the program");
    fs::write(&file, &job[..job.len() / 2]).expect("our file");
    refuse(["job", text(&file)], "is damaged");
    refuse(["job", text(&run_folder.join("none.json"))], "none.json");
    // Whatever is named: no more of it is read than a job has.
    fs::write(&file, format!("{job}{}", " ".repeat(1 << 20))).expect("our file");
    refuse(["job", text(&file)], "of at most 1 MiB, found more");
    if cfg!(target_os = "linux") {
        refuse(["job", "/dev/zero"], "job '/dev/zero': expected a file");
    }
    let run_file = run_folder.join("run.json");
    let about = fs::read_to_string(&run_file).expect("a label");
    fs::write(&run_file, about.replacen(&version, "\"9.9.9\"", 1)).expect("our file");
    let again = ["prove", "ttt", "--at-least", "1", "-o", text(&run_folder)];
    refuse(again, "another version of the program");
}

#[cfg(unix)]
mod unix {
    use std::process::Command;

    use unbeatable_proof::answers::Encoder;
    use unbeatable_proof::container::{BlockKind, CertificateWriter};
    use unbeatable_proof::walk::{Answer, Then};

    use std::io::Write;

    use super::*;

    /// A script that runs a job; `first` is what it does instead the first time that it is called. In there,
    /// `$JOB` is the job's file without its ending.
    fn script(place: &Path, first: &str) -> String {
        let file = place.join("script.sh");
        let mark = place.join("mark");
        let lines = format!(
            "for last; do :; done\nJOB=\"${{last%.json}}\"\nif mkdir '{}' 2>/dev/null; then\n{first}\n\
             else exec \"$@\"; fi\n",
            text(&mark)
        );
        fs::write(&file, lines).expect("our file");
        format!("sh '{}'", text(&file))
    }

    #[test]
    fn a_job_that_is_killed_is_asked_again() {
        let place = folder("killed");
        let run_folder = place.join("run");
        let through = script(&place, "kill -9 $$");
        let options = ["--job-nodes", "8k", "--through", &through];
        let ran = prove("uttt", ULTIMATE, "1", &run_folder, &options);
        let report = answer(&ran, &run_folder);
        assert_eq!(
            (&report["answer"], &report["jobs"]["lost"]),
            (&false.into(), &1.into())
        );
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(
            ran.err
                .contains("was lost and is asked again: it was killed by signal 9"),
            "{}",
            ran.err
        );
    }

    /// A file that says that X wins at tic-tac-toe, with a strategy that does not.
    fn lie(file: &Path) {
        let claim = format!("proof: strategy\ngame: ttt\nposition: {EMPTY}\nat least: 1\n");
        let file = fs::File::create(file).expect("our file");
        let mut writer = CertificateWriter::new(file).expect("our file");
        let mut head = writer.section(BlockKind::Head);
        head.write_all(claim.as_bytes()).expect("our file");
        head.finish().expect("our file");
        let mut answers = Encoder::new(writer.section(BlockKind::Lower));
        for _ in 0..100 {
            let then = Then::GoOn;
            answers.write(Answer { index: 0, then }).expect("our file");
        }
        let section = answers.finish().expect("our file");
        section.finish().expect("our file");
        writer.finish().expect("our file");
    }

    /// What a liar writes as the result of the job about the start of tic-tac-toe.
    fn result(answer: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "echo '{{\"schema\":1,\"program\":\"{version}\",\"positions\":[{{\"position\":\"{EMPTY}\",\
             \"answer\":{answer},\"certificate\":\"000000-0.cert\",\"moves\":[]}}],\"nodes\":1,\
             \"seconds\":0.1,\"cpu_seconds\":0.1}}' > \"$JOB.new\"; mv \"$JOB.new\" \"$JOB.result.json\""
        )
    }

    #[test]
    fn lies_are_caught() {
        let place = folder("lies");
        let [false_claim, other] = ["false.cert", "other.cert"].map(|name| place.join(name));
        lie(&false_claim);
        let solved = run(["solve", "ttt", "X../.O./...", "--certificate", text(&other)]);
        assert_eq!(solved.code, Some(0));
        let copy = |from: &Path| format!("cp '{}' \"$JOB-0.cert\"", text(from));
        let lies = [
            (copy(&false_claim), result("true"), "is refused"),
            (copy(&other), result("true"), "claims something else"),
            (copy(&false_claim), result("false"), "claims something else"),
            (
                "echo garbage > \"$JOB-0.cert\"".into(),
                result("true"),
                "is damaged",
            ),
            (
                String::new(),
                result("true"),
                "its certificate: No such file",
            ),
            (String::new(), result("null"), "has no answer"),
            (
                String::new(),
                "echo nonsense > \"$JOB.result.json\"".into(),
                "its result is damaged",
            ),
        ];
        for (i, (certificate, result, why)) in lies.into_iter().enumerate() {
            let place = folder(&format!("lies-{i}"));
            let run_folder = place.join("run");
            let through = script(&place, &format!("{certificate}\n{result}"));
            let ran = prove("ttt", EMPTY, "1", &run_folder, &["--through", &through]);
            let report = answer(&ran, &run_folder);
            assert_eq!(report["answer"], false, "X cannot force a win");
            assert_eq!(report["jobs"]["refused"], 1, "{}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
            assert!(ran.err.contains(why), "{why}: {}", ran.err);
        }
    }

    #[test]
    fn who_always_lies_is_not_asked_for_ever() {
        let place = folder("liar");
        let file = place.join("liar.sh");
        let lines = "for last; do :; done\necho nonsense > \"${last%.json}.result.json\"\n";
        fs::write(&file, lines).expect("our file");
        let through = format!("sh '{}'", text(&file));
        let ran = prove(
            "ttt",
            EMPTY,
            "1",
            &place.join("run"),
            &["--through", &through],
        );
        assert_eq!(ran.code, Some(2), "{}", ran.out);
        let last = ran.err.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("error: job") && last.contains("its result is damaged"),
            "{last}"
        );
    }

    #[test]
    fn a_run_that_is_killed_goes_on() {
        let place = folder("master");
        let run_folder = place.join("run");
        let options = [
            "--at-least",
            "0",
            "-o",
            text(&run_folder),
            "--workers",
            "2",
            "--job-nodes",
            "4k",
        ];
        let question = [&["prove", "uttt", ULTIMATE], &options[..]].concat();
        let mut child = program(&question)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        await_results(&run_folder, 3);
        child.kill().expect("it runs");
        child.wait().expect("it was killed");
        // As if it had been killed while it wrote.
        let mut journal = fs::read(run_folder.join("journal")).expect("a journal");
        journal.extend_from_slice(b"{\"job\":7,\"posi");
        fs::write(run_folder.join("journal"), &journal).expect("our file");
        let ran = prove("uttt", ULTIMATE, "0", &run_folder, &["--job-nodes", "4k"]);
        let report = answer(&ran, &run_folder);
        assert_eq!(report["answer"], true);
        assert!(report["jobs"]["resumed"].as_u64() >= Some(3), "{report}");
        // And again, when all is done.
        let ran = prove("uttt", ULTIMATE, "0", &run_folder, &["--job-nodes", "4k"]);
        assert_eq!(answer(&ran, &run_folder)["jobs"]["asked"], 0);
    }

    #[test]
    fn a_full_disk_loses_nothing() {
        let run_folder = folder("full").join("run");
        let line = "trap '' XFSZ; ulimit -f 4; exec \"$0\" prove uttt \"$1\" --at-least 0 -o \"$2\" \
                    --workers 2 --job-nodes 4k --json";
        let output = Command::new("bash")
            .args([
                "-c",
                line,
                env!("CARGO_BIN_EXE_unbeatable"),
                ULTIMATE,
                text(&run_folder),
            ])
            .output()
            .expect("a shell starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        let last = error.lines().last().unwrap_or_default();
        assert!(last.contains("File too large"), "{error}");
        let ran = prove("uttt", ULTIMATE, "0", &run_folder, &["--job-nodes", "4k"]);
        let report = answer(&ran, &run_folder);
        assert_eq!(report["answer"], true);
        assert!(report["jobs"]["resumed"].as_u64() >= Some(1), "{report}");
    }
}
