//! Where two variants change places along each numeric axis of the sweep, the other parameters held.

use crate::axis::{Axis, along, axes};
use crate::comparison::Comparison;
use crate::every_two::every_two;
use crate::point_analysis::PointAnalysis;
use crate::verdict::{Verdict, Why};
use model::{Plan, Point, Value};
use stats::{ALPHA, Crossing, Interval, Order, PairLevel, Region, SIZES_MIN, crossings, regions};

/// What is established of a pair along an axis.
#[derive(Clone, Debug)]
pub struct Course {
    /// The values of the other parameters.
    pub point: Point,
    /// The axis.
    pub axis: Axis,
    /// Name of the first: the plan's baseline, if it is one of the two.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// Whether the first is the plan's baseline.
    pub is_to_baseline: bool,
    /// The values of the axis by what is established there, in their order.
    pub regions: Vec<Region>,
    /// Where they change places.
    pub crossings: Vec<Crossing>,
}

impl Course {
    /// The names of the two, the faster one first.
    pub fn ordered(&self, order: Order) -> [&str; 2] {
        if order == Order::FirstFaster { [&self.first, &self.second] } else { [&self.second, &self.first] }
    }
}

/// The courses of all pairs that were compared at so many values of an axis, in the order of the plan, those with the limit apart. What is
/// established is what the points say, so that a sentence about the axis says nothing else than those about its points.
pub fn courses(plan: &Plan, points: &[PointAnalysis]) -> Vec<Course> {
    let mut courses = Vec::new();
    for axis in axes(plan) {
        for (others, group) in along(points.iter().map(|point| (&point.point, point)), &axis.param) {
            courses.extend(pairs(plan).into_iter().filter_map(|pair| course(plan, &axis, &others, &group, pair)));
        }
    }
    courses
}

/// Every pair of contestants but the limit, the plan's baseline first where it is one of the two.
pub fn pairs(plan: &Plan) -> Vec<(usize, usize)> {
    let contestants = plan.contestants().map(|(index, _)| index);
    let contestants: Vec<usize> = contestants.filter(|index| plan.limit != Some(*index)).collect();
    let turned = |(&one, &other)| if plan.baseline == Some(other) { (other, one) } else { (one, other) };
    every_two(&contestants).map(turned).collect()
}

fn course(
    plan: &Plan,
    axis: &Axis,
    others: &Point,
    group: &[&PointAnalysis],
    (first, second): (usize, usize),
) -> Option<Course> {
    let compared = |size: f64, point: &PointAnalysis| {
        let (comparison, turned) = point.comparison(first, second)?;
        let time = (point.row(first)?.time_ns.point * point.row(second)?.time_ns.point).sqrt();
        Some(level(size, time, comparison, comparison.verdict, turned))
    };
    // Where one of them failed or was skipped, neither is to be taken for the faster one: what is said of both ends there.
    let level = |point: &&PointAnalysis| {
        let size = point.point.get(&axis.param).and_then(Value::number)?;
        let none = PairLevel { size, time: f64::NAN, difference: Interval::unbounded(0.0), order: Order::NotCompared };
        Some(compared(size, point).unwrap_or(none))
    };
    let levels: Vec<PairLevel> = group.iter().filter_map(level).collect();
    let sizes = levels.iter().filter(|level| level.order != Order::NotCompared).count();
    let name = |variant: usize| plan.variants[variant].name.clone();
    (sizes >= SIZES_MIN).then(|| Course {
        point: others.clone(),
        axis: axis.clone(),
        first: name(first),
        second: name(second),
        is_to_baseline: plan.baseline == Some(first),
        regions: regions(&levels),
        crossings: crossings(&levels),
    })
}

/// A pair at one value, with what a verdict says. Where its times are not its own, or depend on how often it runs, nothing is known of it.
pub fn level(size: f64, time: f64, comparison: &Comparison, verdict: Verdict, turned: bool) -> PairLevel {
    let is_its_own = !matches!(verdict.why(), Some(Why::GeneratorLimited | Why::DependsOnCount));
    let order = match verdict.turned(turned) {
        Verdict::Faster => Order::SecondFaster,
        Verdict::Slower => Order::FirstFaster,
        Verdict::Equivalent => Order::Same,
        Verdict::Undecided(_) => Order::Open,
    };
    let told = || comparison.evidence.interval(comparison.quantity, ALPHA, comparison.launches);
    let found = is_its_own.then(told).flatten().unwrap_or(Interval::unbounded(0.0));
    // What came seldom has its share, as in the table.
    let found = found.plus(comparison.factor().map(f64::ln));
    let difference = if turned { found.times(-1.0) } else { found };
    PairLevel { size, time, difference, order }
}
