//! Values of an axis of the sweep, and what a unit of it costs, as text.

use crate::numbers::{count, factor, short_duration, time, time_unit, unsigned_nothing};
use analysis::{Axis, AxisUnit, Interval};
use model::format_bytes;

/// A value, measured or between those that were: `104 KiB`, `1.50 ms`, `37.5`.
pub fn size(axis: &Axis, value: f64) -> String {
    match axis.unit {
        AxisUnit::Bytes => format_bytes(value.max(0.0).round() as u64),
        AxisUnit::Seconds => time(value * 1e9),
        AxisUnit::Number if value.abs() < 1.0 && value != 0.0 => factor(value),
        AxisUnit::Number => count(value),
    }
}

/// Where something is so along an axis: `from 1 KiB to 64 KiB`; `at 1 KiB` where both ends are written alike.
pub fn stretch(axis: &Axis, from: f64, to: f64) -> String {
    let [first, last] = [from, to].map(|value| size(axis, value));
    if first == last { format!("at {first}") } else { format!("from {first} to {last}") }
}

/// A value with its interval: `104 KiB [88.1 KiB, 121 KiB]`.
pub fn size_between(axis: &Axis, at: &Interval) -> String {
    format!("{} [{}, {}]", size(axis, at.point), size(axis, at.low), size(axis, at.high))
}

/// What a unit is called: `byte`.
pub fn unit(axis: &Axis) -> &'static str {
    match axis.unit {
        AxisUnit::Bytes => "byte",
        AxisUnit::Seconds => "second",
        AxisUnit::Number => "unit",
    }
}

/// What a unit costs, with three digits: picoseconds below a nanosecond.
pub fn time_of_unit(nanos: f64) -> String {
    match nanos {
        0.0 => "0".to_string(),
        _ if nanos < 0.9995 => format!("{} ps", count(nanos * 1000.0)),
        _ => short_duration(nanos),
    }
}

/// A cost with its interval in one unit, to the digits that the interval supports: `1.034 ns [1.021, 1.047]`.
pub fn cost(nanos: &Interval) -> String {
    let most = if nanos.point == 0.0 { nanos.high.abs() } else { nanos.point.abs() };
    let (name, factor) = time_unit(most);
    // Two digits of the half-width, and no more than four of the cost.
    let digits_before = (most / factor).max(1.0).log10().floor() + 1.0;
    let decimals =
        (1.0 - (nanos.half_width() / factor).max(1e-6).log10().floor()).clamp(0.0, (4.0 - digits_before).max(0.0));
    let value = |nanos: f64| unsigned_nothing(format!("{:.*}", decimals as usize, nanos / factor));
    format!("{} {name} [{}, {}]", value(nanos.point), value(nanos.low), value(nanos.high))
}
