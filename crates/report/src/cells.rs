//! The matrix of Perl's Benchmark: rates, and every variant against every other, slowest first.
//!
//! Same layout and rounding as `cmpthese` of Benchmark.pm, so that a reader of it knows it at once; what is new is that a
//! difference that is not established is not printed as one.

use crate::numbers::{self, benchmark_number};
use analysis::{PointAnalysis, Row, Verdict};
use model::format_duration;

/// The heading of what stands for rates where these are planned.
pub const LATENCY: &str = "p50";

/// What a cell says about its row against its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// The variant itself.
    Itself,
    /// The rate is so many per cent higher (or lower, when negative).
    Established(f64),
    /// The two are within the margin.
    Equivalent,
    /// Nothing is established.
    Undecided,
}

/// A row of the matrix.
#[derive(Clone, Debug)]
pub struct MatrixRow {
    /// The variant's name.
    pub name: String,
    /// `21810/s`, or seconds per iteration; of an open loop, whose rate is planned, the median latency.
    pub rate: String,
    /// One cell a column; the columns are the rows in the same order.
    pub cells: Vec<Cell>,
}

/// The heading of the rates and the rows of the matrix, slowest first. Variants without a rate are left out.
pub fn matrix_cells(point: &PointAnalysis) -> (&'static str, Vec<MatrixRow>) {
    let rows: Vec<&Row> = point.rows.iter().filter(|row| !row.is_empty).collect();
    let as_rates = rows.get(rows.len().saturating_sub(1) / 2).is_some_and(|row| row.time_ns.point < 1e9);
    let are_latencies = !rows.is_empty() && rows.iter().all(|row| row.has_planned_rate());
    let made = rows.iter().map(|row| MatrixRow {
        name: row.name.clone(),
        rate: if are_latencies { format_duration(row.time_ns.point) } else { rate(row, as_rates) },
        cells: rows.iter().map(|column| cell(point, row, column)).collect(),
    });
    let heading = match as_rates {
        _ if are_latencies => LATENCY,
        true => "Rate",
        false => "s/iter",
    };
    (heading, made.collect())
}

fn rate(row: &Row, as_rates: bool) -> String {
    let seconds = row.time_ns.point / 1e9;
    if as_rates { numbers::rate(1.0 / seconds) } else { benchmark_number(seconds) }
}

fn cell(point: &PointAnalysis, row: &Row, column: &Row) -> Cell {
    if row.variant == column.variant {
        return Cell::Itself;
    }
    // The candidate is the row: its rate over that of the column is the inverse of the ratio of times.
    let found = point.verdict(row, column).zip(point.ratio(row, column));
    match found {
        Some((Verdict::Faster | Verdict::Slower, ratio)) => Cell::Established(100.0 / ratio.point - 100.0),
        Some((Verdict::Equivalent, _)) => Cell::Equivalent,
        Some((Verdict::Undecided(_), _)) | None => Cell::Undecided,
    }
}

impl Cell {
    /// The cell as it is printed.
    pub fn text(self) -> String {
        match self {
            Cell::Itself => "--".to_string(),
            Cell::Established(percent) => {
                // One digit below half a percent: a difference is not printed as none.
                let decimals =
                    if percent == 0.0 { 0.0 } else { ((-(2.0 * percent).abs().log10()).floor() + 1.0).clamp(0.0, 6.0) };
                format!("{percent:.0$}%", decimals as usize)
            }
            Cell::Equivalent => "≈".to_string(),
            Cell::Undecided => "?".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_established_difference_is_not_printed_as_none() {
        let text = |percent: f64| Cell::Established(percent).text();
        assert_eq!([-0.4, 0.04, 0.5, 0.6, -33.4].map(text), ["-0.4%", "0.04%", "0.5%", "1%", "-33%"]);
    }
}
