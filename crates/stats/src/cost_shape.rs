//! Whether the costs of two variants are copies of each other but for their scale: then the measure of location that is known best may speak for the mean
//! (docs/method.md, Two estimates of one ratio). Each launch says how its shapes differ in a few ways, and Student's test whether all together say so.

use crate::interval::DOUBTED;
use crate::mean;
use crate::student;

/// Costs beyond so many times the typical one count as this: with it the dear ones are told from a few disturbances that were long.
const CLIPPED: f64 = 2.0;

/// Distances from the typical cost beyond this part of it count as this: what most costs do.
const NEAR: f64 = 0.1;

/// How costs lie about the typical one, in units of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostShape {
    /// The mean, the mean of what is clipped, the mean distance.
    ways: [f64; 3],
    /// What outliers add to the mean.
    pub outliers: f64,
}

impl CostShape {
    /// A cost beyond so many times the typical one is an outlier.
    pub const OUTLIER: f64 = 1.5;

    /// Of costs in any unit, about a typical one in the same. `None` where there are none, or the typical one is not above zero.
    pub fn of(costs: &[f64], typical: f64) -> Option<CostShape> {
        let mean_of = |value: fn(f64) -> f64| -> Option<f64> {
            mean(&costs.iter().map(|cost| value(cost / typical)).collect::<Vec<f64>>())
        };
        let shape = CostShape {
            ways: [
                mean_of(|cost| cost)?,
                mean_of(|cost| cost.min(CLIPPED))?,
                mean_of(|cost| (cost - 1.0).abs().min(NEAR))?,
            ],
            outliers: mean_of(|cost| (cost - CostShape::OUTLIER).max(0.0))?,
        };
        (typical > 0.0 && shape.ways[0].is_finite()).then_some(shape)
    }
}

/// Whether the launches of two variants, in the same order, show that their shapes differ.
pub fn shapes_differ(candidate: &[CostShape], baseline: &[CostShape]) -> bool {
    let pairs = || candidate.iter().zip(baseline);
    (0..3).any(|way| {
        let differences: Vec<f64> = pairs().map(|(one, other)| one.ways[way] - other.ways[way]).collect();
        student::p_of_no_mean(&differences).is_some_and(|p| p <= DOUBTED)
    })
}

/// What outliers add to the mean of the candidate more than to that of the baseline, as parts of a typical cost of each.
pub fn excess_of_outliers(candidate: &[CostShape], baseline: &[CostShape]) -> f64 {
    let differences = candidate.iter().zip(baseline).map(|(one, other)| one.outliers - other.outliers);
    mean(&differences.collect::<Vec<f64>>()).unwrap_or(0.0)
}
