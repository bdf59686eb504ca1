//! How much a series wanders by itself.

use crate::quantile::median;

/// Variance and persistence of the noise of several series, as a first-order autoregression.
pub(crate) struct Autoregression {
    /// σ², the variance of a value about its level.
    variance: f64,
    /// φ, the correlation of neighbours.
    persistence: f64,
}

impl Autoregression {
    /// From medians of differences, which changes of level hardly touch (Chakar et al. 2017, "A robust
    /// approach for estimating change-points in the mean of an AR(1) process", Bernoulli 23):
    /// differences of neighbours have the variance 2σ²(1 − φ) and those of second neighbours
    /// 2σ²(1 − φ²), so their ratio is 1 + φ.
    pub(crate) fn of(series: &[Vec<f64>]) -> Self {
        let (first, second) = (squared_deviation(series, 1), squared_deviation(series, 2));
        let persistence = if first > 0.0 { (second / first - 1.0).clamp(0.0, PERSISTENCE_MAX) } else { 0.0 };
        Self { variance: first / 2.0 / (1.0 - persistence), persistence }
    }

    /// σ²·(1 + φ)/(1 − φ): what the variance of a mean of n values is n times of.
    pub(crate) fn long_run_variance(&self) -> f64 {
        self.variance * (1.0 + self.persistence) / (1.0 - self.persistence)
    }

    /// The same persistence, with the variance that another series shows.
    pub(crate) fn with_variance_of(&self, series: &[f64]) -> Self {
        let first = squared_deviation(&[series.to_vec()], 1);
        Self { variance: first / 2.0 / (1.0 - self.persistence), ..*self }
    }
}

/// Short series give wild estimates; one beyond this would hide every change.
const PERSISTENCE_MAX: f64 = 0.95;

/// The robust variance of differences at a lag: the square of 1.4826 medians of their size, which is
/// the standard deviation of normal ones.
pub(crate) fn squared_deviation(series: &[Vec<f64>], lag: usize) -> f64 {
    let differences = |values: &Vec<f64>| -> Vec<f64> {
        values.iter().zip(values.iter().skip(lag)).map(|(a, b)| (b - a).abs()).collect()
    };
    let sizes: Vec<f64> = series.iter().flat_map(differences).collect();
    match median(&sizes) {
        Some(middle) if middle > 0.0 => (1.4826 * middle).powi(2),
        // More than half of the neighbours are equal: a coarse clock. Its steps are the noise.
        Some(_) => sizes.iter().map(|size| size * size).sum::<f64>() / sizes.len() as f64,
        None => 0.0,
    }
}
