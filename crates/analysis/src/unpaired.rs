//! What another tool measured: nothing of it was measured side by side, so two variants are two samples that have nothing to do with each other.
//!
//! Of a variant that was measured in several processes each process is one value; of one process the values are taken one by one, though they are
//! not independent of each other, which [`crate::Imported`] tells.

use crate::paired::{self, Times};
use model::{Block, Metric, Plan, PointRecord, Readings, Sample};
use std::collections::BTreeMap;

/// The times of a point: each value as a launch of one block, in no way that belongs to that launch of another variant.
pub fn times(plan: &Plan, record: &PointRecord) -> Times {
    let mut launches: BTreeMap<usize, Vec<Sample>> = BTreeMap::new();
    for processes in by_process(record).into_values() {
        let values: Vec<Sample> = match processes.len() {
            1 => processes.into_values().flatten().cloned().collect(),
            _ => processes.into_values().map(|samples| together(&samples)).collect(),
        };
        values.into_iter().enumerate().for_each(|(place, value)| launches.entry(place).or_default().push(value));
    }
    let block = |(launch, samples)| Block { point: 0, launch, block: 0, samples };
    let as_launches = PointRecord { blocks: launches.into_iter().map(block).collect(), ..record.clone() };
    let mut times = paired::times(plan, &as_launches);
    times.is_paired = false;
    times
}

/// What each variant has in each of its processes.
pub fn by_process(record: &PointRecord) -> BTreeMap<usize, BTreeMap<usize, Vec<&Sample>>> {
    let mut processes: BTreeMap<usize, BTreeMap<usize, Vec<&Sample>>> = BTreeMap::new();
    for block in &record.blocks {
        for sample in &block.samples {
            processes.entry(sample.variant).or_default().entry(block.launch).or_default().push(sample);
        }
    }
    processes
}

/// All iterations of a process as one batch.
fn together(samples: &[&Sample]) -> Sample {
    let sum = |part: &dyn Fn(&Sample) -> u64| samples.iter().map(|sample| part(sample)).fold(0, u64::saturating_add);
    let wall_ns = sum(&|sample| sample.readings.total(Metric::Wall));
    let readings = Readings::from([(Metric::Wall, wall_ns)]);
    let iterations = sum(&|sample| sample.iterations);
    Sample { variant: samples[0].variant, iterations, readings, slices_ns: Vec::new(), latencies: None }
}
