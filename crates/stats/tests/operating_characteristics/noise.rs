//! Models of a machine: how slow it is at successive moments.
//!
//! A launch of k variants takes k moments, one for each, in random order. All levels are logarithms
//! of time, so 0.01 is one percent.

use crate::PERCENT;
use crate::source::Source;

/// What a machine does to the time of a measurement.
pub struct Machine {
    pub name: &'static str,
    /// The level at each of so many successive moments, of which a launch takes the given number.
    pub levels: fn(&mut Source, launches: usize, moments_of_launch: usize) -> Vec<f64>,
}

pub const MACHINES: [Machine; 6] = [
    Machine { name: "shared level", levels: shared_level },
    Machine { name: "autoregressive drift with trend", levels: autoregressive },
    Machine { name: "steps", levels: steps },
    Machine { name: "bursts", levels: bursts },
    Machine { name: "t3", levels: student_t3 },
    Machine { name: "lognormal outliers", levels: lognormal_outliers },
];

/// Each launch has a level of its own, 5 % around the middle, that all its measurements share; each
/// measurement has 1.5 % of its own.
fn shared_level(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    shared_level_with(source, launches, moments, 1.5 * PERCENT)
}

/// The same with another noise of the single measurement.
pub fn shared_level_with(source: &mut Source, launches: usize, moments: usize, noise: f64) -> Vec<f64> {
    let mut levels = Vec::with_capacity(launches * moments);
    for _ in 0..launches {
        let level = 5.0 * PERCENT * source.normal();
        levels.extend((0..moments).map(|_| level + noise * source.normal()));
    }
    levels
}

/// A first-order autoregression from moment to moment with persistence 0.95 and a standard deviation
/// of 6.4 %, a trend of 0.1 % a moment, and 0.5 % of each measurement's own.
fn autoregressive(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    let mut wander = 0.0;
    let mut level = |moment: usize| {
        wander = 0.95 * wander + 2.0 * PERCENT * source.normal();
        wander + 0.1 * PERCENT * moment as f64 + 0.5 * PERCENT * source.normal()
    };
    (0..launches * moments).map(&mut level).collect()
}

/// With a chance of 2 % a moment the machine moves to another level, 10 % around the middle, and
/// stays; 1 % of each measurement's own.
fn steps(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    let mut level = 0.0;
    let mut next = |_| {
        if source.uniform() < 0.02 {
            level = 10.0 * PERCENT * source.normal();
        }
        level + PERCENT * source.normal()
    };
    (0..launches * moments).map(&mut next).collect()
}

/// With a chance of 3 % a moment a burst begins that slows the next five moments down by 5 to 50 %;
/// 1 % of each measurement's own.
fn bursts(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    let (mut left, mut height) = (0, 0.0);
    let mut next = |_| {
        if source.uniform() < 0.03 {
            (left, height) = (5, (5.0 + 45.0 * source.uniform()) * PERCENT);
        }
        left = usize::saturating_sub(left, 1);
        if left > 0 { height + PERCENT * source.normal() } else { PERCENT * source.normal() }
    };
    (0..launches * moments).map(&mut next).collect()
}

/// Student's t with three degrees of freedom, times 1 %.
fn student_t3(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    source.sample(launches * moments, |source| PERCENT * source.student_t3())
}

/// 1 %, and with a chance of 10 % an outlier above it: lognormal, its median 10 %.
fn lognormal_outliers(source: &mut Source, launches: usize, moments: usize) -> Vec<f64> {
    let measurement = |source: &mut Source| {
        let outlier = if source.uniform() < 0.1 { 10.0 * PERCENT * source.normal().exp() } else { 0.0 };
        PERCENT * source.normal() + outlier
    };
    source.sample(launches * moments, measurement)
}
