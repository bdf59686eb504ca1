//! The report for programs: `docs/report.schema.json` is its contract, `"format"` its version.
//!
//! Numbers that do not exist (the bound of an interval that too few launches leave open) are `null`.

mod comparison;
mod crossover;
mod law;
mod ledger;
mod overhead;
mod point;
mod published;
mod then_and_now;
mod traffic;
mod value;
mod variant;

use super::json_text::json_text;
use crate::notes::notes;
use analysis::Analysis;
use crossover::{CrossoverPart, crossover_parts};
use law::{LawPart, law_part};
use ledger::{LedgerPart, ledger_part};
use model::{End, Machine};
use overhead::{OverheadPart, overhead_part};
use point::{PointPart, point_part};
use published::{PublishedPart, published_part};
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
        published: analysis.then_and_now.as_ref().and_then(published_part),
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

#[derive(Serialize)]
struct RunPart<'a> {
    title: &'a str,
    version: &'a str,
    started_at: i64,
    seed: u64,
    budget_ns: u64,
    margin: f64,
    family: usize,
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported_from: Option<&'a str>,
    plan: PlanPart<'a>,
}

#[derive(Serialize)]
struct PlanPart<'a> {
    name: &'a str,
    text: &'a str,
}

fn run_part(analysis: &Analysis) -> RunPart<'_> {
    let header = &analysis.header;
    RunPart {
        title: &analysis.title,
        version: &header.version,
        started_at: header.started_at,
        seed: header.seed,
        budget_ns: header.budget_ns,
        margin: analysis.margin,
        family: analysis.family,
        end: match analysis.end {
            Some(End::Complete) => "complete",
            Some(End::Interrupted) => "interrupted",
            Some(End::HistoryLost) => "history_lost",
            None => "unfinished",
        },
        imported_from: analysis.imported.as_ref().map(|imported| imported.tool.as_str()),
        plan: PlanPart { name: &header.source.name, text: &header.source.text },
    }
}
