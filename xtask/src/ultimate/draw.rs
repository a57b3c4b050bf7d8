//! Positions by lot: from games of several kinds of players, as hard as another lot says.
//!
//! Nobody chooses a position. The target of a game is drawn before it is played, and the walk back from the
//! end of the game decides. Constants are chosen on the positions of one file, and the other file is asked
//! only for a report.

use std::collections::HashSet;
use std::fs;

use super::drawn::{self, CHOOSE, DrawnFile, DrawnPosition, REPORT};
use super::games::{GameRoom, PAIRINGS, Pairing};
use super::lots::Lots;
use super::question::win_question;
use super::side_by_side::side_by_side;
use super::walk::{AskedPly, WalkEnd, walk};
use crate::files::told;
use crate::shell::{ask, build, target};

const MEMORY: &str = "1GiB";

/// How many games of a pairing are played for each position that is wanted, at most.
const GAMES_MAX: usize = 20;

/// How positions are drawn.
pub(crate) struct DrawOptions<'a> {
    seed: u64,
    /// How many games are played and walked through at a time.
    at_a_time: usize,
    /// Whether the file that constants are chosen on is kept as it is.
    keeps_choose: bool,
    /// The program that plays and answers; built if none is named.
    program: Option<&'a str>,
}

impl<'a> DrawOptions<'a> {
    pub(crate) fn parse(options: &[&'a str]) -> Option<Self> {
        let mut parsed = DrawOptions {
            seed: 1,
            at_a_time: 2,
            keeps_choose: false,
            program: None,
        };
        let mut options = options.iter();
        while let Some(&option) = options.next() {
            if option == "--keep-choose" {
                parsed.keeps_choose = true;
                continue;
            }
            let value = *options.next()?;
            match option {
                "--seed" => parsed.seed = value.parse().ok()?,
                "--at-a-time" => parsed.at_a_time = value.parse().ok().filter(|&n| n > 0)?,
                "--program" => parsed.program = Some(value),
                _ => return None,
            }
        }
        Some(parsed)
    }
}

/// Draws the positions of both files, prints each as it is found, and writes each file when it is whole.
pub(crate) fn draw(options: &DrawOptions) -> Result<(), String> {
    let program = match options.program {
        Some(program) => fs::canonicalize(program).map_err(|e| format!("{program}: {e}"))?,
        None => build("release")?,
    };
    let records = target()?.join("uttt-games");
    fs::create_dir_all(&records).map_err(told(&records))?;
    let room = GameRoom { program, records };
    let mut seen = HashSet::new();
    for file in [&CHOOSE, &REPORT] {
        if file.path == CHOOSE.path && options.keeps_choose {
            seen.extend(drawn::read(file)?.into_iter().map(|row| row.position));
            continue;
        }
        let positions = draw_file(options, &room, file, &mut seen)?;
        drawn::write(file, &positions)?;
        println!("{}: {} positions", file.path, positions.len());
    }
    Ok(())
}

/// Plays rounds, with a game of each pairing that lacks positions, until none does. What was seen, be it a
/// game or a kept position, does not count again.
fn draw_file(
    options: &DrawOptions,
    room: &GameRoom,
    file: &DrawnFile,
    seen: &mut HashSet<String>,
) -> Result<Vec<DrawnPosition>, String> {
    let mut kept: Vec<DrawnPosition> = vec![];
    for round in 0..file.positions * GAMES_MAX {
        let lacks = |pairing: &&Pairing| {
            let has = kept.iter().filter(|row| row.players == pairing.name);
            has.count() < file.positions
        };
        let pairings: Vec<&Pairing> = PAIRINGS.iter().filter(lacks).collect();
        if pairings.is_empty() {
            return Ok(kept);
        }
        let number = 2 * round + usize::from(file.is_for_odd_games);
        let walk = |i: usize| walk_through(room, options.seed, file, pairings[i], number);
        side_by_side(options.at_a_time, pairings.len(), walk, |walked| {
            let is_new = seen.insert(walked.moves.join(" "));
            match walked.end {
                Ok(row) if is_new && seen.insert(row.position.clone()) => {
                    println!("{}", row.line());
                    kept.push(row);
                }
                Ok(row) => println!("# {}: seen before", row.id),
                Err(why) => println!("# {}", why),
            }
            Ok(())
        })?;
    }
    Err(format!("{}: too few games give a position", file.path))
}

/// A game, and the position that it gives, or why it gives none.
struct WalkedGame {
    moves: Vec<String>,
    end: Result<DrawnPosition, String>,
}

fn walk_through(
    room: &GameRoom,
    seed: u64,
    file: &DrawnFile,
    pairing: &Pairing,
    number: usize,
) -> Result<WalkedGame, String> {
    let id = format!("{}:{number}", pairing.name);
    let lots = Lots::new(seed, &id);
    let [least, most] = file.targets;
    let target_nodes = lots.log_uniform(least, most, "target");
    let moves = room.play(pairing, &id, &lots)?;
    let mut position = String::new();
    let end = walk(moves.len(), target_nodes, |ply| {
        let asked;
        (position, asked) = ask_ply(room, &moves[..ply], file.nodes_max)?;
        Ok(asked)
    });
    let end = match end.map_err(|why| format!("{id}: {why}"))? {
        WalkEnd::Kept { ply, wins, nodes } => Ok(DrawnPosition {
            id,
            players: pairing.name.into(),
            ply,
            position,
            wins,
            nodes,
        }),
        WalkEnd::TooEasy => Err(format!("{id}: never {target_nodes} nodes")),
        WalkEnd::TooHard => Err(format!(
            "{id}: from fewer than {target_nodes} nodes to more than {} in one step",
            file.nodes_max
        )),
    };
    Ok(WalkedGame { moves, end })
}

/// Asks whether the side to move wins after some moves; the position, and what was found out.
fn ask_ply(
    room: &GameRoom,
    moves: &[String],
    nodes_max: u64,
) -> Result<(String, AskedPly), String> {
    let (points, win) = win_question(moves.len().is_multiple_of(2));
    let (moves, nodes_max) = (moves.join(" "), nodes_max.to_string());
    let question = ["solve", "uttt", "--moves", &moves, "--at-least", points];
    let budget = ["--memory", MEMORY, "--threads", "1", "--nodes", &nodes_max];
    let arguments = [&question[..], &budget, &["--json"]].concat();
    let report = ask(&room.program, &room.records, &arguments)?;
    let answer = report["at_least"]["answer"].as_bool();
    let asked = AskedPly {
        wins: answer.map(|answer| answer == win),
        nodes: report["nodes"].as_u64().ok_or("no nodes")?,
    };
    let position = report["position"].as_str().ok_or("no position")?;
    Ok((position.into(), asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parse = DrawOptions::parse;
        assert!(parse(&[]).is_some_and(|options| options.seed == 1));
        assert!(parse(&["--seed", "7"]).is_some_and(|options| options.seed == 7));
        for wrong in [
            &["--seed"][..],
            &["--seed", "x"],
            &["--at-a-time", "0"],
            &["7", "7"],
        ] {
            assert!(parse(wrong).is_none());
        }
    }
}
