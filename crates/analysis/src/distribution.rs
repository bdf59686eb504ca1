//! What the times of a comparison say beside their ratio: quantiles, and the course of the run.
//!
//! Refuses to judge: the verdict is that of [`crate::comparison`].

use crate::advice;
use crate::comparison::Comparison;
use crate::paired::{BlockTimes, Times};
use crate::traffic;
use model::{PointRecord, Run};
use stats::Interval;
use std::sync::OnceLock;

/// The level of the intervals: each by itself, because none of them is a verdict.
const ALPHA: f64 = 0.05;

/// The quantiles that are compared, where there are samples enough beyond them.
const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// How the times of a comparison are distributed.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// By which part of it the ratio changed in the course of the run, where that is worth a sentence.
    pub ratio_drift: Option<f64>,
    /// The launches that have both.
    launches: Vec<LaunchBatches>,
    /// The latencies of the requests of both, where they are requests.
    counted: Option<Counted>,
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

/// The latencies of all requests of two variants, launch by launch: each with how often it occurred.
#[derive(Clone, Debug)]
struct Counted {
    candidate: Vec<Vec<(f64, u64)>>,
    baseline: Vec<Vec<(f64, u64)>>,
}

/// The times of all batches of a launch in nanoseconds per iteration.
#[derive(Clone, Debug)]
struct LaunchBatches {
    candidate: Vec<f64>,
    baseline: Vec<f64>,
}

/// The distributions of those comparisons that sentences are about: the ones with the variant that others are compared with. Where what sends
/// the requests may have been the limit, latencies are its own.
pub fn distributions(
    run: &Run,
    record: &PointRecord,
    times: &Times,
    comparisons: &[Comparison],
    reference: Option<usize>,
) -> Vec<Distribution> {
    let is_about = |pair: &Comparison, one: usize| pair.baseline == one || pair.candidate == one;
    let is_told =
        |pair: &&Comparison| reference.is_some_and(|one| is_about(pair, one)) && !pair.obstacles.generator_limited;
    comparisons.iter().filter(is_told).map(|pair| distribution(record, times, pair, run.header.seed)).collect()
}

fn distribution(
    record: &PointRecord,
    times: &Times,
    Comparison { baseline, candidate, .. }: &Comparison,
    seed: u64,
) -> Distribution {
    let of_launch = |blocks: &BlockTimes| {
        let pairs = blocks.iter().filter_map(|times| Some((*times.get(candidate)?, *times.get(baseline)?)));
        let (candidate, baseline): (Vec<f64>, Vec<f64>) = pairs.unzip();
        (!candidate.is_empty()).then_some(LaunchBatches { candidate, baseline })
    };
    let launches: Vec<LaunchBatches> = times.batches.values().filter_map(of_launch).collect();
    Distribution {
        baseline: *baseline,
        candidate: *candidate,
        ratio_drift: advice::ratio_drift(times, *baseline, *candidate),
        launches,
        counted: counted(record, *candidate, *baseline),
        seed,
        quantile_shifts: OnceLock::new(),
    }
}

/// The latencies of two variants in the launches that have those of both.
fn counted(record: &PointRecord, candidate: usize, baseline: usize) -> Option<Counted> {
    let (of_candidate, mut of_baseline) = (traffic::counted(record, candidate), traffic::counted(record, baseline));
    let pairs = of_candidate.into_iter().filter_map(|(launch, counts)| Some((counts, of_baseline.remove(&launch)?)));
    let (candidate, baseline): (Vec<_>, Vec<_>) = pairs.unzip();
    (!candidate.is_empty()).then_some(Counted { candidate, baseline })
}

impl Distribution {
    /// The ratio of the candidate's mean time to that of the baseline in each launch that has both, in the order of time.
    pub fn launch_ratios(&self) -> Vec<f64> {
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        self.launches.iter().map(|launch| mean(&launch.candidate) / mean(&launch.baseline)).collect()
    }

    /// How p50, p90 and p99 differ; those with too few samples beyond them are left out. The first call takes its time.
    pub fn quantile_shifts(&self) -> &[QuantileShift] {
        self.quantile_shifts.get_or_init(|| {
            if let Some(counted) = &self.counted {
                return counted.quantile_shifts(self.seed);
            }
            let launches = self.launches.iter();
            let launches: Vec<stats::LaunchTimes> = launches
                .map(|LaunchBatches { candidate, baseline }| stats::LaunchTimes { candidate, baseline })
                .collect();
            let shifts = stats::quantile_shifts(&launches, &QUANTILES, ALPHA, self.seed);
            let known = QUANTILES.into_iter().zip(shifts);
            known.filter_map(|(quantile, ratio)| Some(QuantileShift { quantile, ratio: ratio?.exp() })).collect()
        })
    }
}

impl Counted {
    fn quantile_shifts(&self, seed: u64) -> Vec<QuantileShift> {
        let candidate: Vec<&stats::Counted> = self.candidate.iter().map(Vec::as_slice).collect();
        let baseline: Vec<&stats::Counted> = self.baseline.iter().map(Vec::as_slice).collect();
        let shifts = stats::counted_quantile_shifts(&candidate, &baseline, &traffic::QUANTILES, ALPHA, seed);
        let known = traffic::QUANTILES.into_iter().zip(shifts);
        known.filter_map(|(quantile, ratio)| Some(QuantileShift { quantile, ratio: ratio?.exp() })).collect()
    }
}
