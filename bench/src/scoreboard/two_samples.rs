//! Two-sample t-tests, as the tools that measure one after the other use them.

use crate::scoreboard::record::{Decision, Finding};
use crate::scoreboard::score::finite;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The level of every test and interval here.
const ALPHA: f64 = 0.05;

/// What a test says of a candidate's times against a baseline's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Mean of the candidate over mean of the baseline.
    pub ratio: f64,
    /// The statistic; positive when the candidate takes longer.
    pub t: f64,
    /// Two-sided.
    pub p: f64,
    /// Of the ratio, by the delta method for its logarithm.
    pub interval: [f64; 2],
}

/// Number, mean and variance of a sample.
struct Moments {
    n: f64,
    mean: f64,
    variance: f64,
}

/// Welch's test, for variances that may differ. Welch (1947), "The generalization of Student's problem when several
/// different population variances are involved", Biometrika 34.
///
/// `None` for samples of fewer than two values, or without any spread.
pub fn welch(baseline: &[f64], candidate: &[f64]) -> Option<Test> {
    let (a, b) = (moments(baseline)?, moments(candidate)?);
    let parts = [a.variance / a.n, b.variance / b.n];
    let variance = parts[0] + parts[1];
    let freedom = variance.powi(2) / (parts[0].powi(2) / (a.n - 1.0) + parts[1].powi(2) / (b.n - 1.0));
    test(&a, &b, parts, freedom)
}

/// Student's test, which takes the variances for equal.
pub fn student(baseline: &[f64], candidate: &[f64]) -> Option<Test> {
    let (a, b) = (moments(baseline)?, moments(candidate)?);
    let freedom = a.n + b.n - 2.0;
    let pooled = ((a.n - 1.0) * a.variance + (b.n - 1.0) * b.variance) / freedom;
    test(&a, &b, [pooled / a.n, pooled / b.n], freedom)
}

/// `parts` are the variances of the two means.
fn test(baseline: &Moments, candidate: &Moments, parts: [f64; 2], freedom: f64) -> Option<Test> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let t = (candidate.mean - baseline.mean) / (parts[0] + parts[1]).sqrt();
    let ratio = candidate.mean / baseline.mean;
    // The variance of ln(mean) is that of the mean over its square.
    let error = (parts[0] / baseline.mean.powi(2) + parts[1] / candidate.mean.powi(2)).sqrt();
    let reach = student.inverse_cdf(1.0 - ALPHA / 2.0) * error;
    let interval = [-reach, reach].map(|reach| ratio * reach.exp());
    Some(Test { ratio, t, p: 2.0 * student.cdf(-t.abs()), interval })
}

fn moments(values: &[f64]) -> Option<Moments> {
    let (mean, variance) = (stats::mean(values)?, stats::variance(values)?);
    (variance > 0.0).then_some(Moments { n: values.len() as f64, mean, variance })
}

impl Test {
    /// What a tool that uses the test tells its user.
    pub fn finding(self) -> Finding {
        Finding {
            estimate: self.ratio,
            decision: Decision::of(self.p < ALPHA, self.ratio),
            said: format!("t = {:.2}, p = {:.3}", self.t, self.p),
            interval: Some(self.interval),
            score: finite(self.t.abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASELINE: [f64; 5] = [10.0, 10.2, 9.9, 10.1, 10.3];
    const CANDIDATE: [f64; 4] = [10.6, 10.2, 10.9, 10.5];

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
    }

    #[test]
    fn as_scipy_has_it() {
        // scipy.stats.ttest_ind(CANDIDATE, BASELINE, equal_var=False), and with equal_var=True.
        let welch = welch(&BASELINE, &CANDIDATE).expect("there are times");
        near(welch.t, 2.7997695757721406);
        near(welch.p, 0.04358901928851185);
        let student = student(&BASELINE, &CANDIDATE).expect("there are times");
        near(student.t, 2.9999999999999925);
        near(student.p, 0.01994212613199274);
    }

    #[test]
    fn too_little_is_no_test() {
        assert_eq!(welch(&[1.0], &[1.0, 2.0]), None);
        assert_eq!(student(&[1.0, 1.0], &[1.0, 1.0]), None);
    }
}
