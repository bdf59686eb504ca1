//! What the times of a comparison say beside the middle of their ratio: quantiles, means, and the course of the run.
//!
//! Owns the question whether the tails tell another story than the middle. Refuses to judge: the verdict is that of
//! [`crate::comparison`].

use crate::advice;
use crate::comparison::Comparison;
use crate::paired::{self, LaunchTimes, Times};
use crate::row::exponential;
use crate::traffic;
use model::{PointRecord, Run};
use stats::{Interval, RatioSet};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The level of the intervals: each by itself, because none of them is a verdict.
const ALPHA: f64 = 0.05;

/// The level at which the means are held against the middle. A middle that few slow batches cannot move is almost independent of a
/// mean that they do, so this is nearly the chance of a line about tails where there is none.
const TAIL_ALPHA: f64 = 0.0005;

/// The quantiles that are compared, where there are samples enough beyond them.
const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// How the times of a comparison are distributed.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Index of the variant that it is compared with.
    pub baseline: usize,
    /// Index of the variant.
    pub candidate: usize,
    /// The mean over launches of the candidate's time over that of the baseline, with Fieller's interval at 95 %; `None` where
    /// it has none, such as for times without spread.
    pub ratio_of_means: Option<Interval>,
    /// By which part of it the ratio changed in the course of the run, where that is worth a sentence.
    pub ratio_drift: Option<f64>,
    /// The launches that have both.
    launches: Vec<Launch>,
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

/// What the mean says when it contradicts the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// The ratio of times by their middle: that of the comparison.
    pub middle: f64,
    /// The ratio of the means.
    pub mean: f64,
    /// The quantile farthest out that differs from the middle in the same direction, if one is established to.
    pub shift: Option<QuantileShift>,
}

/// The latencies of all requests of two variants, launch by launch: each with how often it occurred.
#[derive(Clone, Debug)]
struct Counted {
    candidate: Vec<Vec<(f64, u64)>>,
    baseline: Vec<Vec<(f64, u64)>>,
}

/// The times of all batches of a launch in nanoseconds per iteration.
#[derive(Clone, Debug)]
struct Launch {
    candidate: Vec<f64>,
    baseline: Vec<f64>,
}

/// The distributions of those comparisons that sentences are about: the ones with the variant that others are compared with.
pub fn distributions(
    run: &Run,
    record: &PointRecord,
    times: &Times,
    comparisons: &[Comparison],
    reference: Option<usize>,
) -> Vec<Distribution> {
    let means = paired::means(&run.plan, record);
    let is_told = |pair: &&Comparison| reference.is_some_and(|one| pair.baseline == one || pair.candidate == one);
    comparisons.iter().filter(is_told).map(|pair| distribution(record, times, &means, pair, run.header.seed)).collect()
}

fn distribution(
    record: &PointRecord,
    times: &Times,
    means: &BTreeMap<usize, LaunchTimes>,
    Comparison { baseline, candidate, .. }: &Comparison,
    seed: u64,
) -> Distribution {
    let of_launch = |blocks: &LaunchTimes| {
        let pairs = blocks.iter().filter_map(|times| Some((*times.get(candidate)?, *times.get(baseline)?)));
        let (candidate, baseline): (Vec<f64>, Vec<f64>) = pairs.unzip();
        (!candidate.is_empty()).then_some(Launch { candidate, baseline })
    };
    let launches: Vec<Launch> = means.values().filter_map(of_launch).collect();
    Distribution {
        baseline: *baseline,
        candidate: *candidate,
        ratio_of_means: ratio_of_means(&launches, ALPHA),
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

/// Only a bounded set of ratios is an interval; what else Fieller's theorem may leave says nothing to a reader.
fn ratio_of_means(launches: &[Launch], alpha: f64) -> Option<Interval> {
    let means =
        |of: fn(&Launch) -> &[f64]| launches.iter().map(|one| stats::mean(of(one))).collect::<Option<Vec<f64>>>();
    let (candidate, baseline) = (means(|one| &one.candidate)?, means(|one| &one.baseline)?);
    let found = stats::ratio_of_means(&candidate, &baseline, alpha)?;
    match found.set {
        RatioSet::Bounded { low, high } => Some(Interval { point: found.ratio, low, high, level: 1.0 - alpha }),
        RatioSet::Complement { .. } | RatioSet::Unbounded => None,
    }
}

impl Distribution {
    /// How p50, p90 and p99 differ; those with too few samples beyond them are left out. The first call takes its time.
    pub fn quantile_shifts(&self) -> &[QuantileShift] {
        self.quantile_shifts.get_or_init(|| {
            if let Some(counted) = &self.counted {
                return counted.quantile_shifts(self.seed);
            }
            let launches = self.launches.iter();
            let launches: Vec<stats::LaunchTimes> =
                launches.map(|Launch { candidate, baseline }| stats::LaunchTimes { candidate, baseline }).collect();
            let shifts = stats::quantile_shifts(&launches, &QUANTILES, ALPHA, self.seed);
            let known = QUANTILES.into_iter().zip(shifts);
            known.filter_map(|(quantile, ratio)| Some(QuantileShift { quantile, ratio: exponential(ratio?) })).collect()
        })
    }

    /// What the tails say against the middle, where the ratio of the means disagrees with `comparison`, which is this
    /// distribution's own, by more than the margin. Candidate and baseline are exchanged when `turned`.
    pub fn tail(&self, comparison: &Comparison, turned: bool, margin: f64) -> Option<Tail> {
        let mean = ratio_of_means(&self.launches, TAIL_ALPHA).filter(|mean| mean.low > 0.0)?;
        let middle = comparison.ratio;
        if !disagree(&logarithm(&middle), &logarithm(&mean), margin) {
            return None;
        }
        let is_with_mean = |shift: &&QuantileShift| {
            if mean.point > middle.point { shift.ratio.low > middle.point } else { shift.ratio.high < middle.point }
        };
        let shift = self.quantile_shifts().iter().rev().find(is_with_mean).copied();
        let tail = Tail { middle: middle.point, mean: mean.point, shift };
        Some(if turned { tail.turned() } else { tail })
    }
}

impl Counted {
    fn quantile_shifts(&self, seed: u64) -> Vec<QuantileShift> {
        let candidate: Vec<&stats::Counted> = self.candidate.iter().map(Vec::as_slice).collect();
        let baseline: Vec<&stats::Counted> = self.baseline.iter().map(Vec::as_slice).collect();
        let shifts = stats::counted_quantile_shifts(&candidate, &baseline, &traffic::QUANTILES, ALPHA, seed);
        let known = traffic::QUANTILES.into_iter().zip(shifts);
        known.filter_map(|(quantile, ratio)| Some(QuantileShift { quantile, ratio: exponential(ratio?) })).collect()
    }
}

/// Whether two estimates of a logarithm of a ratio cannot both describe it.
fn disagree(middle: &Interval, mean: &Interval, margin: f64) -> bool {
    let apart = (mean.point - middle.point).abs();
    let no_overlap = mean.low > middle.high || mean.high < middle.low;
    apart > margin.ln_1p() && (no_overlap || apart > middle.half_width().max(mean.half_width()))
}

fn logarithm(interval: &Interval) -> Interval {
    let Interval { point, low, high, level } = *interval;
    Interval { point: point.ln(), low: low.ln(), high: high.ln(), level }
}

impl Tail {
    fn turned(self) -> Tail {
        let shift = self.shift.map(|QuantileShift { quantile, ratio }| {
            let Interval { point, low, high, level } = ratio;
            QuantileShift { quantile, ratio: Interval { point: 1.0 / point, low: 1.0 / high, high: 1.0 / low, level } }
        });
        Tail { middle: 1.0 / self.middle, mean: 1.0 / self.mean, shift }
    }
}
