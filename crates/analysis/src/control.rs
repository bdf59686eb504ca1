//! The control: a variant against its own clone. What sets the two apart is no difference between ways of doing a job, so
//! nothing smaller is claimed.

use crate::evidence::Evidence;
use crate::paired::Times;
use model::{PointRecord, Role, Run};
use stats::{DOUBTED, Interval};

/// A clone against the variant that it repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Index of the variant that is repeated.
    pub original: usize,
    /// Time of the clone over time of the original.
    pub ratio: Interval,
    /// Launches with both.
    pub launches: usize,
}

impl Control {
    /// The difference of the two that is established, as a logarithm of a ratio; 0 where none is.
    pub fn differs_by(&self) -> f64 {
        if self.ratio.contains(1.0) { 0.0 } else { self.ratio.point.ln().abs() }
    }
}

/// The control of a point. `None` where the clone has too few launches for an interval.
pub fn control(run: &Run, record: &PointRecord, times: &Times) -> Option<Control> {
    let clone = run.plan.variants.iter().position(|variant| variant.role == Role::Clone)?;
    let original = run.plan.cloned()?;
    let evidence = Evidence::of(times, original, clone);
    let launches = evidence.launches();
    let interval = evidence.interval(evidence.quantity(), DOUBTED / run.points_max() as f64, launches)?;
    let has_both = record.cases[original].answer.is_some() && interval.low.is_finite();
    has_both.then(|| Control { original, ratio: interval.exp(), launches })
}
