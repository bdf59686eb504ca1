//! A point, with its variants and their comparisons.

use super::beginnings::{BeginningsPart, beginnings_part};
use super::comparison::{ComparisonPart, comparison_part};
use super::value::{IntervalPart, Params, interval, params};
use super::variant::{VariantPart, excluded_part, row_part};
use crate::exclusions::why_not_compared;
use crate::limit::shares;
use analysis::PointAnalysis;
use serde::Serialize;

#[derive(Serialize)]
pub struct PointPart<'a> {
    params: Params<'a>,
    launches: usize,
    blocks: usize,
    voided: usize,
    control: Option<ControlPart<'a>>,
    inside: Option<f64>,
    untimed: Option<f64>,
    fastest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<LimitPart<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beginnings: Option<BeginningsPart<'a>>,
    variants: Vec<VariantPart<'a>>,
    comparisons: Vec<ComparisonPart<'a>>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
}

/// The limit, and what the others reach of it.
#[derive(Serialize)]
struct LimitPart<'a> {
    variant: &'a str,
    time_to_beat_ns: f64,
    reached: Vec<ReachedPart<'a>>,
}

#[derive(Serialize)]
struct ReachedPart<'a> {
    variant: &'a str,
    share: IntervalPart,
}

fn limit_part(point: &PointAnalysis) -> Option<LimitPart<'_>> {
    let limit = point.row(point.limit?)?;
    let reached = shares(point).into_iter();
    Some(LimitPart {
        variant: &limit.name,
        time_to_beat_ns: limit.time_ns.point,
        reached: reached.map(|(row, share)| ReachedPart { variant: &row.name, share: interval(&share) }).collect(),
    })
}

/// A variant against its own clone.
#[derive(Serialize)]
struct ControlPart<'a> {
    original: &'a str,
    ratio: IntervalPart,
    launches: usize,
}

pub fn point_part(point: &PointAnalysis) -> PointPart<'_> {
    let mut variants: Vec<(usize, VariantPart)> =
        point.rows.iter().map(|row| (row.variant, row_part(point, row))).collect();
    variants.extend(point.excluded.iter().map(|excluded| (excluded.variant, excluded_part(excluded))));
    variants.sort_by_key(|(index, _)| *index);
    PointPart {
        params: params(&point.point),
        launches: point.launches,
        blocks: point.blocks,
        voided: point.voided,
        control: point.control.as_ref().and_then(|control| {
            let original = point.name(control.original)?;
            Some(ControlPart { original, ratio: interval(&control.ratio), launches: control.launches })
        }),
        inside: point.inside,
        untimed: point.untimed,
        fastest: point.fastest().map(|row| row.name.as_str()),
        limit: limit_part(point),
        beginnings: beginnings_part(point),
        variants: variants.into_iter().map(|(_, part)| part).collect(),
        comparisons: point.comparisons.iter().filter_map(|one| comparison_part(point, one)).collect(),
        why: why_not_compared(point),
    }
}
