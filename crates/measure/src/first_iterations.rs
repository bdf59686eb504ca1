//! Whether the first iteration of a process is like those that follow it: then it is measured, too, and no other is run in vain.
//!
//! A fresh worker is warmed up, because what runs first loads what is loaded on demand and faults its memory in. Of short code that
//! takes next to nothing. An iteration that is as long as a batch takes as long as what is measured after it, so that a sweep
//! spends half of the time of its largest points on warming up. Most such code does nothing in its first iteration that it does not do in
//! the next: the counters of the process tell so without noise.

use crate::pilot::Calibration;
use crate::schedule::EXPLORED;
use model::{Metric, Plan, Readings, Sample, Subject};
use std::collections::{BTreeMap, BTreeSet};

/// What a process may do for the first time, and what one of it costs at most or not much more, in nanoseconds: a page that is copied
/// or zeroed on a virtual machine, one that comes from a device, a system call, a byte that is copied, a wait.
const COSTS_NS: [(Metric, f64); 7] = [
    (Metric::MinorFaults, 1e3),
    (Metric::MajorFaults, 1e5),
    (Metric::ReadCalls, 1e3),
    (Metric::WriteCalls, 1e3),
    (Metric::ReadBytes, 0.5),
    (Metric::WriteBytes, 0.5),
    (Metric::VoluntarySwitches, 2e4),
];

/// The part of the margin that all this may cost in a first iteration.
const PART_OF_MARGIN: f64 = 0.2;

/// What is only computed once shows in the time alone, and the machine's noise does, too: a first iteration takes no more than so many
/// times as long as the quickest other one, nor so many times less; or as the one after it, in so many more launches than
/// not: one of the two may have been disturbed by as much as they differ, but seldom twice.
const AS_LONG: f64 = 1.1;
const ALIKE_MIN: i32 = 2;

/// What is known of the first iterations of the long variants of a point.
pub(crate) struct FirstIterations {
    margin: f64,
    /// Those that may turn out to need no warm-up.
    doubtful: BTreeMap<usize, Doubt>,
    /// What the warm-up of this launch read.
    warm_ups: BTreeMap<usize, Readings>,
    /// How many launches were compared.
    compared: usize,
    /// Those that need none.
    like_others: BTreeSet<usize>,
}

/// What is known of a variant that may turn out to need no warm-up.
struct Doubt {
    /// The least that another than the first iteration took, in nanoseconds.
    least_ns: f64,
    /// In how many more launches the first iteration took as long as the one after it than not.
    alike: i32,
}

impl FirstIterations {
    pub(crate) fn new(plan: &Plan, calibrations: &BTreeMap<usize, Calibration>) -> FirstIterations {
        let long =
            calibrations.iter().filter(|(variant, calibration)| may_be_like_others(plan, **variant, calibration));
        FirstIterations {
            margin: plan.margin,
            doubtful: long
                .map(|(variant, calibration)| (*variant, Doubt { least_ns: calibration.ns, alike: 0 }))
                .collect(),
            warm_ups: BTreeMap::new(),
            compared: 0,
            like_others: BTreeSet::new(),
        }
    }

    /// Whether a fresh worker is to be warmed up.
    pub(crate) fn need_warm_up(&self, variant: usize) -> bool {
        !self.like_others.contains(&variant)
    }

    /// Whether what a warm-up reads is to be told to [`FirstIterations::warmed_up`].
    pub(crate) fn is_doubtful(&self, variant: usize) -> bool {
        self.doubtful.contains_key(&variant)
    }

    pub(crate) fn warmed_up(&mut self, variant: usize, readings: Readings) {
        self.warm_ups.insert(variant, readings);
    }

    /// Compares the warm-ups of a launch with the samples of its first block. After some launches whoever is still doubtful is so for good.
    pub(crate) fn compare(&mut self, samples: &[Sample]) {
        let warm_ups = std::mem::take(&mut self.warm_ups);
        for sample in samples.iter().filter(|sample| sample.iterations == 1) {
            let (Some(first), Some(doubt)) = (warm_ups.get(&sample.variant), self.doubtful.get_mut(&sample.variant))
            else {
                continue;
            };
            if doubt.is_settled_by(first, sample, self.margin) {
                self.doubtful.remove(&sample.variant);
                self.like_others.insert(sample.variant);
            }
        }
        self.compared += 1;
        if self.compared == EXPLORED {
            self.doubtful.clear();
        }
    }
}

/// Whether a variant is long enough for its first iteration to be worth a doubt. Of what is started for each iteration every one is the first,
/// and what serves requests has more processes than one.
pub(crate) fn may_be_like_others(plan: &Plan, variant: usize, calibration: &Calibration) -> bool {
    matches!(plan.variants[variant].subject, Subject::Snippet(_)) && calibration.is_long()
}

impl Doubt {
    /// Whether a first iteration and a later one of the same process, after what was seen before, tell that no warm-up is needed.
    fn is_settled_by(&mut self, first: &Readings, later: &Sample, margin: f64) -> bool {
        self.least_ns = self.least_ns.min(later.wall_ns());
        let of = |readings: &Readings, metric: Metric| readings.get(&metric).map_or(0.0, |value| *value as f64);
        let extra = |(metric, ns): &(Metric, f64)| ns * (of(first, *metric) - of(&later.readings, *metric)).abs();
        let extra_ns: f64 = COSTS_NS.iter().map(extra).sum();
        let is_as_long = |other_ns: f64| (1.0 / AS_LONG..=AS_LONG).contains(&(of(first, Metric::Wall) / other_ns));
        self.alike += if is_as_long(later.wall_ns()) { 1 } else { -1 };
        extra_ns <= PART_OF_MARGIN * margin * self.least_ns && (is_as_long(self.least_ns) || self.alike >= ALIKE_MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(wall_ns: u64, faults: u64, read: u64) -> Readings {
        Readings::from([(Metric::Wall, wall_ns), (Metric::MinorFaults, faults), (Metric::ReadBytes, read)])
    }

    fn first_iterations() -> FirstIterations {
        FirstIterations {
            margin: 0.01,
            doubtful: BTreeMap::from([(0, Doubt { least_ns: 50e6, alike: 0 })]),
            warm_ups: BTreeMap::new(),
            compared: 0,
            like_others: BTreeSet::new(),
        }
    }

    /// Whether a warm-up is needed after a launch whose warm-up and first block read this.
    fn needed_after(first: Readings, later: Readings) -> bool {
        let mut firsts = first_iterations();
        firsts.warmed_up(0, first);
        firsts.compare(&[sample(later)]);
        firsts.need_warm_up(0)
    }

    fn sample(readings: Readings) -> Sample {
        Sample { variant: 0, iterations: 1, readings, slices_ns: Vec::new(), latencies: None }
    }

    #[test]
    fn the_first_that_does_what_the_next_does_needs_no_warm_up() {
        assert!(!needed_after(readings(52_000_000, 90, 4096), readings(51_000_000, 0, 4096)));
        assert!(!needed_after(readings(50_000_000, 0, 0), readings(90_000_000, 0, 0)), "the second was disturbed");
    }

    #[test]
    fn the_first_that_does_more_or_takes_longer_does() {
        assert!(needed_after(readings(52_000_000, 150, 4096), readings(51_000_000, 0, 4096)), "memory");
        assert!(needed_after(readings(52_000_000, 0, 300_000), readings(51_000_000, 0, 0)), "a file");
        assert!(needed_after(readings(58_000_000, 0, 0), readings(51_000_000, 0, 0)), "a table that is kept");
        assert!(needed_after(readings(60_000_000, 0, 0), readings(90_000_000, 0, 0)), "the pilot took 50 ms");
        assert!(needed_after(readings(40_000_000, 0, 0), readings(50_000_000, 0, 0)), "a list that grows");
    }

    #[test]
    fn on_a_slow_cpu_two_launches_tell() {
        let mut firsts = first_iterations();
        for needed in [true, false] {
            firsts.warmed_up(0, readings(95_000_000, 0, 0));
            firsts.compare(&[sample(readings(90_000_000, 0, 0))]);
            assert_eq!(firsts.need_warm_up(0), needed);
        }
    }

    #[test]
    fn what_is_alike_by_chance_is_not_enough() {
        let mut firsts = first_iterations();
        for first_ns in [70_000_000, 60_000_000, 61_000_000, 70_000_000, 60_000_000, 70_000_000] {
            firsts.warmed_up(0, readings(first_ns, 0, 0));
            firsts.compare(&[sample(readings(58_000_000, 0, 0))]);
        }
        assert!(firsts.need_warm_up(0));
    }

    #[test]
    fn who_stays_doubtful_is_so_for_good() {
        let mut firsts = first_iterations();
        for _ in 0..EXPLORED {
            assert!(firsts.is_doubtful(0));
            firsts.warmed_up(0, readings(80_000_000, 0, 0));
            firsts.compare(&[sample(readings(50_000_000, 0, 0))]);
        }
        assert!(!firsts.is_doubtful(0) && firsts.need_warm_up(0));
    }
}
