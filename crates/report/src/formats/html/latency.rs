//! How long requests took: quantiles, on one logarithmic axis.

use super::figure::{Figure, Paper, figure};
use super::left_out::left_out;
use super::plot::{self, beside, dot, grid, key, line};
use super::scale::{Scale, short_time};
use super::table::{Cell, table};
use crate::columns::shorten;
use crate::numbers::{count, extremes, time};
use crate::places::and_place;
use crate::printable;
use analysis::{Analysis, Latency, PointAnalysis, Row, Traffic};

/// The place among the looks of the longest, behind those of the quantiles.
const LONGEST: usize = 4;

/// More pictures would be no page.
const POINTS_MAX: usize = 12;

/// A picture for each point where requests were sent.
pub fn latency(analysis: &Analysis) -> Option<String> {
    let known: Vec<(usize, &PointAnalysis)> =
        analysis.points.iter().enumerate().filter(|(_, point)| !with_latencies(point).is_empty()).collect();
    let pictures: String =
        known.iter().take(POINTS_MAX).filter_map(|(index, point)| of_a_point(point, *index)).collect();
    let what = ["more point is in the JSON report.", "more points are in the JSON report."];
    let more = left_out(known.len().saturating_sub(POINTS_MAX), what);
    (!pictures.is_empty()).then(|| format!("<section>\n<h2>Latencies</h2>\n{pictures}{more}</section>\n"))
}

/// Who has some at a point, the fastest first.
fn with_latencies(point: &PointAnalysis) -> Vec<(&Row, &Traffic)> {
    let known = point.rows.iter().rev().filter_map(|row| Some((row, row.traffic.as_ref()?)));
    known.filter(|(_, traffic)| !traffic.latencies.is_empty()).collect()
}

fn of_a_point(point: &PointAnalysis, index: usize) -> Option<String> {
    let rows = with_latencies(point);
    let (_, first) = rows.first()?;
    let title = format!("How long a request took{}", and_place(&point.point));
    let quantiles: Vec<f64> = first.latencies.iter().map(|one| one.quantile).collect();
    let mut heading = vec!["variant".to_string()];
    heading.extend(quantiles.iter().map(|quantile| name(*quantile)));
    heading.extend(["longest", "mean", "requests/s"].map(str::to_string));
    let numbers = rows.iter().map(|(row, traffic)| {
        let of = |quantile: &f64| traffic.latencies.iter().find(|one| one.quantile == *quantile);
        let known = quantiles.iter().map(|quantile| of(quantile).map_or("–".to_string(), told_of));
        let rest = [time(traffic.longest_ns), time(traffic.mean_ns), count(traffic.per_second)];
        (row.name.clone(), known.chain(rest).map(Cell::text).collect())
    });
    let around = Figure {
        id: format!("latency-{index}"),
        title: title.clone(),
        description: "For each variant the quantiles of its latencies from the left to the right, p50 first, with their intervals; at the \
                      end the longest. The axis is logarithmic."
            .to_string(),
        legend: Vec::new(),
        numbers: table(&title, &heading, &numbers.collect::<Vec<_>>()),
    };
    let marks = quantiles.iter().map(|quantile| name(*quantile)).enumerate().chain([(LONGEST, "longest".to_string())]);
    let marks: Vec<(usize, String)> = marks.collect();
    Some(figure(&around, |paper| draw(paper, &rows, &marks)))
}

fn name(quantile: f64) -> String {
    format!("p{}", count(quantile * 100.0))
}

fn told_of(Latency { ns, interval, .. }: &Latency) -> String {
    match interval.filter(|interval| interval.high.is_finite()) {
        Some(interval) => format!("{} [{}, {}]", time(*ns), time(interval.low), time(interval.high)),
        None => time(*ns),
    }
}

fn draw(paper: Paper, rows: &[(&Row, &Traffic)], marks: &[(usize, String)]) -> (String, f64) {
    let is_wide = paper == Paper::Wide;
    let names: Vec<String> =
        rows.iter().map(|(row, _)| shorten(&printable(&row.name), if is_wide { 30 } else { 34 })).collect();
    let left = if is_wide { beside(&names) } else { 10.0 };
    let right = paper.width() - 24.0;
    let (row_height, top) = if is_wide { (34.0, 6.0) } else { (44.0, 6.0) };
    let bottom = top + row_height * rows.len() as f64;
    let values =
        rows.iter().flat_map(|(_, traffic)| traffic.latencies.iter().map(|one| one.ns).chain([traffic.longest_ns]));
    let [low, high] = extremes(values.filter(|value| *value > 0.0));
    let high = high.max(1.0);
    let scale = Scale::log([low.min(high) / 1.15, high * 1.15], [left, right]);
    let mut out = grid(&scale, [top, bottom], if is_wide { 8 } else { 5 }, short_time);
    for (place, (row, traffic)) in rows.iter().enumerate() {
        let top = top + row_height * place as f64;
        let y = if is_wide { top + row_height / 2.0 } else { top + 31.0 };
        out.push_str(&plot::name(is_wide, left, [y + 4.5, top + 16.0], &names[place]));
        let first = traffic.latencies.first().map_or(low, |one| one.ns);
        out.push_str(&line([scale.at(first), y], [scale.at(traffic.longest_ns), y], "reach"));
        for (place, one) in traffic.latencies.iter().enumerate() {
            let tip = format!("{}, {}: {}", row.name, name(one.quantile), told_of(one));
            out.push_str(&dot(place, &scale, y, [one.ns, 4.5], one.interval, &tip));
        }
        let tip = format!("{}, longest: {}", row.name, time(traffic.longest_ns));
        out.push_str(&dot(LONGEST, &scale, y, [traffic.longest_ns, 4.5], None, &tip));
    }
    (out + &key([left, bottom + 42.0], marks), bottom + 52.0)
}
