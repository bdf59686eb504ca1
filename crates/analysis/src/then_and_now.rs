//! The post's numbers beside the new ones: as ratios, because machines differ.

use crate::point_analysis::PointAnalysis;
use crate::published;
use crate::published_laws::{PublishedCrossover, PublishedLaw, published_laws};
use crate::queueing::{self, Queueing};
use crate::row::Row;
use crate::then_and_now_row::ThenAndNowRow;
use model::{Metric, Point, Published, PublishedFigure, PublishedTable, Run};
use std::collections::BTreeMap;

/// The post's numbers beside the new ones.
#[derive(Clone, Debug)]
pub struct ThenAndNow {
    /// Who published it.
    pub source: String,
    /// Where it was measured.
    pub machine: Option<String>,
    /// The rows, point by point.
    pub rows: Vec<ThenAndNowRow>,
    /// What Little's law says of the published figures that have a time and a rate.
    pub queueing: Vec<Queueing>,
    /// The laws in the published figures.
    pub laws: Vec<PublishedLaw>,
    /// Where they say that two change places.
    pub crossovers: Vec<PublishedCrossover>,
}

/// Puts published and new numbers side by side; `None` for a plan without published figures.
pub fn then_and_now(run: &Run, points: &[PointAnalysis]) -> Option<ThenAndNow> {
    let stem = run.header.source.name.rsplit_once('/').map_or("plan", |(_, stem)| stem);
    let published = published::parse(run.header.published.as_ref()?, stem).ok()?;
    let rows = points.iter().flat_map(|point| {
        let tables = published.tables.iter().filter(|table| belongs(table, &point.point));
        tables.flat_map(|table| rows(run, point, table))
    });
    let rows: Vec<ThenAndNowRow> = rows.collect();
    let queueing = queueing::queueing(&rows);
    let (laws, crossovers) = published_laws(&run.plan, &published.tables);
    let Published { source, machine, .. } = published;
    (!rows.is_empty()).then_some(ThenAndNow { source, machine, rows, queueing, laws, crossovers })
}

fn belongs(table: &PublishedTable, point: &Point) -> bool {
    table.params.iter().all(|(name, text)| point.get(name).is_some_and(|value| value.placeholder() == *text))
}

fn rows(run: &Run, point: &PointAnalysis, table: &PublishedTable) -> Vec<ThenAndNowRow> {
    let index_of = |name: &str| run.plan.variants.iter().position(|variant| variant.name == name);
    let published = |index: usize| table.figures.iter().find(|figure| index_of(&figure.variant) == Some(index));
    // The plan's baseline if the source has it, else the fastest of the source.
    let fastest = table.figures.iter().max_by(|left, right| left.rate.total_cmp(&right.rate));
    let Some(reference) = run.plan.baseline.and_then(published).or(fastest) else { return Vec::new() };
    let reference_index = index_of(&reference.variant);
    let row = |figure: &PublishedFigure| {
        let index = index_of(&figure.variant);
        let row = index.and_then(|index| point.row(index));
        let compared = reference_index.zip(index).and_then(|(base, candidate)| point.comparison(base, candidate));
        ThenAndNowRow {
            point: point.point.clone(),
            variant: figure.variant.clone(),
            label: figure.label.clone(),
            reference: reference.variant.clone(),
            then_rate: figure.rate,
            then_ratio: reference.rate / figure.rate,
            now_rate: row.filter(|row| !row.is_empty).map(|row| 1e9 / row.time_ns.point),
            now_ratio: compared.map(|(comparison, turned)| comparison.ratio_turned(turned)),
            readings: readings(figure, row),
            now_verdict: compared.map(|(comparison, turned)| comparison.verdict.turned(turned)),
        }
    };
    let mut rows: Vec<ThenAndNowRow> = table.figures.iter().map(row).collect();
    rows.sort_by(|left, right| right.then_ratio.total_cmp(&left.then_ratio));
    rows
}

fn readings(figure: &PublishedFigure, row: Option<&Row>) -> BTreeMap<Metric, (f64, Option<f64>)> {
    let now = |metric: &Metric| row.and_then(|row| row.metrics.get(metric).copied());
    figure.readings.iter().map(|(metric, then)| (*metric, (*then, now(metric)))).collect()
}
