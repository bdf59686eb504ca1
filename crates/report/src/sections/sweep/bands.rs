//! Which parameter goes along the table, and how the others part it.

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
    // Of several with as many values it is the first.
    let (axis, _) = params.iter().rev().max_by_key(|(name, _)| values(points, name).len())?;
    let of_point = |point| Some((point, value_of(point, axis)?));
    let placed: Vec<(&PointAnalysis, &Value)> = points.iter().filter_map(of_point).collect();
    let groups = along(placed.into_iter().map(|(point, value)| (&point.point, (value, point))), axis);
    let bands = groups.into_iter().map(|(others, points)| Band { name: others.to_string(), points });
    Some((axis, bands.collect()))
}

fn value_of<'p>(point: &'p PointAnalysis, param: &str) -> Option<&'p Value> {
    point.point.get(param)
}

/// The different values of a parameter.
fn values<'p>(points: &'p [PointAnalysis], param: &str) -> Vec<&'p Value> {
    let mut values: Vec<&Value> = Vec::new();
    for value in points.iter().filter_map(|point| value_of(point, param)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
