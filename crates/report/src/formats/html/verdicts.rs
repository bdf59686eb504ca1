//! What is established at the only point of a plan: the table, the forest, everybody against everybody.

use super::beginnings::beginnings;
use super::forest::forest;
use super::launches::launches;
use super::ledger::ledger;
use super::matrix::matrix;
use super::resources::resources;
use super::said::said;
use super::verdict_table::verdict_table;
use analysis::Analysis;

/// The section of a plan without a sweep.
pub fn verdicts(analysis: &Analysis) -> Option<String> {
    let [point] = analysis.points.as_slice() else { return None };
    let picture = forest(analysis, point, "forest").unwrap_or_default();
    let said = said(analysis, point);
    let below = [
        resources(point),
        beginnings(point),
        ledger(analysis, point, "ledger"),
        launches(analysis, point, "launches"),
        matrix(point),
    ];
    Some(format!(
        "<section>\n<h2>Verdicts</h2>\n{}{said}{picture}{}</section>\n",
        verdict_table(analysis, point),
        below.into_iter().flatten().collect::<String>()
    ))
}
