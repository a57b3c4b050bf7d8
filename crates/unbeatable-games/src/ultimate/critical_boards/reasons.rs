//! The rules in words: which of them decides a position, and what it says of a move.

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::listed;
use unbeatable_core::{Bounds, Game, Notation, Wdl};

use super::survey::{Survey, safe_moves, to_avoid, winning_squares};
use crate::ultimate::endgames::{LastBoard, last_board};
use crate::ultimate::letters::letter;
use crate::ultimate::local_boards::has_line;
use crate::ultimate::{Move, Moves, Position, Ultimate, words};

/// Why a square that is to be avoided is not, or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exception {
    /// The move wins the game.
    Winning,
    /// The move ends the game, which the mover does not win.
    Drawing,
    /// The move wins the threatened board.
    Taking,
    /// The move takes the opponent's only winning square of the threatened board.
    Blocking,
    /// The move closes the very board it sends to, which leaves the opponent free.
    Closing,
}

/// Which exception a legal move is: its square is to be avoided, but it is safe or wins; or its square
/// is not, but it is unsafe.
#[must_use]
pub fn exception(game: Ultimate, pos: &Position, m: Move) -> Option<Exception> {
    let is_avoided = to_avoid(pos) >> m.square() & 1 == 1;
    let is_safe = safe_moves(game, pos).any(|safe| safe == m);
    if is_avoided != is_safe {
        return None;
    }
    if !is_safe {
        return Some(Exception::Closing);
    }
    let next = game.play(pos, m);
    let mover = pos.turn();
    Some(match game.outcome(&next) {
        Some(outcome) if outcome.winner() == Some(mover) => Exception::Winning,
        Some(_) => Exception::Drawing,
        None if next.won(mover) != pos.won(mover) => Exception::Taking,
        None => Exception::Blocking,
    })
}

/// Squares as a list in words.
fn names(game: &Ultimate, pos: &Position, squares: Moves, last: &str) -> String {
    let names: Vec<String> = squares.map(|m| game.move_text(pos, m)).collect();
    listed(&names, last)
}

/// Boards as a list in words.
fn boards(set: u16, last: &str) -> String {
    let names: Vec<String> = Bits(set.into()).map(|b| letter(b).to_string()).collect();
    listed(&names, last)
}

/// The rule that bounds the position's value, or what the last board comes to.
pub(super) fn why(game: &Ultimate, pos: &Position, bounds: Bounds<Wdl>) -> Option<String> {
    match last_board(*game, pos) {
        Some(last) if !bounds.is_exact() => Some(only_one_left(game, last)),
        _ => by_rule(game, pos, bounds),
    }
}

/// What the last board comes to, in words.
fn only_one_left(game: &Ultimate, last: LastBoard) -> String {
    let owner = last.owner.map_or("nobody", |owner| game.player_name(owner));
    let ends = match last.outcome.winner() {
        Some(winner) if last.owner == Some(winner) => "and the game".into(),
        Some(winner) => format!("but {} the game", game.player_name(winner)),
        None => "and the game is a draw".into(),
    };
    format!(
        "last board: by best play {owner} wins board {} {ends}",
        letter(last.board)
    )
}

/// The rule that bounds the position's value.
fn by_rule(game: &Ultimate, pos: &Position, bounds: Bounds<Wdl>) -> Option<String> {
    let (mover, other) = (pos.turn(), pos.turn().other());
    let [mover, other] = [mover, other].map(|player| game.player_name(player));
    let no_line =
        |who: &str| format!("no live line: {who} can no longer own three boards in a row");
    match (bounds.lower, bounds.upper) {
        (Wdl::Draw | Wdl::Win, _) | (_, Wdl::Loss | Wdl::Draw)
            if game.counts_boards() && !is_forced(game, pos) =>
        {
            Some(by_majority(mover, other, bounds))
        }
        (Wdl::Win, _) => {
            let wins = Survey::new(*game, pos).wins();
            let wins = names(game, pos, wins, "or");
            Some(format!("immediate win: {mover} wins the game at {wins}"))
        }
        (_, Wdl::Loss) => Some(format!(
            "forced loss: every move of {mover} lets {other} win the game at once"
        )),
        (Wdl::Draw, Wdl::Draw) => {
            Some("no live line: neither player can own three boards in a row any more".into())
        }
        (Wdl::Draw, _) => Some(no_line(other)),
        (_, Wdl::Draw) => Some(no_line(mover)),
        (Wdl::Loss, Wdl::Win) => None,
    }
}

/// Whether the mover wins at once, or loses because all moves let the opponent do so.
fn is_forced(game: &Ultimate, pos: &Position) -> bool {
    let survey = Survey::new(*game, pos);
    survey.has_win() || survey.safe().0 == [0; 2]
}

/// What is known because somebody has no live line and few boards within reach.
fn by_majority(mover: &str, other: &str, bounds: Bounds<Wdl>) -> String {
    let behind = |who: &str, whom: &str, [more, than]: [&str; 2]| {
        format!("majority: {who} has no live line, and cannot own {more} boards {than} {whom}")
    };
    const AS_MANY: [&str; 2] = ["as many", "as"];
    const MORE: [&str; 2] = ["more", "than"];
    match (bounds.lower, bounds.upper) {
        (Wdl::Win, _) => behind(other, mover, AS_MANY),
        (_, Wdl::Loss) => behind(mover, other, AS_MANY),
        (Wdl::Draw, Wdl::Draw) => "majority: neither player has a live line, and neither can own \
                                   more boards than the other"
            .into(),
        (Wdl::Draw, _) => behind(other, mover, MORE),
        _ => behind(mover, other, MORE),
    }
}

/// How a move ends the game, in words.
fn ending(game: &Ultimate, next: &Position) -> String {
    match game.outcome(next).and_then(|outcome| outcome.winner()) {
        None => "ends the game, and nobody wins".into(),
        Some(winner) => {
            let winner = game.player_name(winner);
            format!("ends the game, and {winner} owns more boards")
        }
    }
}

/// Elhage's schematic of the squares to avoid, and what it does not say.
pub(super) fn explanation(game: &Ultimate, pos: &Position) -> Vec<String> {
    let avoid = to_avoid(pos);
    if avoid == 0 {
        return vec![];
    }
    let [mover, other] = [pos.turn(), pos.turn().other()].map(|player| game.player_name(player));
    let theirs = winning_squares(pos, pos.turn().other());
    let hot = words::boards(theirs.0);
    let mut lines = vec![
        format!("Safe moves: {mover} must avoid #, in whatever board, or {other} wins at once."),
        String::new(),
    ];
    for row in 0..3 {
        let signs = (3 * row..3 * row + 3).map(|s| if avoid >> s & 1 == 1 { "#" } else { "." });
        lines.push(format!("  {}", signs.collect::<Vec<_>>().join(" ")));
    }
    lines.push(String::new());
    let squares = names(game, pos, theirs, "and");
    lines.push(format!(
        "{other} wins the game at {squares}, if sent to {}.",
        boards(hot, "or")
    ));
    if pos.closed() != 0 {
        let closed = boards(pos.closed(), "and");
        let (take, there) = match pos.closed().count_ones() {
            1 => ("takes", "it"),
            _ => ("take", "them"),
        };
        lines.push(format!(
            "{closed} {take} no more marks: sent to {there}, {other} may choose."
        ));
    }
    for m in pos.moves() {
        let Some(exception) = exception(*game, pos, m) else {
            continue;
        };
        let (name, says) = match exception {
            Exception::Winning => ("winning", "wins the game".into()),
            Exception::Drawing => ("drawing", ending(game, &game.play(pos, m))),
            Exception::Taking => (
                "taking",
                format!("takes board {} from {other}", letter(m.board())),
            ),
            Exception::Blocking => (
                "blocking",
                format!("blocks {other} in board {}", letter(m.board())),
            ),
            Exception::Closing => (
                "closing",
                format!("closes board {}, so {other} may choose", letter(m.board())),
            ),
        };
        // An exception can go both ways: a marked square that may be played, or one without a mark
        // that may not.
        let verdict = match exception {
            Exception::Closing => "; that loses at once, too",
            Exception::Taking | Exception::Blocking => "; that does not lose at once",
            Exception::Winning | Exception::Drawing => "",
        };
        lines.push(format!(
            "Exception, {name}: {} {says}{verdict}.",
            game.move_text(pos, m)
        ));
    }
    lines
}

/// What `m` does: the threat it carries out, allows, removes or makes.
pub(super) fn remark(game: &Ultimate, pos: &Position, m: Move) -> Option<String> {
    let mover = pos.turn();
    let other = game.player_name(mover.other());
    let next = game.play(pos, m);
    let board = letter(m.board());
    if has_line(next.won(mover)) {
        return Some(format!("wins board {board} and the game"));
    }
    if game.outcome(&next).is_some() {
        return Some(ending(game, &next));
    }
    let replies = Survey::new(*game, &next);
    if replies.has_win() {
        let wins = names(game, &next, replies.wins(), "or");
        let sends = match next.sent_to() {
            Some(sent_to) => format!("sends {other} to board {}", letter(sent_to)),
            None => format!("lets {other} choose"),
        };
        return Some(format!("{sends}, who wins the game at {wins}"));
    }
    let mut parts = vec![];
    match exception(*game, pos, m) {
        Some(Exception::Taking) => parts.push(format!("takes board {board} from {other}")),
        Some(Exception::Blocking) => parts.push(format!("blocks {other} in board {board}")),
        _ if next.won(mover) != pos.won(mover) => parts.push(format!("wins board {board}")),
        _ => {}
    }
    let before = winning_squares(pos, mover).0;
    let new = Moves(words::without(winning_squares(&next, mover).0, before));
    if new.len() > 0 {
        parts.push(format!(
            "threatens to win the game at {}",
            names(game, &next, new, "and")
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" and "))
}
