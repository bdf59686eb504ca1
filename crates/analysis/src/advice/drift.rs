//! A time that changes in the course of a run.

use super::own_times::{ADVICE_LEVEL, CHANGE_MIN};

/// The change from the first launch to the last as a part of the time, where there is one that is worth a sentence.
/// `logarithms` are in the order of the launches.
pub fn drift(logarithms: &[f64]) -> Option<f64> {
    let trend = stats::trend(logarithms).filter(|trend| trend.p <= ADVICE_LEVEL)?;
    let change = trend.change.exp_m1();
    (change.abs() >= CHANGE_MIN).then_some(change)
}
