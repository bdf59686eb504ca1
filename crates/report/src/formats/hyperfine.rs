//! The JSON that hyperfine writes with `--export-json`, for the scripts that read it: a result a variant, a time a launch, in seconds.
//!
//! Source: `BenchmarkResult` of hyperfine 1.20. `mean` and its kin are those of `times`.

use super::json_text::json_text;
use super::timed::{Timed, timed};
use analysis::Analysis;
use model::Metric;
use serde_json::{Map, Value, json};

const SECOND_NS: f64 = 1e9;

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    let results: Vec<Value> = timed(analysis).iter().map(result).collect();
    json_text(&json!({ "results": results }))
}

fn result(timed: &Timed) -> Value {
    let launches = timed.launches_ns();
    let seconds = |nanos: Option<f64>| nanos.map(|nanos| nanos / SECOND_NS);
    let parameters = timed.params.iter().chain(&timed.standing.row.bindings);
    let parameters: Map<String, Value> =
        parameters.map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    let mut result = json!({
        "command": timed.name,
        "mean": seconds(analysis::mean(&launches)),
        "stddev": seconds(analysis::variance(&launches).map(f64::sqrt)),
        "median": seconds(analysis::median(&launches)),
        "user": seconds(timed.cpu_ns(Metric::User)),
        "system": seconds(timed.cpu_ns(Metric::System)),
        "min": seconds(launches.iter().copied().reduce(f64::min)),
        "max": seconds(launches.iter().copied().reduce(f64::max)),
        "times": launches.iter().map(|nanos| nanos / SECOND_NS).collect::<Vec<_>>(),
        // Only what succeeded is ranked.
        "exit_codes": vec![0; launches.len()],
    });
    if !parameters.is_empty() {
        result["parameters"] = Value::from(parameters);
    }
    result
}
