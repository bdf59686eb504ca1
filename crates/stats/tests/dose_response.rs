//! Doses with a known price: the intervals hold the truth, and a line is told from a curve.

use cmpthese_stats::{DoseResponse, DosedLaunch, dose_response};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Runs of each simulation.
const RUNS: usize = 400;

/// A number from a stream that is about normal: the sum of twelve uniform ones, less six.
fn normal(generator: &mut Xoshiro256PlusPlus) -> f64 {
    (0..12).map(|_| (generator.next_u64() >> 11) as f64 / 2_f64.powi(53)).sum::<f64>() - 6.0
}

/// A run of 20 launches in which 100 events take 100 and 200 take `double`, and the other variant takes 250 more, of which 180 for its 180 events.
/// One launch in ten is slowed down by something else, whole.
fn run(seed: u64, double: f64) -> DoseResponse {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut noise = || normal(&mut generator);
    let launches: Vec<DosedLaunch> = (0..20)
        .map(|launch| {
            let slowed = if launch % 10 == 3 { 1.2 } else { 1.0 };
            let base = noise();
            DosedLaunch {
                single: slowed * (100.0 + noise() - base),
                double: slowed * (double + noise() - base),
                beside: slowed * (250.0 + noise() - base),
            }
        })
        .collect();
    dose_response(&launches, 100.0, 180.0).expect("the difference is there")
}

fn share_of_runs(is_so: impl Fn(&DoseResponse) -> bool, double: f64) -> f64 {
    (0..RUNS as u64).filter(|seed| is_so(&run(*seed, double))).count() as f64 / RUNS as f64
}

#[test]
fn the_intervals_hold_the_price_and_the_share() {
    for (covered, what) in [
        (share_of_runs(|found| found.share.contains(180.0 / 250.0), 200.0), "share"),
        (share_of_runs(|found| found.is_straight, 200.0), "straight"),
        (share_of_runs(|found| found.share.high - found.share.low < 0.05, 200.0), "narrow"),
    ] {
        assert!(covered >= 0.93, "{what}: {covered}");
    }
}

#[test]
fn doses_that_get_dearer_or_cheaper_are_no_line() {
    for double in [300.0, 130.0] {
        assert!(share_of_runs(|found| !found.is_straight, double) >= 0.95, "{double}");
    }
}

#[test]
fn a_share_of_no_difference_is_none() {
    let launch = |i: i32| DosedLaunch { single: 10.0, double: 20.0, beside: f64::from(i % 2) - 0.5 };
    let launches: Vec<DosedLaunch> = (0..20).map(launch).collect();
    assert_eq!(dose_response(&launches, 10.0, 30.0), None);
    assert_eq!(dose_response(&[], 10.0, 30.0), None);
    let few = [DosedLaunch { single: 10.0, double: 20.0, beside: 60.0 }; 3];
    let found = dose_response(&few, 10.0, 30.0).expect("three launches have a middle");
    assert!(found.share.low.is_infinite() && found.share.high.is_infinite(), "{found:?}");
}
