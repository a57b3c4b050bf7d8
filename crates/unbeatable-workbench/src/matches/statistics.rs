//! What a sample says about what it was taken from.

/// The quantile of 95 % intervals: 2.5 % lie on either side.
const Z: f64 = 1.959_963_984_540_054;

/// The interval that holds the true share in 95 of 100 matches (Wilson 1927): right also for results that
/// never or always came up. Counts may be halves: draws make the true interval only narrower.
pub(crate) fn wilson(count: f64, n: f64) -> [f64; 2] {
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
pub(crate) fn elo(score: f64) -> Option<f64> {
    let odds = score / (1.0 - score);
    (odds > 0.0 && odds.is_finite()).then(|| 400.0 * odds.log10())
}
