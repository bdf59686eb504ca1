//! Time along a parameter: on logarithmic axes or linear ones, of an iteration or of a byte, as the reader chooses.

use super::curve::{Axes, Height, draw};
use super::figure::{Figure, Switch, View, figure, figure_of_views};
use super::group::{Bytes, Group, Read};
use crate::numbers::{percent, relative_half_width};
use crate::sizes::time_of_unit;
use analysis::{Interval, PointAnalysis, Row};
use model::format_duration;

/// The picture. Each way of drawing weighs as much as the first: where the page has no room for the others there is that one alone.
pub fn times_along(group: &Group, id: &str, param: &str, place: &str, has_room: bool) -> String {
    let bytes = group.bytes_of();
    let of_an_iteration: Read = &|_, row| (!row.is_empty).then(|| (row.time_ns, told(&row.time_ns, format_duration)));
    let of_a_byte: Read = &|point, row| of_a_byte(group, bytes?, point, row);
    let title = format!("Time along {param}{place}");
    let mut numbers = group.numbers(&title, of_an_iteration);
    if bytes.is_some() {
        numbers.push_str(&group.numbers(&format!("Time of a byte along {param}{place}"), of_a_byte));
    }
    let around = Figure {
        id: id.to_string(),
        title,
        description: described(Axes::Log, "its time"),
        legend: group.legend(),
        numbers,
    };
    let mut switches = vec![Switch {
        key: "axes",
        name: "Axes",
        choices: vec![("log", "log axes".to_string()), ("linear", "linear axes".to_string())],
    }];
    let mut heights = vec![("iteration", "its time", of_an_iteration, Height::Time("time of an iteration"))];
    if let Some(bytes) = bytes {
        let of_what = match bytes {
            Bytes::OfTheWork => "per byte".to_string(),
            Bytes::OfTheParam => format!("per byte of {param}"),
        };
        let choices = vec![("iteration", "per iteration".to_string()), ("byte", of_what)];
        switches.push(Switch { key: "per", name: "Time", choices });
        heights.push(("byte", "its time for each byte", of_a_byte, Height::Time("time of a byte")));
    }
    let view = |(axes, word): (Axes, &'static str)| {
        let of_height = move |(per, of_what, read, height): &(&'static str, &str, Read, Height)| {
            let curve = group.curve(*read, *height, axes);
            View {
                chosen: vec![word, *per],
                description: described(axes, of_what),
                draw: Box::new(move |paper| draw(paper, &curve)),
            }
        };
        heights.iter().map(of_height).collect::<Vec<View>>()
    };
    if !has_room {
        let curve = group.curve(of_an_iteration, Height::Time("time of an iteration"), Axes::Log);
        return figure(&around, |paper| draw(paper, &curve));
    }
    let views: Vec<View> = [(Axes::Log, "log"), (Axes::Linear, "linear")].into_iter().flat_map(view).collect();
    figure_of_views(&around, &switches, &views)
}

fn of_a_byte(group: &Group, bytes: Bytes, point: &PointAnalysis, row: &Row) -> Option<(Interval, String)> {
    let bytes = group.bytes(bytes, point, row).filter(|bytes| *bytes > 0.0 && !row.is_empty)?;
    let time = row.time_ns.map(|time_ns| time_ns / bytes);
    Some((time, told(&time, time_of_unit)))
}

fn told(interval: &Interval, write: fn(f64) -> String) -> String {
    match relative_half_width(interval) {
        half if half.is_finite() => format!("{} ± {}", write(interval.point), percent(half)),
        _ => format!("{} [open]", write(interval.point)),
    }
}

fn described(axes: Axes, of_what: &str) -> String {
    let axes = match axes {
        Axes::Linear => "The axes are linear and begin at 0.",
        Axes::Log | Axes::Course => "The axis of time is logarithmic.",
    };
    format!("A line for each variant, with a band that is the interval of {of_what}; lower is faster. {axes}")
}
