//! What is told of the differences of a run beside the verdicts: where each goes.

use crate::analyze::Analysis;
use crate::ledger::{Ledger, ledgers};
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
    let ledgers = |costs: &UnitCosts| ledgers(&analysis.points, &analysis.machine().landmarks, costs, pair);
    if ledgers(&UnitCosts::default()).is_empty() {
        return Explained::default();
    }
    let costs = costs();
    let ledgers = ledgers(&costs);
    let predictions = ledgers.chunk_by(|one, next| one.point == next.point).filter_map(|of_point| {
        let Ledger { point, baseline, candidate, .. } = &of_point[0];
        let mut all = prediction(analysis, analysis.at(point)?, *baseline, &costs)?;
        all.variants.retain(|one| pair.is_none() || [baseline, candidate].contains(&&one.variant));
        (!all.variants.is_empty()).then_some(all)
    });
    Explained { predictions: predictions.collect(), ledgers, costs }
}
