//! Student's t distribution, and his test of a mean.

use crate::interval::Interval;
use crate::moments::{mean, variance};
use crate::normal;
use crate::preconditions::assert_significance_level;
use statrs::function::beta::beta_reg;

/// The probability that a value of so many degrees of freedom is farther from zero than this, on either side.
pub fn student_tails(t: f64, freedom: f64) -> f64 {
    // I_x(ν/2, 1/2) with x = ν/(ν + t²), Abramowitz and Stegun 26.7.1.
    beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The two-sided p-value of "the mean is zero" (Student 1908). `None` for fewer than two values, or such that are not all finite; of values
/// without spread it is 1 where they are zero, and 0 elsewhere.
pub fn p_of_no_mean(values: &[f64]) -> Option<f64> {
    let (mean, variance) = (mean(values)?, variance(values)?);
    let error = (variance / values.len() as f64).sqrt();
    Some(match error > f64::EPSILON * mean.abs() {
        true => student_tails(mean / error, (values.len() - 1) as f64),
        false => f64::from(u8::from(mean == 0.0)),
    })
}

/// The mean of a sample with Student's interval; unbounded for a single value. `None` for an empty sample or one that is not all finite.
pub fn mean_interval(values: &[f64], alpha: f64) -> Option<Interval> {
    assert_significance_level(alpha);
    let point = mean(values)?;
    let Some(variance) = variance(values) else { return Some(Interval::unbounded(point)) };
    let error = (variance / values.len() as f64).sqrt();
    let half = error * two_sided_critical_value(alpha, (values.len() - 1) as f64);
    Some(Interval::around(point, half, 1.0 - alpha))
}

/// The distance from zero that a value of so many degrees of freedom exceeds on either side with
/// probability `alpha`: 2.262 at 0.05 and 9.
pub(crate) fn two_sided_critical_value(alpha: f64, freedom: f64) -> f64 {
    // The tails fall with t, so bisection over a bracket that doubles ends at the last bit that matters.
    let tails = |t: f64| student_tails(t, freedom);
    let mut low = normal::two_sided_critical_value(alpha);
    let mut high = 2.0 * low;
    while tails(high) > alpha {
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 1e-14 * high {
        let middle = f64::midpoint(low, high);
        if tails(middle) > alpha { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_of_a_mean_agrees_with_r() {
        // R: t.test(c(1, 2, 3, 4, 5.5))$p.value
        assert!((p_of_no_mean(&[1.0, 2.0, 3.0, 4.0, 5.5]).unwrap() - 0.016_550_54).abs() < 1e-6);
        assert_eq!(
            [p_of_no_mean(&[0.0, 0.0]), p_of_no_mean(&[2.0, 2.0]), p_of_no_mean(&[2.0])],
            [Some(1.0), Some(0.0), None]
        );
    }

    #[test]
    fn agrees_with_r() {
        // R: qt(c(.975, .995, .9995, .975), c(5, 29, 199, 1))
        let triples = [
            (0.05, 5.0, 2.570581835636314),
            (0.01, 29.0, 2.756385903670605),
            (0.001, 199.0, 3.340086556161463),
            (0.05, 1.0, 12.70620473617471),
        ];
        for (alpha, freedom, expected) in triples {
            let found = two_sided_critical_value(alpha, freedom);
            assert!((found / expected - 1.0).abs() < 1e-11, "{found} not {expected}");
        }
    }
}
