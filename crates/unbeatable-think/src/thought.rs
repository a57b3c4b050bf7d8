//! What came of thinking, and scores that tell what is proven from what is guessed.

use unbeatable_core::{Bounds, Effort, SCORE_MAX, Stopped, Value};

/// How many nodes pass between two looks at the watcher: less than a millisecond's work.
pub(crate) const PULSE_NODES: u64 = 512;

/// What a proven end is worth: more than any guess. To this comes what the value is worth, times
/// [`PLIES`], less the plies that it takes.
pub(crate) const PROVEN: i32 = 1_000_000;

/// More plies than any score tells apart.
pub(crate) const PLIES: i32 = 1024;

const _: () = assert!(SCORE_MAX < PROVEN);

/// What came of thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought<V, M> {
    /// The move; always a legal one.
    pub m: M,
    /// How good the position looks to the player to move, as in [`unbeatable_core::Guide::score`]; beyond
    /// [`SCORE_MAX`] if it is proven to be won or lost.
    pub score: i32,
    /// What is proven of the position's value. If that is exact, `m` keeps it.
    pub bounds: Bounds<V>,
    /// The depth that was searched completely.
    pub depth: u32,
    /// What it cost.
    pub effort: Effort,
    /// Why it ended; `None` if there was nothing left to think about.
    pub stopped: Option<Stopped>,
}

/// What a proven value is worth, `plies` from the root on.
pub(crate) fn proven_score<V: Value>(value: V, plies: u32) -> i32 {
    let soon = PLIES - (plies as i32).min(PLIES - 1);
    match i32::from(value.rank()) {
        0 => 0,
        rank @ 1.. => PROVEN + PLIES * (rank - 1) + soon,
        rank => -(PROVEN + PLIES * (-rank - 1) + soon),
    }
}

/// The smallest and the largest score that values within the bounds can have.
pub(crate) fn score_range<V: Value>(bounds: Bounds<V>) -> (i32, i32) {
    let floor = |value: V| match i32::from(value.rank()) {
        0 => 0,
        rank @ 1.. => PROVEN + PLIES * (rank - 1) + 1,
        rank => -(PROVEN + PLIES * -rank),
    };
    (floor(bounds.lower), -floor(-bounds.upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unbeatable_core::{Margin, Wdl};

    #[test]
    fn ranges_of_scores_hold_the_scores() {
        for rank in [-300, -2, -1, 0, 1, 2, 300] {
            let value = Margin::of_rank(rank);
            let (least, most) = score_range(Bounds::exactly(value));
            for plies in [0, 1, 500, PLIES as u32 - 1, 5_000] {
                let score = proven_score(value, plies);
                assert!((least..=most).contains(&score), "{rank} {plies}");
                assert_eq!(score.signum(), i32::from(rank.signum()));
                assert_eq!(proven_score(-value, plies), -score);
            }
            let (_, below) = score_range(Bounds::exactly(Margin::of_rank(rank - 1)));
            assert!(
                below < least,
                "more points are more, however long they take"
            );
        }
        let (least, most) = score_range::<Wdl>(Bounds::UNKNOWN);
        assert!(least < -SCORE_MAX && SCORE_MAX < most);
    }
}
