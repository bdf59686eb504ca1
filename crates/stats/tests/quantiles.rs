//! Quantiles of histograms against those of the times themselves.

use cmpthese_stats::{Counted, quantile_shifts, quantiles};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

const LAUNCHES: usize = 20;
const TIMES: usize = 600;
const QUANTILES: [f64; 3] = [0.5, 0.9, 0.99];

/// Whole times of a launch, most of them near to `scale` and some far above, as latencies are.
fn launch(source: &mut SplitMix64, scale: f64) -> Vec<f64> {
    let mut uniform = || (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let of_launch = 1.0 + 0.05 * uniform();
    (0..TIMES).map(|_| (scale * of_launch * (1.0 - (1.0 - uniform()).ln())).round()).collect()
}

fn counted(times: &[f64]) -> Vec<(f64, u64)> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    times.iter().for_each(|time| *counts.entry(*time as u64).or_default() += 1);
    counts.into_iter().map(|(time, count)| (time as f64, count)).collect()
}

#[test]
fn shifts_of_histograms_are_those_of_their_times() {
    let mut source = SplitMix64::seed_from_u64(7);
    let pairs: Vec<[Vec<f64>; 2]> =
        (0..LAUNCHES).map(|_| [launch(&mut source, 13_000.0), launch(&mut source, 10_000.0)]).collect();
    let shifts = |counted: fn(&[f64]) -> Vec<(f64, u64)>| {
        let of = |which: usize| pairs.iter().map(|pair| counted(&pair[which])).collect::<Vec<_>>();
        let (candidate, baseline) = (of(0), of(1));
        let [candidate, baseline] =
            [&candidate, &baseline].map(|one| one.iter().map(Vec::as_slice).collect::<Vec<_>>());
        quantile_shifts(&candidate, &baseline, &QUANTILES, 3)
    };
    let of_histograms = shifts(counted);
    assert!(of_histograms.iter().all(Option::is_some));
    assert_eq!(of_histograms, shifts(|times| times.iter().map(|time| (*time, 1)).collect()));
}

/// How a histogram is cut into entries, and in which order launches come, does not matter.
#[test]
fn equal_times_may_be_counted_together_or_apart() {
    let together: Vec<&Counted> = vec![&[(1.0, 900), (5.0, 100)]; 5];
    let apart: Vec<&Counted> = vec![&[(1.0, 400), (1.0, 500), (5.0, 30), (5.0, 70)]; 5];
    let of = |launches: &[&Counted]| quantiles(launches, &QUANTILES, 1);
    assert_eq!(of(&together), of(&apart));
}

#[test]
fn what_is_too_little_has_no_interval() {
    let launch: &Counted = &[(1.0, 100), (2.0, 100)];
    let known = |launches: &[&Counted], quantile| quantiles(launches, &[quantile], 1)[0].is_some();
    assert!(known(&[launch; 5], 0.5));
    assert!(!known(&[launch], 0.5), "one launch");
    assert!(!known(&[], 0.5), "no launch");
    assert!(!known(&[&[], &[]], 0.5), "no times");
    assert!(!known(&[launch; 5], 0.999), "one of a thousand");
    assert!(!known(&[&[(0.0, 1000)], &[(0.0, 1000)]], 0.5), "no time at all");
}
