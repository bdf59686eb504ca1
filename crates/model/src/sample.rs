//! One timed batch and the block that it belongs to.

use crate::Metric;
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
}

impl Sample {
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
