//! What the tables of a post say along their sizes: its law and its crossover, whether or not the post names them.

use crate::axis::{Axis, axes};
use crate::every_two::every_two;
use crate::published::PublishedTable;
use model::Plan;
use stats::{Form, Interval, SizeLevel};

/// The law of a variant in the tables of a post.
#[derive(Clone, Debug)]
pub struct PublishedLaw {
    /// The axis that is in the tables.
    pub axis: Axis,
    /// Name of the variant.
    pub variant: String,
    /// The law of its times, in nanoseconds per iteration.
    pub law: stats::Law,
}

/// Where two lines of a post meet.
#[derive(Clone, Debug)]
pub struct PublishedCrossover {
    /// The axis that is in the tables.
    pub axis: Axis,
    /// Name of the variant that is faster below.
    pub from: String,
    /// Name of the one that is faster beyond.
    pub to: String,
    /// The size.
    pub at: Interval,
}

/// The figures of a variant along an axis, size and time, and the law that they follow.
type Series = (PublishedLaw, Vec<(f64, f64)>);

/// The laws of all variants that are in tables which differ in one parameter only, in the order of the plan; those that follow none are left out. And where
/// two of them that are lines meet, among the sizes of the tables.
pub fn published_laws(plan: &Plan, tables: &[PublishedTable]) -> (Vec<PublishedLaw>, Vec<PublishedCrossover>) {
    let all = series(plan, tables);
    let is_line = |(law, _): &&Series| law.law.form == Form::Linear && !law.law.is_tail;
    let lines: Vec<&Series> = all.iter().filter(is_line).collect();
    let along_one = every_two(&lines).filter(|(one, other)| one.0.axis == other.0.axis);
    let crossovers = along_one.filter_map(|(one, other)| meeting(one, other)).collect();
    (all.into_iter().map(|(law, _)| law).collect(), crossovers)
}

fn meeting(one: &Series, other: &Series) -> Option<PublishedCrossover> {
    let at = stats::meeting_of_lines(&one.1, &other.1)?;
    let are_around = |(_, figures): &Series| {
        figures.iter().any(|(known, _)| *known <= at.point) && figures.iter().any(|(known, _)| *known >= at.point)
    };
    if !are_around(one) || !are_around(other) || at.low <= 0.0 {
        return None;
    }
    let apart = |(size, time): &(f64, f64)| {
        let beside = other.1.iter().find(|(known, _)| known == size)?;
        Some((*size, beside.1 - time))
    };
    let smallest = one.1.iter().filter_map(apart).min_by(|left, right| left.0.total_cmp(&right.0))?;
    let ((from, _), (to, _)) = if smallest.1 > 0.0 { (one, other) } else { (other, one) };
    Some(PublishedCrossover { axis: from.axis.clone(), from: from.variant.clone(), to: to.variant.clone(), at })
}

/// Each contestant along each axis, where the tables have nothing but the axis.
fn series(plan: &Plan, tables: &[PublishedTable]) -> Vec<Series> {
    let mut all = Vec::new();
    for axis in axes(plan) {
        for (_, variant) in plan.contestants() {
            let figure = |table: &PublishedTable| {
                let size = table.params.get(&axis.param).filter(|_| table.params.len() == 1)?;
                Some((size.parse().ok()?, 1e9 / table.rates.get(&variant.name)?))
            };
            let figures: Vec<(f64, f64)> = tables.iter().filter_map(figure).collect();
            let level = |(size, time): &(f64, f64)| SizeLevel { size: *size, launches: vec![*time] };
            let levels: Vec<SizeLevel> = figures.iter().map(level).collect();
            // Nobody knows the error of a figure: it may be as far off as a prediction may.
            if let Ok(law) = stats::law(&levels, stats::PREDICTION_MAX) {
                all.push((PublishedLaw { axis: axis.clone(), variant: variant.name.clone(), law }, figures));
            }
        }
    }
    all
}
