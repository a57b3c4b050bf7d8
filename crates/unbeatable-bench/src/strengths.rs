//! What the default opponent was seen to prove, game by game. It is measured, not claimed: `cargo xtask
//! strengths` plays the games and writes the file.
//!
//! A line for each game: its spec, from which move on all of the opponent's moves were proven (`-` if they
//! were not before the end), and in how many games that was so, out of how many.

use unbeatable_report::report::StrengthReport;

const MEASURED: &str = include_str!("../strengths.txt");

/// Every game that was measured.
pub(crate) fn strengths() -> impl Iterator<Item = StrengthReport> {
    MEASURED.lines().filter_map(|line| {
        let [spec, from, seen, games] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(StrengthReport {
            spec: spec.into(),
            from_move: from.parse().ok(),
            seen: seen.parse().ok()?,
            games: games.parse().ok()?,
        })
    })
}

/// What was measured of the game of that spec.
#[must_use]
pub fn strength(spec: &str) -> Option<StrengthReport> {
    strengths().find(|strength| strength.spec == spec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    /// Every line is that of a game, written as the game writes itself, and every game that is offered has
    /// one.
    #[test]
    fn every_game_on_offer_was_measured() {
        let games = Registry::standard();
        assert_eq!(strengths().count(), MEASURED.lines().count());
        for strength in strengths() {
            let game = games.game(&strength.spec).expect("a game");
            assert_eq!(game.spec(), strength.spec);
            assert!(strength.seen <= strength.games && strength.games >= 20);
        }
        for game in games.games().games {
            assert!(strength(&game.spec).is_some(), "{}", game.spec);
            for preset in &game.presets {
                assert!(strength(&preset.spec).is_some(), "{}", preset.spec);
            }
        }
    }
}
