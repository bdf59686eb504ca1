//! Benchmarks that a project has: those of Go and of pytest-benchmark by the real tools, those of criterion by something that stands in for
//! cargo, which would compile for a minute.

use crate::stage::{Outcome, Stage};
use insta::assert_snapshot;
use std::process::Command;

const GO: &str = r#"package sum

import ("testing"; "fmt")

var sink int

func sum(n int) int { s := 0; for i := 0; i < n; i++ { s += i ^ sink }; return s }

func BenchmarkShort(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(100) } }
func BenchmarkLong(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(1000) } }
func BenchmarkSizes(b *testing.B) {
	for _, n := range []int{10, 20} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(n) } })
	}
}
"#;

/// Of pytest-benchmark: to find out what its clock and the CPU are takes it two seconds in every process.
const QUICK: &str = r#"
import time
from pytest_benchmark.fixture import BenchmarkFixture

BenchmarkFixture._precisions[time.perf_counter] = 1e-7

def pytest_benchmark_generate_machine_info(config):
    return {}
"#;

const PYTEST: &str = r#"
import pytest

def test_short(benchmark):
    benchmark(sum, range(100))

@pytest.mark.parametrize("n", [1000, 2000])
def test_long(benchmark, n):
    benchmark(sum, range(n))

def test_of_nothing():
    pass
"#;

/// A stage with a module of Go, and go on its PATH, which keeps what it compiled where it always does.
fn stage_with_go() -> (Stage, String) {
    let stage = Stage::new();
    let told = |name: &str| {
        let output =
            Command::new("go").args(["env", name]).output().expect("go is not installed: apt-get install golang-go");
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    };
    stage.program("go", &format!("#!/bin/sh\nGOCACHE={} exec {}/bin/go \"$@\"\n", told("GOCACHE"), told("GOROOT")));
    stage.write("go.mod", "module sum\n\ngo 1.18\n");
    stage.write("sum_test.go", GO);
    (stage, "--seed 1 --no-history".to_string())
}

fn ended_well(outcome: &Outcome) {
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}

#[test]
fn benchmarks_of_go_against_each_other() {
    let (stage, options) = stage_with_go();
    let outcome = stage.run(&format!("cmpthese go {options} --quiet --budget 3s . BenchmarkShort BenchmarkLong"));
    ended_well(&outcome);
    // Ten times as much work, less what a call takes.
    assert!(outcome.stdout.contains("BenchmarkLong is slower"), "{}", outcome.stdout);
    let plan = stage.run("cmpthese go --print-plan . BenchmarkSizes").stdout;
    assert!(
        plan.contains("name = \"BenchmarkSizes/n=10\"") && plan.contains("\"-test.bench=^BenchmarkSizes$/^n=20$\""),
        "{plan}"
    );
}

#[test]
fn what_go_has_not_is_told() {
    let (stage, _) = stage_with_go();
    std::fs::create_dir(stage.path("empty")).unwrap();
    stage.write("empty/empty.go", "package empty\n");
    let lines = [
        "cmpthese go . BenchmarkShot",
        "cmpthese go . BenchmarkSizes/n=30",
        "cmpthese go ./... BenchmarkShort",
        "cmpthese go ./empty",
        "cmpthese go . BenchmarkShort --baseline BenchmarkLong",
    ];
    assert_snapshot!(stage.session(&lines));
}

#[test]
fn tests_of_pytest_against_each_other() {
    let stage = Stage::with("test_sum.py", PYTEST);
    stage.write("conftest.py", QUICK);
    // Debian's own, whatever else is on the PATH.
    stage.program("pytest", "#!/bin/sh\nexec /usr/bin/python3 -m pytest \"$@\"\n");
    let outcome =
        stage.run("cmpthese pytest --seed 1 --no-history --quiet --budget 6s test_sum.py test_short 'test_long[2000]'");
    ended_well(&outcome);
    assert!(outcome.stdout.contains("test_long[2000]"), "{}", outcome.stdout);
    let plan = stage.run("cmpthese pytest --print-plan test_sum.py").stdout;
    let names: Vec<&str> = plan.lines().filter(|line| line.starts_with("name")).collect();
    assert_eq!(names, ["name = \"test_short\"", "name = \"test_long[1000]\"", "name = \"test_long[2000]\""]);
    assert_snapshot!(stage.session(&["cmpthese pytest test_sum.py test_shrt", "cmpthese pytest tests"]));
    let idle = stage.run("cmpthese pytest --no-history --quiet test_sum.py test_of_nothing");
    let message = "test_of_nothing: failed: it ran no benchmark: it wrote no times; it wrote: ";
    assert!(idle.code == 1 && idle.stdout.contains(message), "{}", idle.stdout);
}

#[test]
fn benchmarks_of_criterion_against_each_other() {
    let stage = Stage::new();
    let artifact = r#"{"reason":"compiler-artifact","target":{"kind":["bench"],"name":"sorts"},"executable":"/stage/bin/sorts","manifest_path":"/stage/Cargo.toml"}"#;
    stage.program("cargo", &format!("#!/bin/sh\necho '{{\"reason\":\"build-finished\"}}'\necho '{artifact}'\n"));
    // An iteration of a millisecond, or of two.
    let sorts = r#"#!/bin/sh
case "$*" in *--list*) printf 'sort/10: benchmark\nsort/20: benchmark\nquick: benchmark\n'; exit;; esac
for word; do case "$word" in --measurement-time=*) seconds=${word#*=};; ^*) id=$word;; esac; done
case "$id" in '^quick$') ns=1000000;; *) ns=2000000;; esac
mkdir -p "$CRITERION_HOME/x/new"
awk -v s="$seconds" -v ns=$ns 'BEGIN { n = int(s * 1e9 / ns) + 1; printf "{\"iters\":[%d],\"times\":[%d]}", n, n * ns }' >"$CRITERION_HOME/x/new/sample.json"
"#;
    stage.program("sorts", sorts);
    let outcome = stage.run("cmpthese criterion --seed 1 --no-history --quiet --budget 1s quick sort/10");
    ended_well(&outcome);
    assert!(outcome.stdout.contains("sort/10 is slower  ratio 2.00"), "{}", outcome.stdout);
    assert_snapshot!(stage.session(&["cmpthese criterion --print-plan sort", "cmpthese criterion sort/30"]));
}

#[test]
fn a_framework_that_is_missing_is_named_with_what_brings_it() {
    let stage = Stage::with("test_sum.py", PYTEST);
    let alone = "PATH=/stage/bin".replace("/stage", &stage.path("").to_string_lossy());
    stage.program("python3", "#!/bin/sh\necho 'python3: No module named pytest' >&2\nexit 1\n");
    let lines = ["cmpthese go . BenchmarkA", "cmpthese criterion", "cmpthese pytest test_sum.py"];
    let session: Vec<String> = lines
        .iter()
        .map(|line| {
            let outcome = stage.run(&format!("{alone} {line}"));
            format!("$ {line}\n{}exit code {}\n", outcome.stderr, outcome.code)
        })
        .collect();
    assert_snapshot!(session.join("\n"));
}
