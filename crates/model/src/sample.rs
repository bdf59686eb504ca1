//! One timed batch and the block that it belongs to.

use crate::{Latencies, Metric, Readings};
use serde::{Deserialize, Serialize};

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
    pub latencies: Option<Box<Latencies>>,
}

impl Sample {
    /// Total time over iterations, in nanoseconds, less the time in which it could have run and others had the CPU; where iterations were
    /// begun on a plan, whatever became of those before, the median of how late each ended.
    pub fn mean_ns(&self) -> f64 {
        let (wall, delayed) = (self.wall_ns(), self.delayed_ns());
        self.middle_latency_ns().unwrap_or(if delayed > wall { 0.0 } else { wall - delayed })
    }

    /// The same of the middle slice, where there are slices: what rare events, and what the machine does beside, hardly touch.
    pub fn typical_ns(&self) -> f64 {
        self.middle_slice_ns().unwrap_or_else(|| self.mean_ns())
    }

    /// Nanoseconds per iteration in which it could have run and others had the CPU, as far as that is known.
    fn delayed_ns(&self) -> f64 {
        self.readings.get(&Metric::Delayed).map_or(0.0, |delayed| *delayed as f64 / self.iterations as f64)
    }

    /// Nanoseconds per iteration in each of its slices, or in the whole batch where it has none.
    pub fn units_ns(&self) -> Vec<f64> {
        let slices = self.slices_ns.len() as f64;
        match self.slices_ns.is_empty() {
            true => vec![self.mean_ns()],
            false => self.slices_ns.iter().map(|slice| *slice as f64 * slices / self.iterations as f64).collect(),
        }
    }

    /// The same less the time in which others had the CPU. Of that the batch alone is known: it is taken off the dearest slices, down to the
    /// middle one, and what is left then off all alike.
    pub fn own_units_ns(&self) -> Vec<f64> {
        let mut units = self.units_ns();
        let Some(middle) = self.middle_slice_ns() else { return units };
        let mut left = self.delayed_ns() * units.len() as f64;
        let mut dearest: Vec<&mut f64> = units.iter_mut().collect();
        dearest.sort_by(|one, other| other.total_cmp(one));
        for unit in dearest {
            let taken = left.min(*unit - middle).max(0.0);
            (*unit, left) = (*unit - taken, left - taken);
        }
        let kept = (1.0 - left / units.iter().sum::<f64>()).max(0.0);
        units.iter().map(|unit| if left > 0.0 { unit * kept } else { *unit }).collect()
    }

    fn middle_latency_ns(&self) -> Option<f64> {
        let planned = self.latencies.as_ref().filter(|latencies| latencies.planned)?;
        Some(planned.quantile(0.5).unwrap_or(f64::NAN))
    }

    /// Nanoseconds per iteration in the middle one of its slices; `None` where it has none.
    pub fn middle_slice_ns(&self) -> Option<f64> {
        let mut ascending = self.slices_ns.clone();
        ascending.sort_unstable();
        let last = ascending.len().checked_sub(1)?;
        let middle_ns = (ascending[last / 2] + ascending[last.div_ceil(2)]) as f64 / 2.0;
        Some(middle_ns * ascending.len() as f64 / self.iterations as f64)
    }

    /// Elapsed nanoseconds per iteration.
    fn wall_ns(&self) -> f64 {
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
    fn the_middle_slice_is_typical_and_the_mean_is_of_all() {
        let three = sample(30, &[100, 900, 110]);
        assert_eq!((three.typical_ns(), three.mean_ns(), three.units_ns()), (11.0, 37.0, vec![10.0, 90.0, 11.0]));
        let four = sample(40, &[900, 100, 120, 80]);
        assert_eq!((four.typical_ns(), four.mean_ns()), (11.0, 30.0));
    }

    /// A preemption is in a slice or two; what is in all of them makes the whole batch slow.
    #[test]
    fn what_others_took_is_in_no_slice() {
        let delayed = |delayed_ns: u64| {
            let mut one = sample(40, &[900, 100, 300, 100]);
            one.readings.insert(Metric::Delayed, delayed_ns);
            let units = one.own_units_ns();
            assert_eq!(units.iter().sum::<f64>() / 4.0, one.mean_ns());
            units
        };
        assert_eq!(delayed(0), [90.0, 10.0, 30.0, 10.0]);
        assert_eq!(delayed(600), [30.0, 10.0, 30.0, 10.0]);
        assert_eq!(delayed(800), [20.0, 10.0, 20.0, 10.0]);
        assert_eq!(delayed(1100), [10.0, 5.0, 10.0, 5.0]);
        assert_eq!(delayed(1400), [0.0; 4]);
        assert_eq!(delayed(9000), [0.0; 4]);
    }

    #[test]
    fn a_batch_without_slices_is_compared_as_a_whole() {
        let whole = Sample { slices_ns: Vec::new(), ..sample(30, &[1110]) };
        assert_eq!((whole.typical_ns(), whole.mean_ns(), whole.units_ns()), (37.0, 37.0, vec![37.0]));
    }
}
