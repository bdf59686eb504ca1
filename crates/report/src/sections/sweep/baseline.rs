//! Who the others are compared with all along a sweep.

use analysis::{PointAnalysis, Row};

/// The one that the others are compared with at every point where something is compared; `None` where that changes.
pub fn common_baseline(points: &[PointAnalysis]) -> Option<&Row> {
    let mut baselines = points.iter().filter_map(PointAnalysis::baseline_row);
    let first = baselines.next()?;
    baselines.all(|row| row.variant == first.variant).then_some(first)
}
