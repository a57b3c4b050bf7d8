//! What threads are worth: the same questions by one thread and by several.

use crate::shell::build;
use crate::ultimate::{TimedAnswer, position};

/// Positions of the suite that take one thread ten seconds or more. The question is whether the first player
/// wins.
const POSITIONS: [&str; 5] = [
    "selfplay-tt-5s:26",
    "random2:28",
    "selfplay-1s:26",
    "selfplay-1s:24",
    "random3:28",
];

/// Boards of Go, and the points that Black gets there.
const BOARDS: [(&str, &str); 3] = [("go:4x4", "2"), ("go:3x6", "18"), ("go:4x5", "20")];

/// Asks every question of one thread and then of `threads`; prints the times of whole commands and their
/// ratios. Answers that differ are an error.
pub(crate) fn compare(threads: usize) -> Result<(), String> {
    let program = build("release")?;
    println!("    seconds and M nodes by 1   by {threads:>4} threads   ratio  of nodes  question");
    let compare = |name: &str, place: &[&str], points: &str| {
        let ask = |threads: usize| {
            let options = ["--memory", "4GiB", "--threads", &threads.to_string()];
            TimedAnswer::ask(&program, place, points, &options)
                .map_err(|why| format!("{name}: {why}"))
        };
        let (one, many) = (ask(1)?, ask(threads)?);
        if one.answer != many.answer {
            return Err(format!(
                "{name}: one thread says {}, {threads} say {}",
                one.answer, many.answer
            ));
        }
        println!(
            "{:>15.2}{:>12.2}{:>9.2}{:>10.2}{:>8.2}{:>10.2}  {name}",
            one.seconds,
            one.nodes as f64 / 1e6,
            many.seconds,
            many.nodes as f64 / 1e6,
            one.seconds / many.seconds,
            many.nodes as f64 / one.nodes as f64,
        );
        Ok(one.seconds / many.seconds)
    };
    let mut ratios = vec![];
    for id in POSITIONS {
        ratios.push(compare(id, &["uttt", &position(id)?], "1")?);
    }
    tell_mean(threads, &ratios);
    let boards = BOARDS.map(|(spec, points)| compare(spec, &[spec], points));
    tell_mean(threads, &boards.into_iter().collect::<Result<Vec<_>, _>>()?);
    Ok(())
}

fn tell_mean(threads: usize, ratios: &[f64]) {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    let mean = (logarithms / ratios.len() as f64).exp();
    println!(
        "{threads} threads are {mean:.2} times as fast as one (geometric mean), every answer the same"
    );
}
