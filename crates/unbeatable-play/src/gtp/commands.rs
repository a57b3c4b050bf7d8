//! The commands, and what the engine responds to each.

use std::fs;
use std::path::Path;

use unbeatable_core::Player;
use unbeatable_report::Follow;
use unbeatable_report::report::{AnalyzeReport, BoundsReport, MoveReport, Stop};

use crate::goban::Refused;
use crate::sgf;

use super::engine::{GtpEngine, result};
use super::session::{Reply, misunderstood, player, read, respond_to};

/// Every command. `gogui-analyze_commands` is `GoGui`'s, `rectangular_boardsize` `KataGo`'s,
/// `printsgf` GNU Go's; what begins with our name is our own.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "showboard",
    "loadsgf",
    "printsgf",
    "gogui-analyze_commands",
    "unbeatable-value",
    "unbeatable-values",
];

/// What `GoGui` shows in its menu: how to draw the response, a name, and the command. `%m` is the
/// colour to move.
const ANALYZE_COMMANDS: &str = "\
gfx/Value of Every Move/unbeatable-values %m
string/Value/unbeatable-value %m";

/// The response to a line; `None` if there is nothing in it to answer.
pub fn answer(engine: &mut GtpEngine, line: &[u8], follow: &dyn Follow) -> Option<String> {
    respond_to(line, |name, arguments| act(engine, name, arguments, follow))
}

/// Does what a command asks for.
fn act(engine: &mut GtpEngine, name: &str, arguments: &[&str], follow: &dyn Follow) -> Reply {
    if let Some(reply) = engine.session.respond(COMMANDS, name, arguments) {
        return reply;
    }
    match (name, arguments) {
        ("boardsize" | "rectangular_boardsize", [size]) => resize(engine, size, size)?,
        ("boardsize" | "rectangular_boardsize", [columns, rows]) => resize(engine, columns, rows)?,
        ("clear_board", []) => engine.goban.clear(),
        ("komi", [points]) => {
            let set = engine.goban.set_komi(read(points)?);
            set.map_err(|_| "unacceptable komi")?;
        }
        ("play", [colour, m]) => play(engine, player(colour)?, m)?,
        ("genmove", [colour]) => {
            let m = engine.choose(player(colour)?, follow)?;
            play(engine, player(colour)?, &m).expect("a move that was chosen is legal");
            return Ok(m);
        }
        ("reg_genmove", [colour]) => return engine.choose(player(colour)?, follow),
        ("undo", []) => engine.goban.undo().then_some(()).ok_or("cannot undo")?,
        // Area, with every stone alive: whoever thinks otherwise plays on.
        ("final_score", []) => return Ok(engine.goban.score()),
        ("final_status_list", ["alive"]) => {
            let chains = engine.goban.chains();
            let lines: Vec<String> = chains.iter().map(|chain| chain.join(" ")).collect();
            return Ok(lines.join("\n"));
        }
        ("final_status_list", ["dead" | "seki"]) => {}
        ("showboard", []) => return Ok(showboard(engine)),
        ("loadsgf", [file]) => load(engine, file, None)?,
        ("loadsgf", [file, number]) => load(engine, file, Some(read(number)?))?,
        ("printsgf", []) => return Ok(record(engine)),
        ("printsgf", [file]) => {
            fs::write(file, record(engine)).map_err(|e| format!("cannot save file: {e}"))?;
        }
        ("gogui-analyze_commands", []) => return Ok(ANALYZE_COMMANDS.into()),
        ("unbeatable-value", []) => return value(engine, engine.goban.turn(), follow),
        ("unbeatable-value", [colour]) => return value(engine, player(colour)?, follow),
        ("unbeatable-values", []) => return values(engine, engine.goban.turn(), follow),
        ("unbeatable-values", [colour]) => return values(engine, player(colour)?, follow),
        (name, _) => return misunderstood(COMMANDS, name),
    }
    Ok(String::new())
}

fn resize(engine: &mut GtpEngine, columns: &str, rows: &str) -> Result<(), String> {
    let [columns, rows]: [u32; 2] = [read(columns)?, read(rows)?];
    let size = u8::try_from(columns).ok().zip(u8::try_from(rows).ok());
    let resized = size.and_then(|(columns, rows)| engine.goban.resize(columns, rows).ok());
    resized.ok_or("unacceptable size".into())
}

fn play(engine: &mut GtpEngine, player: Player, m: &str) -> Result<(), String> {
    let played = engine.goban.play(player, m);
    played.map_err(|refused| match refused {
        Refused::NoPoint => "invalid color or coordinate".into(),
        Refused::Illegal => "illegal move".into(),
    })
}

fn showboard(engine: &GtpEngine) -> String {
    let goban = &engine.goban;
    let status = match goban.is_over() {
        true => format!("the game is over: {}", goban.score()),
        false => format!("{} to move", goban.player_name(goban.turn())),
    };
    format!("\n{}{}, {status}", goban.board(), goban.spec())
}

/// Reads a file up to the position before the move of that number, or to its end.
fn load(engine: &mut GtpEngine, file: &str, number: Option<usize>) -> Result<(), String> {
    let failed = |why: String| format!("cannot load file: {why}");
    let text = sgf::read_file(Path::new(file)).map_err(|e| failed(e.to_string()))?;
    let moves_max = number.map(|number| number.saturating_sub(1));
    let read = engine.goban.read_sgf(&text, moves_max);
    read.map_err(|e| failed(e.to_string()))
}

/// The game as a record.
fn record(engine: &GtpEngine) -> String {
    (engine.goban).write_sgf(["unbeatable", engine.session.version])
}

/// What is proven: `B+1`, or `W+3 to B+5` while the value is open.
fn bounds(bounds: BoundsReport) -> String {
    match bounds.lower == bounds.upper {
        true => result(bounds.lower),
        false => format!("{} to {}", result(bounds.lower), result(bounds.upper)),
    }
}

/// What perfect play leads to, with that colour to move.
fn value(engine: &mut GtpEngine, player: Player, follow: &dyn Follow) -> Reply {
    let report = (engine.goban).solve(player, &engine.session.limits(player), follow);
    engine
        .session
        .unless_interrupted(report.effort.stopped == Some(Stop::Interrupted))?;
    Ok(bounds(report.bounds))
}

/// What every legal move of that colour leads to, for `GoGui` to draw.
fn values(engine: &mut GtpEngine, player: Player, follow: &dyn Follow) -> Reply {
    let report = (engine.goban).analyze(player, &engine.session.limits(player), follow);
    engine
        .session
        .unless_interrupted(report.effort.stopped == Some(Stop::Interrupted))?;
    Ok(drawn(&report))
}

/// A label on every point, green where the move is best and red where it is not, and a line for what
/// has no point.
fn drawn(report: &AnalyzeReport) -> String {
    let worth = |m: &MoveReport| match m.outcome {
        Some(_) => bounds(m.bounds),
        None => "?".into(),
    };
    let is_stone = |m: &&MoveReport| m.text != "pass";
    let labels = report.moves.iter().filter(is_stone);
    let labels: Vec<String> = labels.map(|m| format!("{} {}", m.text, worth(m))).collect();
    let coloured = |name: &str, is_best: bool| {
        let known = |m: &&MoveReport| m.outcome.is_some() && report.outcome.is_some();
        let wanted = |m: &&MoveReport| (m.outcome == report.outcome) == is_best;
        let moves = report.moves.iter().filter(is_stone).filter(known);
        let points: Vec<&str> = moves.filter(wanted).map(|m| m.text.as_str()).collect();
        match points.is_empty() {
            true => String::new(),
            false => format!("COLOR {name} {}\n", points.join(" ")),
        }
    };
    let pass = report.moves.iter().find(|m| m.text == "pass");
    let pass = pass.map_or(String::new(), |m| format!("; pass {}", worth(m)));
    let mut text = String::new();
    if !labels.is_empty() {
        text += &format!("LABEL {}\n", labels.join(" "));
    }
    text += &(coloured("green", true) + &coloured("red", false));
    text + &format!("TEXT {}{pass}", bounds(report.bounds))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use unbeatable_report::question::Limits;

    use super::super::protocol;
    use super::super::session::AfterResponse;
    use super::*;

    /// An engine that never thinks for long.
    fn engine() -> GtpEngine {
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        GtpEngine::new("go:3x3", limits, "1.0").expect("a spec of Go")
    }

    /// Words that make sense somewhere, and some that never do.
    fn word() -> impl Strategy<Value = Vec<u8>> {
        // These write files, or end the session.
        let is_harmless = |name: &&str| !["printsgf", "quit"].contains(name);
        let names: Vec<&str> = COMMANDS.iter().copied().filter(is_harmless).collect();
        let colours = ["b", "w", "Black", "WHITE", "x"];
        let moves = [
            "pass", "A1", "b2", "C3", "D4", "i1", "Z25", "resign", "alive",
        ];
        let numbers = [
            "0",
            "1",
            "2",
            "3",
            "5",
            "-1",
            "0.5",
            "1e400",
            "99999999999",
            "NaN",
            "#",
        ];
        prop_oneof![
            4 => prop::sample::select(names).prop_map(|word| word.as_bytes().to_vec()),
            4 => prop::sample::select(colours.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            4 => prop::sample::select(moves.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            3 => prop::sample::select(numbers.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..8),
        ]
    }

    fn line() -> impl Strategy<Value = Vec<u8>> {
        let play = (prop::sample::select(vec!["b", "w"]), 0..3u8, 1..4u8);
        let play = play.prop_map(|(colour, column, row)| {
            let letter = char::from(b'A' + column);
            format!("play {colour} {letter}{row}").into_bytes()
        });
        let words = prop::collection::vec(word(), 0..5);
        let words = words.prop_map(|words| words.join(&b' '));
        let bytes = prop::collection::vec(any::<u8>(), 0..40);
        let acts = [
            "genmove b",
            "genmove w",
            "undo",
            "boardsize 2",
            "unbeatable-values",
        ];
        let act = prop::sample::select(acts.to_vec()).prop_map(|text| text.as_bytes().to_vec());
        prop_oneof![3 => play, 1 => act, 6 => words, 1 => bytes]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Whatever is sent: every line with a command in it has one response, of the right form, and
        /// the engine goes on.
        #[test]
        fn every_command_is_answered_once(lines in prop::collection::vec(line(), 0..60)) {
            let mut engine = engine();
            for line in lines {
                let line: Vec<u8> = line.into_iter().filter(|byte| *byte != b'\n').collect();
                let answer = super::answer(&mut engine, &line, &());
                prop_assert_eq!(answer.is_some(), protocol::parse(&line).is_some());
                if let Some(text) = answer {
                    prop_assert!(text.starts_with(['=', '?']), "{:?}", text);
                    // The response ends with its only empty line.
                    prop_assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{:?}", text);
                }
                engine.session.next = AfterResponse::Command;
            }
            let answer = super::answer(&mut engine, b"7 name", &());
            prop_assert_eq!(answer.as_deref(), Some("=7 unbeatable\n\n"));
        }
    }
}
