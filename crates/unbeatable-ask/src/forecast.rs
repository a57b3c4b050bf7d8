//! How long a search for a proof may take.

use std::time::{Duration, Instant};

use unbeatable_core::{Outcome, Value};

/// A rough guess of how long a question will take.
///
/// It rests on the part of a proof that is done (`Observer::share`), which grows slowly at first. Measured
/// on seven questions of 2 to 32 million nodes about ultimate tic-tac-toe, its square root was a fair
/// measure of the nodes that had been visited: a forecast of all of them was 0.4 to 2.1 times the truth
/// after a quarter, 0.8 to 2.2 times after half, 1.0 to 2.1 times after three quarters.
pub(crate) struct TimeForecast<V> {
    /// The question, and when it began.
    question: Option<(Outcome<V>, f64)>,
    /// How long it will take in all.
    seconds: Option<f64>,
    /// When to look again: looking takes no more than a hundredth of the time.
    pub due: Instant,
}

/// Nobody wants a forecast of what takes less, and there is no basis for one yet.
const FORECAST_AFTER: Duration = Duration::from_secs(2);

/// If no more than this part is done, nothing can be said.
const SHARE_MIN: f64 = 0.005;

impl<V: Value> TimeForecast<V> {
    pub(crate) fn new() -> Self {
        TimeForecast {
            question: None,
            seconds: None,
            due: Instant::now() + FORECAST_AFTER,
        }
    }

    /// How long the question takes from now on, if anything can be said, so many seconds after the
    /// first one began.
    pub(crate) fn seconds_left(
        &mut self,
        asked: Outcome<V>,
        seconds: f64,
        share: impl FnOnce() -> f64,
    ) -> Option<f64> {
        let began = match self.question {
            Some((question, began)) if question == asked => began,
            earlier => {
                let began = if earlier.is_some() { seconds } else { 0.0 };
                let due = Instant::now() + FORECAST_AFTER;
                *self = TimeForecast {
                    question: Some((asked, began)),
                    seconds: None,
                    due,
                };
                began
            }
        };
        let passed = seconds - began;
        let now = Instant::now();
        if now >= self.due {
            self.seconds = forecast(passed, share());
            self.due = Instant::now() + FORECAST_AFTER.max(now.elapsed() * 100);
        }
        // What should be over by now has no forecast until the next look.
        self.seconds
            .map(|in_all| in_all - passed)
            .filter(|left| *left > 0.0)
    }
}

/// How many seconds a question takes in all, if `passed` have passed and that part of a proof is done.
pub(crate) fn forecast(passed: f64, share: f64) -> Option<f64> {
    (share > SHARE_MIN).then(|| passed / share.min(1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use unbeatable_core::{Outcome, Player, Wdl};

    #[test]
    fn forecasts_need_a_basis() {
        assert_eq!(forecast(10.0, 0.0), None);
        assert_eq!(forecast(10.0, 0.25), Some(20.0));
        assert_eq!(forecast(10.0, 1.0), Some(10.0));
    }

    #[test]
    fn another_question_begins_anew() {
        let mut now = TimeForecast::new();
        let win = Outcome::win(Player::First);
        let never = || panic!("too early to look");
        assert_eq!(now.seconds_left(win, 1.0, never), None);
        now.due = Instant::now();
        assert_eq!(now.seconds_left(win, 10.0, || 0.25), Some(10.0));
        assert_eq!(now.seconds_left(win, 12.0, never), Some(8.0));
        assert_eq!(now.seconds_left(win, 21.0, never), None);
        assert_eq!(now.seconds_left(Outcome::DRAW, 30.0, never), None);
        now.due = Instant::now();
        assert_eq!(now.seconds_left(Outcome::DRAW, 40.0, || 0.01), Some(90.0));
        let _: TimeForecast<Wdl> = now;
    }
}
