//! Comparisons whose mean tells another story than their middle.

use crate::invented::{Place, analyzed, plan, run};
use crate::source::Source;
use cmpthese_analysis::{Analysis, Tail, Verdict, analyze};
use model::Metric;

/// The tail of `b` against `a`.
fn tail(analysis: &Analysis) -> Option<Tail> {
    let point = &analysis.points[0];
    let (comparison, turned) = point.comparison(0, 1)?;
    point.distribution(comparison)?.tail(comparison, turned, analysis.margin)
}

/// `b` is 3 % slower, and one in twenty of its batches takes twice as long.
fn with_slow_ones(launches: usize, blocks: usize, slow: usize) -> Analysis {
    let mut source = Source::seeded(1);
    analyzed(&plan(2, 1), launches, blocks, |Place { variant, .. }| {
        let factor = if variant == slow && source.uniform() < 0.05 { 2.0 } else { 1.0 };
        [1000.0, 1030.0][variant] * factor * (0.01 * source.normal()).exp()
    })
}

#[test]
fn a_slow_tail_shows_in_the_mean_and_in_the_farthest_quantile() {
    let tail = tail(&with_slow_ones(100, 10, 1)).expect("the two disagree");
    assert!((tail.middle - 1.03).abs() < 0.005 && (tail.mean - 1.08).abs() < 0.02, "{tail:?}");
    let shift = tail.shift.expect("a thousand samples");
    assert_eq!(shift.quantile, 0.99);
    assert!(shift.ratio.low > 1.5, "{shift:?}");
}

#[test]
fn the_tail_may_be_that_of_the_baseline() {
    let tail = tail(&with_slow_ones(100, 10, 0)).expect("the two disagree");
    assert!(tail.mean < tail.middle && tail.shift.is_some_and(|shift| shift.ratio.high < 0.8), "{tail:?}");
}

/// What is wrong with all slices does not average out, so an interval of them has a least width.
#[test]
fn slices_that_hardly_vary_leave_what_cannot_be_known() {
    let mut source = Source::seeded(6);
    let mut run = run(&plan(2, 1), 40, 2, |_| 1000.0 * (1e-6 * source.normal()).exp());
    let whole = analyze(&run).points[0].comparisons[0].ratio;
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        sample.slices_ns = vec![sample.readings[&Metric::Wall] / 10; 10];
    }
    let sliced = analyze(&run).points[0].comparisons[0].ratio;
    assert!(whole.half_width() < 1e-6 && (sliced.half_width() - 2e-4).abs() < 1e-6, "{whole:?} {sliced:?}");
}

/// One slice in ten of `b` takes six times as long, such as for a collection of garbage: half of its time again.
#[test]
fn what_few_slices_of_every_batch_hold_is_in_the_mean_alone() {
    let mut source = Source::seeded(5);
    let mut run = run(&plan(2, 1), 40, 4, |_| 1000.0 * (0.002 * source.normal()).exp());
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        let slice = sample.readings[&Metric::Wall] / 10;
        let rare = if sample.variant == 1 { 6 * slice } else { slice };
        sample.slices_ns = [[slice; 9].as_slice(), &[rare]].concat();
        sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
    }
    let analysis = analyze(&run);
    assert_eq!(analysis.points[0].comparisons[0].verdict, Verdict::Equivalent);
    let tail = tail(&analysis).expect("the two disagree");
    assert!((tail.middle - 1.0).abs() < 0.002 && (tail.mean - 1.5).abs() < 0.01, "{tail:?}");
}

#[test]
fn few_samples_name_no_quantile_that_they_do_not_establish() {
    let analysis = with_slow_ones(600, 1, 1);
    let tail = tail(&analysis).expect("the two disagree");
    assert!(tail.shift.is_none_or(|shift| shift.quantile < 0.99), "{tail:?}");
    let known: Vec<f64> =
        analysis.points[0].distributions[0].quantile_shifts().iter().map(|shift| shift.quantile).collect();
    assert_eq!(known, [0.5, 0.9]);
}

#[test]
fn a_plain_shift_has_no_tail_and_the_means_agree_with_the_middle() {
    let mut source = Source::seeded(2);
    let analysis =
        analyzed(&plan(2, 1), 60, 4, |place| [1000.0, 1300.0][place.variant] * (0.02 * source.normal()).exp());
    assert_eq!(tail(&analysis), None);
    let means = analysis.points[0].distributions[0].ratio_of_means.expect("times with spread");
    assert!(means.contains(1.3) && means.half_width() < 0.01, "{means:?}");
}

/// Without a baseline in the plan the fastest is the one that others are compared with, whichever way round the comparison is
/// kept.
#[test]
fn a_tail_can_be_turned_around() {
    let mut source = Source::seeded(3);
    let plan = plan(2, 1).replace("baseline = 'a'\n", "");
    let analysis = analyzed(&plan, 100, 10, |Place { variant, .. }| {
        let factor = if variant == 0 && source.uniform() < 0.05 { 2.0 } else { 1.0 };
        [1030.0, 1000.0][variant] * factor * (0.01 * source.normal()).exp()
    });
    let point = &analysis.points[0];
    let (comparison, turned) = point.comparison(1, 0).expect("there is one");
    assert!(turned && point.baseline == Some(1));
    let tail = point.distribution(comparison).and_then(|one| one.tail(comparison, turned, 0.01)).expect("it differs");
    assert!((tail.middle - 1.03).abs() < 0.005 && tail.mean > 1.06, "{tail:?}");
    assert!(tail.shift.is_some_and(|shift| shift.ratio.low > 1.5), "{tail:?}");
}

#[test]
fn only_the_comparisons_that_sentences_are_about_are_looked_at() {
    let mut source = Source::seeded(4);
    let analysis = analyzed(&plan(4, 1), 20, 1, |_| 1000.0 * (0.02 * source.normal()).exp());
    let point = &analysis.points[0];
    assert_eq!((point.comparisons.len(), point.distributions.len()), (6, 3));
    assert!(point.distributions.iter().all(|one| one.baseline == 0));
}

#[test]
fn the_seed_of_the_run_decides_what_is_drawn() {
    let shifts = |seed| {
        let mut source = Source::seeded(5);
        let mut run = crate::invented::run(&plan(2, 1), 30, 4, |_| 1000.0 * (0.02 * source.normal()).exp());
        run.header.seed = seed;
        cmpthese_analysis::analyze(&run).points[0].distributions[0].quantile_shifts().to_vec()
    };
    assert_eq!(shifts(1), shifts(1));
    assert_ne!(shifts(1), shifts(2));
}
