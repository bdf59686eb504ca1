//! Rare work that hardly a launch has.

use crate::findings::invented::{Place, plan, run};
use crate::findings::source::Source;
use analysis::{Verdict, Why, analyze};
use model::{Beginning, Metric, Pilot, Run};

/// Two that cost the same, in twenty launches, of sixty blocks the first and of three the others; in these of them `b` takes 31 times as long.
fn with_rare(rare: &[(usize, usize)]) -> Run {
    let mut source = Source::seeded(9);
    let mut run = run(&plan(2, 1), 20, 60, |Place { launch, block, variant, .. }| {
        let times = if variant == 1 && rare.contains(&(launch, block)) { 31.0 } else { 1.0 };
        times * 1000.0 * (0.005 * source.normal()).exp()
    });
    run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 3);
    run
}

/// It came twice in 117 blocks: that is 60 of 177 parts of the time, and a process that runs on may have a tenth of that, or three times as much.
#[test]
fn the_interval_holds_what_rare_work_may_be_that_came_in_one_launch() {
    let run = with_rare(&[(0, 20), (0, 40)]);
    let analysis = analyze(&run);
    let found = &analysis.points[0].comparisons[0];
    let seldom = found.seldom[1].expect("it came in one launch");
    assert_eq!((found.seldom[0], seldom.count), (None, 2.0));
    assert!((seldom.share - 60.0 / 177.0).abs() < 0.003, "{seldom:?}");
    // All iterations count alike: 177 parts of 117.
    let ratio = found.ratio;
    assert!(ratio.low < 1.1 && (ratio.point / (177.0 / 117.0) - 1.0).abs() < 0.01 && ratio.high > 2.7, "{ratio:?}");
    let [a, b] = [0, 1].map(|variant| analysis.points[0].row(variant).expect("it has a row").time_ns.point);
    assert!((b / a / ratio.point - 1.0).abs() < 1e-9, "{a} {b}");
    let of_launches = found.launch_ratios(false);
    assert!(of_launches.iter().all(|(_, of_launch)| (of_launch / ratio.point - 1.0).abs() < 0.03), "{of_launches:?}");
    assert_eq!((found.verdict, found.by_count.is_none()), (Verdict::Undecided(Why::Open), true));
    // What allows either answer allows equal ones.
    assert!(ratio.contains(1.0) && found.detectable > 0.5, "{found:?}");
    let text = crate::support::text(&run, 400);
    assert!(text.contains("work of b that came 2 times in all took 34 % of its time"), "{text}");
}

/// The verdict is that of the launches without it; what was seen of it is not denied.
#[test]
fn no_rare_work_is_denied_beside_such_work() {
    let mut run = with_rare(&[(0, 20), (0, 40)]);
    for block in &mut run.points[0].blocks {
        let disturbed = if block.block % 5 == 4 { 3 } else { 2 };
        for sample in &mut block.samples {
            let wall = sample.readings.total(Metric::Wall) * disturbed / 2;
            let wall = if sample.variant == 1 { wall * 21 / 20 } else { wall };
            sample.readings.insert(Metric::Wall, wall);
        }
    }
    let text = crate::support::text(&run, 400);
    assert!(text.contains("that came 2 times in all") && !text.contains("no rare work was seen"), "{text}");
}

/// The headline holds that work, and what the ratio goes from and to does not.
#[test]
fn a_ratio_that_goes_elsewhere_beside_such_work_is_told_without_it() {
    let mut run = with_rare(&[(0, 20), (0, 40)]);
    let samples = run.points[0].blocks.iter_mut().filter(|block| block.block >= 3).flat_map(|block| &mut block.samples);
    for sample in samples.filter(|sample| sample.variant == 1) {
        let wall = sample.readings.total(Metric::Wall);
        sample.readings.insert(Metric::Wall, wall * 13 / 10);
    }
    let found = &analyze(&run).points[0].comparisons[0];
    assert!(found.by_count.is_some() && found.seldom[1].is_some());
    let text = crate::support::text(&run, 400);
    assert!(
        text.contains("so the ratio of b to a goes from 1.000 to 1.29, without what came 2 times in all;"),
        "{text}"
    );
}

/// In as many blocks as the others have here it would have come six times.
#[test]
fn what_the_others_would_have_if_it_came_again_was_a_disturbance() {
    let mut source = Source::seeded(9);
    let run = run(&plan(2, 1), 20, 10, |Place { launch, block, variant, .. }| {
        let times = if variant == 1 && launch == 0 && block > 7 { 31.0 } else { 1.0 };
        times * 1000.0 * (0.005 * source.normal()).exp()
    });
    assert!(analyze(&run).points[0].comparisons[0].seldom == [None; 2]);
}

#[test]
fn what_several_launches_have_they_tell() {
    let rare: Vec<(usize, usize)> = (0..20).map(|launch| (launch, launch % 3)).collect();
    assert!(analyze(&with_rare(&rare)).points[0].comparisons[0].seldom == [None; 2]);
    assert!(analyze(&with_rare(&[])).points[0].comparisons[0].seldom == [None; 2]);
}

/// In 19 launches it comes once each, where a tenth of that is due.
#[test]
fn what_comes_with_each_process_does_not_come_again_in_one() {
    let beginnings = (1..20).map(|launch| (launch, 0));
    let rare: Vec<(usize, usize)> = [(0, 0), (0, 30)].into_iter().chain(beginnings).collect();
    assert!(analyze(&with_rare(&rare)).points[0].comparisons[0].seldom == [None; 2]);
}

/// What disturbs the machine is in both.
#[test]
fn what_the_other_has_as_often_is_nobody_s() {
    let mut run = with_rare(&[(0, 20), (0, 40)]);
    for block in run.points[0].blocks.iter_mut().filter(|block| block.launch == 0 && [30, 50].contains(&block.block)) {
        let sample = block.samples.iter_mut().find(|sample| sample.variant == 0).expect("it is measured");
        let wall_ns = sample.readings[&Metric::Wall];
        sample.readings.insert(Metric::Wall, 31 * wall_ns);
    }
    assert!(analyze(&run).points[0].comparisons[0].seldom == [None; 2]);
}

/// `b` takes half as long in all that was measured, about 240 ms; before, it met work as long as that.
#[test]
fn what_came_before_what_is_measured_and_not_in_it_leaves_open_how_long_all_take() {
    let mut source = Source::seeded(9);
    let of_variant = |Place { variant, .. }: Place| [2e5, 1e5][variant] * (0.005 * source.normal()).exp();
    let mut run = run(&plan(2, 1), 20, 60, of_variant);
    let told = |run: &Run| {
        let found = analyze(run).points[0].comparisons[0].clone();
        (found.verdict, found.seldom[1].map(|found| found.missed_ns), found.ratio.high)
    };
    let (verdict, missed, high) = told(&run);
    assert_eq!((verdict, missed), (Verdict::Faster, None));
    let iterations = run.points[0].samples_of(1).map(|sample| sample.iterations).sum::<u64>() as f64;
    let all_ns = iterations * 1e5;
    // Not of what is little beside all that was measured.
    run.points[0].cases[1].pilot = Some(Pilot { seldom_ns: all_ns / 5.0, ..Pilot::default() });
    assert_eq!(told(&run), (verdict, missed, high));
    run.points[0].cases[1].pilot = Some(Pilot { seldom_ns: all_ns, ..Pilot::default() });
    let (verdict, missed, high) = told(&run);
    // None of what 3.7 of are expected at most: that is 1 + 3.7 times the time.
    assert!(matches!(verdict, Verdict::Undecided(Why::Open)) && missed == Some(all_ns), "{verdict:?} {missed:?}");
    assert!((high / 0.5 - 4.7).abs() < 0.1, "{high}");
    let text = crate::support::text(&run, 400);
    assert!(text.contains("came before what is measured, and not in it"), "{text}");
    // The same, of a launch that was warmed up.
    run.points[0].cases[1].pilot = None;
    let begun = |launch: usize, more_ns: f64| {
        let iterations = [10, 25, 96][launch % 3];
        // What every process begins with.
        let warm_up_ns = (all_ns + 1e5 * iterations as f64 + if launch == 3 { more_ns } else { 0.0 }) as u64;
        Beginning { launch, start_ns: 1, prepare_ns: 1, first_ns: all_ns as u64, iterations, warm_up_ns }
    };
    run.points[0].cases[1].beginnings = (0..20).map(|launch| begun(launch, 0.0)).collect();
    assert_eq!(told(&run).0, Verdict::Faster);
    run.points[0].cases[1].beginnings = (0..20).map(|launch| begun(launch, all_ns)).collect();
    let (verdict, missed, _) = told(&run);
    assert!(
        verdict.why().is_some() && missed.is_some_and(|ns| (ns / all_ns - 1.0).abs() < 0.01),
        "{verdict:?} {missed:?}"
    );
}
