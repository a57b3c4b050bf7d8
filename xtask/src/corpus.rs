//! Files of rules that others wrote: how many are games here, why others are not, and what those are worth.
//!
//! Such files are asked about where they are, and never copied into this project: most have no licence.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value as Json;

use crate::certificates::Certificates;
use crate::shell::text;

/// A solve may take so much memory.
const MEMORY: &str = "2GiB";

/// The second checker looks at certificates of at most so many answers: it plays by the rules taken literally,
/// a hundred positions a second.
const SECOND_CHECKER_ANSWERS_MAX: u64 = 20_000;

/// And at none for longer: where rules have many conditions, a position takes it seconds.
const SECOND_CHECKER_SECONDS_MAX: u64 = 120;

/// Reads every file below a folder; solves those that are games, for so many seconds each, and has both checkers
/// check the certificates.
pub(crate) fn survey(folder: &str, solve_seconds: Option<u64>) -> Result<(), String> {
    let certificates = Certificates::new("corpus")?;
    let folder = fs::canonicalize(folder).map_err(|e| format!("{folder}: {e}"))?;
    let mut paths = vec![];
    find(&folder, &mut paths)?;
    paths.sort();
    let mut seen: BTreeSet<Vec<u8>> = BTreeSet::new();
    let (mut reasons, mut games) = (BTreeMap::<String, Vec<String>>::new(), vec![]);
    let mut doubles = 0;
    for path in &paths {
        let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        if !seen.insert(bytes) {
            doubles += 1;
            continue;
        }
        let begin = Instant::now();
        let report = certificates.ask(&["rules", &text(path)])?;
        let seconds = begin.elapsed().as_secs_f64();
        let name = text(path.strip_prefix(&folder).unwrap_or(path));
        match &report["game"] {
            Json::Null => {
                let what = report["wrong"][0]["what"].as_str().unwrap_or("nothing");
                println!("{seconds:7.2} s  refused  {name}: {}", first_line(what));
                reasons.entry(kind(what)).or_default().push(name);
            }
            game => {
                println!(
                    "{seconds:7.2} s  a game   {name}: {} fluents, {}",
                    game["fluents"], game["ends"]
                );
                games.push((path, name));
            }
        }
    }
    println!(
        "\n{} files, {doubles} of them the same as another; {} games",
        paths.len(),
        games.len()
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (reason, names) in reasons {
        println!("{:5} {reason}, such as {}", names.len(), names[0]);
    }
    let Some(solve_seconds) = solve_seconds else {
        return Ok(());
    };
    println!("\n| file | value | nodes | seconds | certificate |\n| --- | --- | --- | --- | --- |");
    let mut solved = 0;
    for (path, name) in &games {
        match solve(&certificates, path, solve_seconds) {
            Ok(told) => {
                solved += u32::from(told.is_solved);
                println!("| {name} | {} |", told.columns.join(" | "));
            }
            // Rules that break a promise somewhere are told so there.
            Err(why) => println!("| {name} | no answer: {} | | | |", first_line(&why)),
        }
    }
    println!("\n{solved} of {} games solved", games.len());
    Ok(())
}

/// What came of a solve.
struct SolvedFile {
    is_solved: bool,
    /// The value, nodes, seconds, and what the checkers say.
    columns: [String; 4],
}

fn solve(certificates: &Certificates, path: &Path, seconds: u64) -> Result<SolvedFile, String> {
    const CERTIFICATE: &str = "game.cert";
    let (path, limit) = (text(path), format!("{seconds}s"));
    let question = ["solve", &path, "--limit", &limit, "--memory", MEMORY];
    let report = certificates.ask(&question)?;
    let number = |name: &str| report[name].as_f64().unwrap_or(0.0);
    let bounds = &report["bounds"];
    let is_solved = report["outcome"].is_object();
    let value = match report["outcome"]["winner"].as_str() {
        Some(winner) => format!("{winner} wins"),
        None if is_solved => "draw".into(),
        None => format!("{} to {}", bounds["lower"], bounds["upper"]),
    };
    let checked = match is_solved {
        false => String::new(),
        // Whatever the certificate takes, as much as three solves.
        true => {
            let limit = format!("{}s", 3 * seconds);
            let question = ["solve", &path, "--limit", &limit, "--memory", MEMORY];
            let written = [&question[..], &["--certificate", CERTIFICATE]].concat();
            match certificates.ask(&written) {
                Ok(_) => verdicts(certificates, CERTIFICATE)?,
                Err(why) => format!("none: {}", first_line(&why)),
            }
        }
    };
    let columns = [
        value,
        format!("{}", number("nodes")),
        format!("{:.2}", number("seconds")),
        checked,
    ];
    Ok(SolvedFile { is_solved, columns })
}

/// What both checkers say of a certificate. One that is refused is an error; one that is too large is not.
fn verdicts(certificates: &Certificates, file: &str) -> Result<String, String> {
    let bytes = match fs::metadata(certificates.path(file)) {
        Ok(metadata) => metadata.len(),
        Err(_) => return Ok("none within the limits".into()),
    };
    let checked = certificates.verify(file)?;
    let answers = checked["answers"].as_u64().unwrap_or(u64::MAX);
    let by = match answers <= SECOND_CHECKER_ANSWERS_MAX {
        false => "checked",
        true => match certificates.verify_again_within(file, SECOND_CHECKER_SECONDS_MAX)? {
            Some(_) => "checked by both",
            None => "checked; the second checker took too long",
        },
    };
    fs::remove_file(certificates.path(file)).map_err(|e| format!("{file}: {e}"))?;
    Ok(format!("{answers} answers, {bytes} bytes, {by}"))
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let is_file_of_rules = path
            .extension()
            .is_some_and(|ending| ending == "kif" || ending == "gdl");
        if path.is_dir() {
            find(&path, paths)?;
        } else if is_file_of_rules {
            paths.push(path);
        }
    }
    Ok(())
}

fn first_line(what: &str) -> String {
    what.lines()
        .next()
        .unwrap_or("")
        .chars()
        .take(100)
        .collect()
}

/// A complaint without what is different in each file.
fn kind(what: &str) -> String {
    let what = what.split([':', ',']).next().unwrap_or(what);
    let mut kind = String::new();
    let mut is_quoted = false;
    for c in what.chars() {
        match c {
            '\'' => {
                is_quoted = !is_quoted;
                kind.push_str(if is_quoted { "'" } else { "…'" });
            }
            _ if is_quoted => {}
            '0'..='9' => kind.push('N'),
            _ => kind.push(c),
        }
    }
    while kind.contains("NN") {
        kind = kind.replace("NN", "N");
    }
    kind
}
