//! What `cmpthese explain` tells, for programs: `$defs/explanation` of `docs/report.schema.json` is its contract.

use super::ledger::{LedgerPart, ledger_part};
use super::prediction::{PredictionPart, prediction_part};
use super::profile::{ProfilePart, profile_part};
use super::proof::{ProofPart, proof_part};
use super::run::{RunPart, run_part};
use super::value::{IntervalPart, interval};
use crate::formats::json_text::json_text;
use analysis::{Analysis, Explained, Interval, Profile, Trial};
use model::{CostlyEvent, Machine, Per, UnitCost};
use serde::Serialize;

#[derive(Serialize)]
struct Explanation<'a> {
    format: &'static str,
    run: RunPart<'a>,
    machine: &'a Machine,
    costs: Vec<CostPart>,
    ledger: Vec<LedgerPart<'a>>,
    predictions: Vec<PredictionPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<ProfilePart<'a>>,
}

/// What an event takes on the machine.
#[derive(Serialize)]
struct CostPart {
    event: CostlyEvent,
    per: &'static str,
    ns: IntervalPart,
}

/// Writes what goes with the differences of a run, what was tried of one of them, and where the time of two variants goes.
pub fn explanation_json(
    analysis: &Analysis,
    explained: &Explained,
    trial: Option<&Trial>,
    profile: Option<&Profile>,
) -> String {
    json_text(&Explanation {
        format: "cmpthese-explanation/1",
        run: run_part(analysis),
        machine: analysis.machine(),
        costs: explained.costs.costs.iter().map(cost_part).collect(),
        ledger: explained.ledgers.iter().filter_map(|ledger| ledger_part(analysis, ledger)).collect(),
        predictions: explained.predictions.iter().filter_map(|found| prediction_part(analysis, found)).collect(),
        proof: trial.map(proof_part),
        profile: profile.and_then(|found| profile_part(analysis, found)),
    })
}

fn cost_part(cost: &UnitCost) -> CostPart {
    let per = match cost.event.info().per {
        Per::Event => "event",
        Per::Byte => "byte",
    };
    let ns = Interval { point: cost.ns, low: cost.low_ns, high: cost.high_ns, level: 0.95 };
    CostPart { event: cost.event, per, ns: interval(&ns) }
}
