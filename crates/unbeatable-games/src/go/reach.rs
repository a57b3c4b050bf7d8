//! A guess of the score: stones, and the empty points that only one player's stones are beside.

use unbeatable_core::{Game, Margin, Player};

use crate::go::{Go, Stones};

/// Who would have more if the game ended soon, for the player to move.
#[inline]
pub(crate) fn guess(go: &Go, pos: &Stones) -> Margin {
    let [black, white] = [go.black(pos), go.white(pos)];
    let empty = go.board & !(black | white);
    let reached = [black, white].map(|stones| stones | go.beside(stones) & empty);
    let [black, white] = reached.map(|points| points.count_ones() as i16);
    let margin = Margin::half_points(2 * (black - white) - go.komi);
    match go.turn(pos) {
        Player::First => margin,
        Player::Second => -margin,
    }
}
