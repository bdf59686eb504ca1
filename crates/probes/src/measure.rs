//! The driver: all probes in random order, each in all doses in random order, round after round, and what the rounds say.

use crate::probe::{Course, Probe, Site};
use crate::table::PROBES;
use model::{CostlyEvent, UnitCost, UnitCosts};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
use std::time::Instant;

/// When it ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Rounds that count. A first one warms and does not.
    pub rounds: usize,
    /// Nanoseconds after which no further round begins.
    pub time_ns: u64,
}

/// A round took 0.5 s on a virtual machine of two CPUs, so that all of them took 16 s. The time is for slower ones: before a minute is over, a
/// round may take 40 s.
const LIMITS: Limits = Limits { rounds: 30, time_ns: 20_000_000_000 };

/// How long a course is run before the doses that count, in nanoseconds. Costs are paid by a job that does the same again and again, so its things are in
/// the caches and the processor has the clock that goes with it: one of Intel's ran a seventh slower for 5 ms after something else had gone
/// through 128 MiB of memory, and a fault on memory or a byte that was overwritten took two and four times as long (`bench/README.md`, `prices`).
const SETTLING_NS: u64 = 8_000_000;

/// Intervals hold at 95 %, each by itself.
const ALPHA: f64 = 0.05;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The costs.
    pub costs: UnitCosts,
    /// What could not be measured.
    pub missing: Vec<Missing>,
}

/// An event without a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The event.
    pub event: CostlyEvent,
    /// Why; lowercase, without a final dot.
    pub reason: String,
}

/// Measures every event of [`PROBES`]. `progress` is told after each round which part of the work is done, from 0 to 1. The calling thread should
/// be bound to one CPU.
pub fn measure(site: &Site, progress: &mut dyn FnMut(f64)) -> Measured {
    // CLOCK_MONOTONIC, as the times of a run have it.
    let start = Instant::now();
    measure_these(PROBES, site, LIMITS, &mut || start.elapsed().as_nanos() as u64, progress)
}

/// The same with these probes, limits and clock, which tells nanoseconds.
pub fn measure_these(
    probes: &[Probe],
    site: &Site,
    limits: Limits,
    now_ns: &mut dyn FnMut() -> u64,
    progress: &mut dyn FnMut(f64),
) -> Measured {
    let start = now_ns();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(site.seed);
    let mut missing = Vec::new();
    let mut tasks = Vec::new();
    for probe in probes {
        match Task::new(probe, site) {
            Ok(task) => tasks.push(task),
            Err(error) => missing.push(Missing { event: probe.event, reason: error.to_string() }),
        }
    }
    for number in 0..=limits.rounds {
        round(&mut tasks, now_ns, &mut random);
        if number == 0 {
            tasks.iter_mut().for_each(|task| task.slopes.clear());
        }
        let spent = now_ns().saturating_sub(start);
        progress((number as f64 / limits.rounds as f64).max(spent as f64 / limits.time_ns as f64).min(1.0));
        if spent >= limits.time_ns {
            break;
        }
    }
    let mut costs = UnitCosts::default();
    for task in tasks {
        match task.cost() {
            Ok(cost) => costs.costs.push(cost),
            Err(reason) => missing.push(Missing { event: task.event, reason }),
        }
    }
    Measured { costs, missing }
}

/// A probe at work.
struct Task {
    event: CostlyEvent,
    doses: [u64; 3],
    /// The course with the event, and the control where there is one.
    courses: Vec<Box<dyn Course>>,
    /// The times of the round in nanoseconds, of each course in each dose.
    times: Vec<[f64; 3]>,
    /// The cost in each round so far, in nanoseconds.
    slopes: Vec<f64>,
    /// Why it was given up.
    trouble: Option<String>,
}

impl Task {
    fn new(probe: &Probe, site: &Site) -> io::Result<Task> {
        let prepared = (probe.prepare)(site)?;
        let courses: Vec<Box<dyn Course>> = std::iter::once(prepared.course).chain(prepared.control).collect();
        let times = vec![[0.0; 3]; courses.len()];
        let doses = [1, 2, 4].map(|times: u64| times * probe.dose);
        Ok(Task { event: probe.event, doses, courses, times, slopes: Vec::new(), trouble: None })
    }

    /// A course in every dose once, in random order.
    fn time(
        &mut self,
        course: usize,
        now_ns: &mut dyn FnMut() -> u64,
        random: &mut Xoshiro256PlusPlus,
    ) -> io::Result<()> {
        let mut order = [0, 1, 2];
        order.shuffle(random);
        settle(self.courses[course].as_mut(), self.doses[2], now_ns)?;
        for dose in order {
            self.times[course][dose] = timed(self.courses[course].as_mut(), self.doses[dose], now_ns)?;
        }
        Ok(())
    }

    /// The cost of this round, with the event less without it: the slope over the doses, because what a dose costs once falls out.
    fn end_round(&mut self) {
        let slope = |times: &[f64; 3]| {
            let points: [(f64, f64); 3] = std::array::from_fn(|dose| (self.doses[dose] as f64, times[dose]));
            stats::weighted_line(&points, &[1.0; 3]).expect("the doses differ").1
        };
        let slopes: Vec<f64> = self.times.iter().map(slope).collect();
        self.slopes.push(slopes[0] - slopes.get(1).unwrap_or(&0.0));
    }

    /// The centre of the slopes with its interval. Of the slopes and not of their logarithms: what hits the largest dose makes a slope too
    /// large, what hits the smallest makes it too small, by as much and down to below zero, so it is the slopes that lie symmetrically.
    fn cost(&self) -> Result<UnitCost, String> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        let interval =
            stats::score_interval(&self.slopes, ALPHA, 0.0).filter(|interval| interval.half_width().is_finite());
        let interval = interval.ok_or("there was time for too few rounds")?;
        if interval.low <= 0.0 {
            return Err("it cannot be told from nothing on this machine".to_string());
        }
        Ok(UnitCost { event: self.event, ns: interval.point, low_ns: interval.low, high_ns: interval.high })
    }
}

/// Every course in random order.
fn round(tasks: &mut [Task], now_ns: &mut dyn FnMut() -> u64, random: &mut Xoshiro256PlusPlus) {
    let mut turns: Vec<(usize, usize)> = Vec::new();
    for (task, Task { courses, .. }) in tasks.iter().enumerate() {
        turns.extend((0..courses.len()).map(|course| (task, course)));
    }
    turns.shuffle(random);
    for (task, course) in turns {
        if tasks[task].trouble.is_none() {
            tasks[task].trouble = tasks[task].time(course, now_ns, random).err().map(|error| error.to_string());
        }
    }
    tasks.iter_mut().filter(|task| task.trouble.is_none()).for_each(Task::end_round);
}

/// Doses that do not count, until it is as if nothing else had been done.
fn settle(course: &mut dyn Course, dose: u64, now_ns: &mut dyn FnMut() -> u64) -> io::Result<()> {
    let start = now_ns();
    course.warm()?;
    loop {
        timed(course, dose, now_ns)?;
        if now_ns().saturating_sub(start) >= SETTLING_NS {
            return Ok(());
        }
    }
}

fn timed(course: &mut dyn Course, dose: u64, now_ns: &mut dyn FnMut() -> u64) -> io::Result<f64> {
    course.before(dose)?;
    let start = now_ns();
    course.run(dose)?;
    Ok(now_ns().saturating_sub(start) as f64)
}
