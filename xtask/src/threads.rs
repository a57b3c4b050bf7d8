//! What threads are worth: the same questions by one thread and by several.

use std::time::Instant;

use serde_json::Value as Json;

use crate::steps::{cargo, command};
use crate::ultimate::{position, program};

/// Positions of the suite that take one thread ten seconds or more, and from the first player's side
/// what is asked about them.
const QUESTIONS: [(&str, &str); 5] = [
    ("selfplay-tt-5s:26", "1"),
    ("random2:28", "1"),
    ("selfplay-1s:26", "1"),
    ("selfplay-1s:24", "1"),
    ("random3:28", "1"),
];

const MEMORY: &str = "4GiB";

/// Each question is asked this often, and the fastest time counts.
const TIMES: usize = 1;

/// Asks every question of one thread and then of `threads`; prints the fastest times
/// of whole commands and their ratios. Answers that differ are an error.
pub(crate) fn compare(threads: usize) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "unbeatable"])?;
    let program = program("release")?;
    let program = program.to_string_lossy();
    println!("    seconds and M nodes by 1   by {threads:>4} threads   ratio  of nodes  position");
    let mut logarithms = 0.0;
    for (id, points) in QUESTIONS {
        let position = position(id)?;
        let ask = |threads: usize| {
            let arguments = [
                "solve",
                "uttt",
                &position,
                "--at-least",
                points,
                "--memory",
                MEMORY,
                "--threads",
                &threads.to_string(),
                "--json",
            ];
            let start = Instant::now();
            let output = command(&program, &arguments)
                .output()
                .map_err(|e| e.to_string())?;
            let seconds = start.elapsed().as_secs_f64();
            let report: Json =
                serde_json::from_slice(&output.stdout).map_err(|e| format!("{id}: {e}"))?;
            let nodes = report["nodes"].as_f64().ok_or("a report without nodes")?;
            let answer = report["at_least"]["answer"].as_bool();
            Ok::<_, String>((seconds, nodes / 1e6, answer.ok_or("no answer")?))
        };
        let mut best: [Option<(f64, f64, bool)>; 2] = [None; 2];
        for _ in 0..TIMES {
            for (best, threads) in best.iter_mut().zip([1, threads]) {
                let run = ask(threads)?;
                if best.is_none_or(|best| run.0 < best.0) {
                    *best = Some(run);
                }
            }
        }
        let [Some(one), Some(many)] = best else {
            return Err("expected at least one time".into());
        };
        if one.2 != many.2 {
            return Err(format!(
                "{id}: one thread says {}, {threads} say {}",
                one.2, many.2
            ));
        }
        logarithms += (one.0 / many.0).ln();
        println!(
            "{:>15.2}{:>12.2}{:>9.2}{:>10.2}{:>8.2}{:>10.2}  {id}",
            one.0,
            one.1,
            many.0,
            many.1,
            one.0 / many.0,
            many.1 / one.1,
        );
    }
    let mean = (logarithms / QUESTIONS.len() as f64).exp();
    println!(
        "{threads} threads are {mean:.2} times as fast as one (geometric mean), every answer the same"
    );
    Ok(())
}
