//! Times that no clock should give.

use crate::findings::invented::{Place, advisories, analyzed, plan, quantile_shifts};
use analysis::NoRate;
use analysis::Verdict;
use insta::assert_snapshot;

#[test]
fn equal_times_are_the_same_and_it_is_said_that_they_do_not_vary() {
    for blocks in [1, 3, 16] {
        let analysis = analyzed(&plan(2, 1), 20, blocks, |_| 1000.0);
        let point = &analysis.points[0];
        assert_eq!(point.comparisons[0].verdict, Verdict::Equivalent);
        assert_eq!(point.comparisons[0].mean, None);
        assert!(point.rows.iter().all(|row| row.conduct.launch_share.is_none()));
        assert_snapshot!("equal_times", advisories(&analysis));
    }
}

#[test]
fn no_time_at_all_gives_no_rate() {
    let analysis = analyzed(&plan(3, 1), 20, 2, |Place { variant, .. }| [1000.0, 0.0, 0.0][variant]);
    let point = &analysis.points[0];
    let why: Vec<Option<NoRate>> = point.rows.iter().map(analysis::Row::why_no_rate).collect();
    assert_eq!(why, [None, Some(NoRate::Timeless), Some(NoRate::Timeless)]);
    assert!(point.comparisons.is_empty());
}

#[test]
fn now_and_then_no_time_is_a_short_time() {
    let time = |Place { launch, variant, .. }: Place| if variant == 1 && launch % 5 == 0 { 0.0 } else { 1000.0 };
    let analysis = analyzed(&plan(2, 1), 20, 1, time);
    let comparison = &analysis.points[0].comparisons[0];
    assert_eq!(comparison.launches, 20);
    assert!(
        comparison.ratio.point > 0.0 && comparison.ratio.contains(0.8) && comparison.ratio.high < 1.1,
        "{:?}",
        comparison.ratio
    );
    assert!(quantile_shifts(&analysis).iter().all(|shift| shift.ratio.high.is_finite()));
}

#[test]
fn infinite_and_missing_times_are_left_out() {
    for bad in [f64::INFINITY, f64::NAN] {
        let some =
            analyzed(&plan(2, 1), 20, 2, |place| if place.variant == 1 && place.block == 0 { bad } else { 1000.0 });
        assert_eq!((some.points[0].comparisons[0].launches, some.points[0].comparisons[0].blocks), (20, 20));
        let all = analyzed(&plan(2, 1), 20, 2, |place| if place.variant == 1 { bad } else { 1000.0 });
        assert!(all.points[0].comparisons.is_empty());
        assert!(all.points[0].rows.iter().any(|row| row.is_timeless && row.is_empty));
    }
}

#[test]
fn the_longest_and_the_shortest_times_are_compared() {
    let time = |place: Place| [1e12, 1e-6][place.variant] * (1.0 + 0.1 * (place.launch % 3) as f64);
    let analysis = analyzed(&plan(2, 1), 20, 2, time);
    assert_eq!(analysis.points[0].comparisons[0].verdict, Verdict::Faster);
    assert!(analysis.points[0].comparisons[0].mean.is_some_and(|ratio| ratio.point < 1e-17));
}

#[test]
fn one_launch_says_nothing_and_breaks_nothing() {
    for blocks in [1, 16] {
        let analysis = analyzed(&plan(2, 1), 1, blocks, |place| 1000.0 + (place.block * 7 % 5) as f64);
        let point = &analysis.points[0];
        assert!(point.comparisons[0].verdict.why().is_some());
        assert!(quantile_shifts(&analysis).is_empty());
        assert!(point.rows.iter().all(|row| row.conduct.findings.is_empty()));
    }
}
