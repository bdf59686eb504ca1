//! How much more budget an undecided comparison would take.

use crate::findings::invented::{advisories, analyzed, plan, run};
use model::{End, Event};

/// `b` takes 0.5 % longer, and it is known to one per cent after so many launches; `c` is far off.
fn near(launches: usize) -> model::Run {
    run(&plan(3, 1), launches, 1, |place| {
        let wobble = [0.03, -0.02, 0.01, -0.03, 0.02, -0.01][place.launch % 6];
        let machine = 1.0 + 0.01 * (place.launch % 4) as f64;
        1000.0 * machine * [1.0, 1.005 + wobble, 2.0 + wobble][place.variant]
    })
}

#[test]
fn the_nearest_comparison_is_named_with_the_budget_that_it_takes() {
    assert_eq!(advisories(&analysis::analyze(&near(30))), "about 3.5 times the budget would decide `b` against `a`");
}

#[test]
fn nobody_is_told_to_wait_for_a_run_that_was_stopped_or_for_too_long() {
    let mut stopped = near(30);
    stopped.apply(Event::Finished { end: End::Interrupted });
    assert!(!advisories(&analysis::analyze(&stopped)).contains("times the budget"));
    // A ratio at the margin, whose interval is many times as wide as its distance from one.
    let far = analyzed(&plan(2, 1), 30, 1, |place| {
        let wobble = [0.3, -0.3, 0.0][place.launch % 3];
        1000.0 * (1.0 + 0.01 * (place.launch % 4) as f64) * (1.0 + place.variant as f64 * (0.002 + wobble))
    });
    assert_eq!(advisories(&far), "");
}

#[test]
fn what_is_decided_has_no_outlook() {
    let decided = analyzed(&plan(2, 1), 30, 1, |place| {
        1000.0
            * (1.0 + 0.1 * place.variant as f64)
            * (1.0 + 0.001 * (place.launch % 5 * (place.variant + 1) % 3) as f64)
    });
    assert_eq!(advisories(&decided), "");
}
