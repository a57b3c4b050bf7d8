//! How long to think: what the client says about time, and what follows for the next move.

use std::time::Duration;

/// In main time, no move takes more than this share of what is left: it lasts for hundreds of moves.
const MOVES_AHEAD: u32 = 25;

/// What goes by between a client's clock and a search.
const LAG: Duration = Duration::from_millis(50);

/// No search is shorter.
const SHORTEST: Duration = Duration::from_millis(1);

/// A player's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Period {
    time: Duration,
    /// Stones that must be played in that time; 0 is main time.
    stones: u32,
}

/// The clocks of both players, as far as the client talks about them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Time {
    /// What follows main time, and itself.
    byo_yomi: Option<Period>,
    /// By player; without one there is no limit.
    left: [Option<Period>; 2],
}

impl Time {
    /// Main time, then `byo_yomi` for that many stones, again and again. A byo-yomi for no stones
    /// means that there is no limit.
    pub(crate) fn set(&mut self, main: Duration, byo_yomi: Duration, stones: u32) {
        let is_limited = byo_yomi.is_zero() || stones > 0;
        let period = Period {
            time: byo_yomi,
            stones,
        };
        self.byo_yomi = (is_limited && !byo_yomi.is_zero()).then_some(period);
        let first = match self.byo_yomi {
            Some(period) if main.is_zero() => period,
            _ => Period {
                time: main,
                stones: 0,
            },
        };
        self.left = [is_limited.then_some(first); 2];
    }

    /// What the client's clock shows for a player, by index.
    pub(crate) fn left(&mut self, player: usize, time: Duration, stones: u32) {
        self.left[player] = Some(Period { time, stones });
    }

    /// What a player may spend on the next move; `None` if there is no limit.
    pub(crate) fn share(&self, player: usize) -> Option<Duration> {
        let Period { time, stones } = self.left[player]?;
        let share = match stones {
            0 => time / MOVES_AHEAD,
            _ => time / stones,
        };
        Some((share - LAG.min(share / 2)).max(SHORTEST))
    }

    /// A player has spent time on a move. The client may say it better afterwards.
    pub(crate) fn spend(&mut self, player: usize, time: Duration) {
        let Some(left) = &mut self.left[player] else {
            return;
        };
        left.time = left.time.saturating_sub(time);
        let is_played_out = left.stones == 1;
        left.stones = left.stones.saturating_sub(1);
        if is_played_out || left.stones == 0 && left.time.is_zero() {
            *left = self.byo_yomi.unwrap_or(*left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn without_a_word_there_is_no_limit() {
        let mut time = Time::default();
        assert_eq!(time.share(0), None);
        time.spend(0, seconds(1));
        assert_eq!(time.share(0), None);
        time.set(seconds(10), seconds(0), 0);
        assert!(time.share(0).is_some());
        time.set(seconds(0), seconds(1), 0);
        assert_eq!(time.share(0), None);
    }

    #[test]
    fn main_time_lasts_for_hundreds_of_moves() {
        let mut time = Time::default();
        time.set(seconds(60), seconds(0), 0);
        assert_eq!(time.share(0), Some(Duration::from_millis(2350)));
        let mut left = seconds(60);
        for _ in 0..300 {
            let share = time.share(0).expect("there is a limit");
            // A move takes a little longer than it may.
            let spent = share + Duration::from_micros(10);
            left = left.checked_sub(spent).expect("it does not run out");
            time.spend(0, spent);
        }
        // The other player's clock does not run.
        assert_eq!(time.share(1), Some(Duration::from_millis(2350)));
    }

    #[test]
    fn byo_yomi_is_shared_by_its_stones() {
        let mut time = Time::default();
        time.set(seconds(0), seconds(10), 5);
        assert_eq!(time.share(0), Some(Duration::from_millis(1950)));
        for _ in 0..4 {
            time.spend(0, seconds(1));
        }
        assert_eq!(time.share(0), Some(Duration::from_millis(5950)));
        time.spend(0, seconds(1));
        assert_eq!(time.share(0), Some(Duration::from_millis(1950)));
    }

    #[test]
    fn main_time_leads_into_byo_yomi() {
        let mut time = Time::default();
        time.set(seconds(1), seconds(10), 5);
        time.spend(0, seconds(2));
        assert_eq!(time.share(0), Some(Duration::from_millis(1950)));
    }

    #[test]
    fn the_client_s_clock_counts() {
        let mut time = Time::default();
        time.left(1, seconds(3), 3);
        assert_eq!(time.share(1), Some(Duration::from_millis(950)));
        time.left(1, seconds(0), 0);
        assert_eq!(time.share(1), Some(SHORTEST));
        assert_eq!(time.share(0), None);
    }
}
