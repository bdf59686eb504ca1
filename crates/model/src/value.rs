//! The value of a parameter at a point.

use crate::units::{format_bytes, format_duration};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// One value of a parameter, typed, so that a snippet gets it as a constant of its language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type", content = "value")]
pub enum Value {
    /// A whole number without a unit.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// Any other text.
    Text(String),
    /// A size in bytes, written with a unit such as `64KiB`.
    Size(u64),
    /// A duration in nanoseconds, written with a unit such as `10ms`.
    Duration(u64),
}

impl Value {
    /// The text that replaces a placeholder: plain digits for sizes (bytes), seconds for durations.
    pub fn placeholder(&self) -> String {
        match self {
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Text(text) => text.clone(),
            Value::Size(bytes) => bytes.to_string(),
            Value::Duration(nanos) => (*nanos as f64 / 1e9).to_string(),
        }
    }

    /// The value as a number: bytes for sizes, seconds for durations, `None` for text and truth values.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            Value::Size(bytes) => Some(*bytes as f64),
            Value::Duration(nanos) => Some(*nanos as f64 / 1e9),
            Value::Boolean(_) | Value::Text(_) => None,
        }
    }

    /// Orders numbers by size and text by bytes; `None` between a number and a text.
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self.number(), other.number()) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            (None, None) => Some(self.placeholder().cmp(&other.placeholder())),
            _ => None,
        }
    }
}

/// As a reader wants to see it: `64 KiB`, `10.00 ms`, `abc`.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Size(bytes) => out.write_str(&format_bytes(*bytes)),
            Value::Duration(nanos) => out.write_str(&format_duration(*nanos as f64)),
            other => out.write_str(&other.placeholder()),
        }
    }
}
