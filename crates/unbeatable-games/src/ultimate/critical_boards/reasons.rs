//! The rules in words: which of them decides a position, and what it says of a move.

use unbeatable_core::bits::Bits;
use unbeatable_core::notation::listed;
use unbeatable_core::{Bounds, Game, Notation, Wdl};

use super::survey::Survey;
use super::{safe_moves, to_avoid, winning_squares};
use crate::ultimate::endgames::{LastBoard, last_board};
use crate::ultimate::local_boards::has_line;
use crate::ultimate::notation::letter;
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

/// Nelhage's schematic of the squares to avoid, and what it does not say.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ultimate::critical_boards::CriticalBoards;
    use unbeatable_core::Analysis;

    /// The position drawn in 'Pruning and positional analysis'; O may have sent X to any closed board.
    const PUBLISHED: &str = "X;X.....OO.;......XXX/......X.X/O...XXXX./.....XO../O.O.XX.O./.OOXXO.X./\
                             O...O...O/OOO....../..O..OX..";

    fn position(text: &str) -> Position {
        let pos = Ultimate::STANDARD.parse_position(text);
        pos.expect("a position")
    }

    #[test]
    fn the_published_schematic_and_its_exceptions() {
        let pos = position(PUBLISHED);
        assert_eq!(to_avoid(&pos), 0o701);
        let drawn = CriticalBoards.explanation(&Ultimate::STANDARD, &pos);
        let expected = [
            "Safe moves: X must avoid #, in whatever board, or O wins at once.",
            "",
            "  # . .",
            "  . . .",
            "  # # #",
            "",
            "O wins the game at ii, if sent to i.",
            "a, g and h take no more marks: sent to them, O may choose.",
            "Exception, closing: cc closes board c, so O may choose; that loses at once, too.",
            "Exception, blocking: ii blocks O in board i; that does not lose at once.",
        ];
        assert_eq!(drawn, expected);
        let start = Ultimate::STANDARD.start();
        assert!(
            CriticalBoards
                .explanation(&Ultimate::STANDARD, &start)
                .is_empty()
        );
    }

    #[track_caller]
    fn check_remark(text: &str, m: &str, expected: Option<&str>) {
        let (game, pos) = (Ultimate::STANDARD, position(text));
        let m = pos.moves().find(|&known| game.move_text(&pos, known) == m);
        let found = CriticalBoards.remark(&game, &pos, m.expect("a legal move"));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn remarks_name_threats() {
        check_remark(PUBLISHED, "bb", None);
        check_remark(PUBLISHED, "ii", Some("blocks O in board i"));
        check_remark(PUBLISHED, "ed", Some("wins board e"));
        let threat = "wins board c and threatens to win the game at bh";
        check_remark(PUBLISHED, "cd", Some(threat));
        let free = "lets O choose, who wins the game at ii";
        check_remark(PUBLISHED, "fa", Some(free));
        let sent = "sends O to board i, who wins the game at ii";
        check_remark(PUBLISHED, "fi", Some(sent));
        let behind = PUBLISHED.replacen("X;X.....OO.", "O;X.....OO@", 1);
        let behind = behind.replacen("./O...O", "X/O...O", 1);
        check_remark(&behind, "ii", Some("wins board i and the game"));
    }

    #[track_caller]
    fn check_why(text: &str, expected: Option<&str>) {
        let why = CriticalBoards.why(&Ultimate::STANDARD, &position(text));
        assert_eq!(why.as_deref(), expected);
    }

    #[test]
    fn rules_are_named() {
        check_why(PUBLISHED, None);
        let behind = PUBLISHED.replacen("X;X.....OO.", "O;X.....OO@", 1);
        let behind = behind.replacen("./O...O", "X/O...O", 1);
        check_why(&behind, Some("immediate win: O wins the game at ii"));
        // Only fa, fg and fi are left in the board that X is sent to.
        let sent = PUBLISHED.replacen("X;X.....OO.", "X;X....@OO.", 1);
        let lost = "forced loss: every move of X lets O win the game at once";
        check_why(&sent, Some(lost));
    }

    #[test]
    fn the_last_board_is_told() {
        let closed = |boards: usize| ["........."].repeat(boards).join("/");
        let told = |game: Ultimate, status: &str, marks: &str| {
            let text = format!("O;{status};{}/{marks}/{}", closed(4), closed(4));
            let pos = game.parse_position(&text).expect("a position");
            CriticalBoards.why(&game, &pos).expect("a reason")
        };
        let (lines, majority) = (Ultimate::STANDARD, Ultimate::STANDARD.by_majority());
        // Whoever wins board e wins the game.
        let both = "XOO#.#OXX";
        let check = |game, status, marks, expected: &str| {
            let expected = format!("last board: by best play {expected}");
            assert_eq!(told(game, status, marks), expected);
        };
        check(lines, both, "X...X....", "X wins board e and the game");
        check(lines, both, "O........", "O wins board e and the game");
        check(
            lines,
            both,
            ".........",
            "nobody wins board e and the game is a draw",
        );
        check(
            majority,
            "XXOO.X#XO",
            "O...O.X..",
            "O wins board e and the game is a draw",
        );
        check(
            majority,
            "XXOX.X#OO",
            ".........",
            "nobody wins board e but X the game",
        );
    }
}
