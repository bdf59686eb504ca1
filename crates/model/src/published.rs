//! The numbers of a post or paper, kept as data, shown beside what is measured.

use crate::Metric;
use std::collections::BTreeMap;

/// The numbers that an experiment starts from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// Who published it, when and where.
    pub source: String,
    /// The machine, as far as the source tells.
    pub machine: Option<String>,
    /// One table a point.
    pub tables: Vec<PublishedTable>,
}

/// The published figures of one point.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedTable {
    /// Parameters that identify the point: name and [`crate::Value::placeholder`] text. A table belongs to the points
    /// that have all of them.
    pub params: Vec<(String, String)>,
    /// The figures, in the order of the source.
    pub figures: Vec<PublishedFigure>,
}

/// One published figure.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// Name of the variant in the plan.
    pub variant: String,
    /// What the source called it.
    pub label: Option<String>,
    /// Iterations a second as published.
    pub rate: f64,
    /// What else was published of an iteration, in the units of [`Metric`].
    pub readings: BTreeMap<Metric, f64>,
}
