//! Sums that fit best.

use unbeatable_games::ultimate::work::FEATURES;

/// A system of linear equations, as it is added up.
struct NormalEquations {
    matrix: [[f64; FEATURES]; FEATURES],
    right: [f64; FEATURES],
}

/// Added to the diagonal, so that there is one solution.
const RIDGE: f64 = 0.01;

impl NormalEquations {
    fn new() -> Self {
        let mut matrix = [[0.0; FEATURES]; FEATURES];
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        NormalEquations {
            matrix,
            right: [0.0; FEATURES],
        }
    }

    fn add(&mut self, features: &[f64; FEATURES], weight: f64, target: f64) {
        for (i, x) in features.iter().enumerate() {
            for (j, y) in features.iter().enumerate() {
                self.matrix[i][j] += weight * x * y;
            }
            self.right[i] += x * target;
        }
    }

    /// By elimination; the matrix is positive definite.
    fn solve(mut self) -> [f64; FEATURES] {
        for i in 0..FEATURES {
            for j in i + 1..FEATURES {
                let factor = self.matrix[j][i] / self.matrix[i][i];
                for k in i..FEATURES {
                    self.matrix[j][k] -= factor * self.matrix[i][k];
                }
                self.right[j] -= factor * self.right[i];
            }
        }
        let mut solution = [0.0; FEATURES];
        for i in (0..FEATURES).rev() {
            let known: f64 = (i + 1..FEATURES)
                .map(|k| self.matrix[i][k] * solution[k])
                .sum();
            solution[i] = (self.right[i] - known) / self.matrix[i][i];
        }
        solution
    }
}

/// The weights whose sums come nearest to the targets.
pub(crate) fn least_squares(
    examples: impl Iterator<Item = ([f64; FEATURES], f64)>,
) -> [f64; FEATURES] {
    let mut equations = NormalEquations::new();
    for (features, target) in examples {
        equations.add(&features, 1.0, target);
    }
    equations.solve()
}

/// The weights whose sums are the likeliest logarithms of odds, by Newton's method.
pub(crate) fn logistic(examples: impl Iterator<Item = ([f64; FEATURES], bool)>) -> [f64; FEATURES] {
    let examples: Vec<([f64; FEATURES], bool)> = examples.collect();
    let mut weights = [0.0; FEATURES];
    for _ in 0..25 {
        let mut equations = NormalEquations::new();
        for (right, weight) in equations.right.iter_mut().zip(weights) {
            *right = -RIDGE * weight;
        }
        for (features, is_so) in &examples {
            let odds: f64 = features.iter().zip(weights).map(|(x, w)| x * w).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let missing = f64::from(u8::from(*is_so)) - chance;
            equations.add(features, chance * (1.0 - chance), missing);
        }
        for (weight, step) in weights.iter_mut().zip(equations.solve()) {
            *weight += step;
        }
    }
    weights
}
