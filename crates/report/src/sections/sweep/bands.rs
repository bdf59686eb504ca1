//! Which parameter goes along the table, and how the others part it.

use crate::distinct::distinct;
use analysis::{PointAnalysis, along};
use model::Value;

/// The points that differ in one parameter alone.
pub struct Band<'a> {
    /// The other parameters, as `connections 1`; empty where there are none.
    pub name: String,
    /// The values of the one, each with its point.
    pub points: Vec<(&'a Value, &'a PointAnalysis)>,
}

/// The parameter with the most values, and a band for each combination of the others; nothing without parameters.
pub fn bands(points: &[PointAnalysis]) -> Option<(&str, Vec<Band<'_>>)> {
    let params = &points.first()?.point.params;
    let values = |name: &str| distinct(points.iter().filter_map(|point| point.point.get(name))).len();
    // Of several with as many values it is the first.
    let (axis, _) = params.iter().rev().max_by_key(|(name, _)| values(name))?;
    let placed = points.iter().filter_map(|point| Some((&point.point, (point.point.get(axis)?, point))));
    let groups = along(placed, axis);
    let bands = groups.into_iter().map(|(others, points)| Band { name: others.to_string(), points });
    Some((axis, bands.collect()))
}
