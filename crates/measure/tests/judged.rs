//! Verdicts from made-up samples: what the judge does with data that no simulator makes.

use analysis::{Analysis, Comparison, Verdict, Why, analyze};
use model::{Block, Event, Metric, Readings, Run, RunHeader, Sample, Schedule, Source};
use std::collections::BTreeMap;

/// The plan of two variants; the third in its list is the clone of the first.
const PLAN: &str = "baseline = 'a'\n[[variant]]\nname = 'a'\nsim = { time = '1ms' }\n[[variant]]\nname = 'b'\nsim = { time = '1ms' }\n";

/// A run in which every variant takes what `nanos` says of it in each launch, looked at after some.
fn run(launches: usize, looks: &[usize], nanos: impl Fn(usize, usize) -> u64) -> Run {
    let source = Source { name: "test.toml".to_string(), text: PLAN.to_string() };
    let plan = plan::parse(source.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let header = RunHeader { seed: 1, budget_ns: 1_000_000_000, source, ..RunHeader::default() };
    let mut run = Run::new(header, plan);
    run.apply(Event::PointStarted { point: 0 });
    for variant in [0, 1] {
        let answer = protocol::text_answer(b"same");
        run.apply(Event::Answered { point: 0, variant, answer, absent: BTreeMap::new() });
    }
    let schedule = Schedule { launches, blocks: 1, looks: looks.to_vec(), ..Schedule::default() };
    run.apply(Event::Scheduled { point: 0, schedule });
    for launch in 0..launches {
        let sample = |variant: usize| Sample {
            variant,
            iterations: 1,
            readings: Readings::from([(Metric::Wall, nanos(variant, launch))]),
            slices_ns: Vec::new(),
            latencies: None,
        };
        let samples = (0..3).map(sample).collect();
        run.apply(Event::BlockFinished { block: Block { point: 0, launch, block: 0, samples } });
        if looks.contains(&(launch + 1)) {
            run.apply(Event::Looked { point: 0, launches: launch + 1 });
        }
    }
    run.apply(Event::PointFinished { point: 0, elapsed_ns: 1, untimed_ns: Some(0) });
    run
}

fn comparison(analysis: &Analysis) -> &Comparison {
    &analysis.points[0].comparisons[0]
}

/// A time of about a millisecond that differs a little from launch to launch.
fn about(thousandths: u64, launch: usize) -> u64 {
    1_000 * (thousandths + (launch as u64 * 7919) % 5)
}

#[test]
fn what_is_established_at_a_look_stays_and_later_launches_make_it_sharper() {
    let times = |variant: usize, launch: usize| about(if variant == 1 { 1050 } else { 1000 }, launch + 3 * variant);
    let early = analyze(&run(12, &[12], times));
    let late = analyze(&run(40, &[12], times));
    let [early, late] = [comparison(&early), comparison(&late)];
    assert_eq!([early.verdict, late.verdict], [Verdict::Slower; 2]);
    assert_eq!([early.decided_after, late.decided_after, late.launches], [12, 12, 40]);
    assert!(late.ratio.low >= early.ratio.low && late.ratio.high <= early.ratio.high, "{early:?} {late:?}");
}

#[test]
fn a_difference_that_vanishes_after_its_look_is_not_established() {
    let slower_at_first = |variant: usize, launch: usize| {
        let of_other = if launch < 14 { 1050 } else { 992 };
        about([1000, of_other, 1000][variant], launch + 3 * variant)
    };
    let at_the_look = analyze(&run(14, &[14], slower_at_first));
    assert_eq!(comparison(&at_the_look).verdict, Verdict::Slower);
    let later = analyze(&run(100, &[14], slower_at_first));
    assert!(!matches!(comparison(&later).verdict, Verdict::Slower | Verdict::Faster), "{:?}", comparison(&later).ratio);
}

#[test]
fn a_look_costs_what_it_may_spend() {
    let times = |variant: usize, launch: usize| about(1000, launch * (variant + 2) + variant);
    let p_values =
        [&[][..], &[20], &[20, 40, 60, 80]].map(|looks| comparison(&analyze(&run(100, looks, times))).p_adjusted);
    assert!(p_values[0] <= p_values[1] && p_values[1] <= p_values[2], "{p_values:?}");
}

#[test]
fn nothing_smaller_than_what_sets_a_clone_apart_is_claimed() {
    let with_clone = |clone: u64| {
        let times = move |variant: usize, launch: usize| about([1000, 1020, clone][variant], launch + 3 * variant);
        analyze(&run(40, &[], times))
    };
    assert_eq!(comparison(&with_clone(1000)).verdict, Verdict::Slower);
    let odd = with_clone(1030);
    assert_eq!(comparison(&odd).verdict, Verdict::Undecided(Why::CloneDiffers));
    let control = odd.points[0].control.as_ref().expect("there is a clone");
    assert!(control.differs_by() > 0.0 && control.ratio.point > 1.0, "{control:?}");
}

#[test]
fn samples_without_any_spread_are_equivalent_or_different_and_no_trouble() {
    let constant = |other: u64| move |variant: usize, _: usize| if variant == 1 { other } else { 1_000_000 };
    let verdict = |other: u64| comparison(&analyze(&run(40, &[20], constant(other)))).verdict;
    assert_eq!(verdict(1_000_000), Verdict::Equivalent);
    assert_eq!(verdict(1_200_000), Verdict::Slower);
    assert_eq!(verdict(900_000), Verdict::Faster);
}

#[test]
fn durations_of_zero_are_no_trouble() {
    let analysis = analyze(&run(40, &[20], |_, _| 0));
    // What took no time that the clock could tell is not called the same: nothing was measured of it.
    assert!(analysis.points[0].comparisons.is_empty());
    assert!(analysis.points[0].rows.iter().all(|row| row.why_no_rate().is_some()));
}
