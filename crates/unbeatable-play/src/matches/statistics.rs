//! What a sample says about what it was taken from.

/// The quantile of 95 % intervals: 2.5 % lie on either side.
const Z: f64 = 1.959_963_984_540_054;

/// The interval that holds the true share in 95 of 100 matches (Wilson 1927): right also for results that
/// never or always came up. Counts may be halves: draws make the true interval only narrower.
pub(super) fn wilson(count: f64, n: f64) -> [f64; 2] {
    if n == 0.0 {
        return [0.0, 1.0];
    }
    let p = count / n;
    let center = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Without a rest of rounding at the ends.
    let low = if count == 0.0 { 0.0 } else { center - half };
    let high = if count == n { 1.0 } else { center + half };
    [low.max(0.0), high.min(1.0)]
}

/// The difference of two players' ratings that lets one expect such a score (Elo 1978). `None` if no
/// difference does: nothing was won, or nothing lost.
pub(super) fn elo(score: f64) -> Option<f64> {
    let odds = score / (1.0 - score);
    (odds > 0.0 && odds.is_finite()).then(|| 400.0 * odds.log10())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
