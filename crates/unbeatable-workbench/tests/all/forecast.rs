//! Forecasts of how long a proof takes.

use std::time::Instant;

use unbeatable_core::{Outcome, Player, Wdl};

#[path = "../../src/proving/forecast.rs"]
mod tested;

use tested::{Forecast, forecast};

#[test]
fn forecasts_need_a_basis() {
    assert_eq!(forecast(10.0, 0.0), None);
    assert_eq!(forecast(10.0, 0.25), Some(20.0));
    assert_eq!(forecast(10.0, 1.0), Some(10.0));
}

#[test]
fn another_question_begins_anew() {
    let mut now = Forecast::new();
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
    let _: Forecast<Wdl> = now;
}
