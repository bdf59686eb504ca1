//! Commands that time themselves: what they are told, and what they tell.

use crate::stage::{Actor, Stage, shell};
use model::Metric;
use protocol::{CommandCase, ErrorKind, Reply, Request, TellingCase};
use std::collections::BTreeMap;

/// A script that tells its times in a format; the arguments behind it are those of the script.
fn telling(stage: &Stage, format: &str, script: &str, words: &[&str]) -> CommandCase {
    let tells = Some(Box::new(TellingCase { format: format.to_string(), results: stage.text("results") }));
    let mut case = CommandCase { tells, ..shell(script) };
    case.argv.push("bench".to_string());
    case.argv.extend(words.iter().map(|word| word.to_string()));
    case
}

fn place(name: &str) -> String {
    TellingCase::place(name)
}

/// How many iterations there were, which need not be as many as were asked for, and what they took, in nanoseconds.
fn run(spawner: &mut Actor, iterations: u64) -> (u64, u64) {
    match spawner.ask(&Request::Run { iterations, padding: 0, slices: 1, bare: false }) {
        Ok(Reply::Sample { iterations, readings, .. }) => {
            assert!(readings.keys().eq([&Metric::Wall]), "{readings:?}");
            (iterations, readings[&Metric::Wall])
        }
        other => panic!("no sample: {other:?}"),
    }
}

#[test]
fn it_is_told_how_many_iterations_and_its_time_is_the_one_that_it_tells() {
    let stage = Stage::new();
    let script = "sleep 0.05; test $2 = {iterations} && echo BenchmarkA-2 $1 250 ns/op 3 B/op";
    let mut spawner =
        stage.spawner().ready(telling(&stage, "gobench", script, &[&place("iterations"), "{iterations}"]));
    assert_eq!(spawner.answer().head, "null");
    assert_eq!([run(&mut spawner, 1), run(&mut spawner, 4000)], [(1, 250), (4000, 1_000_000)]);
}

#[test]
fn what_takes_a_time_tells_how_many_iterations_there_were() {
    let stage = Stage::new();
    // An iteration of a millisecond; the path of the results is told in the environment.
    let script = r#"awk -v s="$1" 'BEGIN { printf "{\"machine_info\":{},\"benchmarks\":[{\"name\":\"a\",\"stats\":{\"iterations\":%d,\"data\":[0.001]}}]}", s * 1000 + 0.5 }' >"$OUT""#;
    let env = BTreeMap::from([("OUT".to_string(), place("results"))]);
    let case = CommandCase { env, ..telling(&stage, "pytest-benchmark", script, &[&place("seconds")]) };
    let mut spawner = stage.spawner().ready(case.clone());
    // The first execution is to take a hundredth of a second, and says what an iteration takes.
    assert_eq!([run(&mut spawner, 3), run(&mut spawner, 50)], [(10, 10_000_000), (50, 50_000_000)]);
    assert!(!std::path::Path::new(&stage.text("results")).exists(), "what was read is removed");
}

#[test]
fn the_folder_of_criterion_is_read() {
    let stage = Stage::new();
    let script = r#"mkdir -p "$1/sort/new" "$1/sort/base"
        echo '{"iters":[10,20],"times":[1000,3000]}' | tee "$1/sort/base/sample.json" >"$1/sort/new/sample.json""#;
    let mut spawner = stage.spawner().ready(telling(&stage, "criterion", script, &[&place("results")]));
    assert_eq!(run(&mut spawner, 1), (30, 4000));
}

#[test]
fn what_it_does_not_tell_is_said_with_what_it_wrote() {
    let stage = Stage::new();
    let cases = [
        (
            "echo PASS",
            "the times that it wrote cannot be read: it is text, and not the text of go test -bench; it wrote: PASS",
        ),
        ("true", "it ran no benchmark: it wrote no times"),
        (
            "echo BenchmarkA/x 1 5 ns/op; echo BenchmarkA/y 1 5 ns/op",
            "it ran 2 benchmarks, where a variant is one of them: A/x, A/y; it wrote: BenchmarkA/x 1 5 ns/op\n\
             BenchmarkA/y 1 5 ns/op",
        ),
        ("echo '--- FAIL: BenchmarkA'; exit 1", "it ended with exit code 1, not 0; it wrote: --- FAIL: BenchmarkA"),
    ];
    for (script, message) in cases {
        let mut spawner = stage.spawner().ready(telling(&stage, "gobench", script, &[]));
        let error = spawner.error(&Request::Run { iterations: 1, padding: 0, slices: 1, bare: false });
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, message));
    }
}

#[test]
fn a_format_that_nobody_reads_is_refused() {
    let stage = Stage::new();
    let error = stage.spawner().prepare_error(telling(&stage, "stopwatch", "true", &[]));
    assert_eq!(error.message, "no tool writes the format stopwatch");
}
