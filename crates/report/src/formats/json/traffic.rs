//! The requests of a variant.

use super::value::{IntervalPart, interval};
use analysis::{Latency, Traffic};
use serde::Serialize;

/// The requests of a variant.
#[derive(Serialize)]
pub struct TrafficPart {
    connections: u64,
    per_second: f64,
    planned_per_second: Option<f64>,
    mean_ns: f64,
    in_flight: f64,
    agrees_with_little: Option<bool>,
    generator_share: f64,
    generator_saturated: bool,
    lag_ns: Option<f64>,
    connections_opened: u64,
    reused_share: f64,
    failed_requests: u64,
    latencies: Vec<LatencyPart>,
    longest_ns: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    p99_hidden_ns: Option<f64>,
}

#[derive(Serialize)]
struct LatencyPart {
    quantile: f64,
    ns: f64,
    interval: Option<IntervalPart>,
}

pub fn traffic_part(traffic: &Traffic) -> TrafficPart {
    let latency = |one: &Latency| LatencyPart {
        quantile: one.quantile,
        ns: one.ns,
        interval: one.interval.as_ref().map(interval),
    };
    TrafficPart {
        connections: traffic.connections,
        per_second: traffic.per_second,
        planned_per_second: traffic.planned_per_second,
        mean_ns: traffic.mean_ns,
        in_flight: traffic.in_flight,
        agrees_with_little: traffic.agrees_with_little(),
        generator_share: traffic.generator_share,
        generator_saturated: traffic.is_saturated(),
        lag_ns: traffic.lag_ns,
        connections_opened: traffic.opened,
        reused_share: traffic.reused,
        failed_requests: traffic.failed,
        latencies: traffic.latencies.iter().map(latency).collect(),
        longest_ns: traffic.longest_ns,
        p99_hidden_ns: traffic.hidden.map(|hidden| hidden.corrected_ns),
    }
}
