//! A published figure beside a new one.

use crate::verdict::Verdict;
use model::{Metric, Point};
use stats::Interval;
use std::collections::BTreeMap;

/// One variant at one point, then and now, both as time over the time of the same reference.
#[derive(Clone, Debug)]
pub struct ThenAndNowRow {
    /// The point.
    pub point: Point,
    /// The name of the variant, and what the source called it when that is something else.
    pub variant: String,
    /// What the source called it, when that is something else.
    pub label: Option<String>,
    /// The name of the reference.
    pub reference: String,
    /// The published rate in iterations a second.
    pub then_rate: f64,
    /// The published ratio.
    pub then_ratio: f64,
    /// Iterations a second now; `None` when it was not ranked.
    pub now_rate: Option<f64>,
    /// The ratio now.
    pub now_ratio: Option<Interval>,
    /// What is established about it now.
    pub now_verdict: Option<Verdict>,
    /// What else was published of an iteration, and what it is now, in the units of [`Metric`].
    pub readings: BTreeMap<Metric, (f64, Option<f64>)>,
}
