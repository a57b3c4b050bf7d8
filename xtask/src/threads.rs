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

/// Asks every question of one thread and then of `threads`; prints the times of whole commands and their
/// ratios. Answers that differ are an error.
pub(crate) fn compare(threads: usize) -> Result<(), String> {
    let program = build("release")?;
    println!("    seconds and M nodes by 1   by {threads:>4} threads   ratio  of nodes  position");
    let mut logarithms = 0.0;
    for id in POSITIONS {
        let position = position(id)?;
        let ask = |threads: usize| {
            let options = ["--memory", "4GiB", "--threads", &threads.to_string()];
            TimedAnswer::ask(&program, &position, "1", &options)
                .map_err(|why| format!("{id}: {why}"))
        };
        let (one, many) = (ask(1)?, ask(threads)?);
        if one.answer != many.answer {
            return Err(format!(
                "{id}: one thread says {}, {threads} say {}",
                one.answer, many.answer
            ));
        }
        logarithms += (one.seconds / many.seconds).ln();
        println!(
            "{:>15.2}{:>12.2}{:>9.2}{:>10.2}{:>8.2}{:>10.2}  {id}",
            one.seconds,
            one.nodes as f64 / 1e6,
            many.seconds,
            many.nodes as f64 / 1e6,
            one.seconds / many.seconds,
            many.nodes as f64 / one.nodes as f64,
        );
    }
    let mean = (logarithms / POSITIONS.len() as f64).exp();
    println!(
        "{threads} threads are {mean:.2} times as fast as one (geometric mean), every answer the same"
    );
    Ok(())
}
