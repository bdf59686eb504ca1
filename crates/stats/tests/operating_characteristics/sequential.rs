//! Looks, families and noise together: what the program promises of a whole run.
//!
//! Without optimisation the simulations are short and only gross faults show; `cargo test --release`
//! runs them in full and holds the upper bounds of the promises.

use cmpthese_stats::{BoundaryCache, score_p};

use crate::binomial::Frequency;
use crate::noise::{MACHINES, Machine, shared_level_with};
use crate::procedure::{Comparison, Design, LEVEL, Outcome, judge};
use crate::source::Source;
use crate::{ALPHA, Draw, PERCENT};

const FULL: bool = !cfg!(debug_assertions);

/// What is promised: more than this is excluded by an upper bound of 95 %.
const FALSE_ALARMS_MAX: f64 = 0.05;
const COVERAGE_MIN: f64 = 0.94;

/// In one of how many runs intervals are found: one costs as much as twenty tests, and a family has many.
fn intervals_every(family: usize) -> u64 {
    if FULL { family.min(10) as u64 } else { 1 }
}

/// Runs of a design: every run costs as much as it has comparisons.
fn runs(full: u64, family: usize) -> u64 {
    if FULL { full } else { (50 / family as u64).max(2) }
}

/// One value per launch: few launches, many shapes of noise.
#[test]
fn few_launches_and_looks_keep_the_level() {
    let noises: [(&str, Draw); 4] = [
        ("normal", Source::normal),
        ("t3", Source::student_t3),
        ("Laplace", Source::laplace),
        ("contaminated normal", Source::contaminated),
    ];
    for (name, noise) in noises {
        for planned in [6, 8, 10, 12, 15, 20, 30, 40, 60] {
            let mut source = Source::seeded(planned as u64);
            let mut cache = BoundaryCache::default();
            let trials = if FULL { 10_000 } else { 30 };
            let alarms = Frequency::of(trials, || {
                let comparison = Comparison { truth: 0.0, values: drifting_pairs(&mut source, planned, noise) };
                judge(vec![comparison], planned, &mut cache)[0].rejected
            });
            let label = format!("false alarms, {name}, {planned} launches");
            alarms.assert_between(&label, 0.0, LEVEL);
            if FULL {
                alarms.assert_at_most(&label, FALSE_ALARMS_MAX);
            }
        }
    }
}

/// The usual way: to look at a plain interval now and then, and to stop at the first difference.
#[test]
fn peeking_without_bounds_does_not_keep_the_level() {
    let mut source = Source::seeded(20);
    let alarms = Frequency::of(if FULL { 10_000 } else { 500 }, || {
        let values = drifting_pairs(&mut source, 40, Source::normal);
        [8, 16, 24, 32, 40].iter().any(|&launches| score_p(&values[..launches], 0.0) <= ALPHA)
    });
    alarms.assert_exceeds("false alarms, plain levels at five looks", ALPHA);
}

/// Both members of a pair see a drifting machine, at neighbouring moments and in random order.
fn drifting_pairs(source: &mut Source, pairs: usize, noise: Draw) -> Vec<f64> {
    let mut wander = 0.0;
    let mut moment = |source: &mut Source| {
        wander = 0.95 * wander + source.normal();
        wander + noise(source)
    };
    let mut pair = |_| {
        let second_to_first = -moment(source) + moment(source);
        if source.coin() { second_to_first } else { -second_to_first }
    };
    (0..pairs).map(&mut pair).collect()
}

#[test]
fn shared_level_errs_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[0]);
}

#[test]
fn autoregressive_drift_errs_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[1]);
}

#[test]
fn steps_err_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[2]);
}

#[test]
fn bursts_err_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[3]);
}

#[test]
fn heavy_tails_err_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[4]);
}

#[test]
fn outliers_err_at_most_at_alpha() {
    families_err_at_most_at_alpha(&MACHINES[5]);
}

/// Families of 1, 3, 10 and 45 comparisons at a point and of 30 at three, all without an effect and
/// with every third variant 2 % slower.
fn families_err_at_most_at_alpha(machine: &Machine) {
    for (points, variants) in [(1, 2), (1, 3), (1, 5), (3, 5), (1, 10)] {
        for slower in [0.0, 2.0 * PERCENT] {
            let effects: Vec<f64> = (0..variants).map(|i| if i % 3 == 1 { slower } else { 0.0 }).collect();
            let design = Design { points, effects: &effects, launches: 40 };
            let full = if design.family() > 10 { 3000 } else { 10_000 };
            let label = format!("{}, {points} points, {variants} variants, {slower} slower", machine.name);
            hold_promises(&label, &design, machine.levels, runs(full, design.family()));
        }
    }
}

fn hold_promises(label: &str, design: &Design, levels: impl Fn(&mut Source, usize, usize) -> Vec<f64>, runs: u64) {
    let mut source = Source::seeded(21);
    let mut cache = BoundaryCache::default();
    let (mut covered_at_verdict, mut covered_at_end) = (0, 0);
    let (mut run, mut with_intervals) = (0, 0);
    let alarms = Frequency::of(runs, || {
        let outcomes = design.run(&mut source, &mut cache, &levels);
        if run % intervals_every(design.family()) == 0 {
            let count =
                |held: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| held(outcome)).count() as u64;
            covered_at_verdict += count(&|outcome| outcome.at_verdict().contains(outcome.truth));
            covered_at_end += count(&|outcome| outcome.at_end().contains(outcome.truth));
            with_intervals += 1;
        }
        run += 1;
        outcomes.iter().any(Outcome::false_alarm)
    });
    alarms.assert_between(&format!("false alarms in the family, {label}"), 0.0, LEVEL);
    let of_intervals = |count| Frequency { count, trials: with_intervals * design.family() as u64 };
    for (when, covered) in [("at the verdict", covered_at_verdict), ("at the end", covered_at_end)] {
        let label = format!("intervals {when} that hold the truth, {label}");
        // Intervals of one run depend on each other, so no binomial bound applies to them.
        let share = of_intervals(covered).share();
        println!("{label}: {:.2} %", 100.0 * share);
        assert!(share >= if FULL { COVERAGE_MIN } else { 0.75 }, "{label}: {share}");
    }
    if FULL {
        alarms.assert_at_most(label, FALSE_ALARMS_MAX);
    }
}

/// A true percent on a machine where every launch has a level of its own, 5 % around the middle,
/// that both variants share, and a measurement has so much of its own: 1, 1.5 or 2 %. The paired
/// value then varies by √2 of that.
#[test]
fn a_percent_is_found_within_two_hundred_measurements() {
    let cases = [
        // Two hundred measurements in all: a hundred of each variant.
        (100, 1.0 * PERCENT, 0.99),
        (100, 1.5 * PERCENT, 0.95),
        // At 2 % a hundred of each are not enough, two hundred of each are.
        (200, 2.0 * PERCENT, 0.95),
    ];
    for (launches, noise, least) in cases {
        let design = Design { points: 1, effects: &[0.0, PERCENT], launches };
        let mut source = Source::seeded(22);
        let mut cache = BoundaryCache::default();
        let mut needed = 0;
        let runs = runs(2000, 1);
        let found = Frequency::of(runs, || {
            let levels = |source: &mut Source, launches, moments| shared_level_with(source, launches, moments, noise);
            let outcome = &design.run(&mut source, &mut cache, levels)[0];
            needed += outcome.launches as u64;
            outcome.rejected && outcome.at_verdict().low > 0.0
        });
        let label = format!("a percent found in {launches} launches, noise {noise}");
        println!("{label}: {:.1} launches on average", needed as f64 / runs as f64);
        found.assert_between(&label, least, 1.0);
    }
}
