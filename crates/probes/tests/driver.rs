//! The driver on a clock that stands still unless a probe moves it.

use cmpthese_probes::{Caches, Course, Limits, Measured, Prepared, Probe, Site, measure_these};
use model::{CostlyEvent, UnitCost};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::{Cell, RefCell};
use std::io;

thread_local! {
    static NOW_NS: Cell<u64> = const { Cell::new(0) };
    static LONE_NS: Cell<u64> = const { Cell::new(0) };
    static NOISE: RefCell<Xoshiro256PlusPlus> = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(1));
}

/// Takes so many nanoseconds once and for each, and one in ten goes meets a disturbance of up to 100 µs.
struct Invented {
    once: f64,
    each: f64,
    /// Parts of the time by which it varies.
    noise: f64,
}

impl Course for Invented {
    fn warm(&mut self) -> io::Result<()> {
        pass(123_456.0); // not timed
        Ok(())
    }

    fn before(&mut self, _dose: u64) -> io::Result<()> {
        pass(12_345.0); // nor is this
        Ok(())
    }

    fn run(&mut self, dose: u64) -> io::Result<()> {
        let quiet = (self.once + self.each * dose as f64) * (1.0 + self.noise * (uniform() - 0.5));
        let disturbed = if self.noise > 0.0 && uniform() < 0.1 { 100_000.0 * uniform() } else { 0.0 };
        pass(quiet + disturbed);
        Ok(())
    }
}

/// Takes twice as long in the first 5 ms after something else was done.
struct Chilled;

impl Course for Chilled {
    fn run(&mut self, dose: u64) -> io::Result<()> {
        let each = if LONE_NS.with(Cell::get) < 5_000_000 { 1600.0 } else { 800.0 };
        LONE_NS.with(|lone| lone.set(lone.get() + (each * dose as f64) as u64));
        pass(each * dose as f64);
        Ok(())
    }
}

struct Other;

impl Course for Other {
    fn run(&mut self, dose: u64) -> io::Result<()> {
        LONE_NS.with(|lone| lone.set(0));
        pass(50.0 * dose as f64);
        Ok(())
    }
}

struct Refused;

impl Course for Refused {
    fn run(&mut self, _dose: u64) -> io::Result<()> {
        Err(io::Error::other("somebody pulled the plug"))
    }
}

fn pass(nanos: f64) {
    NOW_NS.with(|now| now.set(now.get() + nanos as u64));
}

/// In 0..1.
fn uniform() -> f64 {
    NOISE.with(|noise| (noise.borrow_mut().next_u64() >> 11) as f64 / (1_u64 << 53) as f64)
}

fn measured(probes: &[Probe], limits: Limits) -> Measured {
    let caches = Caches { sizes: [None; 3], line: 64 };
    let site = Site { scratch: std::env::temp_dir(), caches, memory_bytes: None, seed: 7 };
    measure_these(probes, &site, limits, &mut || NOW_NS.with(Cell::get), &mut |part| {
        assert!((0.0..=1.0).contains(&part))
    })
}

const LIMITS: Limits = Limits { rounds: 25, time_ns: u64::MAX };

#[test]
fn the_slope_is_found_whatever_a_dose_costs_once_and_beside_the_event() {
    let probes = [
        Probe {
            event: CostlyEvent::SystemCall,
            dose: 1000,
            prepare: |_| Ok(Prepared::alone(Invented { once: 5000.0, each: 80.0, noise: 0.0 })),
        },
        Probe {
            event: CostlyEvent::Switch,
            dose: 100,
            prepare: |_| {
                let with = Invented { once: 300.0, each: 1500.0, noise: 0.0 };
                Ok(Prepared::against(with, Invented { once: 900.0, each: 400.0, noise: 0.0 }))
            },
        },
    ];
    let found = measured(&probes, LIMITS);
    let rounded = |cost: &UnitCost| (cost.event, [cost.ns, cost.low_ns, cost.high_ns].map(f64::round));
    let costs: Vec<_> = found.costs.costs.iter().map(rounded).collect();
    assert_eq!(costs, [(CostlyEvent::SystemCall, [80.0; 3]), (CostlyEvent::Switch, [1100.0; 3])]);
    assert_eq!(found.missing, []);
}

#[test]
fn what_something_else_made_slower_is_over_before_a_dose_counts() {
    let dose = 250;
    let probes = [
        Probe { event: CostlyEvent::WriteByte, dose, prepare: |_| Ok(Prepared::alone(Chilled)) },
        Probe { event: CostlyEvent::ReadByte64M, dose, prepare: |_| Ok(Prepared::alone(Other)) },
    ];
    let found = measured(&probes, LIMITS);
    let costs: Vec<f64> = found.costs.costs.iter().map(|cost| cost.ns.round()).collect();
    assert_eq!(costs, [800.0, 50.0]);
}

/// At 95 % each, more than 20 of 200 misses have a probability below 0.001.
#[test]
fn the_interval_holds_the_slope() {
    let probe = Probe {
        event: CostlyEvent::MinorFault,
        dose: 256,
        prepare: |_| Ok(Prepared::alone(Invented { once: 20_000.0, each: 250.0, noise: 0.05 })),
    };
    let costs: Vec<UnitCost> = (0..200).map(|_| measured(&[probe], LIMITS).costs.costs[0]).collect();
    let misses = costs.iter().filter(|cost| !(cost.low_ns..=cost.high_ns).contains(&250.0)).count();
    assert!(misses <= 20, "{misses} of 200");
    let mut widths: Vec<f64> = costs.iter().map(|cost| (cost.high_ns - cost.low_ns) / cost.ns).collect();
    widths.sort_by(f64::total_cmp);
    assert!(widths[100] < 0.1, "disturbances make it {} wide", widths[100]);
}

#[test]
fn what_cannot_be_measured_is_missing_with_its_reason() {
    let prepared = |event, prepare| Probe { event, dose: 100, prepare };
    let probes = [
        prepared(CostlyEvent::CopyL3, |_| Err(io::Error::other("there is no such cache"))),
        prepared(CostlyEvent::PipeByte, |_| Ok(Prepared::alone(Refused))),
        prepared(CostlyEvent::LoadL1, |_| Ok(Prepared::alone(Invented { once: 1e6, each: 0.001, noise: 0.1 }))),
        prepared(CostlyEvent::MapUnmap, |_| Ok(Prepared::alone(Invented { once: 1e6, each: 700.0, noise: 0.0 }))),
    ];
    let found = measured(&probes, LIMITS);
    let missing: Vec<(CostlyEvent, &str)> =
        found.missing.iter().map(|missing| (missing.event, missing.reason.as_str())).collect();
    assert_eq!(
        missing,
        [
            (CostlyEvent::CopyL3, "there is no such cache"),
            (CostlyEvent::PipeByte, "somebody pulled the plug"),
            (CostlyEvent::LoadL1, "it cannot be told from nothing on this machine"),
        ]
    );
    assert_eq!(found.costs.costs.iter().map(|cost| cost.event).collect::<Vec<_>>(), [CostlyEvent::MapUnmap]);
}

#[test]
fn it_stops_by_time_and_says_nothing_from_too_few_rounds() {
    let probe = Probe {
        event: CostlyEvent::Spawn,
        dose: 4,
        prepare: |_| Ok(Prepared::alone(Invented { once: 0.0, each: 1e6, noise: 0.0 })),
    };
    let start = NOW_NS.with(Cell::get);
    let found = measured(&[probe], Limits { rounds: 1000, time_ns: 100_000_000 });
    let rounds = (NOW_NS.with(Cell::get) - start) as f64 / 44e6;
    assert!((3.0..4.0).contains(&rounds), "{rounds} rounds of 28 ms, and 16 ms to settle, in 100 ms");
    assert_eq!(found.missing[0].reason, "there was time for too few rounds");
}
