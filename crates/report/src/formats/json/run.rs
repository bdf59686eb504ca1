//! The head of a run.

use analysis::Analysis;
use model::End;
use serde::Serialize;

/// How it was made.
#[derive(Serialize)]
pub struct RunPart<'a> {
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

pub fn run_part(analysis: &Analysis) -> RunPart<'_> {
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
