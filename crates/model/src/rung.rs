//! The values that may be measured between two of an axis, when a crossover is looked for there.

use crate::Value;

/// Two values of which the larger is at most so many times the smaller one are near: where a crossover lies between them is known narrowly enough.
pub const NEAR: f64 = 1.2;

/// The value half way between two by ratio, of their kind: whole numbers stay whole. `None` where the two are near, or nothing lies between.
///
/// ```
/// use cmpthese_model::{Value, half_way};
/// assert_eq!(half_way(&Value::Size(1024), &Value::Size(4096)), Some(Value::Size(2048)));
/// assert_eq!(half_way(&Value::Integer(10), &Value::Integer(20)), Some(Value::Integer(14)));
/// assert_eq!(half_way(&Value::Integer(1), &Value::Integer(2)), None);
/// assert_eq!(half_way(&Value::Float(10.0), &Value::Float(11.9)), None);
/// ```
pub fn half_way(low: &Value, high: &Value) -> Option<Value> {
    let (from, to) = (low.number()?, high.number()?);
    if from <= 0.0 || to <= NEAR * from {
        return None;
    }
    match (low, high) {
        (Value::Size(low), Value::Size(high)) => whole(*low, *high).map(Value::Size),
        (Value::Duration(low), Value::Duration(high)) => whole(*low, *high).map(Value::Duration),
        (Value::Integer(low), Value::Integer(high)) => {
            let middle = whole(u64::try_from(*low).ok()?, u64::try_from(*high).ok()?)?;
            Some(Value::Integer(i64::try_from(middle).ok()?))
        }
        (Value::Float(_), Value::Float(_)) => {
            // Four digits: who reads the value has to type it again.
            let middle: f64 = format!("{:.3e}", (from * to).sqrt()).parse().ok()?;
            (from < middle && middle < to).then_some(Value::Float(middle))
        }
        _ => None,
    }
}

/// How many values there are between two when every gap is halved until its ends are near.
pub fn rungs(low: &Value, high: &Value) -> usize {
    half_way(low, high).map_or(0, |middle| rungs(low, &middle) + 1 + rungs(&middle, high))
}

/// How often the gap between two is halved until the ends of what is left are near.
pub fn halvings(low: &Value, high: &Value) -> usize {
    half_way(low, high).map_or(0, |middle| 1 + halvings(low, &middle).max(halvings(&middle, high)))
}

fn whole(low: u64, high: u64) -> Option<u64> {
    let middle = (low as f64 * high as f64).sqrt().round() as u64;
    (low < middle && middle < high).then_some(middle)
}
