//! Work that comes every so many iterations, of which a launch holds a few: the mean of launches that all begin with the first one.

use crate::binomial::Frequency;
use crate::source::Source;
use cmpthese_stats::{ratio_of_means, window};

const TRIALS: u64 = 300;
const ALPHA: f64 = 0.03;
const LAUNCHES: usize = 20;

/// Blocks of a launch, of which each has as many iterations as it should, more or less by a fifth.
const BLOCKS: usize = 24;

/// The part of all time that the work takes.
const PART: f64 = 0.5;

/// The mean time of an iteration in a launch of so many periods, whose long run is 1.
fn launch(source: &mut Source, periods: f64, weight: fn(usize, usize) -> f64) -> f64 {
    let (mut done, mut time, mut count) = (0.0_f64, 0.0, 0.0);
    for block in 0..BLOCKS {
        let iterations = periods / BLOCKS as f64 * (0.8 + 0.4 * source.uniform());
        let comes = (done + iterations).floor() - done.floor();
        done += iterations;
        time += weight(block, BLOCKS) * ((1.0 - PART) * iterations + PART * comes);
        count += weight(block, BLOCKS) * iterations;
    }
    time / count
}

/// How often the interval misses the long run, against a variant whose every iteration takes as long.
fn missed(periods: f64, weight: fn(usize, usize) -> f64) -> Frequency {
    let mut source = Source::seeded(21);
    Frequency::of(TRIALS, || {
        let means = source.sample(LAUNCHES, |source| launch(source, periods, weight));
        !ratio_of_means(&means, &[1.0; LAUNCHES], ALPHA).expect("two samples").set.contains(1.0)
    })
}

#[test]
fn with_the_window_a_few_periods_are_enough_and_without_it_ten_are_not() {
    for periods in [2.5, 3.5, 4.5, 6.5, 10.4] {
        let (windowed, alike) = (missed(periods, window), missed(periods, |_, _| 1.0));
        println!("{periods} periods: of {TRIALS} missed {} with the window, {} without", windowed.count, alike.count);
        windowed.assert_between("with the window", 0.0, 0.08);
        assert!(alike.count > TRIALS / 2, "{}", alike.count);
    }
}
