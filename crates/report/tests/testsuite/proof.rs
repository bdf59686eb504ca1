//! What doses come to, of runs that are made of exact numbers: only a dose whose time follows is called a cause.

use crate::support;
use analysis::{Proof, Suspect, Unproved};
use insta::assert_snapshot;
use model::{CostlyEvent, DoseEvent, Event, Metric, Readings, Run, Sample, UnitCost, UnitCosts};
use std::collections::BTreeMap;

/// Doses of 500 and 1000 faults in `plain`, beside `other`.
const DOSED: &str = "doses = { of = 'plain', beside = 'other', event = 'minor-fault', counts = [0, 500, 1000] }\n\
    [[variant]]\nname = 'plain'\nperl = '1'\n[[variant]]\nname = 'other'\nperl = '2'\n";

/// 10 launches in which the four take so many nanoseconds more than 100 µs, with a wobble of a thousandth.
fn dosed(more: [f64; 4]) -> Run {
    support::run(DOSED, 10, move |_, variant, launch| match more.get(variant) {
        Some(more) => 100e3 * (1.0 + 0.001 * ((launch * 7 + variant * 3) % 5) as f64) + more,
        None => 1.0, // the empty loop
    })
}

fn interval(point: f64) -> analysis::Interval {
    analysis::Interval { point, low: 0.9 * point, high: 1.1 * point, level: 0.95 }
}

/// 1000 faults more, of which the ledger says that they make so much of the difference, and that they can make so much at most.
fn suspect(claimed: f64, most: f64) -> Suspect {
    Suspect {
        event: DoseEvent::MinorFault,
        more: 1000.0,
        dose: 500,
        bytes: 1,
        span: 1,
        claimed: interval(claimed),
        most,
    }
}

fn told(proof: Result<Proof, Unproved>) -> String {
    proof.map_or_else(|unproved| cmpthese_report::unproved(&unproved), |proof| cmpthese_report::proof(&proof))
}

fn tried(more: [f64; 4], suspect: &Suspect) -> String {
    told(analysis::proof(&dosed(more), suspect))
}

#[test]
fn doses_that_make_the_difference_are_its_cause() {
    assert_snapshot!(tried([0.0, 250e3, 500e3, 520e3], &suspect(0.9, 1.5)));
}

#[test]
fn doses_that_make_less_are_not() {
    let wrong_cause = tried([0.0, 250e3, 500e3, 5000e3], &suspect(0.1, 1.5));
    let less_than_said = tried([0.0, 250e3, 500e3, 750e3], &suspect(0.95, 1.5));
    let more_than_there_is = tried([0.0, 250e3, 500e3, 400e3], &suspect(1.0, 1.0));
    for text in [&wrong_cause, &less_than_said, &more_than_there_is] {
        assert!(text.contains("not established as the cause") && !text.contains("because"), "{text}");
    }
    assert_snapshot!(format!("{wrong_cause}\n{less_than_said}\n{more_than_there_is}"));
}

#[test]
fn more_than_the_difference_is_a_cause_where_something_else_takes_less() {
    let text = tried([0.0, 250e3, 500e3, 300e3], &suspect(1.6, 2.2));
    assert!(text.contains("other is slower because of 1000 more page faults"), "{text}");
    assert!(text.contains("something else takes less"), "{text}");
}

/// Prices that are a little too high are no reason against a cause that makes all of the difference.
#[test]
fn all_of_the_difference_is_enough() {
    let text = tried([0.0, 250e3, 500e3, 480e3], &suspect(1.3, 1.5));
    assert!(text.contains("other is slower because of 1000 more page faults"), "{text}");
}

/// A call that reads a whole file was `1 more read calls`, and they made it.
#[test]
fn one_event_is_no_plural() {
    let text = tried([0.0, 500e3, 1000e3, 520e3], &Suspect { more: 1.0, dose: 1, ..suspect(0.9, 1.5) });
    assert!(text.contains("plain with 1 and 2 more page faults in each iteration"), "{text}");
    assert!(text.contains("other is slower because of 1 more page fault: it makes "), "{text}");
}

#[test]
fn doses_that_are_no_line_prove_nothing() {
    assert_snapshot!(tried([0.0, 100e3, 500e3, 520e3], &suspect(0.9, 1.5)));
}

#[test]
fn where_the_two_are_not_apart_nothing_is_proved() {
    assert_eq!(
        tried([0.0, 250e3, 500e3, 0.0], &suspect(0.9, 1.5)),
        "  nothing is proved: no difference is established between the two in the run\n  with doses\n"
    );
}

#[test]
fn a_dose_that_breaks_the_answer_proves_nothing() {
    let mut run = dosed([0.0, 250e3, 500e3, 520e3]);
    let answer = protocol::text_answer(b"broken");
    run.apply(Event::Answered { point: 0, variant: 2, answer, absent: BTreeMap::new() });
    assert_snapshot!(told(analysis::proof(&run, &suspect(0.9, 1.5))));
}

const PLAIN: &str =
    "[[variant]]\nname = 'plain'\nsim = { time = '1us' }\n[[variant]]\nname = 'other'\nsim = { time = '1us' }\n";

/// What is suspected where an iteration of `other` has so many more calls, bytes and faults, and takes 1 ms more.
fn suspected(calls: u64, bytes: u64, faults: u64) -> Option<Suspect> {
    suspected_of(PLAIN, calls, bytes, faults)
}

fn suspected_of(plan: &str, calls: u64, bytes: u64, faults: u64) -> Option<Suspect> {
    const ITERATIONS: u64 = 1000;
    let run = support::run_of(plan, 10, |_, variant, launch| {
        let more = variant as u64;
        let wall = (100e3 + 1e6 * more as f64) * (1.0 + 0.0005 * (launch as f64 * 2.0).sin());
        let readings = Readings::from([
            (Metric::Wall, (wall * ITERATIONS as f64) as u64),
            (Metric::ReadCalls, ITERATIONS * (10 + more * calls)),
            (Metric::WriteCalls, 0),
            (Metric::ReadBytes, ITERATIONS * (1 << 20) + ITERATIONS * more * bytes),
            (Metric::WriteBytes, 0),
            (Metric::MinorFaults, ITERATIONS * more * faults),
        ]);
        Sample { variant, iterations: ITERATIONS, readings, slices_ns: Vec::new(), latencies: None }
    });
    let cost = |event, ns: f64| UnitCost { event, ns, low_ns: 0.98 * ns, high_ns: 1.02 * ns };
    let costs = vec![
        cost(CostlyEvent::ReadCall, 200.0),
        cost(CostlyEvent::ReadByte8M, 0.1),
        cost(CostlyEvent::MinorFault, 500.0),
    ];
    let point = &analysis::analyze(&run).points[0];
    let ledger = analysis::ledger(point, 0, 1, &[], &UnitCosts { costs }).expect("a difference is established");
    analysis::suspect(&ledger, point.row(1).expect("it was measured"))
}

/// Event, how many more, bytes of each, and the dose.
fn told_of(found: &Suspect) -> (DoseEvent, f64, u64, u64) {
    (found.event, found.more, found.bytes, found.dose)
}

#[test]
fn the_largest_term_is_suspected() {
    let faults = suspected(100, 0, 1000).expect("faults");
    assert_eq!(told_of(&faults), (DoseEvent::MinorFault, 1000.0, 1, 500));
    let calls = suspected(5000, 0, 10).expect("calls");
    assert_eq!(told_of(&calls), (DoseEvent::ReadCall, 5000.0, 1, 2500));
    assert!((calls.claimed.point - 1.0).abs() < 0.01 && (calls.most - 1.5).abs() < 0.01, "{calls:?}");
    assert_eq!(calls.span, 1 << 20);
    assert!(suspected(0, 0, 0).is_none());
}

/// Calls and the bytes that they read come together, so they are added together.
#[test]
fn bytes_are_added_as_the_calls_that_read_them() {
    let bytes = suspected(100, 100 * 65536, 0).expect("calls of 64 KiB");
    assert_eq!(told_of(&bytes), (DoseEvent::ReadCall, 100.0, 65536, 50));
    assert!((bytes.claimed.point - (100.0 * 200.0 + 655_360.0) / 1e6).abs() < 0.01, "{bytes:?}");
    // As many calls of more bytes each.
    let longer = suspected(0, 10 << 20, 0).expect("bytes");
    assert_eq!((longer.bytes, longer.dose, longer.more.round()), (282 * 4096, 5, 9.0));
}

/// Who looks at 64 MiB more than it reads, with 512 faults, has them from a mapped file, 128 KiB each.
#[test]
fn faults_of_what_is_not_read_are_those_of_a_mapped_file() {
    let plan = format!("bytes = '65MiB'\n{PLAIN}");
    let faults = suspected_of(&plan, 0, 0, 512).expect("faults");
    assert_eq!(told_of(&faults), (DoseEvent::FileFault, 512.0, 128 << 10, 256));
    assert_eq!(faults.span, 64 << 20);
    let all_is_read = suspected_of(&format!("bytes = '1MiB'\n{PLAIN}"), 0, 0, 512).expect("faults");
    assert_eq!(told_of(&all_is_read), (DoseEvent::MinorFault, 512.0, 1, 256));
}
