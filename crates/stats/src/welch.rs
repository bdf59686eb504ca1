//! The ratio of two means of samples that have nothing to do with each other.
//!
//! Welch's t (Biometrika 34, 1947) of the logarithms of the means: by the delta method the variance of ln(mean) is that of the mean over its square.
//! The degrees of freedom are those of Satterthwaite (Biometrics Bulletin 2, 1946).

use crate::interval::Interval;
use crate::moments::{mean, variance};
use crate::preconditions::assert_significance_level;
use crate::student::{student_tails, two_sided_critical_value};

/// The interval of ln(mean of `candidate` / mean of `baseline`). `None` where one of them has fewer than two values or a mean that is not above
/// zero, and where neither has any spread: how far equal values can be believed is not to be told from them.
pub fn unpaired_log_ratio(candidate: &[f64], baseline: &[f64], alpha: f64) -> Option<Interval> {
    assert_significance_level(alpha);
    let [point, error, freedom] = log_ratio(candidate, baseline)?;
    let half = error * two_sided_critical_value(alpha, freedom);
    Some(Interval::around(point, half, 1.0 - alpha))
}

/// The two-sided p-value of "the means are equal"; `None` where there is no interval.
pub fn unpaired_log_ratio_p(candidate: &[f64], baseline: &[f64]) -> Option<f64> {
    let [point, error, freedom] = log_ratio(candidate, baseline)?;
    Some(student_tails(point / error, freedom))
}

/// The logarithm of the ratio of the means, its standard error, and the degrees of freedom of that.
fn log_ratio(candidate: &[f64], baseline: &[f64]) -> Option<[f64; 3]> {
    // The mean, the squared error of its logarithm, and how much of that goes with each degree of freedom.
    let part = |values: &[f64]| {
        let (mean, count) = (mean(values)?, values.len() as f64);
        let squared = variance(values)? / count / mean.powi(2);
        (mean > 0.0).then(|| (mean, squared, squared.powi(2) / (count - 1.0)))
    };
    let ((own, own_squared, own_per), (other, other_squared, other_per)) = (part(candidate)?, part(baseline)?);
    let squared = own_squared + other_squared;
    let (point, error, freedom) = ((own / other).ln(), squared.sqrt(), squared.powi(2) / (own_per + other_per));
    (error > 0.0 && freedom.is_finite() && point.is_finite()).then_some([point, error, freedom])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_interval_has_none() {
        let none: [(&[f64], &[f64]); 4] =
            [(&[1.0], &[1.0, 2.0]), (&[], &[1.0, 2.0]), (&[3.0, 3.0], &[2.0, 2.0]), (&[-1.0, -2.0], &[1.0, 2.0])];
        for (candidate, baseline) in none {
            assert_eq!(unpaired_log_ratio(candidate, baseline, 0.05), None, "{candidate:?} {baseline:?}");
            assert_eq!(unpaired_log_ratio_p(candidate, baseline), None);
        }
    }

    /// The interval at a level ends at 1 where p is that level.
    #[test]
    fn interval_and_test_say_the_same() {
        let (candidate, baseline) = ([11.0, 12.0, 13.0, 12.0, 11.5], [10.0, 10.5, 9.5, 11.0]);
        let p = unpaired_log_ratio_p(&candidate, &baseline).unwrap();
        let interval = unpaired_log_ratio(&candidate, &baseline, p).unwrap();
        assert!(interval.low.abs() < 1e-9, "{p} {interval:?}");
    }
}
