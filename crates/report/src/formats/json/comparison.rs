//! A candidate against a baseline.

use super::value::{IntervalPart, interval};
use analysis::{Comparison, PointAnalysis, QuantileShift, RareWork, Seldom, Why};
use serde::Serialize;

#[derive(Serialize)]
pub struct ComparisonPart<'a> {
    baseline: &'a str,
    candidate: &'a str,
    ratio: IntervalPart,
    quantity: &'static str,
    mean: Option<IntervalPart>,
    typical: Option<IntervalPart>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_count: Option<ByCountPart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rare: Vec<RarePart<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seldom: Vec<SeldomPart<'a>>,
    p_adjusted: f64,
    detectable: f64,
    launches: usize,
    decided_after: usize,
    blocks: usize,
    /// Known of the comparisons with the variant that others are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    quantile_shifts: Option<Vec<QuantileShiftPart>>,
}

/// How the ratio depends on the number of iterations that a process has run.
#[derive(Serialize)]
struct ByCountPart<'a> {
    variant: &'a str,
    iterations: f64,
    late_from: f64,
    iterations_max: f64,
    early_ns: f64,
    late_ns: f64,
    early_ratio: f64,
    late_ratio: f64,
}

/// Iterations that cost much more than the others.
#[derive(Serialize)]
struct RarePart<'a> {
    variant: &'a str,
    one_of: f64,
    times: f64,
    share: f64,
}

/// Rare work that came too seldom for an interval over launches: the interval of the ratio holds what it may be in the long run.
#[derive(Serialize)]
struct SeldomPart<'a> {
    variant: &'a str,
    count: f64,
    share: f64,
}

#[derive(Serialize)]
struct QuantileShiftPart {
    quantile: f64,
    ratio: IntervalPart,
}

/// `None` where a variant of it has no row.
pub fn comparison_part<'a>(point: &'a PointAnalysis, comparison: &Comparison) -> Option<ComparisonPart<'a>> {
    let (baseline, candidate) = (point.name(comparison.baseline)?, point.name(comparison.candidate)?);
    let rare = |(variant, rare): (&'a str, Option<RareWork>)| {
        let RareWork { one_of, times, share } = rare?;
        Some(RarePart { variant, one_of, times, share })
    };
    let seldom = |(variant, seldom): (&'a str, Option<Seldom>)| {
        let Seldom { count, share, .. } = seldom?;
        Some(SeldomPart { variant, count, share })
    };
    let shift = |shift: &QuantileShift| QuantileShiftPart { quantile: shift.quantile, ratio: interval(&shift.ratio) };
    let known = comparison.distribution.as_ref();
    Some(ComparisonPart {
        baseline,
        candidate,
        ratio: interval(&comparison.ratio),
        quantity: comparison.quantity.key(),
        mean: comparison.mean.as_ref().map(interval),
        typical: comparison.typical.as_ref().map(interval),
        why: comparison.verdict.why().map(Why::key),
        by_count: comparison.by_count.as_ref().map(|found| ByCountPart {
            variant: if found.variant == comparison.baseline { baseline } else { candidate },
            iterations: found.iterations,
            late_from: found.late_from,
            iterations_max: found.iterations_max,
            early_ns: found.early_ns,
            late_ns: found.late_ns,
            early_ratio: found.early,
            late_ratio: found.late,
        }),
        rare: [baseline, candidate].into_iter().zip(comparison.rare).filter_map(rare).collect(),
        seldom: [baseline, candidate].into_iter().zip(comparison.seldom).filter_map(seldom).collect(),
        verdict: comparison.verdict.key(),
        p_adjusted: comparison.p_adjusted,
        detectable: comparison.detectable,
        launches: comparison.launches,
        decided_after: comparison.decided_after,
        blocks: comparison.blocks,
        quantile_shifts: known.map(|known| known.quantile_shifts().iter().map(shift).collect()),
    })
}
