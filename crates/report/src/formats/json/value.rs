//! Numbers and parameters.

use model::{Point, Value};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct IntervalPart {
    point: f64,
    low: f64,
    high: f64,
    level: f64,
}

pub fn interval(interval: &analysis::Interval) -> IntervalPart {
    let analysis::Interval { point, low, high, level } = *interval;
    IntervalPart { point, low, high, level }
}

/// Names and values of parameters.
pub type Params<'a> = BTreeMap<&'a str, serde_json::Value>;

pub fn params(point: &Point) -> Params<'_> {
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
