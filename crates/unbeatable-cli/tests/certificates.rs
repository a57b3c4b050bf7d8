//! RESULTS.md says what is proven: its smaller certificates are written again, and both checkers agree
//! about them, and about what is no proof.

use std::collections::HashMap;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde_json::Value as Json;
use unbeatable_proof::container::{BlockKind, CertificateWriter, Container};

/// Certificates with more entries are for `cargo xtask results`.
const ENTRIES_MAX: u64 = 50_000;

/// Where things are from here.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder for the certificates of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for certificates");
    folder
}

fn unbeatable(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_unbeatable"));
    let program = program.args(arguments).current_dir(folder);
    program.output().expect("the program starts")
}

fn python(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new("python3");
    let program = program
        .arg(root().join("checker/verify.py"))
        .args(arguments)
        .current_dir(folder);
    program.output().unwrap_or_else(|e| {
        panic!("the second checker needs python3 ({e}): `cargo xtask test` installs it")
    })
}

/// A checker's exit code and what it says about each file.
fn verdicts(output: &Output) -> (Option<i32>, Vec<Json>) {
    let said: Json = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    let certificates = said["certificates"].as_array().expect("an array");
    (output.status.code(), certificates.clone())
}

/// What both checkers say about some files.
fn check(folder: &Path, files: &[&str]) -> [(Option<i32>, Vec<Json>); 2] {
    let verify: Vec<&str> = ["verify", "--json"].iter().chain(files).copied().collect();
    let again: Vec<&str> = ["--json"].iter().chain(files).copied().collect();
    // Side by side: neither needs much, and together they are most of this test's time.
    std::thread::scope(|scope| {
        let second = scope.spawn(|| verdicts(&python(folder, &again)));
        let first = verdicts(&unbeatable(folder, &verify));
        [first, second.join().expect("the second checker answers")]
    })
}

/// A row of RESULTS.md.
struct Row {
    command: Vec<String>,
    file: String,
    entries: u64,
    sha256: String,
}

/// The rows of RESULTS.md, whose tables have these columns among others.
fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("RESULTS.md")).expect("RESULTS.md is there");
    let sums: HashMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.split_once("  "))
        .filter(|(sum, _)| sum.len() == 64)
        .map(|(sum, file)| (file, sum))
        .collect();
    let mut rows = Vec::new();
    let (mut entries, mut command) = (0, 0);
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let column = |name: &str| cells.iter().position(|cell| *cell == name);
        if let (Some(first), Some(second)) = (column("entries"), column("command")) {
            (entries, command) = (first, second);
        }
        let typed = cells.get(command).copied().unwrap_or_default();
        let Some(typed) = typed.strip_prefix("`unbeatable ") else {
            continue;
        };
        let words = words(typed.trim_end_matches('`'));
        let file = words.last().expect("a file comes last").clone();
        rows.push(Row {
            sha256: sums[file.as_str()].to_string(),
            command: words,
            file,
            entries: cells[entries].replace(',', "").parse().expect("a number"),
        });
    }
    assert_eq!(rows.len(), sums.len(), "a checksum for every row");
    rows
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

#[test]
fn both_checkers_accept_what_results_says() {
    let folder = folder("results");
    let mut rows = rows();
    assert!(rows.len() > 100, "{} rows", rows.len());
    rows.retain(|row| row.entries <= ENTRIES_MAX);
    for row in &rows {
        let mut arguments: Vec<&str> = row.command.iter().map(String::as_str).collect();
        arguments.push("--json");
        let output = unbeatable(&folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}: {output:?}", row.file);
        let report: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            report["certificate"]["sha256"].as_str(),
            Some(row.sha256.as_str()),
            "{}: RESULTS.md has another certificate of this question: run `cargo xtask results`",
            row.file
        );
    }
    let files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    let [(code, first), (code_again, second)] = check(&folder, &files);
    assert_eq!((first.len(), second.len()), (rows.len(), rows.len()));
    for ((row, first), second) in rows.iter().zip(&first).zip(&second) {
        for said in [first, second] {
            assert_eq!(said["verdict"], "accepted", "{}: {said}", row.file);
            assert_eq!(said["answers"], row.entries, "{}: {said}", row.file);
            assert_eq!(said["sha256"], row.sha256, "{}: {said}", row.file);
        }
        for name in ["game", "position", "within", "positions", "bytes"] {
            assert_eq!(first[name], second[name], "{}: {name}", row.file);
        }
        // A bound that no game exceeds is not claimed; else both read the same.
        for (name, other) in [("lower", "at_least"), ("upper", "at_most")] {
            let (bound, claimed) = (first["bounds"][name].as_f64(), second[other].as_f64());
            assert!(
                claimed.is_none() || claimed == bound,
                "{}: {name}",
                row.file
            );
        }
    }
    assert_eq!((code, code_again), (Some(0), Some(0)));
}

#[test]
fn both_checkers_refuse_what_proves_nothing() {
    let folder = folder("refused");
    let solve = ["solve", "nim:1,2", "--certificate", "good.cert", "--json"];
    assert_eq!(unbeatable(&folder, &solve).status.code(), Some(0));
    let good = fs::read(folder.join("good.cert")).expect("a certificate");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).expect("a file");
    };
    // The strategy begins with 2-1, move 1 of three, the only one that wins.
    let changed = rewritten(&good, |head| head, |answers| answers[0] -= 3);
    write("same.cert", &rewritten(&good, |head| head, |_| ()));
    write("other-move.cert", &changed);
    let other_rules = |head: String| head.replace("game: nim:1,2\n", "game: nim:1,2+misere\n");
    write("other-rules.cert", &rewritten(&good, other_rules, |_| ()));
    let longer = rewritten(&good, |head| head, |answers| answers.push(0));
    write("longer.cert", &longer);
    let middle = good.len() / 2;
    let mut flipped = good.clone();
    flipped[middle] ^= 1;
    write("flipped.cert", &flipped);
    write("cut.cert", &good[..middle]);
    write("empty.cert", &[]);
    let refused = [
        "other-move.cert",
        "other-rules.cert",
        "longer.cert",
        "flipped.cert",
        "cut.cert",
        "empty.cert",
    ];
    for (code, said) in check(&folder, &refused) {
        assert_eq!(code, Some(1));
        assert_eq!(said.len(), refused.len());
        for (file, said) in refused.iter().zip(said) {
            assert_eq!(said["verdict"], "refused", "{file}: {said}");
            assert!(said["reason"].is_string(), "{file}: {said}");
        }
    }
    // One that is refused among others that are not.
    for (code, said) in check(&folder, &["good.cert", "other-move.cert", "same.cert"]) {
        assert_eq!(code, Some(1));
        let verdicts: Vec<&Json> = said.iter().map(|said| &said["verdict"]).collect();
        assert_eq!(verdicts, ["accepted", "refused", "accepted"]);
    }
    let missing = [
        unbeatable(&folder, &["verify", "missing.cert"]),
        python(&folder, &["missing.cert"]),
        unbeatable(&folder, &["verify"]),
        python(&folder, &[]),
    ];
    for output in missing {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("error: "), "{said}");
    }
}

/// A certificate with another head or another strategy of the first player, and a right checksum.
fn rewritten(
    bytes: &[u8],
    head: impl Fn(String) -> String,
    change: impl Fn(&mut Vec<u8>),
) -> Vec<u8> {
    let Ok(mut container) = Container::open(std::io::Cursor::new(bytes)) else {
        panic!("the file is damaged")
    };
    let mut answers = Vec::new();
    let section = container.section(BlockKind::Lower).expect("readable");
    let mut strategy = ZlibDecoder::new(section.expect("a strategy"));
    strategy.read_to_end(&mut answers).expect("a zlib stream");
    change(&mut answers);
    let mut to = Vec::new();
    let mut writer = CertificateWriter::new(&mut to).expect("written");
    let mut write = |kind: BlockKind, payload: &[u8]| {
        let mut section = writer.section(kind);
        section.write_all(payload).expect("written");
        section.finish().expect("written");
    };
    write(BlockKind::Head, head(container.head.clone()).as_bytes());
    let mut strategy = ZlibEncoder::new(Vec::new(), Compression::default());
    strategy.write_all(&answers).expect("compressed");
    write(BlockKind::Lower, &strategy.finish().expect("compressed"));
    writer.finish().expect("written");
    to
}
