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

/// What is longer ends with the number of the variant and with its parameters, which tell it apart.
fn name(timed: &Timed) -> String {
    let full = timed.full_name();
    if full.chars().count() <= NAME_MAX {
        return full;
    }
    let end = format!("…[{}]{}", timed.standing.row.variant + 1, &full[timed.name.len()..]);
    let begin = full.chars().take(NAME_MAX.saturating_sub(end.chars().count()));
    begin.collect::<String>() + &end
}

fn latency(timed: &Timed) -> Map<String, Value> {
    let time = timed.time_ns();
    let all = [("value", time.point), ("lower_value", time.low), ("upper_value", time.high)];
    // Of a lower bound of a single figure, which is 0, nobody has anything.
    let told = if time.high.is_finite() { all.len() } else { 1 };
    all.into_iter().take(told).map(|(key, nanos)| (key.to_string(), json!(nanos))).collect()
}
