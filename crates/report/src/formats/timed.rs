//! What the formats of other tools are made of: each variant at each point that has a time, under one name.
//!
//! None of them knows pairs: what they carry is judged there as if each variant had been measured by itself.

use crate::notes::OWN;
use crate::standing::{Standing, standings};
use analysis::{Analysis, Interval, Row};
use model::Metric;

/// What every format with room for a sentence says of itself.
pub fn pairing_lost(analysis: &Analysis) -> String {
    match &analysis.imported {
        None => "measured side by side, in random order; this format does not know which times belong together, so what is computed from it is less \
                 sure than the report"
            .to_string(),
        Some(imported) if imported.tool == OWN => {
            "imported from a file that does not know which times belong together".to_string()
        }
        Some(imported) => format!("imported from {}; not measured side by side", imported.tool),
    }
}

/// The tool that measured it, with this program's version where it was this program.
pub fn measured_by(analysis: &Analysis) -> String {
    match &analysis.imported {
        Some(imported) if imported.tool != OWN => imported.tool.clone(),
        _ => format!("{OWN} {}", analysis.header.version),
    }
}

/// A variant at a point.
pub struct Timed<'a> {
    /// Its name, which may hold anything.
    pub name: String,
    /// Names and values of the parameters: bytes, seconds, and numbers as they are.
    pub params: Vec<(String, String)>,
    /// The name of the one that it is compared with.
    pub baseline: Option<String>,
    /// Its times, and what was found.
    pub standing: Standing<'a>,
}

/// All that have a time, in the order of the plan: readers go by place, and by speed the places would be others in another run.
pub fn timed(analysis: &Analysis) -> Vec<Timed<'_>> {
    let of_a_point = |point| {
        let mut standings = standings(point);
        standings.sort_by_key(|standing| standing.row.variant);
        standings.into_iter().map(move |standing| (point, standing))
    };
    let with_time = analysis.points.iter().flat_map(of_a_point).filter(|(_, standing)| !standing.row.is_empty);
    let timed = with_time.map(|(point, standing)| Timed {
        name: standing.row.name.clone(),
        params: point.point.texts().collect(),
        baseline: point.baseline_row().map(|row| row.name.clone()),
        standing,
    });
    timed.collect()
}

impl Timed<'_> {
    /// The name and the parameters: `sort/size=16384`.
    pub fn full_name(&self) -> String {
        self.params.iter().fold(self.name.clone(), |name, (param, value)| format!("{name}/{param}={value}"))
    }

    /// The time of an iteration in nanoseconds.
    pub fn time_ns(&self) -> &Interval {
        &self.standing.row.time_ns
    }

    /// The same in each launch that took longer than what is taken off in it: readers refuse a time that cannot be.
    pub fn launches_ns(&self) -> Vec<f64> {
        self.standing.row.launch_times.iter().copied().filter(|nanos| *nanos > 0.0).collect()
    }

    /// Iterations of a launch, on average: at least one.
    pub fn iterations(&self) -> u64 {
        let launches = self.standing.row.launch_times.len().max(1) as u64;
        (self.standing.row.iterations / launches).max(1)
    }

    /// CPU time of an iteration in nanoseconds, in user mode or in the kernel, beside the times of the launches, which are as they were measured; `None` where it was not
    /// read.
    pub fn cpu_ns(&self, mode: Metric) -> Option<f64> {
        let Row { metrics, launch_times, time_ns, .. } = self.standing.row;
        let scale = analysis::mean(launch_times)? / time_ns.point;
        Some(metrics.get(&mode)? * if scale.is_finite() { scale } else { 1.0 })
    }
}
