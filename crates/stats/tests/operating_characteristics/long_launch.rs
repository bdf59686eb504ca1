//! A first launch that is longer than the others, in the ratio of means.

use crate::binomial::Frequency;
use crate::source::Source;
use cmpthese_stats::{p_of_no_mean, ratio_of_means};

const TRIALS: u64 = 10_000;
const ALPHA: f64 = 0.03;
const LAUNCHES: usize = 30;

/// The part of the time that the first launch has, of which the others have equal parts.
const LONG_PART: f64 = 0.25;

/// How long each launch is.
fn lengths() -> Vec<f64> {
    let mut lengths = vec![1.0; LAUNCHES];
    lengths[0] = LONG_PART / (1.0 - LONG_PART) * (LAUNCHES - 1) as f64;
    lengths
}

/// The means of the launches of two variants, of which the first takes so many times as long. Noise is within launches alone, so the longer one
/// is known better, which is the worst case of an equal count.
fn launches(source: &mut Source, ratio: f64) -> [Vec<f64>; 2] {
    let mut means =
        |mean: f64| lengths().iter().map(|length| mean * (1.0 + 0.02 * source.normal() / length.sqrt())).collect();
    [means(ratio), means(1.0)]
}

fn totals(means: &[f64]) -> Vec<f64> {
    means.iter().zip(lengths()).map(|(mean, length)| mean * length).collect()
}

#[test]
fn launches_that_count_alike_keep_the_level_whatever_their_length() {
    let mut source = Source::seeded(12);
    let misses = Frequency::of(TRIALS, || {
        let [candidate, baseline] = launches(&mut source, 1.0);
        !ratio_of_means(&candidate, &baseline, ALPHA).expect("two samples").contains(1.0)
    });
    misses.assert_between("alike", 0.8 * ALPHA, ALPHA);
}

/// Counted by length, a large difference is not told from chance: what is tested is whether the differences vary, and they do, as the lengths.
#[test]
fn who_counts_launches_by_length_is_blind_to_large_ratios() {
    let [candidate, baseline] = launches(&mut Source::seeded(13), 5.0);
    let p = |candidate: &[f64], baseline: &[f64]| {
        let differences: Vec<f64> = candidate.iter().zip(baseline).map(|(one, other)| one - other).collect();
        p_of_no_mean(&differences).expect("a sample")
    };
    let alike = p(&candidate, &baseline);
    let by_length = p(&totals(&candidate), &totals(&baseline));
    println!("alike {alike:.1e}, by length {by_length:.1e}");
    assert!(alike < 1e-12 && by_length > 1e-5);
}
