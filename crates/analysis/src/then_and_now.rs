//! The post's numbers beside the new ones, as ratios, because machines differ; and what Little's law says of them: who gives an average time and
//! a rate has told the concurrency, and how much of the time was waiting.

use crate::point_analysis::PointAnalysis;
use crate::published::{self, Published, PublishedTable};
use crate::published_laws::{PublishedCrossover, PublishedLaw, published_laws};
use crate::verdict::Verdict;
use model::{Metric, Point, Run};
use stats::Interval;
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
    /// The laws in the published figures.
    pub laws: Vec<PublishedLaw>,
    /// Where they say that two change places.
    pub crossovers: Vec<PublishedCrossover>,
}

/// One variant at one point, then and now, both as time over the time of the same reference.
#[derive(Clone, Debug)]
pub struct ThenAndNowRow {
    /// The point.
    pub point: Point,
    /// The name of the variant.
    pub variant: String,
    /// What the source called it, when that is something else.
    pub label: Option<String>,
    /// The name of the reference.
    pub reference: String,
    /// The published rate in iterations a second.
    pub then_rate: f64,
    /// The published ratio.
    pub then_ratio: f64,
    /// Iterations a second now; `None` when it was not ranked.
    pub now_rate: Option<f64>,
    /// The ratio now.
    pub now_ratio: Option<Interval>,
    /// What is established about it now.
    pub now_verdict: Option<Verdict>,
    /// What else was published of an iteration, and what it is now, in the units of [`Metric`].
    pub readings: BTreeMap<Metric, (f64, Option<f64>)>,
}

/// Average time and rate of one variant, as they were published, and what Little's law says of them.
#[derive(Clone, Copy, Debug)]
pub struct Queueing<'r> {
    /// The variant at a point, with its rate: requests a second.
    pub row: &'r ThenAndNowRow,
    /// Average time in nanoseconds.
    pub average_ns: f64,
    /// Requests under way on average: time × rate.
    pub in_flight: f64,
    /// How much longer than the reference it took on average, in nanoseconds: with what was waited.
    pub longer_ns: f64,
    /// How much longer the server was busy with it than with the reference, 1 / rate − 1 / rate, in nanoseconds.
    pub busier_ns: f64,
    /// The same here and now, from the ratio of the two.
    pub busier_now_ns: Option<Interval>,
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
    let (laws, crossovers) = published_laws(&run.plan, &published.tables);
    let Published { source, machine, .. } = published;
    (!rows.is_empty()).then_some(ThenAndNow { source, machine, rows, laws, crossovers })
}

fn belongs(table: &PublishedTable, point: &Point) -> bool {
    table.params.iter().all(|(name, text)| point.get(name).is_some_and(|value| value.placeholder() == *text))
}

fn rows(run: &Run, point: &PointAnalysis, table: &PublishedTable) -> Vec<ThenAndNowRow> {
    let index_of = |name: &str| run.plan.variants.iter().position(|variant| variant.name == name);
    let published = |index: usize| table.rates.get_key_value(&run.plan.variants[index].name);
    // The plan's baseline if the source has it, else the fastest of the source.
    let fastest = table.rates.iter().max_by(|left, right| left.1.total_cmp(right.1));
    let Some((reference, reference_rate)) = run.plan.baseline.and_then(published).or(fastest) else {
        return Vec::new();
    };
    let reference_index = index_of(reference);
    let row = |(variant, rate): (&String, &f64)| {
        let index = index_of(variant);
        let row = index.and_then(|index| point.row(index));
        let found = reference_index.zip(index).and_then(|(base, candidate)| point.found(base, candidate));
        let now = |metric: &Metric| row.and_then(|row| row.metrics.get(metric).copied());
        let known = table.readings.iter().filter_map(|(metric, of)| Some((*metric, (*of.get(variant)?, now(metric)))));
        ThenAndNowRow {
            point: point.point.clone(),
            variant: variant.clone(),
            label: table.labels.get(variant).cloned(),
            reference: reference.clone(),
            then_rate: *rate,
            then_ratio: reference_rate / rate,
            now_rate: row.filter(|row| !row.is_empty).map(|row| 1e9 / row.time_ns.point),
            now_ratio: found.map(|(_, ratio)| ratio),
            readings: known.collect(),
            now_verdict: found.map(|(verdict, _)| verdict),
        }
    };
    let mut rows: Vec<ThenAndNowRow> = table.rates.iter().map(row).collect();
    rows.sort_by(|left, right| right.then_ratio.total_cmp(&left.then_ratio));
    rows
}

impl ThenAndNow {
    /// What Little's law says of the published figures that have both a time and a rate.
    pub fn queueing(&self) -> Vec<Queueing<'_>> {
        let average = |row: &ThenAndNowRow| row.readings.get(&Metric::InFlight).map(|(then, _)| *then);
        let known = self.rows.iter().filter_map(|row| {
            let is_reference = |other: &&ThenAndNowRow| other.point == row.point && other.variant == row.reference;
            let reference = self.rows.iter().find(is_reference)?;
            let average_ns = average(row)?;
            let now = row.now_ratio.zip(reference.now_rate.map(|rate| 1e9 / rate));
            Some(Queueing {
                row,
                average_ns,
                in_flight: average_ns / 1e9 * row.then_rate,
                longer_ns: average_ns - average(reference)?,
                busier_ns: 1e9 / row.then_rate - 1e9 / reference.then_rate,
                busier_now_ns: now.map(|(ratio, reference_ns)| ratio.map(|ratio| (ratio - 1.0) * reference_ns)),
            })
        });
        known.collect()
    }
}
