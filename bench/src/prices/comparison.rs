//! What the probes say of an event, beside what another says of it.

use super::teller::{Costs, Turn};
use crate::table::Table;

/// How far the two may be apart.
const WITHIN: f64 = 1.1;

/// An event that both tell of.
pub struct Comparison {
    event: String,
    probe_ns: f64,
    other_ns: f64,
    /// What the probe says, as a multiple of what the other says: the median over the turns, the least and the most.
    ratio: [f64; 3],
}

/// Every event that the probes and the other tell of in each turn.
pub fn of(turns: &[Turn], other: impl Fn(&Turn) -> &Costs) -> Vec<Comparison> {
    let Some(first) = turns.first() else { return Vec::new() };
    first.probes.keys().filter_map(|event| one(turns, event, &other)).collect()
}

fn one(turns: &[Turn], event: &str, other: &impl Fn(&Turn) -> &Costs) -> Option<Comparison> {
    let of_a_turn = |turn: &Turn| Some([*turn.probes.get(event)?, *other(turn).get(event)?]);
    let pairs: Vec<[f64; 2]> = turns.iter().map(of_a_turn).collect::<Option<_>>()?;
    let ratios: Vec<f64> = pairs.iter().map(|[probe, other]| probe / other).collect();
    let median = |index: usize| stats::median(&pairs.iter().map(|pair| pair[index]).collect::<Vec<f64>>());
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ratio = [stats::median(&ratios)?, least, most];
    Some(Comparison { event: event.to_string(), probe_ns: median(0)?, other_ns: median(1)?, ratio })
}

impl Comparison {
    /// Both say the same, within what they may be apart.
    pub fn agrees(&self) -> bool {
        (1.0 / WITHIN..=WITHIN).contains(&self.ratio[0])
    }

    fn cells(&self) -> [String; 3] {
        let [median, least, most] = self.ratio;
        let mark = if self.agrees() { "" } else { "off" };
        [time(self.other_ns), format!("{median:.2} ({least:.2} to {most:.2})"), mark.to_string()]
    }
}

/// A line for each event.
pub fn table(loops: &[Comparison], perf: &[Comparison]) -> Table {
    let head = vec![
        "event",
        "probe",
        "loop in C",
        "probe / loop, least and most of the turns",
        "",
        "perf bench",
        "probe / perf",
        "",
    ];
    let row = |one: &Comparison| {
        let by_perf = perf.iter().find(|other| other.event == one.event);
        let by_perf = by_perf.map(Comparison::cells).unwrap_or_default();
        [one.event.clone(), time(one.probe_ns)].into_iter().chain(one.cells()).chain(by_perf).collect()
    };
    Table { head, rows: loops.iter().map(row).collect() }
}

/// Three digits of a time.
fn time(nanos: f64) -> String {
    let (value, unit) = match nanos {
        under if under < 1.0 => (nanos * 1e3, "ps"),
        under if under < 1e3 => (nanos, "ns"),
        _ => (nanos / 1e3, "µs"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}
