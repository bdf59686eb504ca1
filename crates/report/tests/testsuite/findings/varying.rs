//! Costs that vary: the mean decides, rare work is named, and a ratio that depends on the count is none.

use crate::findings::invented::{Place, analyzed, plan, quantile_shifts, run};
use crate::findings::source::Source;
use analysis::{Analysis, Comparison, Quantity, RareWork, Verdict, Why, analyze};
use model::{Block, Metric, Readings, Run, Sample};

fn comparison(analysis: &Analysis) -> &Comparison {
    &analysis.points[0].comparisons[0]
}

/// `b` is 3 % slower, and one in ten of the batches of one takes twice as long.
fn with_slow_ones(launches: usize, blocks: usize, slow: usize) -> Analysis {
    let mut source = Source::seeded(1);
    analyzed(&plan(2, 1), launches, blocks, |Place { variant, .. }| {
        let factor = if variant == slow && source.uniform() < 0.1 { 2.0 } else { 1.0 };
        [1000.0, 1030.0][variant] * factor * (0.01 * source.normal()).exp()
    })
}

#[test]
fn rare_work_of_one_makes_the_mean_decide_and_is_named() {
    let analysis = with_slow_ones(100, 10, 1);
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.verdict), (Quantity::Mean, Verdict::Slower));
    assert!(
        found.ratio.low > 1.05 && found.ratio.high < 1.2,
        "one in ten twice as long is 1.133 on the whole: {:?}",
        found.ratio
    );
    assert!((found.typical.expect("it is known").point - 1.03).abs() < 0.005, "{:?}", found.typical);
    let [None, Some(RareWork { one_of, times, .. })] = found.rare else { panic!("{:?}", found.rare) };
    // Of batches of a million iterations one in ten takes twice as long, as if one iteration of it took as long as all.
    assert!((one_of / 10e6 - 1.0).abs() < 0.35 && (times / 1e6 - 1.0).abs() < 0.1, "{one_of} {times}");
}

#[test]
fn it_may_be_that_of_the_baseline() {
    let analysis = with_slow_ones(100, 10, 0);
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.verdict), (Quantity::Mean, Verdict::Faster));
    assert!(
        found.ratio.high < 1.0 && found.ratio.low > 0.88 && found.rare[0].is_some() && found.rare[1].is_none(),
        "{found:?}"
    );
}

#[test]
fn what_hits_both_is_the_rare_work_of_neither() {
    for seed in 1..20 {
        let mut source = Source::seeded(seed);
        let analysis = analyzed(&plan(2, 1), 12, 10, |_| {
            let disturbed = if source.uniform() < 0.05 { 1.0 + 10.0 * source.uniform() } else { 1.0 };
            1000.0 * disturbed * (0.001 * source.normal()).exp()
        });
        assert_eq!(comparison(&analysis).rare, [None, None], "seed {seed}");
    }
}

/// One iteration in ten takes eleven times as long, and 28 are timed at once: the dearest of these tell nothing of one.
#[test]
fn what_most_units_have_some_of_is_not_named() {
    let mut source = Source::seeded(3);
    let analysis = analyzed(&plan(2, 1), 30, 30, |Place { variant, .. }| {
        let dear = (0..28).filter(|_| source.uniform() < 0.1).count() as f64;
        if variant == 0 { 1000.0 } else { 500.0 * (1.0 + 10.0 * dear / 28.0) }
    });
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.rare), (Quantity::Mean, [None, None]));
}

/// Usually the candidate is slower, and on the whole it is faster.
#[test]
fn the_mean_decides_where_both_say_different_on_opposite_sides() {
    let mut source = Source::seeded(7);
    let mut analysis = analyzed(&plan(2, 1), 100, 10, |Place { variant, .. }| {
        let factor = if variant == 0 && source.uniform() < 0.2 { 2.0 } else { 1.0 };
        [1000.0, 1030.0][variant] * factor * (0.01 * source.normal()).exp()
    });
    let found = comparison(&analysis);
    assert_eq!(found.verdict, Verdict::Faster);
    assert!(found.typical.expect("it is known").low > 1.0 && found.mean.expect("it is known").high < 1.0);
    let told = |analysis: &Analysis| {
        let style = cmpthese_report::Style { color: false, width: 400 };
        cmpthese_report::text(analysis, &cmpthese_report::Detail::Full, style)
    };
    let said = told(&analysis);
    assert!(said.contains("usually slower, faster on the whole: a typical iteration of b takes 1.0"), "{said}");
    // A million iterations are timed at once: rare work that was not seen to be rarer is in most of them, or in none.
    analysis.points[0].comparisons[0].rare = [None, None];
    let said = told(&analysis);
    assert!(said.contains("whole: in a typical stretch of 1000000 iterations, one of b takes 1.0"), "{said}");
    // What is rare beside the slices of the one that has it is in few of them, however long those of the other are.
    analysis.points[0].comparisons[0].rare = [Some(RareWork { one_of: 50.0, times: 2000.0, share: 0.2 }), None];
    analysis.points[0].comparisons[0].units = [7.0, 270.0];
    assert!(told(&analysis).contains("on the whole: a typical iteration of b takes 1.0"), "{said}");
    analysis.points[0].comparisons[0].units = [270.0, 7.0];
    assert!(told(&analysis).contains("whole: in a typical stretch of 270 iterations, one of b takes 1.0"), "{said}");
}

#[test]
fn what_is_typical_decides_where_the_machine_alone_makes_times_vary() {
    let mut source = Source::seeded(2);
    let analysis = analyzed(&plan(2, 1), 60, 12, |place| {
        let disturbed = if source.uniform() < 0.2 { 1.0 + 0.4 * source.uniform() } else { 1.0 };
        [1000.0, 1020.0][place.variant] * disturbed * (0.001 * source.normal()).exp()
    });
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.verdict), (Quantity::Typical, Verdict::Slower));
    assert!(found.ratio.contains(1.02) && found.ratio.half_width() < 0.001, "{:?}", found.ratio);
    assert!(found.mean.expect("it is known").half_width() > 3.0 * found.ratio.half_width());
}

#[test]
fn what_is_typical_leaves_a_hundredth_of_a_difference_open() {
    let mut source = Source::seeded(2);
    let analysis = analyzed(&plan(2, 1), 60, 12, |place| {
        let disturbed = if source.uniform() < 0.2 { 1.0 + 0.4 * source.uniform() } else { 1.0 };
        [1000.0, 1300.0][place.variant] * disturbed * (0.0001 * source.normal()).exp()
    });
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.verdict), (Quantity::Typical, Verdict::Slower));
    assert!(
        found.ratio.low < 1.2975 && found.ratio.high > 1.3025 && found.ratio.half_width() < 0.006,
        "{:?}",
        found.ratio
    );
}

/// A process may be slow from its first iteration to its last: that is no dependence on their number, whichever the long launch is.
#[test]
fn processes_that_differ_have_a_single_ratio() {
    let depending = (1..40).filter(|seed| {
        let mut source = Source::seeded(*seed);
        let slow: Vec<bool> = (0..12).map(|_| source.uniform() < 0.33).collect();
        let mut run = run(&plan(2, 1), 12, 30, |Place { variant, launch, .. }| {
            let factor = if variant == 1 && slow[launch] { 3.0 } else { 1.0 };
            1000.0 * factor * (0.01 * source.normal()).exp()
        });
        // The first launch is the long one.
        run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 6);
        comparison(&analyze(&run)).by_count.is_some()
    });
    assert_eq!(depending.count(), 0);
}

/// A drift of 0.4 % in every launch, and a long launch that is a quarter slower from its first iteration on: neither makes the other a change of a quarter.
#[test]
fn a_trifle_that_is_established_does_not_bear_out_a_launch_that_is_another() {
    let mut source = Source::seeded(10);
    let mut run = run(&plan(2, 1), 20, 40, |Place { variant, launch, block, .. }| {
        let late = if block % 10 >= 5 || block >= 10 { 1.004 } else { 1.0 };
        let luck = if launch == 0 {
            1.25
        } else if launch < 4 {
            0.8
        } else {
            1.0
        };
        1000.0 * if variant == 1 { late * luck } else { 1.0 } * (0.0005 * source.normal()).exp()
    });
    run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 10);
    assert!(comparison(&analyze(&run)).by_count.is_none());
}

/// Somebody else had the machine during two blocks of the long launch, all slices of one variant: what is typical is the middle of the blocks, too.
#[test]
fn blocks_that_were_disturbed_as_a_whole_are_no_small_change() {
    let mut source = Source::seeded(11);
    let mut run = run(&plan(2, 1), 16, 21, |Place { variant, launch, block, .. }| {
        let disturbed = if (variant, launch) == (1, 0) && (block == 5 || block == 11) { 1.7 } else { 1.0 };
        1000.0 * disturbed * (0.003 * source.normal()).exp()
    });
    run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 4);
    assert!(comparison(&analyze(&run)).by_count.is_none());
}

/// A table of what was computed before fills in every process, from where its warm-up left it; the longest launch is not even twice as long as the others.
#[test]
fn what_gets_cheaper_in_every_launch_depends_on_the_count() {
    let depending = (1..20).filter(|seed| {
        let mut source = Source::seeded(*seed);
        let begun: Vec<f64> = (0..12).map(|_| 2.0 * source.uniform()).collect();
        let mut run = run(&plan(2, 1), 12, 20, |Place { variant, launch, block, .. }| {
            let filling = if variant == 0 { 6.0 * (-begun[launch] - block as f64 / 2.0).exp() } else { 0.07 };
            1000.0 * (1.0 + filling) * (0.01 * source.normal()).exp()
        });
        run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 11);
        comparison(&analyze(&run)).verdict == Verdict::Undecided(Why::DependsOnCount)
    });
    assert_eq!(depending.count(), 19);
}

/// What comes every so many iterations is in the same block of all launches.
#[test]
fn work_that_comes_in_the_same_half_of_every_launch_does_not_depend_on_the_count() {
    let mut source = Source::seeded(4);
    let mut run = run(&plan(2, 1), 12, 30, |Place { variant, block, .. }| {
        let rare = if variant == 0 && block % 6 == 4 { 3000.0 } else { 0.0 };
        (1000.0 + rare) * (0.01 * source.normal()).exp()
    });
    run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 6);
    let found = comparison(&analyze(&run)).clone();
    assert!(found.by_count.is_none() && found.verdict == Verdict::Faster, "{found:?}");
}

/// Where no launch goes clearly farther than the others, nothing is known of what comes later: neither what disturbed the last of equal launches
/// nor what comes late in every launch tells of it.
#[test]
fn launches_that_are_as_long_do_not_tell_what_comes_later() {
    let mut source = Source::seeded(5);
    let equal = run(&plan(2, 1), 12, 6, |Place { variant, launch, block, .. }| {
        let disturbed = if (variant, launch, block) == (1, 11, 4) { 1.5 } else { 1.0 };
        1000.0 * disturbed * (0.01 * source.normal()).exp()
    });
    let mut nearly = run(&plan(2, 1), 12, 12, |Place { variant, block, .. }| {
        let rare = if variant == 0 && block == 10 { 4000.0 } else { 0.0 };
        (1000.0 + rare) * (0.01 * source.normal()).exp()
    });
    nearly.points[0].blocks.retain(|block| block.launch == 0 || block.block < 11);
    for run in [equal, nearly] {
        assert!(comparison(&analyze(&run)).by_count.is_none());
    }
}

/// What is wrong with all slices does not average out, so an interval of typical ones has a least width.
#[test]
fn slices_that_hardly_vary_leave_what_cannot_be_known() {
    let mut source = Source::seeded(6);
    let mut run = run(&plan(2, 1), 40, 2, |_| 1000.0 * (1e-6 * source.normal()).exp());
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        sample.slices_ns = vec![sample.readings[&Metric::Wall] / 10; 10];
    }
    let typical = comparison(&analyze(&run)).typical.expect("it is known");
    assert!((typical.half_width() - 2e-4).abs() < 1e-6, "{typical:?}");
}

/// One slice in ten of `b` takes six times as long, such as for a collection of garbage: half of its time again.
#[test]
fn what_few_slices_of_every_batch_hold_is_told_and_counts() {
    let mut source = Source::seeded(5);
    let mut run = run(&plan(2, 1), 40, 4, |_| 1000.0 * (0.002 * source.normal()).exp());
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        let slice = sample.readings[&Metric::Wall] / 10;
        let rare = if sample.variant == 1 { 6 * slice } else { slice };
        sample.slices_ns = [[slice; 9].as_slice(), &[rare]].concat();
        sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
    }
    let analysis = analyze(&run);
    let found = comparison(&analysis);
    assert_eq!((found.quantity, found.verdict), (Quantity::Mean, Verdict::Slower));
    assert!(found.ratio.contains(1.5) && found.typical.expect("it is known").contains(1.0), "{found:?}");
    assert!((found.rare[1].expect("it is rare").share - 1.0 / 3.0).abs() < 0.02, "{:?}", found.rare);
}

/// One iteration in ten takes six times as long: of fifteen parts of the time it has six, and not the five that it takes beyond the others.
#[test]
fn the_share_of_rare_work_is_all_that_it_takes() {
    let mut source = Source::seeded(5);
    let mut run = run(&plan(2, 1), 40, 4, |_| 1000.0 * (0.002 * source.normal()).exp());
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        let slice = sample.readings[&Metric::Wall] / sample.iterations;
        let rare = if sample.variant == 1 { 6 * slice } else { slice };
        sample.iterations = 10;
        sample.slices_ns = [[slice; 9].as_slice(), &[rare]].concat();
        sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
    }
    let RareWork { one_of, times, share } = comparison(&analyze(&run)).rare[1].expect("it is rare");
    assert!((one_of - 10.0).abs() < 0.1 && (times - 6.0).abs() < 0.1, "{one_of} {times}");
    assert!((share - times / (one_of - 1.0 + times)).abs() < 0.005 && (share - 0.4).abs() < 0.01, "{share}");
}

/// What others took away while it could have run is not its own.
#[test]
fn time_in_which_others_had_the_cpu_is_not_counted() {
    let mut source = Source::seeded(8);
    let mut run = run(&plan(2, 1), 40, 4, |_| 1000.0 * (0.01 * source.normal()).exp());
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples).filter(|one| one.variant == 1) {
        let wall = sample.readings[&Metric::Wall];
        sample.readings.extend([(Metric::Wall, 3 * wall), (Metric::Delayed, 2 * wall)]);
    }
    let analysis = analyze(&run);
    assert!(comparison(&analysis).ratio.contains(1.0) && comparison(&analysis).verdict != Verdict::Slower);
}

/// A first launch of sixty blocks, and others of ten, in which `b` takes `early` times as long as `a`; from block 10 of the first on, `late` times.
fn with_long_launch(early: f64, late: f64) -> Run {
    let mut source = Source::seeded(9);
    let mut run = run(&plan(2, 1), 20, 10, |Place { variant, .. }| {
        1000.0 * [1.0, early][variant] * (0.005 * source.normal()).exp()
    });
    let long: Vec<Block> = (10..60)
        .map(|block| {
            let sample = |variant: usize| Sample {
                variant,
                iterations: 1_000_000,
                readings: Readings::from([(
                    Metric::Wall,
                    if variant == 1 { (late * 1e9) as u64 } else { 1_000_000_000 },
                )]),
                slices_ns: Vec::new(),
                latencies: None,
            };
            Block { point: 0, launch: 0, block, samples: vec![sample(0), sample(1)] }
        })
        .collect();
    run.points[0].blocks.splice(10..10, long);
    run
}

#[test]
fn a_ratio_that_depends_on_the_count_is_none() {
    let analysis = analyze(&with_long_launch(1.0, 2.0));
    let found = comparison(&analysis);
    assert_eq!(found.verdict, Verdict::Undecided(Why::DependsOnCount));
    let by_count = found.by_count.expect("it does");
    assert_eq!((by_count.variant, by_count.iterations, by_count.iterations_max), (1, 10e6, 60e6));
    assert!((by_count.early - 1.0).abs() < 0.01 && (by_count.late - 2.0).abs() < 0.01, "{by_count:?}");
    assert!(found.ratio.low <= 1.0 && found.ratio.high >= 2.0, "{:?}", found.ratio);
    assert!(comparison(&analyze(&with_long_launch(1.0, 1.0))).by_count.is_none());
}

/// The beginning is longer than the other launches, and ends in the long one: no mean of before and after is what it comes to.
#[test]
fn a_beginning_that_ends_in_the_long_launch_is_not_in_what_comes_late() {
    let mut run = with_long_launch(0.25, 1.2);
    let still = run.points[0].blocks.iter_mut().filter(|block| block.launch == 0 && (10..30).contains(&block.block));
    for sample in still.flat_map(|block| &mut block.samples).filter(|sample| sample.variant == 1) {
        sample.readings.insert(Metric::Wall, 250_000_000);
    }
    let analysis = analyze(&run);
    let found = comparison(&analysis);
    assert_eq!(found.verdict, Verdict::Undecided(Why::DependsOnCount));
    let by_count = found.by_count.expect("it does");
    assert_eq!((by_count.iterations, by_count.late_from), (10e6, 35e6));
    assert!((by_count.early - 0.25).abs() < 0.01 && (by_count.late - 1.2).abs() < 0.01, "{by_count:?}");
    let text = crate::support::text(&run, 400);
    assert!(text.contains(" of a process and 1.200 µs from 35000000 to 60000000"), "{text}");
}

/// What comes and goes, by the clock or in long phases, does not depend on the count, and a short beginning does. Every other launch is dear throughout, so that launches
/// tell nothing.
#[test]
fn phases_that_come_and_go_are_no_change_and_a_beginning_is() {
    let told = |is_dear: fn(usize) -> bool| {
        let mut run = with_long_launch(1.0, 1.0);
        let is_dear = |block: &Block| if block.launch == 0 { is_dear(block.block) } else { block.launch % 2 == 1 };
        let dear = run.points[0].blocks.iter_mut().filter(|block| is_dear(block));
        for sample in dear.flat_map(|block| &mut block.samples).filter(|sample| sample.variant == 1) {
            let wall_ns = sample.readings[&Metric::Wall];
            sample.readings.insert(Metric::Wall, 2 * wall_ns);
        }
        comparison(&analyze(&run)).by_count.is_some()
    };
    assert!(!told(|block| block < 3 || (20..40).contains(&block) || (45..55).contains(&block)));
    assert!(told(|block| block < 6));
}

/// The long launch may be that of an unlucky process.
#[test]
fn a_long_launch_that_is_another_from_the_beginning_is_no_change() {
    let mut run = with_long_launch(1.0, 1.15);
    let early = run.points[0].blocks.iter_mut().filter(|block| block.launch == 0 && block.block < 10);
    for sample in early.flat_map(|block| &mut block.samples).filter(|sample| sample.variant == 1) {
        let wall_ns = sample.readings[&Metric::Wall];
        sample.readings.insert(Metric::Wall, wall_ns + 3 * wall_ns / 20);
    }
    assert!(comparison(&analyze(&run)).by_count.is_none());
}

/// A change of some percent is in the interval; where it changes sides there is no single ratio.
#[test]
fn a_small_change_within_a_process_is_in_the_interval() {
    let told = |early: f64, late: f64| {
        let run = with_long_launch(early, late);
        let found = comparison(&analyze(&run)).clone();
        let holds = found.ratio.low <= 1.002 * early.min(late) && found.ratio.high >= 0.998 * early.max(late);
        assert!(found.by_count.is_some() && holds, "{found:?}");
        (found.verdict, crate::support::text(&run, 400).contains("no single ratio"))
    };
    assert_eq!(told(1.05, 1.09), (Verdict::Slower, false));
    assert_eq!(told(0.96, 1.04), (Verdict::Undecided(Why::DependsOnCount), true));
}

/// The usual block is as it was.
#[test]
fn rare_work_that_begins_late_is_in_the_interval_and_a_disturbance_is_not() {
    let with_dear = |is_dear: fn(usize) -> bool| {
        let mut run = with_long_launch(1.0, 1.0);
        let dear = run.points[0].blocks.iter_mut().filter(|block| block.launch == 0 && is_dear(block.block));
        for sample in dear.flat_map(|block| &mut block.samples).filter(|sample| sample.variant == 1) {
            let wall_ns = sample.readings[&Metric::Wall];
            sample.readings.insert(Metric::Wall, wall_ns * 13 / 10);
        }
        comparison(&analyze(&run)).clone()
    };
    let found = with_dear(|block| block >= 10 && block % 4 == 3);
    assert!(found.by_count.is_some() && found.ratio.low < 1.002 && found.ratio.high > 1.07, "{found:?}");
    assert!(with_dear(|block| (20..32).contains(&block)).by_count.is_none());
}

/// What varies is compared by its mean, whose changes are looked for as well.
#[test]
fn a_small_change_of_what_varies_is_in_the_interval() {
    let mut source = Source::seeded(12);
    let mut run = run(&plan(2, 1), 60, 60, |Place { launch, block, variant, .. }| {
        let varies = if variant == 0 { 1.0 + 0.1 * source.uniform() - 0.05 } else { 1.0 };
        let late = if variant == 1 && launch == 0 && block >= 5 { 1.09 } else { 1.0 };
        1000.0 * varies * late * (0.002 * source.normal()).exp()
    });
    run.points[0].blocks.retain(|block| block.launch == 0 || block.block < 5);
    let found = comparison(&analyze(&run)).clone();
    assert!(found.by_count.is_some() && found.ratio.low <= 1.0 && found.ratio.high >= 1.09, "{found:?}");
}

/// The verdict and the sentence below it are of one ratio, whichever of the two is the candidate.
#[test]
fn a_ratio_that_depends_on_the_count_is_told_as_its_verdict_has_it() {
    let mut run = with_long_launch(1.0, 2.0);
    run.plan.baseline = None;
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        sample.variant = 1 - sample.variant;
    }
    let text = crate::support::text(&run, 400);
    assert!(text.contains("so the ratio of a to b goes from ") && text.contains(" to 2.00; --iterations"), "{text}");
}

#[test]
fn only_the_comparisons_that_sentences_are_about_have_quantiles() {
    let mut source = Source::seeded(4);
    let analysis = analyzed(&plan(4, 1), 20, 1, |_| 1000.0 * (0.02 * source.normal()).exp());
    let pairs = &analysis.points[0].comparisons;
    assert_eq!(pairs.len(), 6);
    assert!(pairs.iter().all(|pair| pair.distribution.is_some() == (pair.baseline == 0)));
}

#[test]
fn few_samples_name_no_quantile_that_they_do_not_establish() {
    let analysis = with_slow_ones(600, 1, 1);
    let shifts = quantile_shifts(&analysis);
    assert_eq!(shifts.iter().map(|shift| shift.quantile).collect::<Vec<f64>>(), [0.5, 0.9]);
}

#[test]
fn the_seed_of_the_run_decides_what_is_drawn() {
    let shifts = |seed| {
        let mut source = Source::seeded(5);
        let mut run = run(&plan(2, 1), 30, 4, |_| 1000.0 * (0.02 * source.normal()).exp());
        run.header.seed = seed;
        quantile_shifts(&analyze(&run)).to_vec()
    };
    assert_eq!(shifts(1), shifts(1));
    assert_ne!(shifts(1), shifts(2));
}

/// Each launch has one of the two.
#[test]
fn nothing_is_left_without_a_comparison_and_a_reason() {
    let mut run = run(&plan(2, 1), 20, 2, |_| 1000.0);
    for block in &mut run.points[0].blocks {
        let kept = block.launch % 2;
        block.samples.retain(|sample| sample.variant == kept);
    }
    let analysis = analyze(&run);
    assert!(analysis.points[0].comparisons.is_empty());
    let said = "`a`, `b` are not compared: no launch has times of two of them above their floor";
    assert!(
        cmpthese_report::notes(&analysis).iter().any(|note| note == said),
        "{:?}",
        cmpthese_report::notes(&analysis)
    );
}

/// The times of a table stand to each other as the sentences say.
#[test]
fn times_divided_by_each_other_are_the_ratios() {
    let mut source = Source::seeded(3);
    let analysis = analyzed(&plan(4, 1), 30, 4, |Place { variant, .. }| {
        let rare = if variant == 2 && source.uniform() < 0.1 { 5.0 } else { 1.0 };
        [1000.0, 1020.0, 700.0, 3000.0][variant] * rare * (0.03 * source.normal()).exp()
    });
    let point = &analysis.points[0];
    let time = |variant| point.row(variant).expect("it is ranked").time_ns.point;
    for found in point.comparisons.iter().filter(|found| found.baseline == 0) {
        let told = time(found.candidate) / time(0);
        assert!((told / found.ratio.point - 1.0).abs() < 1e-12, "{told} {:?}", found.ratio);
    }
}

/// Worlds in which costs vary, of the same mean for both: the chance of a false claim is at most what is promised, and intervals hold the
/// truth. A bound is the count that a method which keeps its promise exceeds once in ten thousand tests.
#[test]
fn equal_means_of_unequal_shapes_are_called_different_at_most_as_often_as_promised() {
    type World = (&'static str, fn(&mut Source) -> f64);
    const WORLDS: [World; 5] = [
        ("log-normal", |source| (0.8 * source.normal() - 0.32).exp()),
        ("one in twenty", |source| if source.uniform() < 0.05 { 10.5 } else { 0.5 }),
        ("two modes", |source| if source.uniform() < 0.3 { 2.0 } else { 4.0 / 7.0 }),
        ("heavy tails", |source| 1.0 + 0.05 * source.student_t3()),
        ("flat", |source| 1.0 + 0.01 * source.normal()),
    ];
    const RUNS: usize = 400;
    // R: qbinom(0.9999, 400, 0.05)
    const MOST: usize = 38;
    // Of a machine that is even, and of one that grows slower by three tenths; of the same mean, and of a quarter more.
    let cases = WORLDS.iter().flat_map(|world| [0.0, 0.3].map(|drift| (world, drift)));
    for (((name, world), drift), ratio) in cases.flat_map(|case| [1.0, 1.25].map(|ratio| (case, ratio))) {
        let mut source = Source::seeded(11);
        let (mut claimed, mut missed) = (0, 0);
        for _ in 0..RUNS {
            let analysis = analyzed(&plan(2, 1), 12, 12, |Place { variant, launch, .. }| {
                let mean = if variant == 1 { ratio } else { 1.0 };
                let units: f64 = (0..4).map(|_| if variant == 1 { world(&mut source) } else { 1.0 }).sum();
                let machine = 1000.0 * (1.0 + drift * launch as f64 / 12.0) * (0.01 * source.normal()).exp();
                machine * mean * units / 4.0
            });
            let found = comparison(&analysis);
            claimed += usize::from(matches!(found.verdict, Verdict::Faster | Verdict::Slower));
            missed += usize::from(!found.ratio.contains(ratio));
        }
        println!("{name}, drift {drift}, ratio {ratio}: called different in {claimed}, not held in {missed} of {RUNS}");
        assert!((ratio != 1.0 || claimed <= MOST) && missed <= MOST, "{name} {drift} {ratio}: {claimed} {missed}");
    }
}

/// One launch of the baseline took sixty times as long: how long it takes in the mean is hardly known, but it is less than what the other takes. Which
/// of them is the baseline does not matter.
#[test]
fn one_side_of_an_interval_may_be_open() {
    let told = |baseline: usize| {
        let analysis = analyzed(&plan(2, 1), 10, 4, |Place { variant, launch, .. }| match variant == baseline {
            true if launch == 9 => 60_000.0,
            true => 1000.0 + launch as f64,
            false => 100_000.0 + 50.0 * launch as f64,
        });
        let found = comparison(&analysis);
        (found.quantity, found.verdict, found.ratio)
    };
    let (quantity, verdict, ratio) = told(0);
    assert_eq!((quantity, verdict), (Quantity::Mean, Verdict::Slower), "{ratio:?}");
    assert!(ratio.low > 1.0 && ratio.high.is_infinite(), "{ratio:?}");
    let (quantity, verdict, ratio) = told(1);
    assert_eq!((quantity, verdict), (Quantity::Mean, Verdict::Faster), "{ratio:?}");
    assert!(ratio.low == 0.0 && ratio.high < 1.0, "{ratio:?}");
}

#[test]
fn neither_small_disturbances_of_its_own_nor_a_long_one_change_how_often_rare_work_comes() {
    let mut source = Source::seeded(11);
    let analysis = analyzed(&plan(2, 1), 20, 40, |Place { launch, block, variant, .. }| {
        let factor = match (variant, launch, block % 20) {
            (1, _, 7) => 9.0,
            (1, 3, 2) => 20.0,
            (1, _, 1 | 4 | 10) => 1.6,
            _ => 1.0,
        };
        1000.0 * factor * (0.01 * source.normal()).exp()
    });
    let [None, Some(RareWork { one_of, times, .. })] = comparison(&analysis).rare else { panic!("it is rare") };
    // One batch of a million iterations in twenty takes nine times as long.
    assert!((one_of / 20e6 - 1.0).abs() < 0.35 && (times / 8e6 - 1.0).abs() < 0.1, "{one_of} {times}");
}

/// Of a log that a command appends to and reads: what it takes grows with each execution, from half of what the other takes to twice as much.
#[test]
fn commands_that_take_longer_each_time_have_no_single_ratio() {
    let commands = |growth: f64| {
        let mut source = Source::seeded(4);
        let text =
            "baseline = 'a'\n[[variant]]\nname = 'a'\ncommand = ['a']\n[[variant]]\nname = 'b'\ncommand = ['b']\n";
        analyzed(text, 20, 2, |Place { variant, launch, .. }| {
            let grown = if variant == 1 { 0.5 * growth.powf(launch as f64 / 20.0) } else { 1.0 };
            20e6 * grown * (0.05 * source.normal()).exp()
        })
    };
    let grows = commands(4.0);
    let found = comparison(&grows);
    assert_eq!(found.verdict, Verdict::Undecided(Why::DependsOnCount), "{found:?}");
    let by_count = found.by_count.expect("it is told");
    assert!(by_count.is_of_run && by_count.early < 0.8 && by_count.late > 1.3, "{by_count:?}");
    let style = cmpthese_report::Style { color: false, width: 400 };
    let said = cmpthese_report::text(&grows, &cmpthese_report::Detail::Full, style);
    assert!(said.contains(" executions of the run and ") && !said.contains("the middle of the run"), "{said}");
    // A machine that is slower later, for one of the two, is told beside a verdict.
    let drifts = commands(1.3);
    assert_eq!((comparison(&drifts).by_count, comparison(&drifts).verdict), (None, Verdict::Faster));
}
