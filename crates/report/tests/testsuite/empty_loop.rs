//! Code that takes no more than the loop around it has no rate, whatever a typical iteration of it takes.

use crate::support;
use model::{Metric, Readings, Role, Sample};

const PLAN: &str = "[[variant]]\nname = 'nothing'\nperl = '1'\n";

/// Slices of ten iterations; of the empty loop one in ten was interrupted for long.
#[test]
fn what_is_above_the_empty_loop_in_the_middle_but_not_in_the_mean_has_no_rate() {
    let run = support::run_of(PLAN, 10, |_, variant, _| {
        let slices_ns = if variant == 0 { vec![30; 10] } else { [vec![20; 9], vec![900]].concat() };
        let readings = Readings::from([(Metric::Wall, slices_ns.iter().sum())]);
        Sample { variant, iterations: 100, readings, slices_ns, latencies: None }
    });
    assert_eq!(run.plan.variants[1].role, Role::EmptyLoop);
    let analysis = analysis::analyze(&run);
    assert!(analysis.points[0].rows[0].why_no_rate().is_some(), "{:?}", analysis.points[0].rows[0].time_ns);
}
