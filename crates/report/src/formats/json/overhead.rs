//! How a difference grows with the work.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{Cost, Overhead, Shape};
use serde::Serialize;

/// How a difference grows with the work.
#[derive(Serialize)]
pub struct OverheadPart<'a> {
    params: Params<'a>,
    work: &'a str,
    baseline: &'a str,
    candidate: &'a str,
    cost: &'static str,
    fixed_ns: IntervalPart,
    share: IntervalPart,
    shape: &'static str,
    below_5_percent_from: Option<IntervalPart>,
    at_least_work: f64,
    levels: usize,
}

pub fn overhead_part(overhead: &Overhead) -> OverheadPart<'_> {
    OverheadPart {
        params: params(&overhead.point),
        work: &overhead.axis.param,
        baseline: &overhead.baseline,
        candidate: &overhead.candidate,
        cost: match overhead.cost {
            Cost::Time => "time",
            Cost::ServerCpu => "server_cpu",
        },
        fixed_ns: interval(&overhead.line.fixed),
        share: interval(&overhead.line.share),
        shape: match overhead.shape {
            Shape::Additive => "additive",
            Shape::Proportional => "proportional",
            Shape::Mixed => "mixed",
            Shape::Otherwise => "no_line",
            Shape::None => "none",
        },
        below_5_percent_from: overhead.below_from().map(interval),
        at_least_work: overhead.line.at_least_work,
        levels: overhead.line.levels,
    }
}
