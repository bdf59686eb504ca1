//! How much each level of repetition contributes to the variance: Kalibera and Jones 2013, "Rigorous benchmarking in reasonable time",
//! ISMM. Level 1 is the innermost, as in the paper.

use statrs::function::beta::beta_reg;

use crate::moments::{mean, variance};

/// A nested sample taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceComponents {
    /// The mean of all values.
    pub mean: f64,
    /// The levels, innermost first.
    pub levels: Vec<Level>,
}

/// One level of repetition. Variances are in the square of the values' unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How often this level was repeated within the level above: the paper's r_i.
    pub repetitions: usize,
    /// S_i²: the variance between the means of this level, averaged over the level above. It holds
    /// what the levels below contribute to those means.
    pub variance_of_means: f64,
    /// T_i²: what this level itself contributes. Unbiased, and so below zero at times.
    pub unbiased_component: f64,
}

impl Level {
    /// T_i² as a variance: clamped at zero.
    pub fn component(&self) -> f64 {
        self.unbiased_component.max(0.0)
    }
}

impl VarianceComponents {
    /// One-sided p of "this level contributes nothing", by the F test of a nested analysis of variance: S_i² over
    /// S_{i−1}²/r_{i−1} has the degrees of freedom of the two. `level` counts from 0, the innermost.
    ///
    /// NaN where neither level varies. It asks that the innermost values are normal or nearly so.
    ///
    /// ```
    /// use cmpthese_stats::variance_components::estimate;
    /// // R: summary(aov(y ~ g)) with y = c(1, 3, 6, 8) and g = factor(c(1, 1, 2, 2)): F = 12.5 at 1 and 2.
    /// let split = estimate(&[1.0, 3.0, 6.0, 8.0], &[2, 2]).unwrap();
    /// assert!((split.p_of_none(1) - 0.0715).abs() < 1e-4);
    /// ```
    ///
    /// # Panics
    ///
    /// When there is no such level, or none below it.
    pub fn p_of_none(&self, level: usize) -> f64 {
        let (here, below) = (self.levels[level], self.levels[level - 1]);
        let groups: usize = self.levels[level + 1..].iter().map(|above| above.repetitions).product();
        let freedom = (groups * (here.repetitions - 1)) as f64;
        let freedom_below = (groups * here.repetitions * (below.repetitions - 1)) as f64;
        let ratio = here.variance_of_means * below.repetitions as f64 / below.variance_of_means;
        if ratio.is_infinite() {
            return 0.0;
        }
        // The upper tail of F as an incomplete beta function: Abramowitz and Stegun 26.6.2.
        let place = freedom_below / (freedom_below + freedom * ratio);
        if place.is_nan() { f64::NAN } else { beta_reg(freedom_below / 2.0, freedom / 2.0, place) }
    }
}

/// Splits the variance of a nested sample over its levels.
///
/// `shape` says how often each level is repeated, outermost first, and `values` lie in that order
/// with the innermost level next to each other: ten launches of three blocks are `[10, 3]` with
/// the three values of the first launch in front. T_1² = S_1² and T_i² = S_i² − S_{i−1}²/r_{i−1},
/// where the paper's print has an erratum. `None` without a level, with fewer than two repetitions
/// at one, or with a value that is not finite.
///
/// ```
/// use cmpthese_stats::variance_components::estimate;
/// // Two launches of two blocks: within them 2 and 2, their means 2 and 7.
/// let split = estimate(&[1.0, 3.0, 6.0, 8.0], &[2, 2]).unwrap();
/// assert_eq!(split.mean, 4.5);
/// assert_eq!(split.levels[0].variance_of_means, 2.0);
/// assert_eq!(split.levels[1].variance_of_means, 12.5);
/// assert_eq!(split.levels[1].unbiased_component, 12.5 - 2.0 / 2.0);
/// ```
///
/// # Panics
///
/// When the number of values is not the product of `shape`.
pub fn estimate(values: &[f64], shape: &[usize]) -> Option<VarianceComponents> {
    assert_eq!(values.len(), shape.iter().product(), "a sample of shape {shape:?} has another number of values");
    if shape.is_empty() || shape.contains(&0) {
        return None;
    }
    let mut means = values.to_vec();
    let mut levels = Vec::with_capacity(shape.len());
    let mut from_below = 0.0;
    for &repetitions in shape.iter().rev() {
        let variance_of_means = mean(&of_each_group(&means, repetitions, variance)?)?;
        levels.push(Level { repetitions, variance_of_means, unbiased_component: variance_of_means - from_below });
        from_below = variance_of_means / repetitions as f64;
        means = of_each_group(&means, repetitions, mean)?;
    }
    let mean = means[0];
    Some(VarianceComponents { mean, levels })
}

fn of_each_group(values: &[f64], size: usize, statistic: impl Fn(&[f64]) -> Option<f64>) -> Option<Vec<f64>> {
    values.chunks_exact(size).map(statistic).collect()
}
