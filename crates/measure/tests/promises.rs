//! The whole flow on the simulator: what is claimed is right as often as it is promised to be, whatever the noise.
//!
//! Virtual time makes a run exact and instant, so that hundreds of runs fit into a test. Counts are judged by the binomial
//! distribution: a bound is the count that a method that keeps its promise exceeds once in ten thousand tests.

use analysis::{Analysis, Judge, Verdict, analyze};
use cmpthese_measure::{Stop, measure};
use model::{Event, Run, RunHeader, Source};
use std::path::Path;
use subjects::{Clock, Context};

const RUNS: u64 = 400;

/// 400 tries at 5 %: more than this happens once in ten thousand (R: qbinom(0.9999, 400, 0.05)).
const FALSE_MAX: usize = 38;

/// Runs a plan of simulated variants.
fn simulate(plan_text: &str, seed: u64, budget_ns: u64) -> Analysis {
    analyze(&made(planned(plan_text, seed, budget_ns), &mut |_| ()))
}

/// A run after some events.
fn after(mut run: Run, events: impl IntoIterator<Item = Event>) -> Run {
    events.into_iter().for_each(|event| run.apply(event));
    run
}

/// A run that has not begun.
fn planned(plan_text: &str, seed: u64, budget_ns: u64) -> Run {
    let source = Source { name: "test.toml".to_string(), text: plan_text.to_string() };
    let plan = plan::parse(source.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let header = RunHeader { seed, budget_ns, source, ..RunHeader::default() };
    Run::new(header, plan)
}

/// The same when it is over; `see` is told what happens.
fn made(run: Run, see: &mut dyn FnMut(&Event)) -> Run {
    let mut judge = Judge::of(&run);
    measure(run, &context(), &mut judge, &mut |event: &Event| -> Result<(), Stop> {
        see(event);
        Ok(())
    })
}

/// Where nothing but virtual time is.
fn context() -> Context {
    Context::in_directory(Path::new("/nonexistent"), Clock::stopped())
}

/// Two variants with the second taking `ratio` of the time of the first, with noise between launches and within them.
fn pair(ratio: f64, noise: f64, launch_noise: f64) -> String {
    let variant = |name: &str, micros: f64| {
        format!(
            "[[variant]]\nname = '{name}'\nsim = {{ time = '{micros}us', noise = {noise}, launch_noise = {launch_noise} }}\n"
        )
    };
    format!("baseline = 'a'\n{}{}", variant("a", 100.0), variant("b", 100.0 * ratio))
}

fn is_claimed(analysis: &Analysis) -> bool {
    let verdicts = analysis.points.iter().flat_map(|point| &point.comparisons).map(|comparison| comparison.verdict);
    verdicts.clone().any(|verdict| matches!(verdict, Verdict::Faster | Verdict::Slower))
}

/// What machines do: noise of its own in every batch, levels of launches, heavy tails, and weather that all variants share.
const MACHINES: &[&str] = &[
    "noise = 0.05",
    "noise = 0.01, launch_noise = 0.03",
    "noise = 0.2, launch_noise = 0.05",
    "noise = 0.03, tail = 2",
    "noise = 0.02, weather = 'drift'",
    "noise = 0.02, weather = 'steps'",
    "noise = 0.02, weather = 'bursts', tail = 3",
];

/// Variants that take the same time, on a machine.
fn equals(names: &[&str], machine: &str) -> String {
    let variant = |name: &&str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '100us', {machine} }}\n");
    names.iter().map(variant).collect()
}

#[test]
fn a_variant_is_called_different_from_itself_at_most_as_often_as_promised() {
    for machine in MACHINES {
        let plan = equals(&["a", "b"], machine);
        let claims = (0..RUNS).filter(|seed| is_claimed(&simulate(&plan, *seed, 320_000_000))).count();
        assert!(claims <= FALSE_MAX, "{machine}: {claims} of {RUNS}");
    }
}

#[test]
fn many_variants_at_many_points_make_a_false_claim_at_most_as_often_as_promised() {
    for machine in MACHINES {
        let plan = format!("[params]\nn = [1, 2, 3]\n{}", equals(&["a", "b", "c", "d"], machine));
        let claims = (0..RUNS / 4).filter(|seed| is_claimed(&simulate(&plan, *seed, 1_200_000_000))).count();
        // R: qbinom(0.9999, 100, 0.05)
        assert!(claims <= 15, "{machine}: {claims} of {}", RUNS / 4);
    }
}

/// Launches that take longer to start than a block, and differ.
#[test]
fn launches_that_are_dear_to_start_make_a_false_claim_at_most_as_often_as_promised() {
    let plan = format!("margin = '0.1%'\n{}", equals(&["a", "b"], "start = '7ms', noise = 0.02, launch_noise = 0.01"));
    let runs: Vec<Analysis> = (0..RUNS).map(|seed| simulate(&plan, seed, 2_000_000_000)).collect();
    let claims = runs.iter().filter(|analysis| is_claimed(analysis)).count();
    assert!(claims <= FALSE_MAX, "{claims} of {RUNS}");
}

/// Whoever looks at a run that may go on has not spent the whole level: neither on what is there, nor on the part of the family that is.
#[test]
fn a_run_that_may_go_on_is_judged_by_what_it_has_of_what_is_planned() {
    let plan = format!("params.n = [1, 2, 3]\n{}", pair(1.0, 0.02, 0.0));
    let run = planned(&plan, 1, 600_000_000);
    let mut events = Vec::new();
    made(run.clone(), &mut |event| events.push(event.clone()));
    let is_block = |event: &Event| matches!(event, Event::BlockFinished { block } if block.point == 0);
    let cut = events.iter().rposition(is_block).expect("the point has blocks") + 1;
    let in_passing = after(run, events[..cut].iter().cloned());
    let complete = after(in_passing.clone(), [Event::Finished { end: model::End::Complete }]);
    let [in_passing, complete] = [in_passing, complete].map(|run| analyze(&run));
    assert_eq!([in_passing.family, complete.family], [3, 1]);
    let levels = [&in_passing, &complete].map(|analysis| analysis.points[0].comparisons[0].ratio);
    assert!(levels[0].low < levels[1].low && levels[0].high > levels[1].high, "{levels:?}");
}

#[test]
fn one_per_cent_is_found_within_two_hundred_measurements() {
    let variant = |name: &str, nanos: u32| {
        let times = format!("time = '{nanos}ns', noise = 0.015, weather = 'drift'");
        format!("[[variant]]\nname = '{name}'\nsim = {{ {times} }}\n")
    };
    let plan = format!("baseline = 'a'\nmargin = '0.1%'\n{}{}", variant("a", 100_000), variant("b", 101_000));
    let is_found = |seed: &u64| {
        let comparison = &simulate(&plan, *seed, 465_000_000).points[0].comparisons[0];
        assert!(2 * comparison.blocks <= 200, "{} blocks", comparison.blocks);
        comparison.verdict == Verdict::Slower
    };
    let found = (0..RUNS).filter(is_found).count();
    assert!(found * 100 >= RUNS as usize * 95, "{found} of {RUNS}");
}

#[test]
fn an_obvious_difference_takes_a_part_of_the_time() {
    let analysis = simulate(&pair(1.5, 0.01, 0.0), 1, 2_000_000_000);
    let comparison = &analysis.points[0].comparisons[0];
    assert_eq!(comparison.verdict, Verdict::Slower);
    let all = simulate(&pair(1.0, 0.2, 0.0), 1, 2_000_000_000).points[0].launches;
    assert!(analysis.points[0].launches * 3 < all, "{} of {all}", analysis.points[0].launches);
}

#[test]
fn time_that_is_left_over_goes_to_what_is_undecided() {
    let plan = "baseline = 'a'\nmargin = '0%'\n[params]\nns = ['1', '000001']\n\
        [[variant]]\nname = 'a'\nsim = { time = '1ms', noise = 0.01 }\n\
        [[variant]]\nname = 'b'\nsim = { time = '1.{ns}ms', noise = 0.01 }\n";
    let analysis = simulate(plan, 1, 3_200_000_000);
    let launches: Vec<usize> = analysis.points.iter().map(|point| point.launches).collect();
    // At 1.1 ms it is plain after a fifth of its launches or two; at 1.000001 ms nothing shows.
    assert!(5 * launches[1] > 6 * launches[0], "{launches:?}");
}

#[test]
fn a_sweep_of_equal_variants_makes_a_false_claim_at_most_as_often_as_promised() {
    let variant = |name: &str| {
        format!("[[variant]]\nname = '{name}'\nsim = {{ time = '50us', noise = 0.02, launch_noise = 0.02 }}\n")
    };
    let plan = format!("[params]\nn = [1, 2, 3]\n{}{}{}", variant("a"), variant("b"), variant("c"));
    let claims = (0..RUNS).filter(|seed| is_claimed(&simulate(&plan, *seed, 600_000_000))).count();
    assert!(claims <= FALSE_MAX, "{claims} of {RUNS}");
}

#[test]
fn the_interval_holds_the_truth_as_often_as_it_says() {
    let plan = pair(1.05, 0.02, 0.02);
    let misses = (0..RUNS)
        .filter(|seed| {
            let analysis = simulate(&plan, *seed, 200_000_000);
            let ratio = analysis.points[0].comparisons[0].ratio;
            ratio.low > 1.05 || ratio.high < 1.05
        })
        .count();
    assert!(misses <= FALSE_MAX, "{misses} of {RUNS}");
}

#[test]
fn a_difference_that_is_there_is_found_and_an_equality_too() {
    let verdict =
        |ratio: f64, seed| simulate(&pair(ratio, 0.01, 0.01), seed, 2_000_000_000).points[0].comparisons[0].verdict;
    assert!((0..20).all(|seed| verdict(1.05, seed) == Verdict::Slower));
    assert!((0..20).all(|seed| verdict(0.95, seed) == Verdict::Faster));
    // One in twenty may be called different.
    let equivalent = (0..20).filter(|seed| verdict(1.0, *seed) == Verdict::Equivalent).count();
    assert!(equivalent >= 17, "{equivalent} of 20");
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let plan = pair(1.02, 0.05, 0.05);
    let [first, again, other] = [1, 1, 2].map(|seed| format!("{:?}", simulate(&plan, seed, 200_000_000).points));
    assert_eq!(first, again);
    assert_ne!(first, other);
}

/// A run of variants that take so many seconds, but for a little noise. Nobody gave it a budget when there is none.
fn of_seconds(seconds: &[f64], budget_ns: Option<u64>) -> Run {
    let variant = |(place, seconds): (usize, &f64)| {
        format!("[[variant]]\nname = 'v{place}'\nsim = {{ time = '{seconds}s', noise = 0.0001 }}\n")
    };
    let plan: String = seconds.iter().enumerate().map(variant).collect();
    let mut run = planned(&plan, 1, 1);
    run.header.budget_ns = budget_ns.unwrap_or_else(|| design::budget_default_ns(&run.plan));
    run.header.budget_is_default = budget_ns.is_none();
    made(run, &mut |_| ())
}

#[test]
fn a_pair_that_nobody_limits_gets_its_verdict_however_slow_it_is() {
    for (slow, quick) in [(13.0, 12.0), (300.0, 290.0), (100.0, 0.1)] {
        let run = of_seconds(&[slow, quick], None);
        assert_eq!(run.points[0].schedule.as_ref().map(|schedule| schedule.launches), Some(7), "{slow} {quick}");
        assert!(is_claimed(&analyze(&run)), "{slow} {quick}");
    }
}

#[test]
fn three_that_nobody_limits_get_the_launches_of_three_comparisons() {
    let run = of_seconds(&[5.0, 6.0, 7.0], None);
    assert_eq!(run.points[0].schedule.as_ref().map(|schedule| schedule.launches), Some(8));
    assert!(is_claimed(&analyze(&run)));
}

#[test]
fn a_budget_that_is_too_small_is_told_with_one_that_would_do() {
    let told = |seconds: u64| of_seconds(&[13.0, 12.0], Some(seconds * 1_000_000_000)).notes;
    let note = "1 launch of 63.01 s fits into what the pilot left of the budget of 120.0 s, and a verdict needs 7: --budget 520s would do";
    assert_eq!(told(120), [note]);
    assert_eq!(told(520), Vec::<String>::new());
    assert!(is_claimed(&analyze(&of_seconds(&[13.0, 12.0], Some(520_000_000_000)))));
}
