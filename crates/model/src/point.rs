//! One combination of parameter values.

use crate::{Param, Value};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One combination of parameter values, in the order of the plan's axes. A plan without parameters has one empty point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Name and value of every parameter.
    pub params: Vec<(String, Value)>,
}

impl Point {
    /// Every combination of the values of some axes; the last axis changes fastest.
    pub fn grid(axes: &[Param]) -> Vec<Point> {
        axes.iter().fold(vec![Point::default()], |points, axis| {
            points.iter().flat_map(|point| axis.values.iter().map(|value| point.with(&axis.name, value))).collect()
        })
    }

    /// How many combinations of their values some axes have.
    pub fn grid_size(axes: &[Param]) -> usize {
        axes.iter().fold(1, |size, axis| size.saturating_mul(axis.values.len()))
    }

    fn with(&self, name: &str, value: &Value) -> Point {
        let mut params = self.params.clone();
        params.push((name.to_string(), value.clone()));
        Point { params }
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.params.iter().find(|(param, _)| param == name).map(|(_, value)| value)
    }

    /// Names and values of its parameters, these as the texts that placeholders stand for.
    pub fn texts(&self) -> impl Iterator<Item = (String, String)> {
        texts(&self.params)
    }
}

/// Names and values, these as the texts that placeholders stand for.
pub fn texts(bound: &[(String, Value)]) -> impl Iterator<Item = (String, String)> {
    bound.iter().map(|(name, value)| (name.clone(), value.placeholder()))
}

/// `size 16 KiB, mode fast`; empty for a plan without parameters.
impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for (index, (name, value)) in self.params.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(out, "{comma}{name} {value}")?;
        }
        Ok(())
    }
}
