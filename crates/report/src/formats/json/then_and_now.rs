//! The post's numbers beside the new ones.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{ThenAndNowRow, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct ThenAndNowPart<'a> {
    params: Params<'a>,
    variant: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    reference: &'a str,
    then_rate: f64,
    then_ratio: f64,
    now_rate: Option<f64>,
    now_ratio: Option<IntervalPart>,
    now_verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    readings: BTreeMap<&'static str, ThenAndNowReading>,
}

#[derive(Serialize)]
struct ThenAndNowReading {
    then: f64,
    now: Option<f64>,
}

pub fn then_and_now_part(row: &ThenAndNowRow) -> ThenAndNowPart<'_> {
    let readings = row.readings.iter();
    ThenAndNowPart {
        params: params(&row.point),
        variant: &row.variant,
        label: row.label.as_deref(),
        reference: &row.reference,
        then_rate: row.then_rate,
        then_ratio: row.then_ratio,
        now_rate: row.now_rate,
        now_ratio: row.now_ratio.as_ref().map(interval),
        now_verdict: row.now_verdict.map(Verdict::key),
        readings: readings
            .map(|(metric, (then, now))| (metric.info().key, ThenAndNowReading { then: *then, now: *now }))
            .collect(),
    }
}
