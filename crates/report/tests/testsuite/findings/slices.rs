//! Batches that were timed in slices.

use crate::findings::invented::{plan, run};
use crate::findings::source::Source;
use analysis::{Verdict, analyze};
use model::{Metric, Run};

/// A neighbour slows down most slices of both, by three quarters or by a half of that, now more of them and now fewer.
fn shared(source: &mut Source, [launches, blocks, slices]: [usize; 3], times: [f64; 2]) -> Run {
    let mut run = run(&plan(2, 1), launches, blocks, |place| times[place.variant]);
    for block in &mut run.points[0].blocks {
        let disturbed = 0.5 + 0.45 * source.uniform();
        for sample in &mut block.samples {
            let own = sample.readings[&Metric::Wall] as f64 / slices as f64;
            let mut slice = || {
                let states = if source.uniform() < disturbed { 1.0 + source.uniform().round() } else { 0.0 };
                (own * (1.0 + 0.375 * states) * (0.003 * source.normal()).exp()) as u64
            };
            sample.slices_ns = (0..slices).map(|_| slice()).collect();
            sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
        }
    }
    run
}

#[test]
fn what_most_slices_were_disturbed_by_is_not_in_the_ratio() {
    let run = shared(&mut Source::seeded(8), [12, 4, 48], [1000.0, 1005.0]);
    let comparison = &analyze(&run).points[0].comparisons[0];
    assert!(comparison.ratio.contains(1.005) && comparison.ratio.half_width() < 0.002, "{:?}", comparison.ratio);
    assert_eq!(comparison.verdict, Verdict::Equivalent, "it is established, and smaller than the margin");
    assert!(comparison.ratio.low > 1.0);
}

/// Few slices and many, launches of one block and of several. No more than chance may make of 300 comparisons that err in 5 of 100.
#[test]
fn what_is_the_same_is_called_different_no_more_often_than_promised() {
    let mut source = Source::seeded(9);
    for shape in [[12, 1, 9], [12, 1, 48], [20, 2, 12]] {
        let mut alarm = || {
            let run = shared(&mut source, shape, [1000.0, 1000.0]);
            let ratio = analyze(&run).points[0].comparisons[0].ratio;
            usize::from(ratio.low > 1.0 || ratio.high < 1.0)
        };
        let alarms: usize = (0..300).map(|_| alarm()).sum();
        assert!(alarms <= 25, "{alarms} of 300 for {shape:?}");
    }
}

/// One slice in six of `a` is quick by accident; most of them, and their mean, are slower than those of `b`.
#[test]
fn the_fastest_is_told_by_verdicts_and_stands_last() {
    let mut source = Source::seeded(10);
    let mut run = run(&plan(2, 1).replace("baseline = 'a'\n", ""), 12, 4, |place| [1000.0, 970.0][place.variant]);
    for sample in run.points[0].blocks.iter_mut().flat_map(|block| &mut block.samples) {
        let own = sample.readings[&Metric::Wall] as f64 / 48.0;
        let mut slice = |place: usize| {
            let accident = if sample.variant == 0 && place.is_multiple_of(6) { 0.9 } else { 1.0 };
            (own * accident * (0.003 * source.normal()).exp()) as u64
        };
        sample.slices_ns = (0..48).map(&mut slice).collect();
        sample.readings.insert(Metric::Wall, sample.slices_ns.iter().sum());
    }
    let point = &analyze(&run).points[0];
    assert_eq!(point.rows.last().map(|row| row.name.as_str()), Some("b"));
    assert_eq!(point.fastest().map(|row| row.name.as_str()), Some("b"));
}
