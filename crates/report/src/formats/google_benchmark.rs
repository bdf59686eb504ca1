//! The JSON of Google Benchmark, which its `compare.py` reads: a repetition a launch.
//!
//! Source: `docs/user_guide.md` and `src/json_reporter.cc` of Google Benchmark, schema version 1.

use super::json_text::json_text;
use super::timed::{Timed, measured_by, pairing_lost, timed};
use crate::exclusions::unranked;
use crate::notes::OWN;
use analysis::{Analysis, Excluded, PointAnalysis};
use model::{Metric, Source};
use serde_json::{Value, json};

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    let timed = timed(analysis);
    let repetitions = timed.iter().enumerate().flat_map(|(family, timed)| {
        let (launches, times) = (timed.launches_ns().len(), timed.launches_ns().into_iter().enumerate());
        times.map(move |(index, nanos)| repetition(entry(family, &timed.full_name(), launches, index), timed, nanos))
    });
    let failed = analysis.points.iter().flat_map(|point| point.excluded.iter().map(move |one| (point, one)));
    let failed = failed
        .enumerate()
        .map(|(place, (point, one))| failure(timed.len() + place, point, one, &analysis.header.source));
    json_text(&json!({
        "context": {
            "executable": OWN,
            "measured_by": measured_by(analysis),
            "library_version": analysis.header.version,
            "num_cpus": analysis.machine().cpus,
            "json_schema_version": 1,
            "note": pairing_lost(analysis),
        },
        "benchmarks": repetitions.chain(failed).collect::<Vec<Value>>(),
    }))
}

fn repetition(mut entry: Value, timed: &Timed, nanos: f64) -> Value {
    entry["iterations"] = json!(timed.iterations());
    entry["real_time"] = json!(nanos);
    entry["time_unit"] = json!("ns");
    if let (Some(user), Some(system)) = (timed.cpu_ns(Metric::User), timed.cpu_ns(Metric::System)) {
        // Read over all launches together.
        entry["cpu_time"] = json!(user + system);
    }
    if let Some(rate) = timed.standing.row.bytes_per_second_in(nanos) {
        entry["bytes_per_second"] = json!(rate);
    }
    entry
}

fn failure(family: usize, point: &PointAnalysis, excluded: &Excluded, source: &Source) -> Value {
    let params = point.point.params.iter().map(|(name, value)| format!("/{name}={}", value.placeholder()));
    let mut entry = entry(family, &format!("{}{}", excluded.name, params.collect::<String>()), 1, 0);
    // As the library writes them: `compare.py` reads them of every entry.
    (entry["iterations"], entry["real_time"], entry["cpu_time"]) = (json!(0), json!(0.0), json!(0.0));
    entry["time_unit"] = json!("ns");
    entry["error_occurred"] = json!(true);
    entry["error_message"] = json!(unranked(&excluded.reason, source));
    entry
}

fn entry(family: usize, name: &str, repetitions: usize, index: usize) -> Value {
    json!({
        "name": name,
        "run_name": name,
        "run_type": "iteration",
        "family_index": family,
        "per_family_instance_index": 0,
        "repetitions": repetitions,
        "repetition_index": index,
        "threads": 1,
    })
}
