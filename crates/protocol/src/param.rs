//! The values of parameters.

use model::Value;
use serde::{Deserialize, Serialize};

/// A parameter's value as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Param {
    /// Whole number.
    Integer(i64),
    /// Number with a fraction.
    Float(f64),
    /// Truth value.
    Boolean(bool),
    /// Text.
    Text(String),
}

impl From<&Value> for Param {
    fn from(value: &Value) -> Param {
        match value {
            Value::Integer(number) => Param::Integer(*number),
            Value::Float(number) => Param::Float(*number),
            Value::Boolean(truth) => Param::Boolean(*truth),
            Value::Text(text) => Param::Text(text.clone()),
            Value::Size(bytes) => Param::Integer(*bytes as i64),
            Value::Duration(nanos) => Param::Float(*nanos as f64 / 1e9),
        }
    }
}
