//! From which move on the default opponent proves all of its moves: played, counted, and written down.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::shell::{ask, build, root, target};

/// Where it is written: a line for each game that is to be measured.
const FILE: &str = "crates/unbeatable-bench/strengths.txt";

/// Who plays, and against whom.
const PLAYER: &str = "best";
const OPPONENT: &str = "mcts:10000";

/// The share of games in which what is written down was seen, in tenths.
const TENTHS: usize = 9;

/// What is measured.
pub(crate) struct StrengthOptions<'a> {
    /// How many games are played on each side.
    games: u32,
    /// The only game, if one is named.
    only: Option<&'a str>,
}

impl<'a> StrengthOptions<'a> {
    pub(crate) fn parse(options: &[&'a str]) -> Option<Self> {
        let mut parsed = StrengthOptions {
            games: 10,
            only: None,
        };
        let mut options = options.iter();
        while let Some(&option) = options.next() {
            match option {
                "--games" => parsed.games = options.next()?.parse().ok().filter(|&n| n >= 10)?,
                option if option.starts_with('-') => return None,
                spec => parsed.only = Some(spec),
            }
        }
        Some(parsed)
    }
}

/// Plays the games, prints what was seen, and writes it into the file after each game. An outcome below what
/// the first position is worth is an error where every move was said to be proven.
pub(crate) fn measure(options: &StrengthOptions) -> Result<(), String> {
    let file = root().join(FILE);
    let read = |e| format!("{}: {e}", file.display());
    let mut lines: Vec<String> = fs::read_to_string(&file)
        .map_err(read)?
        .lines()
        .map(String::from)
        .collect();
    let spec_of = |line: &String| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_string()
    };
    if let Some(only) = options.only
        && !lines.iter().any(|line| spec_of(line) == only)
    {
        return Err(format!(
            "{only} is on no line of {FILE}: add one to measure it"
        ));
    }
    let program = build("release")?;
    let folder = target()?.join("strengths");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    println!("     from  seen  games  moves  proven   kept  guess  below value  game");
    for i in 0..lines.len() {
        let spec = spec_of(&lines[i]);
        if options.only.is_none_or(|only| only == spec) {
            lines[i] = game(&program, &folder, &spec, options.games)?;
            fs::write(&file, lines.join("\n") + "\n").map_err(read)?;
        }
    }
    Ok(())
}

/// Plays one game on both sides; its line.
fn game(program: &Path, folder: &Path, spec: &str, games: u32) -> Result<String, String> {
    let record = folder.join("games.jsonl");
    let _ = fs::remove_file(&record);
    let games = games.to_string();
    let record_text = record.to_string_lossy();
    let arguments = [
        "match",
        spec,
        "--first",
        PLAYER,
        "--second",
        OPPONENT,
        "--swap",
        "--games",
        &games,
        "--record",
        &record_text,
        "--json",
    ];
    ask(program, folder, &arguments)?;
    let solved = ask(
        program,
        folder,
        &["solve", spec, "--limit", "20s", "--json"],
    )?;
    let text = fs::read_to_string(&record).map_err(|e| format!("{}: {e}", record.display()))?;
    let mut froms = vec![];
    let mut lengths = vec![];
    let mut counts = [0; 3];
    let mut below = 0;
    for line in text.lines() {
        let game: Json = serde_json::from_str(line).map_err(|e| format!("a record: {e}"))?;
        let grounds = game["grounds"]
            .as_array()
            .ok_or("a record without grounds")?;
        let unproven = |ground: &Json| matches!(ground.as_str(), Some("kept" | "guess"));
        for ground in grounds.iter().filter_map(Json::as_str) {
            counts[["proven", "kept", "guess"]
                .iter()
                .position(|&g| g == ground)
                .unwrap_or(2)] += 1;
        }
        // Moves are counted from 1: behind the last one that is not proven, all are.
        froms.push(
            grounds
                .iter()
                .rposition(unproven)
                .map_or(1, |last| last + 2),
        );
        lengths.push(grounds.len());
        let is_below = is_below(&game, &solved["outcome"]);
        if is_below && !grounds.iter().any(unproven) {
            return Err(format!(
                "{spec}: every move is proven, and yet the value was lost: {line}"
            ));
        }
        below += u32::from(is_below);
    }
    froms.sort_unstable();
    lengths.sort_unstable();
    let count = froms.len();
    let from = froms[(count * TENTHS).div_ceil(10) - 1];
    // Whoever knows at the end only knows too late.
    let is_early = from < lengths[count / 2];
    let seen = froms.iter().filter(|&&other| other <= from).count();
    let from = if is_early {
        from.to_string()
    } else {
        "-".into()
    };
    let moves: u32 = counts.iter().sum();
    println!(
        "{from:>9}{seen:>6}{count:>7}{moves:>7}{:>8}{:>7}{:>7}{below:>13}  {spec}",
        counts[0], counts[1], counts[2],
    );
    Ok(format!("{spec} {from} {seen} {count}"))
}

/// Whether the player got less than the first position is worth to it, if that is known.
fn is_below(game: &Json, value: &Json) -> bool {
    let worth = |outcome: &Json| {
        let points = outcome["margin"].as_f64().map_or(1.0, f64::abs);
        match outcome["winner"].as_str() {
            Some("X" | "First" | "Black") => points,
            Some(_) => -points,
            None => 0.0,
        }
    };
    let difference = worth(&game["outcome"]) - worth(value);
    match game["first"] == PLAYER {
        _ if value.is_null() => false,
        true => difference < 0.0,
        false => difference > 0.0,
    }
}
