//! The test of the promises on this machine: that it runs and says what it is to say. What it finds is the machine's.

use crate::stage::Stage;

#[test]
fn it_tells_false_alarms_what_is_found_and_what_to_do() {
    let outcome = Stage::new().run("cmpthese selftest --budget 3s --quiet");
    assert!(matches!(outcome.code, 0 | 1), "{}", outcome.stderr);
    assert_eq!(outcome.stderr, "");
    for said in ["Commands\n", "snippets\n", "of 30 runs", "promised are 5 % at most", "What makes times uneven here"] {
        assert!(outcome.stdout.contains(said), "{said} in {}", outcome.stdout);
    }
}

#[test]
fn what_cannot_be_measured_is_no_success() {
    let stage = Stage::new();
    stage.program("perl", "#!/bin/sh\nexit 1\n");
    let outcome = stage.run("cmpthese selftest --budget 3s --quiet");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (3, ""), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("Perl snippets cannot be measured here"), "{}", outcome.stderr);
}

#[test]
fn a_budget_that_is_none_is_refused() {
    let outcome = Stage::new().run("cmpthese selftest --budget soon");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("is no time"), "{}", outcome.stderr);
}
