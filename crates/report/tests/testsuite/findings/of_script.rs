//! What is advised where a script made the run: it has no budget where its counts are fixed, and goes on only with the script.

use crate::findings::invented::{advisories, plan, run};
use model::{End, Event, Run};

fn of_script(launches: usize, note: &str, end: End) -> Run {
    let mut run = run(&plan(2, 1), launches, 1, |place| 1000.0 + (place.launch * 7 % 5 + place.variant) as f64);
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
