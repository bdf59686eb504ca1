//! How much longer an undecided comparison would have to run.

use crate::comparison::Comparison;
use crate::verdict::{Why, launches_missing};
use model::Schedule;

/// Nobody waits longer than so many times the budget.
const BUDGETS_MAX: f64 = 20.0;

/// The undecided comparison that a larger budget would decide first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// How many times the budget that takes: upwards, to halves below four and to whole numbers beyond.
    pub budgets: f64,
    /// Index of its point in [`Analysis::points`](crate::Analysis::points).
    pub point: usize,
    /// Index of the variant that it compares with.
    pub baseline: usize,
    /// Index of the variant that it compares.
    pub candidate: usize,
    /// How many comparisons are undecided for want of launches, this one included.
    pub undecided: usize,
}

/// The outlook of the comparisons of a run that has used its budget up, each with the index of its point, if estimate and spread stay as they are, which is wrong half of
/// the time. `None` where no decision is in sight.
pub fn outlook<'c>(comparisons: impl Iterator<Item = (usize, &'c Comparison)>, margin: f64) -> Option<Outlook> {
    // More launches settle neither what has no single ratio, nor what a clone or the generator makes doubtful.
    let is_short = |pair: &Comparison| matches!(pair.verdict.why(), Some(Why::Open | Why::TooFewLaunches));
    let undecided: Vec<(usize, &Comparison)> = comparisons.filter(|(_, pair)| is_short(pair)).collect();
    let outlooks = undecided.iter().filter_map(|(point, pair)| Some((budgets(pair, margin)?, *point, *pair)));
    let (budgets, point, nearest) = outlooks.min_by(|left, right| left.0.total_cmp(&right.0))?;
    let Comparison { baseline, candidate, .. } = *nearest;
    Some(Outlook { budgets: rounded(budgets), point, baseline, candidate, undecided: undecided.len() })
}

/// How many times the launches that were made would decide a comparison at the level at which it was tested.
fn budgets(comparison: &Comparison, margin: f64) -> Option<f64> {
    let missing = launches_missing(&comparison.ratio, comparison.launches, margin)?;
    let launches = (comparison.launches + missing.max(1)) as f64;
    let budgets = launches / comparison.launches as f64;
    (budgets <= BUDGETS_MAX && launches <= Schedule::LAUNCHES_MAX as f64).then_some(budgets)
}

/// Upwards, to halves below four and to whole numbers beyond: it is not known better.
fn rounded(budgets: f64) -> f64 {
    if budgets < 4.0 { (2.0 * budgets).ceil() / 2.0 } else { budgets.ceil() }
}
