//! Work that comes every so many iterations, of which a launch holds a few: the mean of launches that all begin with the first one, and of those
//! that begin anywhere.

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

/// Where a launch begins, in periods.
type Start = fn(&mut Source) -> f64;
const AT_THE_FIRST: Start = |_| 0.0;
const ANYWHERE: Start = |source| source.uniform();

/// How much a block counts, of so many.
type Weight = fn(usize, usize) -> f64;
const ALIKE: Weight = |_, _| 1.0;

/// The mean time of an iteration in a launch of so many periods, whose long run is 1.
fn launch(source: &mut Source, periods: f64, start: Start, weight: Weight) -> f64 {
    let (mut done, mut time, mut count) = (start(source), 0.0, 0.0);
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
fn missed(periods: f64, start: Start, weight: Weight) -> Frequency {
    let mut source = Source::seeded(21);
    Frequency::of(TRIALS, || {
        let means = source.sample(LAUNCHES, |source| launch(source, periods, start, weight));
        !ratio_of_means(&means, &[1.0; LAUNCHES], ALPHA).is_some_and(|found| found.contains(1.0))
    })
}

#[test]
fn with_the_window_a_few_periods_are_enough_and_without_it_ten_are_not() {
    for periods in [2.5, 3.5, 4.5, 6.5, 10.4] {
        let (windowed, alike) = (missed(periods, AT_THE_FIRST, window), missed(periods, AT_THE_FIRST, ALIKE));
        println!("{periods} periods: of {TRIALS} missed {} with the window, {} without", windowed.count, alike.count);
        windowed.assert_between("with the window", 0.0, 0.08);
        assert!(alike.count > TRIALS / 2, "{}", alike.count);
    }
}

#[test]
fn of_launches_that_begin_anywhere_one_period_is_enough() {
    for periods in [0.7, 1.1, 1.7, 2.5] {
        let (anywhere, first) = (missed(periods, ANYWHERE, window), missed(periods, AT_THE_FIRST, window));
        println!(
            "{periods} periods: of {TRIALS} missed {} from anywhere, {} from the first",
            anywhere.count, first.count
        );
        anywhere.assert_between("from anywhere", 0.0, 0.08);
        assert!(periods > 2.0 || first.count > TRIALS / 2, "{}", first.count);
    }
}
