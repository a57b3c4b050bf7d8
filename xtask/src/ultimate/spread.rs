//! What there is to say of many positive numbers.

/// Their sum and their middle, and how far they are from it.
pub(super) struct Spread {
    pub(super) sum: f64,
    pub(super) geometric_mean: f64,
    /// Where the geometric mean of all positions that could have been drawn is, in 95 of 100 draws: two
    /// standard errors of the logarithms on both sides. That is Student's factor for 60 numbers; few
    /// numbers would need a larger one.
    pub(super) interval: [f64; 2],
    /// The lower quartile, the median and the upper quartile.
    pub(super) quartiles: [f64; 3],
}

impl Spread {
    /// At least one number is expected.
    pub(super) fn of(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().map(|number| number.ln()).sum::<f64>() / count;
        let squares = numbers.iter().map(|number| (number.ln() - mean).powi(2));
        // One number alone says nothing of how far others are from it.
        let error = (squares.sum::<f64>() / (count - 1.0) / count).sqrt();
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        Spread {
            sum: numbers.iter().sum(),
            geometric_mean: mean.exp(),
            interval: [-2.0, 2.0].map(|errors| (mean + errors * error).exp()),
            quartiles: [0.25, 0.5, 0.75].map(|part| quantile(&sorted, part)),
        }
    }
}

/// The number that so large a part of the sorted ones is below; between two of them on a straight line.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let lower = sorted[place.floor() as usize];
    let upper = sorted[place.ceil() as usize];
    lower + (upper - lower) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_near(found: f64, expected: f64) {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found}, not {expected}"
        );
    }

    #[test]
    fn means_and_quartiles() {
        let spread = Spread::of(&[8.0, 1.0, 2.0, 4.0]);
        check_near(spread.sum, 15.0);
        check_near(spread.geometric_mean, 8f64.sqrt());
        let [lower, median, upper] = spread.quartiles;
        check_near(lower, 1.75);
        check_near(median, 3.0);
        check_near(upper, 5.0);
        check_near(Spread::of(&[3.0, 1.0, 2.0]).quartiles[1], 2.0);
    }

    #[test]
    fn the_interval_is_of_logarithms() {
        // Logarithms of 0 and 2 have a standard deviation of the square root of 2, and an error of 1.
        let [lower, upper] = Spread::of(&[1.0, 2f64.exp()]).interval;
        check_near(lower, (1.0 - 2.0f64).exp());
        check_near(upper, (1.0 + 2.0f64).exp());
        let same = Spread::of(&[5.0, 5.0, 5.0]).interval;
        same.iter().for_each(|end| check_near(*end, 5.0));
        assert!(Spread::of(&[5.0]).interval[0].is_nan());
    }
}
