//! A slower machine: a value of the first axis of the sweep.

/// A slower machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    /// The value of the axis that means it.
    pub name: String,
    /// How many CPUs there are, or which part of one; all that there are when `None`.
    pub cpus: Option<f64>,
}

impl Environment {
    /// The name of the axis.
    pub const AXIS: &str = "environment";
}
