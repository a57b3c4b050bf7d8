//! Critical squares, for pictures.

use unbeatable_core::diagram::{Highlight, HighlightKind};
use unbeatable_core::{Game, Outcome, Player};

use super::survey::winning_squares;
use crate::ultimate::local_boards::FULL;
use crate::ultimate::{Move, Position, Ultimate};

/// The squares in which either player would win at once, and the legal moves that let the opponent: found
/// by a look behind each of them, so that no exception needs to be thought of.
pub(super) fn highlights(game: &Ultimate, pos: &Position) -> Vec<Highlight> {
    let mut seen = vec![];
    for player in Player::BOTH {
        let wins = |m| (m, HighlightKind::Wins(player));
        seen.extend(wins_at_once(game, pos, player).into_iter().map(wins));
    }
    let loses = |m: &Move| loses_at_once(game, pos, *m);
    seen.extend(pos.moves().filter(loses).map(|m| (m, HighlightKind::Avoid)));
    let mut highlights: Vec<Highlight> = seen
        .into_iter()
        .map(|(m, kind)| Highlight {
            square: in_diagram(m),
            kind,
        })
        .collect();
    highlights.sort_by_key(|highlight| highlight.square); // Stable: kinds stay in their order.
    highlights
}

/// The squares in which `player` would win at once, whoever is to move and wherever he is sent. By
/// majority a game can be won without a line, by the mark that closes the last board.
fn wins_at_once(game: &Ultimate, pos: &Position, player: Player) -> Vec<Move> {
    let open = FULL & !pos.closed();
    if !game.counts_boards() || !open.is_power_of_two() {
        return winning_squares(pos, player).collect();
    }
    let mut parts = pos.parts();
    (parts.turn, parts.sent_to) = (player, None);
    let free = Position::from_parts(&parts);
    let wins = |m: &Move| game.outcome(&game.play(&free, *m)) == Some(Outcome::win(player));
    free.moves().filter(wins).collect()
}

/// Whether the opponent has won after the legal move `m`, or then wins at once.
fn loses_at_once(game: &Ultimate, pos: &Position, m: Move) -> bool {
    let other = pos.turn().other();
    let next = game.play(pos, m);
    match game.outcome(&next) {
        Some(outcome) => outcome == Outcome::win(other),
        None => {
            let wins = wins_at_once(game, &next, other);
            next.moves().any(|reply| wins.contains(&reply))
        }
    }
}

/// The number of a move's square in the diagram, which has rows of the whole board.
fn in_diagram(m: Move) -> usize {
    let (board, square) = (usize::from(m.board()), usize::from(m.square()));
    let (row, column) = (board / 3 * 3 + square / 3, board % 3 * 3 + square % 3);
    9 * row + column
}
