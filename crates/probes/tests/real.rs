//! The probes for real: that each can be made ready and makes its events. What they cost is tried on quiet machines.

use cmpthese_probes::{Caches, Limits, PROBES, Site, measure_these};
use model::{COSTLY_EVENTS, CostlyEvent};

fn site() -> Site {
    let caches = Caches { sizes: [Some(32 << 10), Some(256 << 10), Some(2 << 20)], line: 64 };
    Site { scratch: std::env::temp_dir(), caches, memory_bytes: None, seed: 1 }
}

#[test]
fn every_event_has_a_probe_in_its_order() {
    let probed: Vec<CostlyEvent> = PROBES.iter().map(|probe| probe.event).collect();
    let events: Vec<CostlyEvent> = COSTLY_EVENTS.iter().map(|info| info.event).collect();
    assert_eq!(probed, events);
    assert!(PROBES.iter().all(|probe| probe.dose > 0));
}

#[test]
fn every_probe_makes_its_smallest_dose() {
    for probe in PROBES {
        let prepared = (probe.prepare)(&site());
        let mut prepared = prepared.unwrap_or_else(|error| panic!("{:?}: {error}", probe.event));
        for course in std::iter::once(&mut prepared.course).chain(prepared.control.as_mut()) {
            for dose in [probe.dose, 4 * probe.dose] {
                let ran = course.warm().and_then(|()| course.before(dose)).and_then(|()| course.run(dose));
                ran.unwrap_or_else(|error| panic!("{:?}: {error}", probe.event));
            }
        }
    }
}

/// The CPU time of this thread: that others use the machine at the same time is no part of it.
fn own_time_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a timespec of our own; clock_gettime(2) keeps nothing.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[test]
fn what_two_events_cost_is_positive_and_finite() {
    let wanted = [CostlyEvent::SystemCall, CostlyEvent::MinorFault];
    let probes: Vec<_> = PROBES.iter().filter(|probe| wanted.contains(&probe.event)).copied().collect();
    let limits = Limits { rounds: 12, time_ns: u64::MAX };
    let found = measure_these(&probes, &site(), limits, &mut own_time_ns, &mut |_| {});
    assert_eq!(found.missing, []);
    assert_eq!(found.costs.costs.iter().map(|cost| cost.event).collect::<Vec<_>>(), wanted);
    for cost in found.costs.costs {
        assert!(0.0 < cost.low_ns && cost.low_ns <= cost.ns && cost.ns <= cost.high_ns && cost.high_ns.is_finite());
    }
}

#[test]
fn memory_that_is_not_there_is_not_taken() {
    let small = Site { memory_bytes: Some(1 << 20), ..site() };
    let find = |event| PROBES.iter().find(|probe| probe.event == event).expect("every event has one");
    assert!((find(CostlyEvent::LoadMemory).prepare)(&small).is_err());
}
