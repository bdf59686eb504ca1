//! The ratio to the baseline in every launch, of the times that decide, in the order of time: how the launches lie, and whether something changed meanwhile.

use super::curve::{Axes, Curve, Height, Line, draw};
use super::figure::{Figure, figure};
use super::table::{Cell, table};
use crate::numbers::factor;
use analysis::{Analysis, Interval, PointAnalysis, Row};

/// More lines would lie on each other.
const LINES_MAX: usize = 8;

/// More places would be no wider than a line: launches that follow each other share one.
const PLACES_MAX: usize = 100;

/// A variant, and what launches say of its ratio to the baseline, each with the index of the launch.
type Course = (String, Vec<(usize, f64)>);

/// The picture of a point; nothing where fewer than two launches were compared, or too many variants.
pub fn launches(analysis: &Analysis, point: &PointAnalysis, id: &str) -> Option<String> {
    let base = point.baseline_row()?;
    let of = |row: &Row| {
        let (comparison, is_turned) = point.comparison(base.variant, row.variant)?;
        Some((row.name.clone(), comparison.launch_ratios(is_turned)))
    };
    let courses: Vec<Course> = point.rows.iter().rev().filter_map(of).collect();
    let longest = courses.iter().map(|(_, ratios)| ratios.len()).max()?;
    if longest < 2 || courses.len() > LINES_MAX {
        return None;
    }
    let all = courses.iter().flat_map(|(_, ratios)| ratios).map(|(launch, _)| launch + 1).max()?;
    let each = all.div_ceil(PLACES_MAX);
    let lines: Vec<Line> = courses.iter().enumerate().map(|(place, course)| line(place, course, each)).collect();
    let along: Vec<(f64, String)> =
        (0..all.div_ceil(each)).map(|place| (place as f64, (place * each + 1).to_string())).collect();
    let heading: Vec<String> =
        std::iter::once("from launch".to_string()).chain(courses.iter().map(|(name, _)| name.clone())).collect();
    let numbers = along.iter().map(|(place, launch)| {
        let cell = |line: &Line| {
            let dot = line.dots.iter().find(|(own, ..)| own == place);
            Cell::text(dot.map_or("–".to_string(), |(_, ratio, _)| factor(ratio.point)))
        };
        (launch.clone(), lines.iter().map(cell).collect())
    });
    let title = format!("Launch by launch: time as a multiple of the time of {}", base.name);
    let around = Figure {
        id: id.to_string(),
        title: title.clone(),
        description: "What each launch says of the ratio, in the order of time, from the left to the right. A line that rises or falls tells that something changed while the run was \
                      made; the band is the margin."
            .to_string(),
        legend: courses.iter().enumerate().map(|(place, (name, _))| (place, name.clone())).collect(),
        numbers: table(&title, &heading, &numbers.collect::<Vec<_>>()),
    };
    let height = Height::Ratio(analysis.margin);
    let curve = Curve { lines, along, param: "launch".to_string(), height, axes: Axes::Course };
    Some(figure(&around, |paper| draw(paper, &curve)))
}

fn line(place: usize, (name, ratios): &Course, each: usize) -> Line {
    let dot = |group: &[(usize, f64)]| {
        let mean = (group.iter().map(|(_, ratio)| ratio.ln()).sum::<f64>() / group.len() as f64).exp();
        let (first, last) = (group[0].0 + 1, group[group.len() - 1].0 + 1);
        let launches = if first == last { format!("launch {first}") } else { format!("launches {first} to {last}") };
        let tip = format!("{name}, {launches}: {}", factor(mean));
        ((group[0].0 / each) as f64, Interval { point: mean, low: mean, high: mean, level: 1.0 }, tip)
    };
    let groups = ratios.chunk_by(|(one, _), (next, _)| one / each == next / each);
    Line { place, name: name.clone(), dots: groups.map(dot).collect() }
}
