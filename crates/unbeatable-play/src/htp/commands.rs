//! The commands, and what the engine responds to each.

use std::fs;
use std::path::Path;

use unbeatable_ask::{moves, value};
use unbeatable_bench::depth::deep;
use unbeatable_core::{Game, Notation, Player};
use unbeatable_report::Follow;
use unbeatable_report::question::{Analyze, Setup, Solve};
use unbeatable_report::report::{MoveReport, OutcomeReport, Stop};

use super::engine::HtpEngine;
use crate::gtp::session::{Reply, misunderstood, player, read, respond_to};
use crate::sgf;

/// Every command. `hexgui-analyze_commands` is `HexGui`'s, `all_legal_moves` benzene's; what begins with our
/// name is our own.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "all_legal_moves",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "loadsgf",
    "printsgf",
    "hexgui-analyze_commands",
    "unbeatable-value",
    "unbeatable-values",
];

/// What `HexGui` shows in its menu: how to draw the response, a name, and the command.
const ANALYZE_COMMANDS: &str = "\
gfx/Value of Every Move/unbeatable-values
string/Value/unbeatable-value";

/// The response to a line; `None` if there is nothing in it to answer.
pub fn answer(engine: &mut HtpEngine, line: &[u8], follow: &dyn Follow) -> Option<String> {
    respond_to(line, |name, arguments| act(engine, name, arguments, follow))
}

/// Does what a command asks for.
fn act(engine: &mut HtpEngine, name: &str, arguments: &[&str], follow: &dyn Follow) -> Reply {
    if let Some(reply) = engine.session.respond(COMMANDS, name, arguments) {
        return reply;
    }
    match (name, arguments) {
        ("boardsize", [size]) => resize(engine, size, size)?,
        ("boardsize", [columns, rows]) => resize(engine, columns, rows)?,
        ("clear_board", []) => engine.setup = Setup::default(),
        ("play", [colour, m]) => {
            check_turn(engine, player(colour)?)?;
            let is_legal = engine.play(m);
            is_legal.then_some(()).ok_or("illegal move")?;
        }
        ("genmove", [colour]) => {
            check_turn(engine, player(colour)?)?;
            let m = engine.choose(follow)?;
            assert!(engine.play(&m), "a move that was chosen is legal");
            return Ok(shown(m));
        }
        ("reg_genmove", [colour]) => {
            check_turn(engine, player(colour)?)?;
            return engine.choose(follow).map(shown);
        }
        ("undo", []) => drop(engine.setup.moves.pop().ok_or("cannot undo")?),
        ("all_legal_moves", []) => return Ok(legal_moves(engine)),
        ("final_score", []) => {
            let winner = engine.turn().1.ok_or("cannot score")?;
            return Ok(["B+", "W+"][winner.index()].into());
        }
        ("showboard", []) => return Ok(showboard(engine)),
        ("loadsgf", [file]) => load(engine, file, None)?,
        ("loadsgf", [file, number]) => load(engine, file, Some(read(number)?))?,
        ("printsgf", []) => return record(engine),
        ("printsgf", [file]) => {
            let text = record(engine)?;
            fs::write(file, text).map_err(|e| format!("cannot save file: {e}"))?;
        }
        ("hexgui-analyze_commands", []) => return Ok(ANALYZE_COMMANDS.into()),
        ("unbeatable-value", []) => return value(engine, follow),
        ("unbeatable-values", []) => return values(engine, follow),
        (name, _) => return misunderstood(COMMANDS, name),
    }
    Ok(String::new())
}

/// A move as clients write it.
fn shown(m: String) -> String {
    match m.as_str() {
        "swap" => "swap-pieces".into(),
        _ => m,
    }
}

fn resize(engine: &mut HtpEngine, columns: &str, rows: &str) -> Result<(), String> {
    let is_resized = engine.resize(read(columns)?, read(rows)?);
    is_resized.then_some(()).ok_or("unacceptable size".into())
}

/// Players take turns: a position says by its stones whose turn it is.
fn check_turn(engine: &HtpEngine, player: Player) -> Result<(), String> {
    match engine.turn() {
        (_, Some(_)) => Err("the game is over".into()),
        (turn, None) if turn == player => Ok(()),
        (turn, None) => {
            let name = engine.bench.game.player_name(turn);
            Err(format!("it is {name}'s turn"))
        }
    }
}

fn legal_moves(engine: &HtpEngine) -> String {
    let line = engine.line();
    let (game, pos) = (&engine.bench.game, line.position());
    let moves: Vec<String> = match line.outcome() {
        Some(_) => vec![],
        None => game
            .moves(pos)
            .map(|m| shown(game.move_text(pos, m)))
            .collect(),
    };
    moves.join(" ")
}

fn showboard(engine: &HtpEngine) -> String {
    let name = |player| engine.bench.game.player_name(player);
    let status = match engine.turn() {
        (_, Some(winner)) => format!("{} has won", name(winner)),
        (turn, None) => format!("{} to move", name(turn)),
    };
    format!("\n{}{}, {status}", engine.board(), engine.bench.spec())
}

/// Reads a file up to the position before the move of that number, or to its end.
fn load(engine: &mut HtpEngine, file: &str, number: Option<usize>) -> Result<(), String> {
    let failed = |why: String| format!("cannot load file: {why}");
    let text = sgf::read_file(Path::new(file)).map_err(|e| failed(e.to_string()))?;
    let moves_max = number.map(|number| number.saturating_sub(1));
    let loaded = engine.load(&text, moves_max);
    loaded.map_err(|e| failed(e.to_string()))
}

/// The game as a record.
fn record(engine: &HtpEngine) -> Reply {
    let application = ["unbeatable", engine.session.version];
    let text = sgf::write(&engine.bench.spec(), &engine.setup, application, "", &[]);
    text.map_err(|e| e.to_string())
}

/// Who wins, as the protocol writes it; a question mark if that is not known.
fn winner(engine: &HtpEngine, outcome: Option<&OutcomeReport>) -> &'static str {
    let name = outcome.and_then(|outcome| outcome.winner.as_deref());
    let is = |player| name == Some(engine.bench.game.player_name(player));
    match (is(Player::First), is(Player::Second)) {
        (true, _) => "B+",
        (_, true) => "W+",
        _ => "?",
    }
}

/// Who wins with perfect play.
fn value(engine: &mut HtpEngine, follow: &dyn Follow) -> Reply {
    let (turn, won) = engine.turn();
    if let Some(won) = won {
        return Ok(["B+", "W+"][won.index()].into());
    }
    let question = Solve {
        setup: engine.setup.clone(),
        limits: engine.session.limits(turn),
        ..Solve::default()
    };
    let report = deep(|| value::solve(&engine.bench, &question, follow));
    let report = report.map_err(|e| e.to_string())?;
    let is_interrupted = report.effort.stopped == Some(Stop::Interrupted);
    engine.session.unless_interrupted(is_interrupted)?;
    Ok(winner(engine, report.outcome.as_ref()).into())
}

/// Who wins behind every move, for `HexGui` to draw: a label on every cell, green where the mover wins and red where
/// he loses.
fn values(engine: &mut HtpEngine, follow: &dyn Follow) -> Reply {
    let (turn, won) = engine.turn();
    if won.is_some() {
        return Err("the game is over".into());
    }
    let question = Analyze {
        setup: engine.setup.clone(),
        limits: engine.session.limits(turn),
        ..Analyze::default()
    };
    let report = deep(|| moves::analyze(&engine.bench, &question, follow));
    let report = report.map_err(|e| e.to_string())?;
    let is_interrupted = report.effort.stopped == Some(Stop::Interrupted);
    engine.session.unless_interrupted(is_interrupted)?;
    let worth = |m: &MoveReport| winner(engine, m.outcome.as_ref());
    let cells = || report.moves.iter().filter(|m| m.text != "swap");
    let labels: Vec<String> = cells()
        .map(|m| format!("{} {}", m.text, worth(m)))
        .collect();
    let coloured = |name: &str, wanted: &str| {
        let moves = cells().filter(|m| worth(m) == wanted);
        let moves: Vec<&str> = moves.map(|m| m.text.as_str()).collect();
        match moves.is_empty() {
            true => String::new(),
            false => format!("\nCOLOR {name} {}", moves.join(" ")),
        }
    };
    let [wins, loses] = match turn {
        Player::First => ["B+", "W+"],
        Player::Second => ["W+", "B+"],
    };
    let mut text = format!("LABEL {}", labels.join(" "));
    text += &(coloured("green", wins) + &coloured("red", loses));
    text += &format!("\nTEXT {}", winner(engine, report.outcome.as_ref()));
    Ok(text)
}
