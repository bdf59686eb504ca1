//! What is run before every execution of a command: as often, in no time, and told when it fails.

use crate::stage::{Stage, command, shell};
use model::Metric;
use protocol::{CommandCase, ErrorKind, Part};

/// A command with a script before each of its executions.
fn with(case: CommandCase, script: &str) -> CommandCase {
    let before_each = vec![shell(script).argv];
    CommandCase { before_each, ..case }
}

#[test]
fn it_runs_before_every_execution_and_is_in_no_reading() {
    let stage = Stage::new();
    let (count, cwd) = (shell("wc -l <count"), Some(stage.text("")));
    let script = "echo once >>count; sleep 0.2; head -c 1000000 /dev/zero >/dev/null";
    let mut spawner = stage.spawner().ready(CommandCase { cwd, ..with(count, script) });
    assert_eq!(spawner.answer().head, r#""1\n""#);
    let sample = spawner.run(3);
    assert!(sample.reading(Metric::Wall) < 200_000_000, "{:?}", sample.readings);
    assert!(sample.readings.get(&Metric::ReadBytes).is_none_or(|bytes| *bytes < 1_000_000), "{:?}", sample.readings);
    assert_eq!(spawner.answer().head, r#""5\n""#);
}

#[test]
fn when_it_fails_the_command_is_not_run() {
    let stage = Stage::new();
    let ran = stage.text("ran");
    let mut spawner = stage.spawner().ready(with(command(&["touch", &ran]), "echo no room >&2; exit 4"));
    let error = spawner.answer_error();
    assert_eq!(
        (error.kind, error.message.as_str(), error.part),
        (ErrorKind::Died, "it ended with exit code 4, not 0: no room", Some(Part::BeforeEach))
    );
    assert!(!std::path::Path::new(&ran).exists());
}

#[test]
fn what_it_starts_must_be_there() {
    let case = CommandCase { before_each: vec![vec!["cmpthese-no-such-program".to_string()]], ..command(&["true"]) };
    let error = Stage::new().spawner().prepare_error(case);
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "cmpthese-no-such-program"));
    assert_eq!(error.part, Some(Part::BeforeEach));
}
