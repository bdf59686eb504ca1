//! What fresh processes take beside the long run.

use super::value::{IntervalPart, interval};
use analysis::{BeginningRow, Overtaking, PointAnalysis};
use serde::Serialize;

#[derive(Serialize)]
pub struct BeginningsPart<'a> {
    reference: Option<&'a str>,
    variants: Vec<BeginningPart<'a>>,
    overtakings: Vec<OvertakingPart<'a>>,
    leaders: Vec<&'a str>,
}

#[derive(Serialize)]
struct BeginningPart<'a> {
    variant: &'a str,
    launches: usize,
    start_ns: IntervalPart,
    first_ns: IntervalPart,
    steady_ns: IntervalPart,
    start_ratio: Option<IntervalPart>,
    first_ratio: Option<IntervalPart>,
    steady_ratio: Option<IntervalPart>,
}

#[derive(Serialize)]
struct OvertakingPart<'a> {
    ahead: &'a str,
    behind: &'a str,
    iterations: IntervalPart,
}

/// The part; nothing where no start was timed.
pub fn beginnings_part(point: &PointAnalysis) -> Option<BeginningsPart<'_>> {
    let beginnings = point.beginnings.as_ref()?;
    let has_beginning = |variant: &usize| beginnings.rows.iter().any(|row| row.variant == *variant);
    let name = |variant: usize| point.name(variant);
    // Who has finished first, one after the other.
    let leaders = beginnings.leaders();
    let last = leaders.last().map(|overtaking| overtaking.behind);
    Some(BeginningsPart {
        reference: point.baseline.filter(has_beginning).and_then(name),
        variants: beginnings.rows.iter().filter_map(|row| beginning_part(point, row)).collect(),
        overtakings: beginnings.overtakings.iter().filter_map(|one| overtaking_part(point, one)).collect(),
        leaders: leaders.iter().map(|overtaking| overtaking.ahead).chain(last).filter_map(name).collect(),
    })
}

fn beginning_part<'a>(point: &'a PointAnalysis, beginning: &BeginningRow) -> Option<BeginningPart<'a>> {
    let row = point.row(beginning.variant)?;
    let steady = point.baseline.and_then(|baseline| point.found(baseline, row.variant));
    Some(BeginningPart {
        variant: &row.name,
        launches: beginning.launches,
        start_ns: interval(&beginning.start_ns),
        first_ns: interval(&beginning.first_ns),
        steady_ns: interval(&row.time_ns),
        start_ratio: beginning.ratios.map(|[start, _]| interval(&start)),
        first_ratio: beginning.ratios.map(|[_, first]| interval(&first)),
        steady_ratio: steady.map(|(_, ratio)| interval(&ratio)),
    })
}

fn overtaking_part<'a>(point: &'a PointAnalysis, overtaking: &Overtaking) -> Option<OvertakingPart<'a>> {
    Some(OvertakingPart {
        ahead: point.name(overtaking.ahead)?,
        behind: point.name(overtaking.behind)?,
        iterations: interval(&overtaking.iterations),
    })
}
