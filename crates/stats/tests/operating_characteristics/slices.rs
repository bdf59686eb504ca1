//! The ratio of two samples of slices that were measured in one launch.

use crate::binomial::Frequency;
use crate::source::Source;
use crate::{ALPHA, PERCENT};
use cmpthese_stats::{SliceRatios, mean, quantile, score_p, slice_ratios, typical_ratios, variance};

/// Everything, in an optimised build; enough to see that it works in one that is not.
const FULL: bool = !cfg!(debug_assertions);

const REPETITIONS: usize = 400;

/// Launches of a run, and slices of each variant in one.
const LAUNCHES: usize = 12;
const SLICES: usize = 80;

/// Slices of each variant in a block.
const BLOCK: usize = 20;

/// The error of the logarithm of the ratio in many pairs of samples: its mean and its deviation.
struct Errors {
    bias: f64,
    deviation: f64,
}

/// The candidate takes half a percent more, and both have the same noise.
fn errors(estimate: fn(&[f64], &[f64]) -> f64, count: usize, noise: fn(&mut Source) -> f64) -> Errors {
    let mut source = Source::seeded(1);
    let mut times = |own: f64| -> Vec<f64> { (0..count).map(|_| own * noise(&mut source).exp()).collect() };
    let errors: Vec<f64> = (0..REPETITIONS)
        .map(|_| {
            let (baseline, candidate) = (times(3e5), times(3e5 * 1.005));
            estimate(&candidate, &baseline) - 1.005_f64.ln()
        })
        .collect();
    Errors { bias: mean(&errors).unwrap(), deviation: variance(&errors).unwrap().sqrt() }
}

fn of_crowds(candidate: &[f64], baseline: &[f64]) -> f64 {
    in_blocks(candidate, baseline).crowd
}

fn of_middles(candidate: &[f64], baseline: &[f64]) -> f64 {
    in_blocks(candidate, baseline).middle
}

/// The slices of two, in the order in which they were timed.
fn in_blocks(candidate: &[f64], baseline: &[f64]) -> SliceRatios {
    slice_ratios(candidate.chunks(BLOCK).zip(baseline.chunks(BLOCK))).expect("times")
}

fn of_lower_quartiles(candidate: &[f64], baseline: &[f64]) -> f64 {
    (quantile(candidate, 0.25).unwrap() / quantile(baseline, 0.25).unwrap()).ln()
}

fn of_means(candidate: &[f64], baseline: &[f64]) -> f64 {
    (mean(candidate).unwrap() / mean(baseline).unwrap()).ln()
}

impl Errors {
    fn assert_unbiased(&self) {
        let Errors { bias, deviation } = self;
        assert!(bias.abs() < 4.0 * deviation / (REPETITIONS as f64).sqrt(), "{bias} with a deviation of {deviation}");
    }
}

fn quiet(source: &mut Source) -> f64 {
    PERCENT * source.normal()
}

/// A third of the slices have the machine for themselves, and are as alike as slices are; the others are slowed down by as much as somebody
/// else pleases, up to the bound that half of them reach.
fn shared(source: &mut Source) -> f64 {
    let own = 0.3 * PERCENT * source.normal();
    let (state, slowed) = (source.uniform(), source.uniform());
    match (3.0 * state) as usize {
        0 => own,
        1 => own + 0.8,
        _ => own + 0.8 * slowed,
    }
}

#[test]
fn in_normal_noise_the_middle_of_pairs_is_about_as_sharp_as_the_ratio_of_means_and_their_crowd_half_as_sharp() {
    let [crowd, middle, means] = [of_crowds, of_middles, of_means].map(|estimate| errors(estimate, 120, quiet));
    crowd.assert_unbiased();
    middle.assert_unbiased();
    assert!(crowd.deviation < 2.2 * means.deviation, "{} {}", crowd.deviation, means.deviation);
    assert!(middle.deviation < 1.2 * means.deviation, "{} {}", middle.deviation, means.deviation);
}

#[test]
fn on_a_machine_that_is_shared_the_crowd_of_pairs_is_many_times_as_good_as_quartiles_or_means() {
    let crowd = errors(of_crowds, 240, shared);
    crowd.assert_unbiased();
    for other in [errors(of_lower_quartiles, 240, shared), errors(of_means, 240, shared)] {
        assert!(crowd.deviation < other.deviation / 5.0, "{} {}", crowd.deviation, other.deviation);
    }
}

/// As nobody has the machine for itself: what all slices take scatters.
fn slow(source: &mut Source) -> f64 {
    0.6 + 6.0 * PERCENT * source.normal()
}

/// The slices of a run in which the candidate takes half a percent more: launches differ by where code and data lie, and by who else
/// was on the machine.
fn run(source: &mut Source) -> Vec<[Vec<f64>; 2]> {
    let launch = |source: &mut Source| {
        let noise = [quiet, shared, shared, slow][(4.0 * source.uniform()) as usize];
        let layout = 0.1 * PERCENT * source.normal();
        let mut times = |own: f64| source.sample(SLICES, |source| own * noise(source).exp());
        [times(1e6), times(1e6 * (1.005_f64.ln() + layout).exp())]
    };
    (0..LAUNCHES).map(|_| launch(source)).collect()
}

#[test]
fn the_test_of_typical_ratios_misses_as_often_as_its_level_says() {
    let mut source = Source::seeded(1);
    let trials = if FULL { 4000 } else { 150 };
    let mut found = 0;
    let missed = Frequency::of(trials, || {
        let run = run(&mut source);
        let launches = run.iter().map(|[baseline, candidate]| in_blocks(candidate, baseline));
        let ratios = typical_ratios(&launches.collect::<Vec<SliceRatios>>());
        found += u64::from(score_p(&ratios, 0.0) <= ALPHA);
        // The effect is half a percent, so one that is taken for it as "none" is missed.
        let without: Vec<f64> = ratios.iter().map(|ratio| ratio - 1.005_f64.ln()).collect();
        score_p(&without, 0.0) <= ALPHA
    });
    println!("of {trials}: found {found}, missed {}", missed.count);
    missed.assert_between("half a percent is missed", 0.03, ALPHA);
}
