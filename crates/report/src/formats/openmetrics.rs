//! OpenMetrics 1.0, for a file that Prometheus collects: times and ratios with the bounds of their intervals.
//!
//! Source: the OpenMetrics specification 1.0.0. A unit is the end of a name there, a family stands together, and `# EOF` is the last line.

use super::timed::{Timed, timed};
use crate::printable;
use analysis::{Analysis, Interval};

/// A family of gauges.
struct Family {
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    interval: fn(&Timed) -> Option<Interval>,
    scale: f64,
}

const FAMILIES: [Family; 2] = [
    Family {
        name: "cmpthese_time",
        unit: "seconds",
        help: "Time of an iteration",
        interval: |timed| Some(*timed.time_ns()),
        scale: 1e-9,
    },
    Family {
        name: "cmpthese",
        unit: "ratio",
        help: "Time of an iteration over that of the baseline",
        interval: |timed| timed.standing.found.map(|found| found.ratio),
        scale: 1.0,
    },
];

/// What is told of an interval: what stands behind the name, in the help, and the value.
type Part = (&'static str, &'static str, fn(&Interval) -> f64);

const PARTS: [Part; 3] = [
    ("", "", |interval| interval.point),
    ("_low", ", lower bound", |interval| interval.low),
    ("_high", ", upper bound", |interval| interval.high),
];

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    let timed = timed(analysis);
    let mut out = String::new();
    for Family { name, unit, help, interval, scale } in &FAMILIES {
        for (end, which, value) in PARTS {
            let name = format!("{name}{end}_{unit}");
            out.push_str(&format!("# TYPE {name} gauge\n# UNIT {name} {unit}\n# HELP {name} {help}{which}.\n"));
            for (one, interval) in timed.iter().filter_map(|one| Some((one, interval(one)?))) {
                out.push_str(&format!("{name}{{{}}} {}\n", labels(one), number(value(&interval) * scale)));
            }
        }
    }
    out + "# EOF\n"
}

fn labels(timed: &Timed) -> String {
    let own = [("variant".to_string(), Some(&timed.name)), ("baseline".to_string(), timed.baseline.as_ref())];
    let params = timed.params.iter().map(|(name, value)| (format!("param_{name}"), Some(value)));
    let all = own.into_iter().chain(params).filter_map(|(name, value)| Some(format!("{name}=\"{}\"", escaped(value?))));
    all.collect::<Vec<_>>().join(",")
}

fn escaped(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('"', "\\\"")
}

fn number(value: f64) -> String {
    match value {
        _ if value.is_finite() => value.to_string(),
        _ if value > 0.0 => "+Inf".to_string(),
        _ => "NaN".to_string(),
    }
}
