//! Numbers and parameters.

use model::{Point, Value};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct IntervalPart {
    point: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    level: f64,
}

pub fn interval(interval: &analysis::Interval) -> IntervalPart {
    IntervalPart {
        point: finite(interval.point),
        low: finite(interval.low),
        high: finite(interval.high),
        level: interval.level,
    }
}

pub fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

pub fn params(point: &Point) -> BTreeMap<&str, serde_json::Value> {
    point.params.iter().map(|(name, value)| (name.as_str(), json_value(value))).collect()
}

/// Sizes are bytes, durations seconds, as snippets see them.
fn json_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Integer(number) => (*number).into(),
        Value::Boolean(truth) => (*truth).into(),
        Value::Size(bytes) => (*bytes).into(),
        Value::Text(text) => text.clone().into(),
        Value::Float(_) | Value::Duration(_) => value.number().into(),
    }
}
