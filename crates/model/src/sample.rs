//! One timed batch and the block that it belongs to.

use crate::{Latencies, Metric};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was read around one batch. A metric that could not be read is not in the map; the reason stands once, in the
/// run's record of the worker.
pub type Readings = BTreeMap<Metric, u64>;

/// One batch: `iterations` runs of one variant and what was read around them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Index of the variant in the plan.
    pub variant: usize,
    /// How many times the variant ran in this batch; at least one.
    pub iterations: u64,
    /// Totals over the batch, in the units of [`Metric`].
    pub readings: Readings,
    /// The nanoseconds of each of its slices, where it was timed in slices of equally many iterations; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slices_ns: Vec<u64>,
    /// How long each iteration took by itself, where several are under way at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latencies: Option<Latencies>,
}

/// Half of the slices of a millisecond have an interrupt, and where a CPU is shared most of them are slowed down.
const LOWER_PART: f64 = 0.125;

impl Sample {
    /// What it takes, in nanoseconds: the time per iteration; where there are slices, in the lowest eighth of them; where
    /// iterations were begun on a plan, whatever became of those before, the median of how late each ended.
    ///
    /// What the machine does beside adds to a slice and never takes away from it, so the lower part of them is the code's own (Chen &
    /// Revels 2016, "Robust benchmarking in noisy environments", take the least); a few may be quick by accident.
    pub fn time_ns(&self) -> f64 {
        self.middle_latency_ns().or_else(|| self.lower_slice_ns()).unwrap_or_else(|| self.wall_ns())
    }

    /// The same, but of all that happened in the batch, rare and dear events included: slices do not matter to it.
    pub fn mean_ns(&self) -> f64 {
        self.middle_latency_ns().unwrap_or_else(|| self.wall_ns())
    }

    fn middle_latency_ns(&self) -> Option<f64> {
        let planned = self.latencies.as_ref().filter(|latencies| latencies.planned)?;
        Some(planned.quantile(0.5).unwrap_or(f64::NAN))
    }

    /// Nanoseconds per iteration in each of its slices.
    pub fn slices_of_iterations_ns(&self) -> impl Iterator<Item = f64> {
        let iterations = self.iterations as f64 / self.slices_ns.len() as f64;
        self.slices_ns.iter().map(move |slice| *slice as f64 / iterations)
    }

    fn lower_slice_ns(&self) -> Option<f64> {
        self.slice_ns(LOWER_PART)
    }

    /// Nanoseconds per iteration in the middle one of its slices; `None` where it has none.
    pub fn middle_slice_ns(&self) -> Option<f64> {
        self.slice_ns(0.5)
    }

    /// Nanoseconds per iteration in the slice below which such a part of them is.
    fn slice_ns(&self, part: f64) -> Option<f64> {
        let mut ascending = self.slices_ns.clone();
        ascending.sort_unstable();
        let place = ascending.len().checked_sub(1)? as f64 * part;
        let (below, above) = (ascending[place.floor() as usize] as f64, ascending[place.ceil() as usize] as f64);
        let slice_ns = below + place.fract() * (above - below);
        Some(slice_ns * self.slices_ns.len() as f64 / self.iterations as f64)
    }

    /// Elapsed nanoseconds per iteration.
    pub fn wall_ns(&self) -> f64 {
        self.readings.get(&Metric::Wall).map_or(f64::NAN, |wall| *wall as f64 / self.iterations as f64)
    }
}

/// Every variant of a point once, in random order: the unit that is stored, resumed and paired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Index of the point.
    pub point: usize,
    /// Index of the launch within the point.
    pub launch: usize,
    /// Index of the block within the launch.
    pub block: usize,
    /// The samples in the order in which they were taken.
    pub samples: Vec<Sample>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(iterations: u64, slices_ns: &[u64]) -> Sample {
        let readings = Readings::from([(Metric::Wall, slices_ns.iter().sum())]);
        Sample { variant: 0, iterations, readings, slices_ns: slices_ns.to_vec(), latencies: None }
    }

    #[test]
    fn the_lowest_eighth_of_slices_is_the_time_and_the_mean_is_of_all() {
        let three = sample(30, &[100, 900, 110]);
        assert_eq!((three.time_ns(), three.mean_ns()), (10.25, 37.0));
        let nine = sample(90, &[900, 100, 120, 80, 300, 400, 400, 300, 100]);
        assert_eq!((nine.time_ns(), nine.mean_ns()), (10.0, 30.0));
    }

    #[test]
    fn a_batch_without_slices_is_compared_as_a_whole() {
        let whole = Sample { slices_ns: Vec::new(), ..sample(30, &[1110]) };
        assert_eq!((whole.time_ns(), whole.mean_ns()), (37.0, 37.0));
    }
}
