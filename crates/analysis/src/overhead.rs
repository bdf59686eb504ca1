//! How the difference between a variant and the baseline grows with the work that both share: added once, in proportion, or
//! otherwise.

use crate::axis::{Axis, along};
use crate::timed::Timed;
use crate::verdict::alike;
use model::{Block, Metric, Point, PointRecord, Run, Value};
use stats::{Interval, WorkLevel};
use std::collections::BTreeMap;

/// A difference below this part of the baseline's time is told to matter little.
pub const LITTLE: f64 = 0.05;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The time per iteration; of requests in a closed loop, 1 / throughput: the time of service.
    Time,
    /// The CPU time of the server per request.
    ServerCpu,
}

/// The shape of an overhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The same whatever the work.
    Additive,
    /// A part of the baseline's time.
    Proportional,
    /// Both.
    Mixed,
    /// The difference does not lie on a line.
    Otherwise,
    /// No difference is established, neither fixed nor in proportion.
    None,
}

/// The overhead of a variant over the baseline along the work.
#[derive(Clone, Debug)]
pub struct Overhead {
    /// The values of the other parameters.
    pub point: Point,
    /// The parameter that is the work.
    pub axis: Axis,
    /// Name of the baseline.
    pub baseline: String,
    /// Name of the variant.
    pub candidate: String,
    /// What was compared.
    pub cost: Cost,
    /// The line that its differences were taken to lie on, in nanoseconds.
    pub line: stats::Overhead,
    /// What it is.
    pub shape: Shape,
}

impl Overhead {
    /// The work from which on it is below [`LITTLE`]; `None` where the difference is no line.
    pub fn below_from(&self) -> Option<&Interval> {
        (self.shape != Shape::Otherwise).then_some(&self.line.below_from)
    }
}

/// The overheads of all variants over the plan's baseline, one for each combination of the parameters that are not the work.
/// None for a plan that does not say what the work is, or that has no baseline.
pub fn overheads(run: &Run, started: &[Timed]) -> Vec<Overhead> {
    let param = run.plan.params.iter().find(|param| run.plan.work.as_ref() == Some(&param.name));
    let (Some(param), Some(baseline)) = (param, run.plan.baseline) else { return Vec::new() };
    let axis = &Axis::of(param);
    let groups = along(started.iter().map(|timed| (&timed.record.point, timed)), &axis.param);
    let candidates = || run.plan.contestants().filter(|(index, _)| *index != baseline);
    let costs = [Cost::Time, Cost::ServerCpu];
    let all = groups.iter().flat_map(|(others, points)| {
        candidates().flat_map(move |(candidate, _)| {
            costs.into_iter().filter_map(move |cost| overhead(axis, others, points, [baseline, candidate], cost))
        })
    });
    all.collect()
}

fn overhead(axis: &Axis, others: &Point, points: &[&Timed], pair: [usize; 2], cost: Cost) -> Option<Overhead> {
    let run = points.first()?.run;
    let levels: Vec<WorkLevel> = points.iter().filter_map(|point| level(point, &axis.param, pair, cost)).collect();
    let line = stats::overhead(&levels, LITTLE, run.header.seed)?;
    let is_line = line.p_of_line.is_none_or(|p| p >= stats::REJECTED);
    // A proportion that is known to be within the margin is no proportion that matters.
    let is_flat = [line.share.low, line.share.high].iter().all(|share| alike(run.plan.margin).contains(&(1.0 + share)));
    let shape = match (is_line, !line.fixed.contains(0.0), !line.share.contains(0.0) && !is_flat) {
        (false, ..) => Shape::Otherwise,
        (true, true, false) => Shape::Additive,
        (true, false, true) => Shape::Proportional,
        (true, true, true) => Shape::Mixed,
        (true, false, false) => Shape::None,
    };
    let [baseline, candidate] = pair.map(|variant| run.plan.variants[variant].name.clone());
    Some(Overhead { point: others.clone(), axis: axis.clone(), baseline, candidate, cost, line, shape })
}

fn level(timed: &Timed, param: &str, [baseline, candidate]: [usize; 2], cost: Cost) -> Option<WorkLevel> {
    let Timed { run, record, times, compared, .. } = timed;
    if !compared.contains(&baseline) || !compared.contains(&candidate) {
        return None;
    }
    let work = record.point.get(param).and_then(Value::number)?;
    let launches = match cost {
        // The time of what limits it is no time of a server.
        Cost::Time if timed.is_limited(baseline) || timed.is_limited(candidate) => return None,
        Cost::Time => {
            let pairs = times.means.values();
            pairs.filter_map(|means| Some((*means.get(&baseline)?, *means.get(&candidate)?))).collect()
        }
        Cost::ServerCpu => {
            let (base, other) = (server_cpu(run, record, baseline)?, server_cpu(run, record, candidate)?);
            base.iter().filter_map(|(launch, base)| Some((*base, *other.get(launch)?))).collect()
        }
    };
    Some(WorkLevel { work, launches })
}

/// The CPU time of the server per request, launch by launch; `None` for what is no request.
fn server_cpu(run: &Run, record: &PointRecord, variant: usize) -> Option<BTreeMap<usize, f64>> {
    run.plan.server(&run.plan.variants[variant])?;
    let of_launch = |blocks: &[Block]| {
        let own = || blocks.iter().flat_map(|block| &block.samples).filter(|sample| sample.variant == variant);
        let total = |metric| own().map(|sample| sample.readings.get(&metric).copied()).sum::<Option<u64>>();
        let requests: u64 = own().map(|sample| sample.iterations).sum();
        let cpu_ns = || Some(total(Metric::User)? + total(Metric::System)?);
        let each = || cpu_ns().map(|cpu_ns| (blocks[0].launch, cpu_ns as f64 / requests as f64));
        (requests > 0).then(each)
    };
    record.launches().filter_map(of_launch).collect()
}
