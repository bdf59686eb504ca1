//! What Little's law says of published figures: who gives an average time and a rate has told the concurrency, and how much of the
//! time was waiting.

use crate::then_and_now_row::ThenAndNowRow;
use model::{Metric, Point};
use stats::Interval;

/// Average time and rate of one variant, as they were published.
#[derive(Clone, Debug, PartialEq)]
pub struct Queueing {
    /// The point.
    pub point: Point,
    /// The variant.
    pub variant: String,
    /// The reference of its table.
    pub reference: String,
    /// Average time in nanoseconds.
    pub average_ns: f64,
    /// Requests a second.
    pub per_second: f64,
    /// Requests under way on average: time × rate.
    pub in_flight: f64,
    /// How much longer than the reference it took on average, in nanoseconds: with what was waited.
    pub longer_ns: f64,
    /// How much longer the server was busy with it than with the reference, 1 / rate − 1 / rate, in nanoseconds.
    pub busier_ns: f64,
    /// The same here and now, from the ratio of the two.
    pub busier_now_ns: Option<Interval>,
}

/// The published figures that have both a time and a rate.
pub fn queueing(rows: &[ThenAndNowRow]) -> Vec<Queueing> {
    let average = |row: &ThenAndNowRow| row.readings.get(&Metric::InFlight).map(|(then, _)| *then);
    let reference_of = |row: &ThenAndNowRow| {
        rows.iter().find(|other| other.point == row.point && other.variant == row.reference).cloned()
    };
    let known = rows.iter().filter_map(|row| {
        let reference = reference_of(row)?;
        let average_ns = average(row)?;
        Some(Queueing {
            point: row.point.clone(),
            variant: row.variant.clone(),
            reference: row.reference.clone(),
            average_ns,
            per_second: row.then_rate,
            in_flight: average_ns / 1e9 * row.then_rate,
            longer_ns: average_ns - average(&reference)?,
            busier_ns: 1e9 / row.then_rate - 1e9 / reference.then_rate,
            busier_now_ns: busier_now(row, &reference),
        })
    });
    known.collect()
}

fn busier_now(row: &ThenAndNowRow, reference: &ThenAndNowRow) -> Option<Interval> {
    let reference_ns = 1e9 / reference.now_rate?;
    Some(row.now_ratio?.map(|ratio| (ratio - 1.0) * reference_ns))
}
