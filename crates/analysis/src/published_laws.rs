//! What the tables of a post say along their sizes: its law and its crossover, whether or not the post names them.

use crate::axis::{Axis, axes};
use model::{Plan, PublishedTable};
use stats::{Form, Interval, SIZES_MIN, SizeLevel};

/// The level of the intervals.
const ALPHA: f64 = 0.05;

/// How far a published figure may be beside a law, as a part of its time: nobody knows its error, and figures that were taken once differ by some per cent
/// from those that would have been taken the next day.
const TOLERANCE: f64 = 0.10;

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

/// The figures of a variant along an axis: size and time.
struct Series {
    variant: String,
    figures: Vec<(f64, f64)>,
}

/// The laws of all variants that are in tables which differ in one parameter only, in the order of the plan; those that follow none are left out.
pub fn published_laws(plan: &Plan, tables: &[PublishedTable]) -> Vec<PublishedLaw> {
    let law = |(axis, series): (Axis, Series)| {
        let level = |(size, time): &(f64, f64)| SizeLevel { size: *size, launches: vec![*time] };
        let levels: Vec<SizeLevel> = series.figures.iter().map(level).collect();
        let law = stats::law(&levels, TOLERANCE, ALPHA).ok()?;
        Some(PublishedLaw { axis, variant: series.variant, law })
    };
    series(plan, tables).into_iter().filter_map(law).collect()
}

/// Where the lines of two of them meet, among the sizes of the tables.
pub fn published_crossovers(plan: &Plan, tables: &[PublishedTable], laws: &[PublishedLaw]) -> Vec<PublishedCrossover> {
    let is_line = |axis: &Axis, variant: &str| {
        laws.iter()
            .any(|law| law.axis == *axis && law.variant == variant && law.law.form == Form::Linear && !law.law.is_tail)
    };
    let mut lines = series(plan, tables);
    lines.retain(|(axis, series)| is_line(axis, &series.variant));
    let mut found = Vec::new();
    for (place, (axis, one)) in lines.iter().enumerate() {
        for (_, other) in lines[place + 1..].iter().filter(|(other, _)| other == axis) {
            found.extend(meeting(axis, one, other));
        }
    }
    found
}

fn meeting(axis: &Axis, one: &Series, other: &Series) -> Option<PublishedCrossover> {
    let at = stats::meeting_of_lines(&one.figures, &other.figures, ALPHA)?;
    let both = |figures: &[(f64, f64)], size: f64| {
        figures.iter().any(|(known, _)| *known <= size) && figures.iter().any(|(known, _)| *known >= size)
    };
    if !both(&one.figures, at.point) || !both(&other.figures, at.point) || at.low <= 0.0 {
        return None;
    }
    let smallest =
        |series: &Series| series.figures.iter().min_by(|left, right| left.0.total_cmp(&right.0)).map(|first| first.1);
    let (from, to) = if smallest(one) < smallest(other) { (one, other) } else { (other, one) };
    Some(PublishedCrossover { axis: axis.clone(), from: from.variant.clone(), to: to.variant.clone(), at })
}

/// The figures of each contestant along each axis, where the tables have nothing but the axis.
fn series(plan: &Plan, tables: &[PublishedTable]) -> Vec<(Axis, Series)> {
    let mut all = Vec::new();
    for axis in axes(plan, SIZES_MIN) {
        for (_, variant) in plan.contestants() {
            let figure = |table: &PublishedTable| {
                let [(param, size)] = table.params.as_slice() else { return None };
                let size: f64 = size.parse().ok().filter(|_| *param == axis.param)?;
                let figure = table.figures.iter().find(|figure| figure.variant == variant.name)?;
                Some((size, 1e9 / figure.rate))
            };
            let figures: Vec<(f64, f64)> = tables.iter().filter_map(figure).collect();
            all.push((axis.clone(), Series { variant: variant.name.clone(), figures }));
        }
    }
    all
}
