//! What a run established, held against a fresh one of fixed size: a run that stops when a difference shows has stopped when chance had made it large (the winner's curse).

use crate::{Analysis, PointAnalysis, Verdict};
use model::Point;
use stats::Interval;

/// A comparison of which the first run established something, in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmation {
    /// The point.
    pub point: Point,
    /// The name of the variant that is compared.
    pub candidate: String,
    /// The name of the variant that it is compared with.
    pub baseline: String,
    /// What the first run said.
    pub first: (Verdict, Interval),
    /// What the second says; `None` where it did not compare the two.
    pub second: Option<(Verdict, Interval)>,
}

impl Confirmation {
    /// Whether both runs say the same.
    pub fn holds(&self) -> bool {
        self.second.is_some_and(|(verdict, _)| verdict == self.first.0)
    }
}

/// Every comparison with the baseline of which the first run established something.
pub fn confirmation(first: &Analysis, second: &Analysis) -> Vec<Confirmation> {
    first.points.iter().flat_map(|point| of_point(point, second)).collect()
}

fn of_point(point: &PointAnalysis, second: &Analysis) -> Vec<Confirmation> {
    let again = second.at(&point.point);
    let Some(baseline) = point.baseline_row() else { return Vec::new() };
    let said = |point: &PointAnalysis, candidate: usize| {
        let is_with_limit = [baseline.variant, candidate].map(Some).contains(&point.limit);
        point.found(baseline.variant, candidate).filter(|_| !is_with_limit)
    };
    let confirmations = point.rows.iter().rev().filter_map(|row| {
        let first = said(point, row.variant).filter(|(verdict, _)| verdict.why().is_none())?;
        Some(Confirmation {
            point: point.point.clone(),
            candidate: row.name.clone(),
            baseline: baseline.name.clone(),
            first,
            second: again.and_then(|again| said(again, row.variant)),
        })
    });
    confirmations.collect()
}
