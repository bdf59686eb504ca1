//! What the times of a comparison say beside their ratio: quantiles, and the course of the run.
//!
//! Refuses to judge: the verdict is that of the comparison.

use crate::advice;
use crate::by_variant::ByVariant;
use crate::paired::{BlockTimes, Times};
use crate::traffic;
use model::PointRecord;
use stats::Interval;
use std::sync::OnceLock;

/// How the times of a comparison are distributed.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// By which part of it the ratio changed in the course of the run, where that is worth a sentence.
    pub ratio_drift: Option<f64>,
    /// Those that are told.
    quantiles: &'static [f64],
    /// The latencies of all requests, or the times of all batches in nanoseconds per iteration, each with how often it occurred, in the launches that have those of both.
    times: Both,
    /// What the bootstrap draws from: the run's seed.
    seed: u64,
    /// Drawn when they are asked for: thousands of resamples for every pair would keep a report waiting that shows none.
    quantile_shifts: OnceLock<Vec<QuantileShift>>,
}

/// How a quantile differs between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantileShift {
    /// In 0..=1.
    pub quantile: f64,
    /// The candidate's quantile over that of the baseline, with its interval at 95 %, from a bootstrap over launches.
    pub ratio: Interval,
}

/// What candidate and baseline have in each launch, in that order.
type Both = (Vec<Vec<(f64, u64)>>, Vec<Vec<(f64, u64)>>);

/// How the times of a candidate and a baseline are distributed.
pub fn distribution(times: &Times, record: &PointRecord, seed: u64, [baseline, candidate]: [usize; 2]) -> Distribution {
    let (latencies, batches) = (latencies(record, candidate, baseline), batches(times, candidate, baseline));
    let ratio_drift = advice::ratio_drift(times, baseline, candidate);
    let (quantiles, times) =
        if latencies.0.is_empty() { (&traffic::QUANTILES[..3], batches) } else { (&traffic::QUANTILES[..], latencies) };
    Distribution { ratio_drift, quantiles, times, seed, quantile_shifts: OnceLock::new() }
}

/// The times of the batches of two variants in the blocks that have both.
fn batches(times: &Times, candidate: usize, baseline: usize) -> Both {
    let of_launch = |blocks: &BlockTimes| {
        let once = |times: &ByVariant<f64>, variant| Some((*times.get(&variant)?, 1));
        let both: (Vec<_>, Vec<_>) =
            blocks.iter().filter_map(|times| Some((once(times, candidate)?, once(times, baseline)?))).unzip();
        (!both.0.is_empty()).then_some(both)
    };
    times.batches.values().filter_map(of_launch).unzip()
}

/// The latencies of two variants in the launches that have those of both.
fn latencies(record: &PointRecord, candidate: usize, baseline: usize) -> Both {
    let (of_candidate, mut of_baseline) = (traffic::counted(record, candidate), traffic::counted(record, baseline));
    of_candidate.into_iter().filter_map(|(launch, counts)| Some((counts, of_baseline.remove(&launch)?))).unzip()
}

impl Distribution {
    /// How p50, p90 and p99 differ, of requests p99.9, too; those with too few samples beyond them are left out. The first call takes its time.
    pub fn quantile_shifts(&self) -> &[QuantileShift] {
        self.quantile_shifts.get_or_init(|| {
            let [candidate, baseline] =
                [&self.times.0, &self.times.1].map(|all| all.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let shifts = stats::quantile_shifts(&candidate, &baseline, self.quantiles, self.seed);
            let shifts = self.quantiles.iter().copied().zip(shifts);
            shifts.filter_map(|(quantile, ratio)| Some(QuantileShift { quantile, ratio: ratio?.exp() })).collect()
        })
    }
}
