//! The table of what events cost.

use model::{COSTLY_EVENTS, CostlyEvent, UnitCost, UnitCosts};

#[test]
fn costs_of_all_sizes_and_one_that_is_missing() {
    // From 20 ps to some milliseconds, each twice the one before, within ± 1 %.
    let invented = COSTLY_EVENTS.iter().enumerate().map(|(number, info)| {
        let ns = 0.0204 * 1.9_f64.powi(number as i32);
        UnitCost { event: info.event, ns, low_ns: 0.99 * ns, high_ns: 1.01 * ns }
    });
    let costs = invented.filter(|cost| cost.event != CostlyEvent::CopyL3).collect();
    insta::assert_snapshot!(cmpthese_report::unit_costs(&UnitCosts { costs }));
}
