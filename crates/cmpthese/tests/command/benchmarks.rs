//! Benchmarks that a project has: those of Go and of pytest-benchmark by the real tools, those of criterion by something that stands in for
//! cargo, which would compile for a minute.

use crate::stage::{Outcome, Stage};
use insta::assert_snapshot;
use std::process::Command;

const GO: &str = r#"package sum

import ("testing"; "fmt"; "runtime")

var sink int

func sum(n int) int { s := 0; for i := 0; i < n; i++ { s += i ^ sink }; return s }

func BenchmarkShort(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(100) } }
func BenchmarkLong(b *testing.B) { fmt.Println("it prints"); for i := 0; i < b.N; i++ { sink = sum(1000) } }
func BenchmarkSizes(b *testing.B) {
	for _, n := range []int{10, 20} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(n) } })
	}
}
func BenchmarkProcessors(b *testing.B) {
	b.Run(fmt.Sprintf("of=%d", runtime.GOMAXPROCS(0)), func(b *testing.B) { for i := 0; i < b.N; i++ { sink = sum(10) } })
}
func BenchmarkTwice(b *testing.B) { if b.N > 1 { b.Fatal("not again") } }
func BenchmarkSkipped(b *testing.B) { b.Skip("not here") }
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

/// Nothing failed; that a budget was short on a slow machine is told on standard error.
fn ended_well(outcome: &Outcome) {
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn benchmarks_of_go_against_each_other() {
    let (stage, options) = stage_with_go();
    let outcome = stage.run(&format!("cmpthese go {options} --quiet . BenchmarkShort BenchmarkLong"));
    ended_well(&outcome);
    // Ten times as much work, less what a call takes; without a budget there are launches enough, however slow they are.
    assert!(outcome.stdout.contains("BenchmarkLong is slower"), "{}", outcome.stdout);
    let plan = stage.run("cmpthese go --print-plan . BenchmarkSizes").stdout;
    assert!(
        plan.contains("name = \"BenchmarkSizes/n=10\"") && plan.contains("\"-test.bench=^BenchmarkSizes$/^n=20$\""),
        "{plan}"
    );
    for count in [1, 3] {
        let plan = stage.run(&format!("GOMAXPROCS={count} cmpthese go --print-plan . BenchmarkProcessors")).stdout;
        assert!(plan.contains(&format!("name = \"BenchmarkProcessors/of={count}\"\n")), "{plan}");
    }
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
    let failing = stage.run("cmpthese go --no-history --quiet --budget 300ms . BenchmarkShort BenchmarkTwice");
    let message = "BenchmarkTwice: failed: it ended with exit code 1, not 0; it wrote: ";
    assert!(
        failing.code == 1 && failing.stdout.contains(message) && failing.stdout.contains("not again"),
        "{}",
        failing.stdout
    );
    let broken = "package sum\nimport \"testing\"\nfunc BenchmarkBroken(b *testing.B) { b.Fatal(\"no file\") }\n";
    stage.write("broken_test.go", broken);
    let all = stage.run("cmpthese go --no-history --quiet --budget 300ms .");
    let told = all.stdout.contains("BenchmarkBroken: failed") && all.stdout.contains("no file");
    assert!(all.code == 1 && told && all.stdout.contains("BenchmarkLong"), "{}{}", all.stdout, all.stderr);
    std::fs::remove_file(stage.path("broken_test.go")).unwrap();
    // The rest of these is what go says, which is another text in each version.
    let begins = |name: &str, begin: &str| {
        let outcome = stage.run(&format!("cmpthese go . {name}"));
        assert!(outcome.code == 2 && outcome.stderr.starts_with(begin), "{}", outcome.stderr);
    };
    begins(
        "BenchmarkSkipped",
        "error: package.test could not time `BenchmarkSkipped`, which skips itself or runs nothing\n",
    );
    std::fs::remove_file(stage.path("go.mod")).unwrap();
    begins("BenchmarkShort", "error: go could not find the package\nhelp: go wrote:\n");
}

#[test]
fn tests_of_pytest_against_each_other() {
    let stage = Stage::with("test_sum.py", PYTEST);
    stage.write("conftest.py", QUICK);
    stage.write("pytest.ini", "[pytest]\naddopts = -ra -q --ff --benchmark-disable\n");
    // Debian's own, whatever else is on the PATH.
    stage.program("pytest", "#!/bin/sh\nexec /usr/bin/python3 -m pytest \"$@\"\n");
    let outcome =
        stage.run("cmpthese pytest --seed 1 --no-history --quiet --budget 3s test_sum.py test_short 'test_long[2000]'");
    ended_well(&outcome);
    assert!(outcome.stdout.contains("test_long[2000]"), "{}", outcome.stdout);
    let plan = stage.run("cmpthese pytest --print-plan test_sum.py").stdout;
    let names: Vec<&str> = plan.lines().filter(|line| line.starts_with("name")).collect();
    assert_eq!(names, ["name = \"test_short\"", "name = \"test_long[1000]\"", "name = \"test_long[2000]\""]);
    assert_snapshot!(stage.session(&["cmpthese pytest test_sum.py test_shrt", "cmpthese pytest tests"]));
    let idle = stage.run("cmpthese pytest --no-history --quiet test_sum.py test_of_nothing");
    let message = "test_of_nothing: failed: it ran no benchmark: it wrote no times; it wrote: ";
    assert!(idle.code == 1 && idle.stdout.contains(message), "{}", idle.stdout);
    assert!(!stage.path(".pytest_cache").exists());
}

/// As pytest-benchmark 3.2.2 says it.
#[test]
fn tests_that_run_beside_each_other() {
    let stage = Stage::with("test_sum.py", PYTEST);
    let said = "ERROR: Can't have both --benchmark-only and --benchmark-disable options. Note that --benchmark-disable is automatically activated if \
                xdist is on or you're missing the statistics dependency.";
    stage.program("pytest", &format!("#!/bin/sh\ncat >&2 <<'end'\n{said}\nend\nexit 4\n"));
    let outcome = stage.run("cmpthese pytest test_sum.py");
    assert_eq!(
        (outcome.code, outcome.stderr.as_str()),
        (
            2,
            "error: pytest-benchmark measures nothing under xdist\nhelp: pytest-xdist, which the project asks for, runs tests beside each other: add --with \"-n0\"\n"
        )
    );
}

/// A compiler may take minutes.
#[test]
fn what_is_refused_is_refused_before_anything_is_built() {
    let stage = Stage::new();
    stage.program("cargo", "#!/bin/sh\ntouch built\n");
    for line in ["--budget 10m", "--budget nonsense", "--json no/where.json"] {
        let outcome = stage.run(&format!("cmpthese criterion {line}"));
        assert!(outcome.code == 2 || outcome.code == 3, "{}", outcome.transcript());
        assert!(!stage.path("built").exists(), "{line}");
    }
}

#[test]
fn benchmarks_of_criterion_against_each_other() {
    let stage = Stage::new();
    // What cargo 1.95 says of a target, and what criterion 0.4 (`: bench`) to 0.8 list and write, with less in it.
    let artifact = r#"{"reason":"compiler-artifact","package_id":"path+file:///stage#sorts@0.1.0","manifest_path":"/stage/Cargo.toml","target":{"kind":["bench"],"crate_types":["bin"],"name":"sorts","src_path":"/stage/benches/sorts.rs"},"filenames":["/stage/bin/sorts"],"executable":"/stage/bin/sorts","fresh":true}"#;
    let script = r#"{"reason":"build-script-executed","linked_libs":["sorts"],"linked_paths":["native=/stage/build/out","/usr/lib"]}"#;
    stage.program("cargo", &format!("#!/bin/sh\necho '{script}'\necho '{artifact}'\n"));
    // An iteration of a millisecond, or of two.
    let sorts = r#"#!/bin/sh
case "$*" in *--list*) printf 'quick: bench\n\nsort/10: benchmark\nsort/20: benchmark\n\n'; exit;; esac
for word; do case "$word" in --measurement-time=*) seconds=${word#*=};; ^*) id=$word;; esac; done
case "$id" in '^quick$') ns=1000000;; *) ns=2000000;; esac
mkdir -p "$CRITERION_HOME/x/new" "$CRITERION_HOME/x/base"
echo '{"group_id":"x","function_id":null,"value_str":null,"throughput":null,"full_id":"x","directory_name":"x","title":"x"}' >"$CRITERION_HOME/x/new/benchmark.json"
awk -v s="$seconds" -v ns=$ns 'BEGIN { n = int(s * 1e9 / ns) + 1; printf "{\"sampling_mode\":\"Linear\",\"iters\":[%d.0,%d.0],\"times\":[%d.0,%d.0]}", n, 2 * n, n * ns, 2 * n * ns }' >"$CRITERION_HOME/x/new/sample.json"
cp "$CRITERION_HOME"/x/new/* "$CRITERION_HOME/x/base"
"#;
    stage.program("sorts", sorts);
    let outcome = stage.run("cmpthese criterion --seed 1 --no-history --quiet quick sort/10");
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

/// A command whose program is there is measured, though it begins as a subcommand does.
#[test]
fn a_command_that_begins_like_a_subcommand() {
    let stage = Stage::new();
    stage.program("pytest", "#!/bin/sh\nexit 0\n");
    let outcome = stage.run("cmpthese --budget 50ms --quiet --no-history 'pytest -q' 'pytest -x'");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
}
