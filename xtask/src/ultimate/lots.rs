//! Lots: numbers that nobody has chosen, and that are drawn again from the same seed.

use sha2::{Digest, Sha256};

/// The lots of one game. Each is the checksum of what it is drawn for, so no lot depends on how many were
/// drawn before it.
pub(super) struct Lots {
    seed: u64,
    game: String,
}

impl Lots {
    pub(super) fn new(seed: u64, game: &str) -> Self {
        let game = game.into();
        Lots { seed, game }
    }

    /// A number from 0 on below `end`, each equally likely as far as 64 bits go.
    pub(super) fn below(&self, end: u64, purpose: &str) -> u64 {
        self.bits(purpose) % end
    }

    /// A number from `least` to `most` whose logarithm is equally likely to be anywhere between theirs.
    pub(super) fn log_uniform(&self, least: u64, most: u64, purpose: &str) -> u64 {
        let part = self.bits(purpose) as f64 / 2f64.powi(64);
        let (least, most) = (least as f64, most as f64);
        (least * (most / least).powf(part)) as u64
    }

    fn bits(&self, purpose: &str) -> u64 {
        let text = format!("{} {} {purpose}", self.seed, self.game);
        let digest = Sha256::digest(text);
        let first = digest.first_chunk().expect("a checksum has 32 bytes");
        u64::from_le_bytes(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_depends_on_seed_game_and_purpose_alone() {
        let lot = |seed, game, purpose| Lots::new(seed, game).below(u64::MAX, purpose);
        let lots = [
            lot(1, "a", "b"),
            lot(2, "a", "b"),
            lot(1, "c", "b"),
            lot(1, "a", "c"),
        ];
        for i in 1..lots.len() {
            assert!(!lots[..i].contains(&lots[i]));
        }
        assert_eq!(lots[0], lot(1, "a", "b"));
    }

    #[test]
    fn half_of_the_targets_are_below_the_geometric_middle() {
        let target = |game: u32| Lots::new(1, &game.to_string()).log_uniform(100, 10_000, "");
        let targets: Vec<u64> = (0..1000).map(target).collect();
        assert!(targets.iter().all(|target| (100..=10_000).contains(target)));
        let below = targets.iter().filter(|&&target| target < 1000).count();
        assert!((450..550).contains(&below), "{below}");
    }
}
