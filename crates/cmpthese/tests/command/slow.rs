//! Commands that take long: nothing of them is run in vain.

use crate::stage::Stage;

#[test]
fn what_a_slow_command_answers_is_its_pilot() {
    let stage = Stage::new();
    let slow = |witness: &str| format!("'echo run >>{witness}; sleep 0.4'");
    let line = format!("cmpthese --seed 1 --budget 100ms --no-history --shell {} {}", slow("one"), slow("other"));
    let outcome = stage.run(&line);
    assert!(outcome.stdout.contains("3 launches, 3 blocks"), "{}", outcome.stdout);
    for witness in ["one", "other"] {
        let runs = std::fs::read_to_string(stage.path(witness)).unwrap().lines().count();
        assert_eq!(runs, 1 + 3, "{witness}");
    }
}
