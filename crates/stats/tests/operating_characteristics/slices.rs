//! The ratio of two samples of slices that were measured in turns.

use crate::PERCENT;
use crate::source::Source;
use cmpthese_stats::{Outline, mean, modal_log_ratio, quantile, variance};

const REPETITIONS: usize = 400;

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

fn modal(candidate: &[f64], baseline: &[f64]) -> f64 {
    modal_log_ratio(&Outline::of(candidate).unwrap(), &Outline::of(baseline).unwrap())
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
fn in_normal_noise_the_modal_ratio_is_nearly_as_good_as_that_of_means() {
    let (modal, means) = (errors(modal, 120, quiet), errors(of_means, 120, quiet));
    modal.assert_unbiased();
    assert!(modal.deviation < 1.4 * means.deviation, "{} {}", modal.deviation, means.deviation);
}

#[test]
fn on_a_machine_that_is_shared_the_modal_ratio_is_many_times_as_good_as_that_of_quartiles_or_means() {
    let modal = errors(modal, 240, shared);
    modal.assert_unbiased();
    for other in [errors(of_lower_quartiles, 240, shared), errors(of_means, 240, shared)] {
        assert!(modal.deviation < other.deviation / 5.0, "{} {}", modal.deviation, other.deviation);
    }
}
