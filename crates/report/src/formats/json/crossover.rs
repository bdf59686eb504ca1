//! Where two variants change places along an axis.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{Course, Crossing, Loss};
use serde::Serialize;

#[derive(Serialize)]
pub struct CrossoverPart<'a> {
    params: Params<'a>,
    param: &'a str,
    from: &'a str,
    to: &'a str,
    at: IntervalPart,
    between: [f64; 2],
    same: Option<[f64; 2]>,
    is_step: bool,
    half_costs: Option<LossPart>,
    twice_costs: Option<LossPart>,
}

/// What a wrong threshold costs.
#[derive(Serialize)]
struct LossPart {
    part: f64,
    ns: f64,
}

/// Every crossing of a pair.
pub fn crossover_parts(course: &Course) -> impl Iterator<Item = CrossoverPart<'_>> {
    let part = |crossing: &Crossing| {
        let [from, to] = course.ordered(crossing.before);
        CrossoverPart {
            params: params(&course.point),
            param: &course.axis.param,
            from,
            to,
            at: interval(&crossing.at),
            between: crossing.between.into(),
            same: crossing.same.map(Into::into),
            is_step: crossing.is_step,
            half_costs: crossing.loss[0].map(lost),
            twice_costs: crossing.loss[1].map(lost),
        }
    };
    course.crossings.iter().map(part)
}

fn lost(loss: Loss) -> LossPart {
    LossPart { part: loss.part, ns: loss.time }
}
