//! What is told of the differences of a run beside the verdicts: where each goes.

use crate::analyze::Analysis;
use crate::ledger::{Ledger, ledger, pairs};
use crate::point_analysis::PointAnalysis;
use crate::prediction::{Prediction, prediction};
use model::UnitCosts;

/// What explains the differences that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// What events cost on the machine; none where nothing is to be explained.
    pub costs: UnitCosts,
    /// Where each established difference goes, in the order of the points.
    pub ledgers: Vec<Ledger>,
    /// What the variants of those points would take by their prices, where the plan says which bytes an iteration processes.
    pub predictions: Vec<Prediction>,
}

/// Explains each established difference to the variant that sentences compare with, at every point; or that of `pair`, by name, what the first takes more than
/// the second. The `costs` are asked for only where there is something to explain.
pub fn explained(analysis: &Analysis, costs: impl FnOnce() -> UnitCosts, pair: Option<(&str, &str)>) -> Explained {
    let landmarks = &analysis.machine().landmarks;
    let is_established = |(point, (base, other)): &(&PointAnalysis, (usize, usize))| {
        ledger(point, *base, *other, landmarks, &UnitCosts::default()).is_some()
    };
    let pairs = analysis.points.iter().flat_map(|point| pairs(point, pair).into_iter().map(move |pair| (point, pair)));
    let established: Vec<(&PointAnalysis, (usize, usize))> = pairs.filter(is_established).collect();
    if established.is_empty() {
        return Explained::default();
    }
    let costs = costs();
    let ledgers = established.iter().filter_map(|(point, (base, one))| ledger(point, *base, *one, landmarks, &costs));
    let mut points = established.clone();
    points.dedup_by(|next, one| next.0.point == one.0.point);
    let predictions = points.into_iter().filter_map(|(point, (base, other))| {
        let mut all = prediction(analysis, point, Some(base), &costs)?;
        all.variants.retain(|one| pair.is_none() || [base, other].contains(&one.variant));
        Some(all)
    });
    Explained { ledgers: ledgers.collect(), predictions: predictions.collect(), costs }
}
