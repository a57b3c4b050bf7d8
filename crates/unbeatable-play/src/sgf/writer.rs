//! From a setup, and what was found out about it, to a text.

use unbeatable_core::{Game, Line, Notation, Outcome, Player, Value};
use unbeatable_games::go::{Go, Move, Superko};

use super::record::{ASKED, Variation, letters, rules, size_property};
use crate::players::RESIGNS;
use unbeatable_bench::bench::{line, move_between, play};
use unbeatable_report::AskError;
use unbeatable_report::question::Setup;
use unbeatable_report::report::GameRecord;

/// So many moves stand on a line of the text.
const MOVES_A_LINE: usize = 12;

/// The game up to `setup`, a comment about the position there, and what may follow, the main
/// variation first. `application` is a program's name and its version.
///
/// [`read`](super::read) gives the game back: the same position with the same history, unless it is
/// told to read on.
pub(super) fn write(
    spec: &str,
    setup: &Setup,
    application: [&str; 2],
    comment: &str,
    variations: &[Variation],
) -> Result<String, AskError> {
    let go = rules(spec)?;
    let line = line(&go, setup)?;
    let mut text = root(&line, application);
    text += &nodes(&moves_of(&line));
    let variations: Vec<&Variation> = variations.iter().filter(|v| !v.moves.is_empty()).collect();
    if !variations.is_empty() {
        text += &format!("N[{ASKED}]");
    }
    text += &comment_property(comment);
    for variation in &variations {
        let mut moves = played(&line, &variation.moves)?;
        moves[0] += &comment_property(&variation.comment);
        text += &match variations.len() {
            1 => nodes(&moves),
            _ => format!("\n({})", nodes(&moves).trim_start()),
        };
    }
    text += ")\n";
    Ok(text)
}

/// A game that was played, with its players, its result, and how it was given away if it was.
/// `application` is a program's name and its version.
pub(super) fn write_game(record: &GameRecord, application: [&str; 2]) -> Result<String, AskError> {
    let go = rules(&record.game)?;
    let setup = Setup {
        position: Some(record.position.clone()),
        moves: record.moves.clone(),
    };
    let line = line(&go, &setup)?;
    let mut text = root(&line, application);
    text += &players(record);
    text += &forfeit(record);
    text += &nodes(&moves_of(&line));
    text += ")\n";
    Ok(text)
}

/// Who played.
fn players(record: &GameRecord) -> String {
    let names = [&record.first, &record.second].map(|name| escaped(name));
    format!("PB[{}]PW[{}]", names[0], names[1])
}

/// How a game was given away, if it was.
fn forfeit(record: &GameRecord) -> String {
    let Some(forfeit) = &record.forfeit else {
        return String::new();
    };
    let is_black = forfeit.side == "Black";
    let winner = colour([Player::First, Player::Second][usize::from(is_black)]);
    let how = if forfeit.why == RESIGNS { "R" } else { "F" };
    let comment = comment_property(&format!("{} {}", forfeit.side, forfeit.why));
    format!("RE[{winner}+{how}]{comment}")
}

/// Who played, and how a game ended that Black has won or else White, or that is not over.
pub(super) fn ending(record: &GameRecord, is_black: bool) -> String {
    let text = players(record) + &forfeit(record);
    match record.outcome.is_some() && record.forfeit.is_none() {
        true => format!("{text}RE[{}+]", if is_black { "B" } else { "W" }),
        false => text,
    }
}

/// A game that need not take turns: the first position and the outcome of `line`, and its moves with
/// the players who made them.
pub fn write_moves(line: &Line<Go>, moves: &[(Player, Move)], application: [&str; 2]) -> String {
    let property = |&(player, m): &(Player, Move)| move_property(line.game(), player, m);
    let moves: Vec<String> = moves.iter().map(property).collect();
    root(line, application) + &nodes(&moves) + ")\n"
}

/// The first node: what the game is, and where it starts.
fn root(line: &Line<Go>, application: [&str; 2]) -> String {
    let go = line.game();
    let first = line
        .positions()
        .next()
        .expect("a line has a first position");
    let mut text = head(1, application);
    text += &format!("GN[{}]RU[{}]", escaped(&go.spec()), rules_text(go));
    text += &format!("{}KM[{}]", size_property(go), f64::from(go.komi()) / 2.0);
    if let Some(outcome) = line.outcome() {
        text += &format!("RE[{}]", result(outcome));
    }
    for (name, stones) in [("AB", go.black(first)), ("AW", go.white(first))] {
        let points = (0..go.points()).filter(|&point| stones >> point & 1 == 1);
        let points: Vec<String> = points.map(|p| format!("[{}]", point(go, p))).collect();
        if !points.is_empty() {
            text += &format!("{name}{}", points.concat());
        }
    }
    // Where stones were set up, and where White begins, nobody should have to guess.
    let turn = go.turn(first);
    if go.black(first) | go.white(first) != 0 || turn == Player::Second {
        text += &format!("PL[{}]", colour(turn));
    }
    text
}

/// How a record of the game of that number begins.
pub(super) fn head(game: u32, application: [&str; 2]) -> String {
    let [program, version] = application.map(|text| escaped(text).replace(':', "\\:"));
    format!("(;FF[4]GM[{game}]CA[UTF-8]AP[{program}:{version}]\n")
}

/// The moves of a line, as properties.
fn moves_of(line: &Line<Go>) -> Vec<String> {
    let go = line.game();
    let mut moves = Vec::new();
    let mut positions = line.positions().copied();
    let mut pos = positions.next().expect("a line has a first position");
    for next in positions {
        let m = move_between(go, &pos, &next);
        moves.push(move_property(go, go.turn(&pos), m));
        pos = next;
    }
    moves
}

/// Moves by their names from the end of a line, as properties.
fn played(line: &Line<Go>, names: &[String]) -> Result<Vec<String>, AskError> {
    let go = line.game();
    let mut line = line.clone();
    let mut moves = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let pos = *line.position();
        let m = play(&mut line, i + 1, name)?;
        moves.push(move_property(go, go.turn(&pos), m));
    }
    Ok(moves)
}

/// Nodes with these properties, some on each line.
pub(super) fn nodes(moves: &[String]) -> String {
    let lines = moves.chunks(MOVES_A_LINE);
    let lines = lines.map(|moves| format!("\n;{}", moves.join(";")));
    lines.collect()
}

fn move_property(go: &Go, player: Player, m: Move) -> String {
    let place = match m {
        Move::Pass => String::new(),
        Move::Stone(p) => point(go, p),
    };
    format!("{}[{place}]", colour(player))
}

pub(super) fn colour(player: Player) -> &'static str {
    ["B", "W"][player.index()]
}

fn point(go: &Go, point: u8) -> String {
    let [columns, _] = go.size();
    letters(point % columns, point / columns)
}

/// A comment; nothing if there is nothing to say.
pub(super) fn comment_property(comment: &str) -> String {
    match comment {
        "" => String::new(),
        _ => format!("C[{}]", escaped(comment)),
    }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// How a game ended: `B+3`, `W+0.5`, `0` for a draw.
pub fn result<V: Value>(outcome: Outcome<V>) -> String {
    match outcome.winner() {
        None => "0".into(),
        Some(winner) => format!("{}+{}", colour(winner), outcome.value_for(winner).points()),
    }
}

/// The rules in words, for people and other programs; the spec is the name of the game.
pub(super) fn rules_text(go: &Go) -> String {
    let superko = superko_text(go);
    let suicide = if go.allows_suicide() {
        "suicide"
    } else {
        "no suicide"
    };
    format!("area scoring, {superko}, {suicide}")
}

/// What may not be repeated, in words.
pub fn superko_text(go: &Go) -> &'static str {
    match go.superko() {
        Superko::Positional => "positional superko",
        Superko::Situational => "situational superko",
        Superko::Natural => "natural situational superko",
    }
}
