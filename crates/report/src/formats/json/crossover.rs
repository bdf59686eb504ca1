//! Where two variants change places along an axis.

use super::value::{IntervalPart, interval, params};
use analysis::{Course, Crossing, Order};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct CrossoverPart<'a> {
    params: BTreeMap<&'a str, serde_json::Value>,
    param: &'a str,
    from: &'a str,
    to: &'a str,
    at: IntervalPart,
    between: [f64; 2],
    same: Option<[f64; 2]>,
    is_step: bool,
}

/// Every crossing of a pair.
pub fn crossover_parts(course: &Course) -> impl Iterator<Item = CrossoverPart<'_>> {
    let part = |crossing: &Crossing| {
        let (first, second) = (course.first.as_str(), course.second.as_str());
        let (from, to) = if crossing.before == Order::FirstFaster { (first, second) } else { (second, first) };
        CrossoverPart {
            params: params(&course.point),
            param: &course.axis.param,
            from,
            to,
            at: interval(&crossing.at),
            between: crossing.between.into(),
            same: crossing.same.map(Into::into),
            is_step: crossing.is_step,
        }
    };
    course.crossings.iter().map(part)
}
