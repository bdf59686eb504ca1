//! Whether what comes one after the other comes in phases.

use crate::drift::TREND_LENGTH_MIN;
use crate::moments::mean;
use crate::normal;

/// How often a sequence of two kinds changes from one to the other, and whether that is seldom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Runs {
    /// Stretches of one kind.
    pub count: usize,
    /// The chance that there are as few in any order, one-sided.
    pub p_fewer: f64,
}

/// The test of runs of Wald & Wolfowitz (1940), "On a test whether two samples are from the same population", Annals of Mathematical Statistics 11,
/// by the normal approximation. `None` where there is one kind alone, or fewer than [`TREND_LENGTH_MIN`].
pub fn runs(kinds: &[bool]) -> Option<Runs> {
    let all = kinds.len() as f64;
    let of_one = kinds.iter().filter(|kind| **kind).count() as f64;
    let expected = 2.0 * of_one * (all - of_one) / all + 1.0;
    let variance = (expected - 1.0) * (expected - 2.0) / (all - 1.0);
    if kinds.len() < TREND_LENGTH_MIN || variance <= 0.0 {
        return None;
    }
    let count = 1 + kinds.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Some(Runs { count, p_fewer: normal::cumulative((count as f64 - expected) / variance.sqrt()) })
}

/// Which of some values lie above what parts two phases: the middle between the mean of those above the mean of all and that of the rest. The mean itself is near the phase that
/// most are of, and a disturbance of one of them would be another phase. `None` of values that are equal.
pub fn above(values: &[f64]) -> Option<Vec<bool>> {
    let of_all = mean(values)?;
    let (above, below): (Vec<f64>, Vec<f64>) = values.iter().partition(|value| **value > of_all);
    let middle = f64::midpoint(mean(&above)?, mean(&below)?);
    Some(values.iter().map(|value| *value > middle).collect())
}
