//! Launches that are too few for their signs: how often one of two with the same mean is said to take many times as long, and how often ten times
//! as long is found.

use crate::binomial::Frequency;
use crate::source::Source;
use cmpthese_stats::{far_apart, p_of_far_apart, p_of_no_mean, score_p};

const ALPHA: f64 = 0.05;
const TRIALS: u64 = 3000;

/// The time of a launch, whose mean is 1.
type Launch = fn(&mut Source) -> f64;

const WORLDS: [(&str, Launch); 5] = [
    ("normal, 20 %", |source| 1.0 + 0.2 * source.normal()),
    ("log-normal, σ = 1", |source| (source.normal() - 0.5).exp()),
    ("one in four takes five times as long", |source| kinds(source, 0.25, 5.0)),
    ("one in three takes ten times as long", |source| kinds(source, 1.0 / 3.0, 10.0)),
    ("half take seven times as long", |source| kinds(source, 0.5, 7.0)),
];

/// A part of the launches takes so many times as long as the others, all by a hundredth more or less.
fn kinds(source: &mut Source, part: f64, times: f64) -> f64 {
    let kind = if source.uniform() < part { times } else { 1.0 };
    kind / (1.0 + part * (times - 1.0)) * (1.0 + 0.01 * source.normal())
}

fn steady(source: &mut Source) -> f64 {
    1.0 + 0.01 * source.normal()
}

fn is_apart(candidate: &[f64], baseline: &[f64]) -> bool {
    far_apart(candidate, baseline, ALPHA).is_some()
}

fn is_apart_by_student_alone(candidate: &[f64], baseline: &[f64]) -> bool {
    let differences: Vec<f64> = candidate.iter().zip(baseline).map(|(one, other)| one - other).collect();
    p_of_no_mean(&differences).is_some_and(|p| p <= ALPHA)
}

#[test]
fn three_launches_of_equal_means_are_hardly_ever_far_apart() {
    for launches in [3, 5] {
        for (name, world) in WORLDS {
            let alarms = |is_apart: fn(&[f64], &[f64]) -> bool| {
                let mut source = Source::seeded(launches);
                let mut sample = |draw: Launch| source.sample(launches as usize, draw);
                Frequency::of(TRIALS, || is_apart(&sample(world), &sample(steady)))
            };
            let (apart, alone) = (alarms(is_apart), alarms(is_apart_by_student_alone));
            println!(
                "{launches} launches, {name}: of {TRIALS} far apart {}, by Student's alone {}",
                apart.count, alone.count
            );
            apart.assert_between(name, 0.0, 0.01);
        }
    }
}

/// The documented limit: what is rare and dear is in none of a few launches, nor in many more.
#[test]
fn what_one_launch_in_six_costs_is_not_seen() {
    let rare: Launch = |source| kinds(source, 1.0 / 6.0, 25.0);
    let mut source = Source::seeded(25);
    let mut sample = |launches: usize, draw: Launch| source.sample(launches, draw);
    let apart = Frequency::of(TRIALS, || is_apart(&sample(3, rare), &sample(3, steady)));
    let of_signs = Frequency::of(TRIALS, || {
        let ratios =
            sample(7, rare).iter().zip(&sample(7, steady)).map(|(one, other)| (one / other).ln()).collect::<Vec<_>>();
        score_p(&ratios, 0.0) <= ALPHA
    });
    println!(
        "of {TRIALS} far apart by three launches {}, different by the signs of seven {}",
        apart.count, of_signs.count
    );
    apart.assert_exceeds("by three launches", ALPHA);
    of_signs.assert_exceeds("by the signs of seven", ALPHA);
}

#[test]
fn ten_times_as_long_is_found_by_three_launches() {
    for (noise, least) in [(0.02, 0.99), (0.1, 0.9), (0.2, 0.5)] {
        let mut source = Source::seeded(23);
        let found = Frequency::of(TRIALS, || {
            let mut around = |mean: f64| source.sample(3, |source| mean * (1.0 + noise * source.normal()));
            far_apart(&around(10.0), &around(1.0), ALPHA).is_some_and(|found| found.low > 1.0)
        });
        println!("noise of {noise}: ten times as long is found in {} of {TRIALS}", found.count);
        found.assert_between(&format!("noise of {noise}"), least, 1.0);
    }
}

#[test]
fn interval_and_p_say_the_same() {
    let mut source = Source::seeded(24);
    let mut told = 0;
    for _ in 0..TRIALS {
        let mut launches = |mean: f64| source.sample(4, |source| mean * (1.0 + 0.2 * source.normal()).max(0.01));
        let (one, other) = (launches(9.0), launches(1.0));
        for (candidate, baseline) in [(&one, &other), (&other, &one)] {
            let p = p_of_far_apart(candidate, baseline);
            assert_eq!(is_apart(candidate, baseline), p <= ALPHA, "{candidate:?} {baseline:?} {p}");
            told += u64::from(p <= ALPHA);
        }
    }
    assert!((TRIALS / 2..2 * TRIALS).contains(&told), "{told} of {}", 2 * TRIALS);
}
