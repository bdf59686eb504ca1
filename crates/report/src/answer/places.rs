//! Where in a sweep something is so, in few words.

use analysis::PointAnalysis;
use model::Value;

/// The parameter that changes in a sweep, where it is the only one.
pub fn only_axis(points: &[PointAnalysis]) -> Option<&str> {
    let first = &points.first()?.point;
    let changes = |name: &str| points.iter().any(|point| point.point.get(name) != first.get(name));
    let mut changing = first.params.iter().map(|(name, _)| name.as_str()).filter(|name| changes(name));
    let axis = changing.next()?;
    changing.next().is_none().then_some(axis)
}

/// `at 1 KiB`, `from 1 KiB to 64 KiB`, `at n 3`; nothing where the places do not lie together along the axis, that does not ascend, or another place lies between them.
pub fn along(points: &[PointAnalysis], axis: &str, places: &[usize]) -> Option<String> {
    let (first, last) = (*places.first()?, *places.last()?);
    let value = |place: usize| points[place].point.get(axis);
    let is_quantity = |value: &Value| matches!(value, Value::Size(_) | Value::Duration(_));
    let name = if is_quantity(value(first)?) { String::new() } else { format!("{axis} ") };
    let numbers = places.iter().map(|place| value(*place).and_then(Value::number));
    let ascend = numbers.is_sorted_by(|one, next| one < next && one.is_some());
    let number = |place: usize| value(place).and_then(Value::number);
    let is_between = |place: usize| number(first) < number(place) && number(place) < number(last);
    let is_whole = (0..points.len()).all(|place| places.contains(&place) || !is_between(place));
    match last - first + 1 == places.len() {
        true if first == last => Some(format!("at {name}{}", value(first)?)),
        true if ascend && is_whole => Some(format!("from {name}{} to {}", value(first)?, value(last)?)),
        _ => None,
    }
}
