//! Work that comes every so many iterations, of which a launch holds a few: the mean of launches that all begin with the first one, and of those
//! that begin anywhere, by chance or evenly.

use crate::binomial::Frequency;
use crate::source::Source;
use cmpthese_stats::{ratio_of_means, window};

const TRIALS: u64 = 300;
const ALPHA: f64 = 0.03;
const LAUNCHES: usize = 20;

/// As many as there are where they are long.
const FEW_LAUNCHES: usize = 10;

/// Blocks of a launch, of which each has as many iterations as it should, more or less by a fifth.
const BLOCKS: usize = 24;

/// The part of all time that the work takes.
const PART: f64 = 0.5;

/// Where a launch begins, in periods: of those that begin evenly each a golden section after the one before, from a place that is drawn.
type Start = fn(&mut Source, f64, usize) -> f64;
const AT_THE_FIRST: Start = |_, _, _| 0.0;
const ANYWHERE: Start = |source, _, _| source.uniform();
const EVENLY: Start = |_, origin, launch| (origin + 0.618_033_988_749_895 * launch as f64).fract();

/// How much a block counts, of so many.
type Weight = fn(usize, usize) -> f64;
const ALIKE: Weight = |_, _| 1.0;

/// The mean time of an iteration in a launch of so many periods, whose long run is 1.
fn launch(source: &mut Source, periods: f64, begins: f64, weight: Weight) -> f64 {
    let (mut done, mut time, mut count) = (begins, 0.0, 0.0);
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
fn missed(launches: usize, periods: f64, start: Start, weight: Weight) -> Frequency {
    let mut source = Source::seeded(21);
    Frequency::of(TRIALS, || {
        let origin = source.uniform();
        let mean = |number: usize| {
            let begins = start(&mut source, origin, number);
            launch(&mut source, periods, begins, weight)
        };
        let means: Vec<f64> = (0..launches).map(mean).collect();
        !ratio_of_means(&means, &vec![1.0; launches], ALPHA).is_some_and(|found| found.contains(1.0))
    })
}

#[test]
fn with_the_window_a_few_periods_are_enough_and_without_it_ten_are_not() {
    for periods in [2.5, 3.5, 4.5, 6.5, 10.4] {
        let (windowed, alike) =
            (missed(LAUNCHES, periods, AT_THE_FIRST, window), missed(LAUNCHES, periods, AT_THE_FIRST, ALIKE));
        println!("{periods} periods: of {TRIALS} missed {} with the window, {} without", windowed.count, alike.count);
        windowed.assert_between("with the window", 0.0, 0.08);
        assert!(alike.count > TRIALS / 2, "{}", alike.count);
    }
}

#[test]
fn of_launches_that_begin_evenly_a_part_of_a_period_is_enough() {
    for periods in [0.2, 0.3, 0.5, 0.7, 1.1, 1.7, 2.5] {
        let [evenly, anywhere, first] =
            [EVENLY, ANYWHERE, AT_THE_FIRST].map(|start| missed(FEW_LAUNCHES, periods, start, window));
        println!(
            "{periods} periods: of {TRIALS} missed {} that begin evenly, {} anywhere, {} with the first",
            evenly.count, anywhere.count, first.count
        );
        evenly.assert_between("that begin evenly", 0.0, 0.05);
        assert!(periods > 0.4 || anywhere.count > TRIALS / 10, "{}", anywhere.count);
        assert!(periods > 2.0 || first.count > TRIALS / 2, "{}", first.count);
    }
}
