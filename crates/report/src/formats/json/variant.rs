//! A variant at a point, ranked or not.

use super::traffic::{TrafficPart, traffic_part};
use super::value::{IntervalPart, interval};
use crate::exclusions::{answer_key, why_no_rate, why_not_ranked};
use analysis::{Excluded, PointAnalysis, Reason, Row};
use model::Metric;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, Default)]
pub struct VariantPart<'a> {
    name: &'a str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ns: Option<IntervalPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metrics: BTreeMap<&'static str, f64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    absent: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    less: Option<LessPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    traffic: Option<TrafficPart>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// What was taken off because the plan says so.
#[derive(Serialize)]
struct LessPart {
    name: String,
    time_ns: f64,
}

pub fn row_part<'a>(point: &PointAnalysis, row: &'a Row) -> VariantPart<'a> {
    let metrics = row.metrics.iter().filter(|(metric, _)| **metric != Metric::Wall);
    VariantPart {
        name: &row.name,
        answer: if point.agreeing > 0 { "same" } else { "unchecked" },
        reason: why_no_rate(row).map(|why| format!("it {why}")),
        time_ns: (!row.is_empty).then(|| interval(&row.time_ns)),
        launch_share: row.conduct.launch_share,
        bytes_per_second: row.bytes_per_second(),
        cpu_share: row.cpu_share,
        samples: Some(row.samples),
        iterations: Some(row.iterations),
        metrics: metrics.map(|(metric, value)| (metric.info().key, *value)).collect(),
        absent: absent(row),
        less: row.less.as_ref().map(|less| LessPart { name: less.name.clone(), time_ns: less.time_ns }),
        traffic: row.traffic.as_ref().map(traffic_part),
        notes: row.notes.clone(),
        ..VariantPart::default()
    }
}

/// The metrics that it lacks, each with the reason.
fn absent(row: &Row) -> BTreeMap<String, String> {
    let mut absent = row.absent.clone();
    if row.cpu_ns.is_some() && !row.metrics.contains_key(&Metric::User) {
        let why = "its processes were too short for the kernel to divide their CPU time between user and system";
        for mode in [Metric::User, Metric::System] {
            absent.entry(mode.info().key.to_string()).or_insert(why.to_string());
        }
    }
    absent
}

pub fn excluded_part(excluded: &Excluded) -> VariantPart<'_> {
    let Excluded { name, reason, .. } = excluded;
    let line = if let Reason::Failed(failure) = reason { failure.line } else { None };
    VariantPart {
        name,
        answer: answer_key(reason),
        reason: Some(why_not_ranked(reason)),
        line,
        ..VariantPart::default()
    }
}
