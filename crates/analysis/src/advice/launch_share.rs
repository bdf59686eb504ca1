//! How much of the variance of a variant's times is between launches.

use super::own_times::{ADVICE_LEVEL, LAUNCHES_MIN, OwnTimes};
use stats::variance_components;

/// Standard deviations below this are rounding: of a logarithm, so it is a part of the time.
const ROUNDING: f64 = 1e-9;

/// Launches that differ by less, in standard deviations of a logarithm, are worth no sentence: most of next to nothing.
const WORTH_A_SENTENCE: f64 = 0.005;

/// The share of the variance that is between launches, in 0..=1, where at least two blocks a launch tell the two kinds of variance apart; and whether it is the larger
/// part, and launches are established to differ, by enough to be told.
pub fn launch_share(own: &OwnTimes) -> Option<(f64, bool)> {
    let launches = Some(own.whole_launches()).filter(|launches| launches.len() >= LAUNCHES_MIN)?;
    let logarithms: Vec<f64> = launches.concat().iter().map(|time| time.ln()).collect();
    let split = |values: &[f64]| variance_components(&values.chunks(launches[0].len()).collect::<Vec<_>>());
    let found = split(&logarithms)?;
    let between = found.between.max(0.0);
    if found.within + between <= ROUNDING * ROUNDING {
        return None;
    }
    let share = between / (found.within + between);
    // Two outliers that met in one launch would pass for a difference between launches; their ranks do not.
    let p = split(&ranks(&logarithms))?.p_of_none;
    let is_most = share > 0.5 && between.sqrt() >= WORTH_A_SENTENCE && p <= ADVICE_LEVEL;
    Some((share, is_most))
}

/// The place of each value in ascending order, in the order of the values; the first of those that are tied.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    values.iter().map(|value| sorted.partition_point(|one| one < value) as f64).collect()
}
