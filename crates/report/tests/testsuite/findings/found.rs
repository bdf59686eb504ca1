//! What is there is found, and said.

use crate::findings::invented::{Place, advisories, analyzed, findings, plan};
use crate::findings::source::Source;
use analysis::{Finding, WarmUp};
use insta::assert_snapshot;

/// One variant starts slowly in every launch, the other is steady.
#[test]
fn blocks_of_warm_up_are_named() {
    let mut source = Source::seeded(1);
    let analysis = analyzed(&plan(2, 1), 30, 16, |place| {
        let cold = if place.variant == 1 && place.block < 2 { 1.25 } else { 1.0 };
        1000.0 * cold * (0.01 * source.normal()).exp()
    });
    let found = findings(&analysis);
    assert!(
        matches!(found[..], [("b", Finding::WarmUp(WarmUp { blocks: 2, is_steady_after: true, .. }))]),
        "{found:?}"
    );
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn a_climb_without_an_end_is_no_steady_state() {
    let mut source = Source::seeded(2);
    let analysis = analyzed(&plan(2, 1), 30, 16, |place| {
        let climb = if place.variant == 1 { 0.01 * place.block as f64 } else { 0.0 };
        1000.0 * (climb + 0.01 * source.normal()).exp()
    });
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn parts_of_which_most_differs_are_named_slow_or_fast() {
    let mut source = Source::seeded(10);
    let analysis = analyzed(&plan(2, 1), 20, 60, |place| {
        let front = match place.variant {
            0 => 0.3 * (-(place.block as f64) / 5.0).exp(),
            _ if place.block < 20 => -0.05,
            _ => 0.0,
        };
        1000.0 * (front + 0.02 * source.normal()).exp()
    });
    let told: Vec<(usize, bool, bool)> = findings(&analysis)
        .iter()
        .map(|(_, finding)| match finding {
            Finding::WarmUp(WarmUp { blocks, change, is_steady_after }) => (*blocks, *change > 0.0, *is_steady_after),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(told, [(16, true, true), (16, false, true)]);
}

/// Time may cut the last launch short: the others still tell.
#[test]
fn a_last_launch_of_few_blocks_does_not_hide_a_warm_up() {
    let mut source = Source::seeded(3);
    let whole = crate::findings::invented::run(&plan(2, 1), 20, 16, |place| {
        let cold = if place.block == 0 { 1.1 } else { 1.0 };
        1000.0 * cold * (0.01 * source.normal()).exp()
    });
    let mut short = whole.clone();
    short.points[0].blocks.truncate(20 * 16 - 13);
    let analysis = analysis::analyze(&short);
    let found = findings(&analysis);
    let is_first =
        |finding: &Finding| matches!(finding, Finding::WarmUp(WarmUp { blocks: 1, is_steady_after: true, .. }));
    assert!(found.len() == 2 && found.iter().all(|(_, finding)| is_first(finding)), "{found:?}");
}

/// There is no ratio, or the only one that there is drifts.
#[test]
fn of_ratios_that_are_not_there_nothing_is_said() {
    for variants in [1, 2] {
        let mut source = Source::seeded(4);
        let analysis = analyzed(&plan(variants, 1), 40, 1, |Place { variant, launch, .. }| {
            let drift = if variant + 1 == variants { 0.002 * launch as f64 } else { 0.0 };
            1000.0 * (drift + 0.01 * source.normal()).exp()
        });
        let said = advisories(&analysis);
        assert!(said.starts_with("times drifted in the course of the run") && !said.contains("not touched"), "{said}");
    }
}

#[test]
fn a_drift_that_both_saw_leaves_the_ratio_alone() {
    let mut source = Source::seeded(4);
    let analysis = analyzed(&plan(2, 2), 40, 1, |Place { point, launch, .. }| {
        let drift = if point == 0 { 0.002 * launch as f64 } else { 0.0 };
        1000.0 * (drift + 0.01 * source.normal()).exp()
    });
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn a_drift_that_one_saw_is_a_drift_of_the_ratio() {
    let mut source = Source::seeded(5);
    let analysis = analyzed(&plan(2, 1), 40, 1, |Place { variant, launch, .. }| {
        1000.0 * (0.002 * (launch * variant) as f64 + 0.01 * source.normal()).exp()
    });
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn two_states_are_named_with_their_middles() {
    let mut source = Source::seeded(6);
    let analysis = analyzed(&plan(2, 1), 60, 1, |Place { variant, launch, .. }| {
        let state = if variant == 1 && launch * 7 % 10 < 3 { 1.3 } else { 1.0 };
        1000.0 * state * (0.01 * source.normal()).exp()
    });
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn launches_that_vary_more_than_blocks_are_named_with_their_share() {
    let mut source = Source::seeded(7);
    let levels: Vec<f64> = (0..60).map(|_| 0.03 * source.normal()).collect();
    let analysis = analyzed(&plan(2, 1), 30, 4, |place| {
        1000.0 * (levels[place.launch * 2 + place.variant] + 0.01 * source.normal()).exp()
    });
    for row in &analysis.points[0].rows {
        let share = row.conduct.launch_share.expect("blocks enough");
        assert!((0.75..0.97).contains(&share), "{share}");
    }
    assert_snapshot!(advisories(&analysis));
}

#[test]
fn one_block_a_launch_does_not_tell_blocks_from_launches() {
    let mut source = Source::seeded(8);
    let analysis = analyzed(&plan(2, 1), 30, 1, |_| 1000.0 * (0.01 * source.normal()).exp());
    assert!(analysis.points[0].rows.iter().all(|row| row.conduct.launch_share.is_none()));
}

/// A sweep in which everything drifts: one sentence, which names the largest.
#[test]
fn many_cases_are_one_sentence() {
    let mut source = Source::seeded(9);
    let analysis = analyzed(&plan(3, 4), 40, 1, |Place { point, launch, .. }| {
        1000.0 * (0.002 * ((point + 1) * launch) as f64 + 0.01 * source.normal()).exp()
    });
    assert_eq!(findings(&analysis).len(), 12);
    assert_snapshot!(advisories(&analysis));
}
