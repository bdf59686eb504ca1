//! What is advised where a script made the run: it has no budget where its counts are fixed, and goes on only with the script.

use crate::findings::invented::{advisories, plan, run};
use model::{End, Event, Run};

fn of_script(launches: usize, note: &str, end: End) -> Run {
    let mut run = run(&plan(2, 1), launches, 1, |place| {
        let wobble = [0.03, -0.02, 0.01, -0.03, 0.02, -0.01][place.launch % 6];
        1000.0 * (1.0 + 0.01 * (place.launch % 4) as f64) * [1.0, 1.005 + wobble][place.variant]
    });
    run.apply(Event::Noted { point: None, variant: None, note: note.to_string() });
    run.apply(Event::Finished { end });
    run
}

#[test]
fn who_stopped_a_script_is_told_to_run_it_again() {
    let told = advisories(&analysis::analyze(&of_script(20, model::FORKED_NOTE, End::Interrupted)));
    assert!(told.ends_with("the run was stopped before its end; run the script again for all of it"), "{told}");
    let told = advisories(&analysis::analyze(&of_script(20, "another note", End::Interrupted)));
    assert!(told.ends_with("; where it was recorded, `cmpthese resume` goes on with it"), "{told}");
}

#[test]
fn who_fixed_the_counts_is_told_of_a_larger_one() {
    const COUNTED: &str = "they ran in turn in the script's own process, because the counts are fixed, and the script may look at what they did";
    let advised = |launches, note| advisories(&analysis::analyze(&of_script(launches, note, End::Complete)));
    let (few, open) = (advised(3, COUNTED), advised(30, COUNTED));
    assert!(few.contains("a count of 7 would do") && !few.contains("budget"), "{few}");
    assert!(open.contains("times the count would decide") && !open.contains("budget"), "{open}");
    assert!(advised(3, "another note").contains("budget") && advised(30, "another note").contains("budget"));
}
