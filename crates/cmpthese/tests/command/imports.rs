//! What other tools measured: files that they wrote, and some that they write here.

use crate::stage::Stage;
use crate::transcript;
use insta::assert_snapshot;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The files of other tools that are kept beside their readers.
fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../foreign/tests/files")
}

/// A stage with some of them; of a folder all of it.
fn stage(names: &[&str]) -> Stage {
    let stage = Stage::new();
    for name in names {
        let copied = std::process::Command::new("cp").arg("-r").arg(files().join(name)).arg(stage.path(name)).status();
        assert!(copied.expect("cp can be started").success(), "{name}");
    }
    stage
}

/// The report of a file that is not recorded.
fn report(name: &str) -> String {
    stage(&[name]).session(&[&format!("cmpthese import {name} --no-history")])
}

#[test]
fn hyperfine() {
    assert_snapshot!(report("hyperfine.json"));
}

#[test]
fn hyperfine_over_a_parameter() {
    assert_snapshot!(report("hyperfine-sweep.json"));
}

/// A tool that rounds tells the same of every execution, and a matrix of Perl's a single figure: neither is a lack of launches.
#[test]
fn what_has_no_interval_is_not_told_to_have_too_few_launches() {
    let stage = stage(&["perl-matrix.txt"]);
    let result =
        |seconds: f64| serde_json::json!({ "command": format!("sleep {seconds}"), "times": vec![seconds; 20] });
    stage.write("alike.json", serde_json::json!({ "results": [result(0.1), result(0.2)] }).to_string());
    assert_snapshot!(stage.session(&[
        "cmpthese import alike.json",
        "cmpthese show --json - | grep -c '\"no_spread\"'",
        "cmpthese history",
        "cmpthese import perl-matrix.txt >perl.txt",
        "cmpthese history",
    ]));
}

#[test]
fn google_benchmark_with_one_that_failed() {
    assert_snapshot!(report("google.json"));
}

#[test]
fn go_text() {
    assert_snapshot!(report("go.txt"));
}

#[test]
fn go_text_in_events_of_two_packages() {
    assert_snapshot!(report("go-json.json"));
}

#[test]
fn criterion() {
    assert_snapshot!(report("criterion"));
}

#[test]
fn cargo_criterion() {
    assert_snapshot!(report("cargo-criterion.json"));
}

#[test]
fn jmh_with_forks() {
    assert_snapshot!(report("jmh.json"));
}

#[test]
fn jmh_with_scores_alone() {
    assert_snapshot!(report("jmh-score.json"));
}

#[test]
fn pyperf() {
    assert_snapshot!(report("pyperf.json"));
}

#[test]
fn pytest_benchmark() {
    assert_snapshot!(report("pytest.json"));
}

#[test]
fn pytest_benchmark_without_rounds() {
    assert_snapshot!(report("pytest-stats.json"));
}

#[test]
fn perl_lines() {
    assert_snapshot!(report("perl.txt"));
}

#[test]
fn perl_matrix() {
    assert_snapshot!(report("perl-matrix.txt"));
}

#[test]
fn an_import_is_a_run_of_the_history() {
    let stage = stage(&["jmh.json"]);
    assert_snapshot!(stage.session(&[
        "cmpthese import jmh.json --quiet --csv times.csv >shown; tail -n 3 shown",
        "tr -d '\\r' <times.csv",
        "cmpthese show >again; cmp shown again",
        "cmpthese list",
        "cmpthese import jmh.json --quiet --baseline builder --json - | grep -e imported_from -e '\"verdict\"'",
        "cmpthese history",
        "cmpthese resume",
        "cmpthese import jmh.json --no-history --html - | grep -c 'not side by side'",
        "cmpthese import jmh.json --no-history --markdown - | tail -n 4",
    ]));
}

#[test]
fn runs_beside_each_other() {
    let names = ["pytest.json", "pytest-stats.json", "pyperf.json"];
    let stage = stage(&names);
    for name in names {
        stage.run(&format!("cmpthese import {name} --quiet"));
    }
    assert_snapshot!(stage.session(&[
        "cmpthese show 1 2",
        "COLUMNS=60 cmpthese report 3 1",
        "cmpthese show 1 2 --json -",
        "cmpthese show 1 2 --html both.html | head -n 1; grep -c 'machine</th>' both.html",
        "cmpthese show 1 2 --html - | grep -e '\"answer\"' -e 'no test of a change'",
        "cmpthese show 1 9",
    ]));
}

#[test]
fn files_that_are_compared_and_files_that_are_launches() {
    let stage = stage(&["go.txt"]);
    let run = |lines: &[&str]| stage.session(lines);
    run(&["sed 's/ns.op/ns\\/op/' go.txt >old.txt; awk '/^Benchmark/ { $3 *= 1.5 } { print }' old.txt >new.txt"]);
    assert_snapshot!(run(&[
        "cmpthese import old.txt new.txt --no-history --only n=10",
        "cmpthese import old.txt new.txt --launches --no-history --only n=1000",
    ]));
}

#[test]
fn files_that_cannot_be_taken_in() {
    let stage = stage(&["hyperfine.json", "go.txt"]);
    stage.write("empty.json", "");
    stage.write("cut.json", r#"{"results": [{"command": "ls", "times": [0.1, "#);
    stage.write(
        "nan.json",
        r#"{"results": [{"command": "ls", "times": [0.1, NaN]}, {"command": "pwd", "times": [0.1, 0.2]}]}"#,
    );
    stage.write("names.json", "{\"results\": [{\"command\": \"a\\u001b[31m\\nb\", \"times\": [-1]}]}");
    assert_snapshot!(stage.session(&[
        "cmpthese import",
        "cmpthese import missing.json",
        "cmpthese import empty.json",
        "cmpthese import cut.json",
        "cmpthese import nan.json --no-history",
        "cmpthese import names.json",
        "cmpthese import hyperfine.json --as go",
        "cmpthese import hyperfine.json --as gobench",
        "cmpthese import go.txt --only nobody",
        "cmpthese import go.txt --baseline nobody",
        "mkdir nothing; cmpthese import nothing",
        "head -c 70000000 /dev/zero | cmpthese import -",
        "cmpthese list",
    ]));
}

/// What this program writes in the formats of others comes back with its values.
#[test]
fn own_exports_come_back() {
    let stage = Stage::with(
        "plan.toml",
        "title = 'Two'\nbudget = '300ms'\n[params]\nsize = ['1KiB', '1MiB']\n\
         [[variant]]\nname = 'a b/c=d'\nsim = { time = '12ns', noise = 0.01 }\n\
         [[variant]]\nname = 'tuned'\nsim = { time = '2ms', noise = 0.01 }\n",
    );
    stage.run("cmpthese run plan.toml --seed 1 --quiet --hyperfine a.hyperfine --gobench a.gobench --googlebench a.googlebench --json a.json");
    let times = |name: &str| {
        let text = std::fs::read_to_string(stage.path(name)).expect("it was written");
        let report: Value = serde_json::from_str(&text).expect("it is JSON");
        let mut all: Vec<(String, f64)> = Vec::new();
        for point in report["points"].as_array().expect("it has points") {
            for variant in point["variants"].as_array().expect("it has variants") {
                let place = format!("{} {}", variant["name"], point["params"]);
                all.push((place, variant["time_ns"]["point"].as_f64().expect("it has a time")));
            }
        }
        all.sort_by(|left, right| left.0.cmp(&right.0));
        all
    };
    let own = times("a.json");
    assert_eq!(own.len(), 4);
    for format in ["hyperfine", "gobench", "googlebench"] {
        let line = format!("cmpthese import a.{format} --no-history --quiet --json back.json --hyperfine again.json");
        let outcome = stage.run(&line);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let back = times("back.json");
        let names = |all: &[(String, f64)]| all.iter().map(|(place, _)| place.clone()).collect::<Vec<_>>();
        assert_eq!(names(&back), names(&own), "{format}");
        for ((place, own_ns), (_, back_ns)) in own.iter().zip(&back) {
            // The time of a report weighs launches by their iterations, which the formats of others do not have.
            assert!((back_ns / own_ns - 1.0).abs() < 0.02, "{format}: {place} {own_ns} {back_ns}");
        }
        let values = |name: &str| -> Vec<Value> {
            let text = std::fs::read_to_string(stage.path(name)).expect("it was written");
            let report: Value = serde_json::from_str(&text).expect("it is JSON");
            let results = report["results"].as_array().expect("it has results");
            results.iter().map(|result| result["times"].clone()).collect()
        };
        let mut pairs = 0;
        for (first, second) in values("a.hyperfine").iter().zip(values("again.json")) {
            let numbers = |list: &Value| {
                list.as_array().expect("a list").iter().map(|one| one.as_f64().expect("a number")).collect::<Vec<_>>()
            };
            let (first, second) = (numbers(first), numbers(&second));
            assert_eq!(first.len(), second.len(), "{format}");
            for (first, second) in first.iter().zip(&second) {
                assert!((first / second - 1.0).abs() < 1e-5, "{format}: {first} {second}");
                pairs += 1;
            }
        }
        assert!(pairs > 8, "{format}");
    }
}

/// Files that the tools write on this machine, now.
#[test]
fn fresh_files() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("join")).expect("it is not there yet");
    stage.write("join/go.mod", "module example.org/join\ngo 1.21\n");
    stage.write(
        "join/join_test.go",
        "package join\nimport (\"strings\"; \"testing\")\nvar sink string\n\
         func BenchmarkJoin(b *testing.B) { for i := 0; i < b.N; i++ { sink = strings.Join([]string{\"a\", \"b\", \"c\"}, \"\") } }\n\
         func BenchmarkPlus(b *testing.B) { s := \"a\"; for i := 0; i < b.N; i++ { sink = s + \"b\" + s } }\n",
    );
    let perl = "perl -MBenchmark=cmpthese -e 'my @a = 1 .. 50; cmpthese(200000, { join => sub { join q(;), @a }, sort => sub { my @b = sort @a } })'";
    // What Go compiles of its own library is kept for the next time.
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/go-cache");
    let go = "go test -bench . -benchtime 200x -count 3";
    let lines = [
        "hyperfine -N -r 4 --export-json fresh.json 'sleep 0.001' true >quiet 2>&1; cmpthese import fresh.json --no-history",
        &format!(
            "(cd join; GOCACHE={cache} PATH=$PATH:/usr/local/go/bin {go}) >fresh.txt 2>&1; cmpthese import fresh.txt --no-history"
        ),
        &format!("{perl} >fresh.pl.txt 2>&1; cmpthese import fresh.pl.txt --no-history"),
    ];
    for line in lines {
        let outcome = stage.run(line);
        assert_eq!(outcome.code, 0, "{line}\n{}{}", outcome.stdout, outcome.stderr);
        assert!(transcript::of(&outcome).contains("were not measured side by side"), "{}", outcome.stdout);
    }
}

/// Times of two machines stand below each other in a history, and say nothing of each other.
#[test]
fn a_history_of_two_machines_is_noted() {
    let text = |cpu: &str, ns: u32| {
        format!("goos: linux\ngoarch: amd64\ncpu: {cpu}\nBenchmarkX-2 100 {ns} ns/op\nBenchmarkX-2 100 {ns}.1 ns/op\n")
    };
    let stage = Stage::with("go.txt", text("one", 5));
    stage.run("cmpthese import go.txt --quiet");
    let alone = stage.run("cmpthese history").stdout;
    std::fs::write(stage.path("go.txt"), text("other", 9)).unwrap();
    stage.run("cmpthese import go.txt --quiet");
    let both = stage.run("cmpthese history").stdout;
    let note = "note: made on another machine or kernel than the newest";
    assert!(!alone.contains("note:") && both.contains(note), "{alone}{both}");
    assert!(both.split_whitespace().collect::<Vec<_>>().join(" ").contains("and times cannot: 1"), "{both}");
}

/// Each of several files has its date, and no other file's.
#[test]
fn files_have_a_date_each() {
    let text = |date: &str| {
        format!(
            r#"{{"context": {{"date": "{date}"}}, "benchmarks": [{{"name": "A", "real_time": 5.0, "time_unit": "ns"}}]}}"#
        )
    };
    let stage = Stage::with("old.json", text("2023-01-01T10:00:00+00:00"));
    std::fs::write(stage.path("new.json"), text("2024-06-01T10:00:00+00:00")).unwrap();
    let told = stage.run("cmpthese import old.json new.json --no-history").stdout;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("measured: old 2023-01-01T10:00:00+00:00, new 2024-06-01T10:00:00+00:00"), "{told}");
}
