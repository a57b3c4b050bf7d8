//! The commands, each a function from its arguments to a response.

use std::fs;
use std::path::Path;
use std::time::Duration;

use unbeatable_workbench::Follow;
use unbeatable_workbench::core::Player;
use unbeatable_workbench::goban::Refused;
use unbeatable_workbench::report::{AnalyzeReport, BoundsReport, MoveReport};

use super::engine::{Engine, Next, Reply, result};
use super::protocol;
use crate::sgf_file;

/// Does what a command asks for.
type Act = fn(&mut Engine, &[&str], &dyn Follow) -> Reply;

/// Every command. `gogui-analyze_commands` is `GoGui`'s, `rectangular_boardsize` `KataGo`'s,
/// `printsgf` GNU Go's; what begins with our name is our own.
const COMMANDS: &[(&str, Act)] = &[
    ("protocol_version", |_, a, _| said(a, "2")),
    ("name", |_, a, _| said(a, "unbeatable")),
    ("version", |_, a, _| said(a, env!("UNBEATABLE_VERSION"))),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", quit),
    ("boardsize", boardsize),
    ("rectangular_boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("final_score", final_score),
    ("final_status_list", final_status_list),
    ("showboard", showboard),
    ("loadsgf", loadsgf),
    ("printsgf", printsgf),
    ("gogui-analyze_commands", analyze_commands),
    ("unbeatable-value", value),
    ("unbeatable-values", values),
];

/// What `GoGui` shows in its menu: how to draw the response, a name, and the command. `%m` is the
/// colour to move.
const ANALYZE_COMMANDS: &str = "\
gfx/Value of Every Move/unbeatable-values %m
string/Value/unbeatable-value %m";

/// The response to a line; `None` if there is nothing in it to answer.
pub(crate) fn answer(engine: &mut Engine, line: &[u8], follow: &dyn Follow) -> Option<String> {
    let command = protocol::parse(line)?;
    let known = COMMANDS.iter().find(|(name, _)| *name == command.name);
    let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
    let reply = match known {
        Some((_, act)) => act(engine, &arguments, follow),
        None => Err("unknown command".into()),
    };
    Some(protocol::write(&command.id, &reply))
}

fn wrong_form<T>() -> Result<T, String> {
    Err("syntax error".into())
}

/// A response that is always the same.
fn said(arguments: &[&str], text: &str) -> Reply {
    match arguments {
        [] => Ok(text.into()),
        _ => wrong_form(),
    }
}

fn known_command(_: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    match arguments {
        [name] => Ok(COMMANDS.iter().any(|(known, _)| known == name).to_string()),
        _ => wrong_form(),
    }
}

fn list_commands(_: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    said(arguments, &names.join("\n"))
}

fn quit(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let reply = said(arguments, "")?;
    engine.next = Next::Quit;
    Ok(reply)
}

/// `boardsize N`, or columns and rows.
fn boardsize(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let numbers: Option<Vec<u32>> = arguments.iter().map(|text| text.parse().ok()).collect();
    let [columns, rows] = match numbers.as_deref() {
        Some([n]) => [*n, *n],
        Some([columns, rows]) => [*columns, *rows],
        _ => return wrong_form(),
    };
    let size = u8::try_from(columns).ok().zip(u8::try_from(rows).ok());
    let resized = size.map(|(columns, rows)| engine.goban.resize(columns, rows));
    match resized {
        Some(Ok(())) => Ok(String::new()),
        _ => Err("unacceptable size".into()),
    }
}

fn clear_board(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let reply = said(arguments, "")?;
    engine.goban.clear();
    Ok(reply)
}

fn komi(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let points: Option<f64> = match arguments {
        [text] => text.parse().ok(),
        _ => None,
    };
    let Some(points) = points else {
        return wrong_form();
    };
    let set = engine.goban.set_komi(points);
    set.map_err(|_| "unacceptable komi".to_string())?;
    Ok(String::new())
}

fn player(text: &str) -> Result<Player, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::First),
        "w" | "white" => Ok(Player::Second),
        _ => Err("invalid color or coordinate".into()),
    }
}

fn play(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let [colour, m] = arguments else {
        return wrong_form();
    };
    match engine.goban.play(player(colour)?, m) {
        Ok(()) => Ok(String::new()),
        Err(Refused::NoPoint) => Err("invalid color or coordinate".into()),
        Err(Refused::Illegal) => Err("illegal move".into()),
    }
}

fn reg_genmove(engine: &mut Engine, arguments: &[&str], follow: &dyn Follow) -> Reply {
    match arguments {
        [colour] => engine.choose(player(colour)?, follow),
        _ => wrong_form(),
    }
}

fn genmove(engine: &mut Engine, arguments: &[&str], follow: &dyn Follow) -> Reply {
    let m = reg_genmove(engine, arguments, follow)?;
    let played = engine.goban.play(player(arguments[0])?, &m);
    played.expect("a move that was chosen is legal");
    Ok(m)
}

fn undo(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let reply = said(arguments, "")?;
    match engine.goban.undo() {
        true => Ok(reply),
        false => Err("cannot undo".into()),
    }
}

/// A time that a client may name: seconds, perhaps with a fraction.
fn seconds(text: &str) -> Option<Duration> {
    const MOST: f64 = 1e9;
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds.min(MOST)).ok()
}

fn time_settings(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let [main, byo_yomi, stones] = arguments else {
        return wrong_form();
    };
    match (seconds(main), seconds(byo_yomi), stones.parse()) {
        (Some(main), Some(byo_yomi), Ok(stones)) => engine.time.set(main, byo_yomi, stones),
        _ => return wrong_form(),
    }
    Ok(String::new())
}

fn time_left(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let [colour, time, stones] = arguments else {
        return wrong_form();
    };
    let player = player(colour)?.index();
    match (seconds(time), stones.parse()) {
        (Some(time), Ok(stones)) => engine.time.left(player, time, stones),
        _ => return wrong_form(),
    }
    Ok(String::new())
}

/// Area, with every stone alive: whoever thinks otherwise plays on.
fn final_score(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    said(arguments, &engine.goban.score())
}

fn final_status_list(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    match arguments {
        ["alive"] => {
            let chains = engine.goban.chains();
            let lines: Vec<String> = chains.iter().map(|chain| chain.join(" ")).collect();
            Ok(lines.join("\n"))
        }
        ["dead" | "seki"] => Ok(String::new()),
        _ => wrong_form(),
    }
}

fn showboard(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let goban = &engine.goban;
    let status = match goban.is_over() {
        true => format!("the game is over: {}", goban.score()),
        false => format!("{} to move", goban.player_name(goban.turn())),
    };
    let text = format!("\n{}{}, {status}", goban.board(), goban.spec());
    said(arguments, &text)
}

/// Reads a file up to the position before the move of that number, or to its end.
fn loadsgf(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let (file, number) = match arguments {
        [file] => (file, None),
        [file, number] => match number.parse::<usize>() {
            Ok(number) => (file, Some(number)),
            Err(_) => return wrong_form(),
        },
        _ => return wrong_form(),
    };
    let failed = |why: String| format!("cannot load file: {why}");
    let text = sgf_file::read_file(Path::new(file)).map_err(|e| failed(e.to_string()))?;
    let moves_max = number.map(|number| number.saturating_sub(1));
    let read = engine.goban.read_sgf(&text, moves_max);
    read.map_err(|e| failed(e.to_string()))?;
    Ok(String::new())
}

/// The game as a record, here or in a file.
fn printsgf(engine: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    let text = (engine.goban).write_sgf(["unbeatable", env!("UNBEATABLE_VERSION")]);
    match arguments {
        [] => Ok(text),
        [file] => match fs::write(file, text) {
            Ok(()) => Ok(String::new()),
            Err(e) => Err(format!("cannot save file: {e}")),
        },
        _ => wrong_form(),
    }
}

fn analyze_commands(_: &mut Engine, arguments: &[&str], _: &dyn Follow) -> Reply {
    said(arguments, ANALYZE_COMMANDS)
}

/// Who is asked about: the colour given, or whose turn it is.
fn asked(engine: &Engine, arguments: &[&str]) -> Result<Player, String> {
    match arguments {
        [] => Ok(engine.goban.turn()),
        [colour] => player(colour),
        _ => wrong_form(),
    }
}

/// What is proven: `B+1`, or `W+3 to B+5` while the value is open.
fn bounds(bounds: BoundsReport) -> String {
    match bounds.lower == bounds.upper {
        true => result(bounds.lower),
        false => format!("{} to {}", result(bounds.lower), result(bounds.upper)),
    }
}

/// `unbeatable-value [COLOUR]`: what perfect play leads to, with that colour to move.
fn value(engine: &mut Engine, arguments: &[&str], follow: &dyn Follow) -> Reply {
    let player = asked(engine, arguments)?;
    let report = (engine.goban).solve(player, &engine.limits(player), follow);
    engine.unless_interrupted(report.effort.stopped == Some("interrupted"))?;
    Ok(bounds(report.bounds))
}

/// `unbeatable-values [COLOUR]`: what every legal move of that colour leads to, for `GoGui` to draw.
fn values(engine: &mut Engine, arguments: &[&str], follow: &dyn Follow) -> Reply {
    let player = asked(engine, arguments)?;
    let report = (engine.goban).analyze(player, &engine.limits(player), follow);
    engine.unless_interrupted(report.effort.stopped == Some("interrupted"))?;
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

    use unbeatable_workbench::question::Limits;

    use super::*;

    /// An engine that never thinks for long.
    fn engine() -> Engine {
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        Engine::new("go:3x3", limits).expect("a spec of Go")
    }

    /// Words that make sense somewhere, and some that never do.
    fn word() -> impl Strategy<Value = Vec<u8>> {
        let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
        // These write files, or end the session.
        let is_harmless = |name: &&str| !["printsgf", "quit"].contains(name);
        let names: Vec<&str> = names.into_iter().filter(is_harmless).collect();
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
                engine.next = Next::Command;
            }
            let answer = super::answer(&mut engine, b"7 name", &());
            prop_assert_eq!(answer.as_deref(), Some("=7 unbeatable\n\n"));
        }
    }
}
