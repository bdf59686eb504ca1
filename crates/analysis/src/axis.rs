//! The numeric axes of a sweep, and the points along them.

use model::{Param, Plan, Point, Value};
use stats::SIZES_MIN;

/// What the values of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisUnit {
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
    /// Plain numbers.
    Number,
}

/// A parameter of the plan whose values are numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub param: String,
    /// What its values are.
    pub unit: AxisUnit,
}

/// The parameters that have as many different numbers as a law needs as values, and nothing else.
pub fn axes(plan: &Plan) -> Vec<Axis> {
    let is_long = |param: &&Param| {
        let numbers: Option<Vec<f64>> = param.values.iter().map(Value::number).collect();
        numbers.is_some_and(|mut numbers| {
            numbers.sort_unstable_by(f64::total_cmp);
            numbers.dedup();
            numbers.len() >= SIZES_MIN
        })
    };
    plan.params.iter().filter(is_long).map(Axis::of).collect()
}

impl Axis {
    /// That of a parameter.
    pub fn of(param: &Param) -> Axis {
        let is = |kind: fn(&Value) -> bool| param.values.iter().all(kind);
        let unit = match () {
            () if is(|value| matches!(value, Value::Size(_))) => AxisUnit::Bytes,
            () if is(|value| matches!(value, Value::Duration(_))) => AxisUnit::Seconds,
            () => AxisUnit::Number,
        };
        Axis { param: param.name.clone(), unit }
    }
}

/// Things that belong to points, by the values of the other parameters, in the order in which these come.
pub fn along<'a, T>(things: impl Iterator<Item = (&'a Point, T)>, param: &str) -> Vec<(Point, Vec<T>)> {
    let others = |point: &Point| point.params.iter().filter(|(name, _)| name != param).cloned().collect();
    grouped_by(things.map(|(point, thing)| (Point { params: others(point) }, thing)))
}

/// Things that have the same key together, in the order in which keys come first.
pub fn grouped_by<K: PartialEq, T>(pairs: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, thing) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(thing),
            None => groups.push((key, vec![thing])),
        }
    }
    groups
}
