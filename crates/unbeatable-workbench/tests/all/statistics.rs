//! What a sample says: intervals and ratings.

#[path = "../../src/matches/statistics.rs"]
mod tested;

use tested::{elo, wilson};

#[track_caller]
fn check(count: f64, total: f64, low: f64, high: f64) {
    let [l, h] = wilson(count, total);
    assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{l} {h}");
}

#[test]
fn wilson_intervals() {
    check(0.0, 10.0, 0.0, 0.277_5);
    check(10.0, 10.0, 0.722_5, 1.0);
    check(50.0, 100.0, 0.403_8, 0.596_2);
    check(0.0, 0.0, 0.0, 1.0);
}

#[test]
fn ratings() {
    assert_eq!(elo(0.5), Some(0.0));
    // Ten times as many points as the opponent.
    assert!((elo(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
    assert!((elo(0.25).unwrap() + elo(0.75).unwrap()).abs() < 1e-9);
    assert_eq!((elo(0.0), elo(1.0)), (None, None));
}
