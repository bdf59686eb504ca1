//! The report for programs: `docs/report.schema.json` is its contract, `"format"` its version.
//!
//! Numbers that do not exist (the bound of an interval that too few launches leave open) are `null`: that is how serde_json writes what is not finite.

mod beginnings;
mod comparison;
mod crossover;
mod explanation;
mod law;
mod ledger;
mod overhead;
mod point;
mod prediction;
mod profile;
mod proof;
mod published;
mod run;
mod then_and_now;
mod traffic;
mod value;
mod variant;

use super::json_text::json_text;
use crate::notes::notes;
use analysis::Analysis;
use crossover::{CrossoverPart, crossover_parts};
pub use explanation::explanation_json;
use law::{LawPart, law_part};
use ledger::{LedgerPart, ledger_part};
use model::Machine;
use overhead::{OverheadPart, overhead_part};
use point::{PointPart, point_part};
use published::{PublishedPart, published_part};
use run::{RunPart, run_part};
use serde::Serialize;
use then_and_now::{ThenAndNowPart, then_and_now_part};

/// Writes the whole report.
pub fn write(analysis: &Analysis) -> String {
    let rows = analysis.then_and_now.iter().flat_map(|table| &table.rows);
    let report = Report {
        format: "cmpthese/1",
        run: run_part(analysis),
        machine: analysis.machine(),
        points: analysis.points.iter().map(point_part).collect(),
        laws: analysis.laws.iter().map(law_part).collect(),
        crossovers: analysis.courses.iter().flat_map(crossover_parts).collect(),
        ledger: analysis.ledgers.iter().filter_map(|ledger| ledger_part(analysis, ledger)).collect(),
        overheads: analysis.overheads.iter().map(overhead_part).collect(),
        then_and_now: rows.map(then_and_now_part).collect(),
        published: analysis.then_and_now.as_ref().map(published_part),
        advisories: notes(analysis),
    };
    json_text(&report)
}

#[derive(Serialize)]
struct Report<'a> {
    format: &'static str,
    run: RunPart<'a>,
    machine: &'a Machine,
    points: Vec<PointPart<'a>>,
    laws: Vec<LawPart<'a>>,
    crossovers: Vec<CrossoverPart<'a>>,
    ledger: Vec<LedgerPart<'a>>,
    overheads: Vec<OverheadPart<'a>>,
    then_and_now: Vec<ThenAndNowPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<PublishedPart<'a>>,
    advisories: Vec<String>,
}
