//! What github-action-benchmark takes with `tool: customSmallerIsBetter`: a time a variant.
//!
//! Source: the README of benchmark-action/github-action-benchmark.

use super::json_text::json_text;
use super::timed::{Timed, timed};
use crate::numbers::ratio;
use analysis::Analysis;
use serde_json::{Value, json};

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    json_text(&timed(analysis).iter().map(entry).collect::<Vec<Value>>())
}

fn entry(timed: &Timed) -> Value {
    // A lower bound below zero is told as zero, so the upper one alone says how wide the interval is.
    let half_ns = timed.time_ns().high - timed.time_ns().point;
    let mut entry = json!({ "name": timed.full_name(), "unit": "ns/iteration", "value": timed.time_ns().point });
    if half_ns.is_finite() {
        entry["range"] = json!(format!("± {half_ns:.3}"));
    }
    if let (Some(found), Some(word), Some(baseline)) = (timed.standing.found, timed.standing.word(), &timed.baseline) {
        entry["extra"] = json!(format!("{word}: {} times {baseline}", ratio(&found.ratio)));
    }
    entry
}
