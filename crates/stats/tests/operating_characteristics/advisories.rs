//! What is said beside the verdict: coverage of ratios of means and of quantile shifts, false
//! findings of drift and modes.

use cmpthese_stats::{quantile_shifts, ratio_of_means, trend};

use crate::binomial::Frequency;
use crate::source::Source;
use crate::{ALPHA, Draw, PERCENT};

const FULL: bool = !cfg!(debug_assertions);

/// Times of a few percent around one, the launch's level shared by both variants.
#[test]
fn fieller_intervals_cover_the_ratio_of_means() {
    for (name, noise) in [("normal", Source::normal as Draw), ("lognormal", Source::lognormal)] {
        for pairs in [10, 40] {
            let mut source = Source::seeded(31);
            let trials = if FULL { 20_000 } else { 300 };
            let covered = Frequency::of(trials, || {
                let (mut candidate, mut baseline) = (Vec::new(), Vec::new());
                for _ in 0..pairs {
                    let level = 5.0 * PERCENT * source.normal();
                    candidate.push((level + 1.02_f64.ln()).exp() * (1.0 + PERCENT * noise(&mut source)));
                    baseline.push(level.exp() * (1.0 + PERCENT * noise(&mut source)));
                }
                let found = ratio_of_means(&candidate, &baseline, ALPHA).expect("a sample with spread");
                found.contains(1.02)
            });
            covered.assert_between(&format!("ratio of means, {name}, {pairs} pairs"), 0.94, 0.96);
        }
    }
}

/// Launches with a level of 2 % that both variants share and 1 % of each, samples with lognormal
/// noise of 3 % and slow ones among them; the candidate takes 1.02 of the baseline's time.
#[test]
fn quantile_shifts_cover_the_ratio_of_quantiles() {
    for (launches, quantiles) in [(8, &[0.5][..]), (20, &[0.5, 0.9]), (60, &[0.5, 0.9]), (150, &[0.5, 0.9, 0.99])] {
        let mut source = Source::seeded(32);
        let trials = if FULL { 2000 } else { 300 / launches as u64 };
        let mut covered = vec![0; quantiles.len()];
        for trial in 0..trials {
            let [candidate, baseline] = samples(&mut source, launches);
            let [candidate, baseline] =
                [&candidate, &baseline].map(|times| times.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let shifts = quantile_shifts(&candidate, &baseline, quantiles, trial);
            for (count, shift) in covered.iter_mut().zip(shifts) {
                *count += u64::from(shift.expect("samples enough").contains(1.02_f64.ln()));
            }
        }
        for (quantile, count) in quantiles.iter().zip(covered) {
            let label = format!("p{}, {launches} launches", 100.0 * quantile);
            Frequency { count, trials }.assert_between(&label, 0.94, 0.985);
        }
    }
}

fn samples(source: &mut Source, launches: usize) -> [Vec<Vec<(f64, u64)>>; 2] {
    let mut all = [Vec::new(), Vec::new()];
    for _ in 0..launches {
        let shared = 2.0 * PERCENT * source.normal();
        for (times, effect) in all.iter_mut().zip([1.02_f64, 1.0]) {
            let level = effect.ln() + shared + PERCENT * source.normal();
            let sample = source.sample(10, |source| {
                let slow = if source.uniform() < 0.05 { 0.2 * source.uniform() } else { 0.0 };
                (level + 3.0 * PERCENT * source.normal() + slow).exp()
            });
            times.push(sample.into_iter().map(|time| (time, 1)).collect());
        }
    }
    all
}

#[test]
fn times_without_a_trend_rarely_show_one() {
    for (name, noise) in [("normal", Source::normal as Draw), ("t2", Source::student_t2)] {
        for launches in [10, 40] {
            let mut source = Source::seeded(36);
            let trials = if FULL { 20_000 } else { 500 };
            let alarms =
                Frequency::of(trials, || trend(&source.sample(launches, noise)).expect("long enough").p <= ALPHA);
            alarms.assert_between(&format!("trend, {name}, {launches} launches"), 0.035, ALPHA);
        }
    }
    let mut source = Source::seeded(37);
    let found = Frequency::of(500, || {
        let mut at = 0.0;
        let climb = source
            .sample(40, Source::normal)
            .into_iter()
            .map(|noise| {
                at += 0.05;
                at + noise
            })
            .collect::<Vec<_>>();
        trend(&climb).expect("long enough").p <= ALPHA
    });
    found.assert_between("two standard deviations in forty launches", 0.9, 1.0);
}
