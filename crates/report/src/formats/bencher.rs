//! Bencher Metric Format: the time of each variant with its interval, in nanoseconds.
//!
//! Source: bencher.dev/docs/reference/bencher-metric-format. A name has at most 1024 characters there.

use super::json_text::json_text;
use super::timed::{Timed, timed};
use analysis::Analysis;
use serde_json::{Map, Value, json};

const NAME_MAX: usize = 1024;

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    let metrics = timed(analysis).iter().map(|timed| (name(timed), json!({ "latency": latency(timed) }))).collect();
    json_text(&Value::Object(metrics))
}

fn name(timed: &Timed) -> String {
    timed.full_name().chars().take(NAME_MAX).collect()
}

fn latency(timed: &Timed) -> Map<String, Value> {
    let time = timed.time_ns();
    let all = [("value", time.point), ("lower_value", time.low), ("upper_value", time.high)];
    all.into_iter().filter(|(_, nanos)| nanos.is_finite()).map(|(key, nanos)| (key.to_string(), json!(nanos))).collect()
}
