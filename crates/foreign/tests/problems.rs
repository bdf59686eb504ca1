//! What is said of files that cannot be read: the place, the reason, and what to do next.

use cmpthese_foreign::{File, Foreign, READERS, Several, read};

fn said(path: &str, bytes: &[u8], as_format: Option<&str>) -> String {
    let reader = as_format.map(|name| READERS.iter().find(|reader| reader.name == name).expect("there is one"));
    let problem =
        read(&[File { path: path.to_string(), bytes: bytes.to_vec() }], reader).expect_err("it cannot be read");
    format!("{problem} | {}", problem.help.lines().next().unwrap_or_default())
}

#[test]
fn whole_files() {
    for (bytes, expected) in [
        (&b""[..], "it is empty | the tool wrote nothing: look whether it ended as it should"),
        (b" \n ", "it is empty | the tool wrote nothing: look whether it ended as it should"),
        (b"\x1f\x8b\x08", "it is compressed | unpack it first: gunzip FILE"),
        (
            b"SQLite format 3\0",
            "it is neither JSON nor text | import the file that the tool exports, not its own database",
        ),
        (b"hello\nworld\n", "it is text, and of no tool that is known | these are known:"),
        (b"{\"a\": 1, \"b\": []}", "it is JSON with a, b, and of no tool that is known | these are known:"),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, ",
            "line 1, column 46: the JSON ends in the middle | it was cut off: write or copy it again",
        ),
        (b"{\"results\": []}", "it holds no benchmark with a time | look whether the tool ran any"),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, NaN]}]}",
            ".results[0].times[1]: this is no number | measure it again: its time is not known",
        ),
        (
            b"{\"results\": [{\"command\": \"ls\", \"times\": [0.1, 0.0]}]}",
            ".results[0].times[1]: a time of 0.0 cannot be | its clock goes in steps, or it took off as much as it \
             measured: measure more iterations at once, and with hyperfine -N",
        ),
        (
            b"{\"results\": [{\"command\": \"ls\"}]}",
            ".results[0]: `mean` is missing | another version of the tool may have written it: give it again with the options that docs/formats.md names",
        ),
        (
            b"{\"reason\": \"benchmark-complete\", \"id\": \"a\", \"unit\": \"ns\", \"iteration_count\": [1, 2], \"measured_values\": [5.0]}",
            "line 1, : 1 times and 2 numbers of iterations do not go together | run the benchmark again: its file was not written to the end",
        ),
        (b"BenchmarkX-2 100 0 ns/op\n", "line 1: `0` is no time | give the benchmark a longer -benchtime"),
        (
            b"BenchmarkX-2 100 5 ns/op\nBenchmarkX-2 100 12",
            "line 2: the file is cut off within a line | write it again",
        ),
    ] {
        assert_eq!(said("a.json", bytes, None), expected);
    }
}

#[test]
fn what_is_not_what_it_is_called() {
    let go = b"BenchmarkX-2 100 12.5 ns/op\n";
    assert_eq!(
        said("times.json", go, Some("hyperfine")),
        "it is not hyperfine --export-json: it looks like the text of go test -bench | import it with --as gobench, or without --as"
    );
    assert_eq!(said("times.txt", b"{}", Some("jmh")), "it is JSON, and not JMH -rf json | these are known:");
}

/// Files as variants.
fn merged(files: Vec<(String, Foreign)>) -> Foreign {
    cmpthese_foreign::merged(cmpthese_foreign::beside(files), Several::Variants)
}

/// What each file says of its benchmarks: values, or why there are none.
fn told(bytes: &[u8]) -> Vec<String> {
    let foreign = read(&[File { path: "a".to_string(), bytes: bytes.to_vec() }], None).expect("it can be read");
    let value = |case: &cmpthese_foreign::Case| match &case.failure {
        Some(why) => format!("{}: {}", case.full_name(), why.message),
        None => format!("{}: {}", case.full_name(), case.values()),
    };
    foreign.cases.iter().map(value).collect()
}

/// Some have parameters that others have not: those of one name are still held against each other alone.
#[test]
fn files_are_compared_benchmark_by_benchmark() {
    let text = |n: u32| {
        format!("BenchmarkJoin/n=10-2 9 {n} ns/op\nBenchmarkJoin/n=100-2 9 {n}0 ns/op\nBenchmarkParse-2 9 {n} ns/op\n")
    };
    let file = |name: &str, n: u32| {
        let foreign = read(&[File { path: name.to_string(), bytes: text(n).into_bytes() }], None);
        (name.to_string(), foreign.expect("it can be read"))
    };
    let foreign = merged(vec![file("old", 5), file("new", 6)]);
    let names: Vec<String> = foreign.cases.iter().map(|case| case.full_name()).collect();
    let of = |file: &str| ["Join/n=10", "Join/n=100", "Parse"].map(|name| format!("{file}/benchmark={name}"));
    assert_eq!(names, [of("old"), of("new")].concat());
}

/// As few parts of a name as tell it apart in both.
#[test]
fn benchmarks_of_jmh_have_one_name_in_all_files() {
    let file = |name: &str, benchmarks: &[&str]| {
        let one = |benchmark: &&str| {
            format!(
                "{{\"benchmark\": \"{benchmark}\", \"mode\": \"avgt\", \"primaryMetric\": {{\"score\": 5.0, \"scoreUnit\": \"ns/op\"}}}}"
            )
        };
        let text = format!("[{}]", benchmarks.iter().map(one).collect::<Vec<_>>().join(","));
        let foreign = read(&[File { path: name.to_string(), bytes: text.into_bytes() }], None);
        (name.to_string(), foreign.expect("it can be read"))
    };
    let files = vec![file("old", &["org.x.A.run", "org.x.B.run"]), file("new", &["org.x.B.run"])];
    let names: Vec<String> = merged(files).cases.iter().map(|case| case.full_name()).collect();
    assert_eq!(names, ["old/benchmark=A.run", "old/benchmark=B.run", "new/benchmark=B.run"]);

    // Those of a file were told apart beside each other, and some are left out since.
    let mut files =
        vec![file("old", &["org.x.Größe.run", "org.x.B.run"]), file("new", &["org.x.Größe.run", "org.x.B.run"])];
    files.iter_mut().for_each(|(_, foreign)| foreign.cases.retain(|case| case.name.starts_with("Größe")));
    let names: Vec<String> = merged(files).cases.iter().map(|case| case.full_name()).collect();
    assert_eq!(names, ["old", "new"]);
}

/// Calls of JMH that take no time by a clock that goes in steps, raw data that was left out, and threads, of which a rate is that of all.
#[test]
fn what_jmh_leaves_out_or_counts_otherwise() {
    let one = |metric: &str, more: &str| {
        format!("[{{\"benchmark\": \"a.B.c\", \"mode\": \"sample\"{more}, \"primaryMetric\": {{{metric}}}}}]")
    };
    let ns = |text: String| {
        let foreign = read(&[File { path: "a".to_string(), bytes: text.into_bytes() }], None).expect("it can be read");
        foreign.cases[0].launches[0][0].ns
    };
    let histogram = "\"score\": 1, \"scoreUnit\": \"ns/op\", \"rawDataHistogram\": [[[[0.0, 12], [41.0, 900]]]]";
    assert!((ns(one(histogram, "")) - 41.0 * 900.0 / 912.0).abs() < 1e-9);
    assert_eq!(ns(one("\"score\": 7.0, \"scoreUnit\": \"ns/op\", \"rawData\": []", "")), 7.0);
    let rate = "\"score\": 4.0, \"scoreUnit\": \"ops/us\", \"rawData\": [[4.0]]";
    assert_eq!(ns(one(rate, ", \"threads\": 4")), 1000.0);
}

/// A sub-benchmark may be called so.
#[test]
fn a_variant_of_somebody_s_benchmark_is_a_parameter() {
    let go = b"BenchmarkEncode/variant=fast-8 100 900 ns/op\nBenchmarkDecode/variant=fast-8 100 50 ns/op\n";
    assert_eq!(told(go), ["Encode/variant=fast: 1", "Decode/variant=fast: 1"]);
}

/// hyperfine runs every command with every value.
#[test]
fn a_command_without_the_parameter_is_a_variant_of_the_sweep() {
    let result = |command: &str, t: u32| {
        format!("{{\"command\": \"{command}\", \"times\": [0.1], \"parameters\": {{\"t\": \"{t}\"}}}}")
    };
    let results = [1, 2, 4].map(|t| [result(&format!("rg -j {t} foo"), t), result("grep -r foo .", t)].join(","));
    let names = told(format!("{{\"results\": [{}]}}", results.join(",")).as_bytes());
    assert_eq!(names[..2], ["rg -j {t} foo/t=1: 1", "grep -r foo ./t=1: 1"], "{names:?}");
}

#[test]
fn benchmarks_that_failed_are_told() {
    let go = b"BenchmarkA-2 100 5 ns/op\nprogress...BenchmarkB-2 100 7 ns/op\n--- FAIL: BenchmarkC\n    c_test.go:5: no\n--- FAIL: BenchmarkD\nFAIL\n";
    assert_eq!(told(go), ["A: 1", "B: 1", "C: it failed: c_test.go:5: no", "D: it failed"]);
    let below = b"BenchmarkS/n=1-2 9 5 ns/op\nBenchmarkS/n=2-2 9 7 ns/op\n    --- FAIL: BenchmarkS/n=3\n--- FAIL: BenchmarkS\n--- FAIL: TestT (0.00s)\nFAIL\n";
    assert_eq!(told(below), ["S/n=1: 1", "S/n=2: 1", "S/n=3: it failed"]);
    let packages =
        b"pkg: p/a\nBenchmarkX-2 9 5 ns/op\npkg: p/b\nBenchmarkX-2 \t--- FAIL: BenchmarkX-2\n    b_test.go:1: no\n";
    assert_eq!(told(packages), ["a.X: 1", "b.X: it failed: b_test.go:1: no"]);
    assert_eq!(told(b"Benchmark data ready BenchmarkB-2 100 7 ns/op\n"), ["B: 1"]);
    assert_eq!(told(b"BenchmarkA-2 9 5 ns/op\nBenchmarkB-2 9 3.2 widgets/op"), ["A: 1"]);
}

/// Two packages may end alike.
#[test]
fn packages_of_go_are_told_apart() {
    let both = b"pkg: p/a/sort\nBenchmarkX-2 9 5 ns/op\npkg: p/b/sort\nBenchmarkX-2 9 7 ns/op\n";
    assert_eq!(told(both), ["a/sort.X: 1", "b/sort.X: 1"]);
    let one = b"pkg: p/a/sort\nBenchmarkX-2 9 6 ns/op\n";
    let read =
        |bytes: &[u8]| read(&[File { path: "a".to_string(), bytes: bytes.to_vec() }], None).expect("it can be read");
    let files = vec![("old".to_string(), read(both)), ("new".to_string(), read(one))];
    let names = |foreign: cmpthese_foreign::Foreign| {
        foreign.cases.iter().map(cmpthese_foreign::Case::full_name).collect::<Vec<_>>()
    };
    assert_eq!(names(merged(files)), ["old/benchmark=a/sort.X", "old/benchmark=b/sort.X", "new/benchmark=a/sort.X"]);
}

/// A function as a parameter is written as where it lay, a list as long as it is.
#[test]
fn what_pytest_writes_of_objects_is_no_parameter() {
    let test = |id: &str, value: &str| {
        format!(r#"{{"name": "test_sort[{id}]", "params": {{"by": {value}}}, "stats": {{"data": [0.1, 0.2]}}}}"#)
    };
    let tests = [
        test("quick", r#""UNSERIALIZABLE[<function quick at 0x7f0102>]""#),
        test("l0", &format!("{:?}", vec![1; 50])),
        test("l1", &format!("{:?}", vec![1; 60])),
        test("3", "3"),
    ];
    let file = format!(r#"{{"machine_info": {{}}, "benchmarks": [{}]}}"#, tests.join(","));
    assert_eq!(
        told(file.as_bytes()),
        ["test_sort[quick]: 2", "test_sort[l0]: 2", "test_sort[l1]: 2", "test_sort/by=3: 2"]
    );
}

/// A script may compare the same subs over other data.
#[test]
fn comparisons_of_a_script_are_not_pooled() {
    let of = |name: &str, rate: u32| {
        format!("{name}:  1 wallclock secs ( 1.00 usr +  0.00 sys =  1.00 CPU) @ {rate}.00/s (n={rate})\n")
    };
    let comparison =
        |rate| format!("Benchmark: running a, b for at least 1 CPU seconds...\n{}{}", of("a", rate), of("b", 2 * rate));
    let chart = |names: [&str; 2]| {
        let [one, other] = names;
        format!("  Rate {one} {other}\n{one} 10/s -- -50%\n{other} 20/s 100% --\n")
    };
    let twice = ["a/comparison=no. 1: 1", "b/comparison=no. 1: 1", "a/comparison=no. 2: 1", "b/comparison=no. 2: 1"];
    assert_eq!(told([comparison(100), chart(["a", "b"]), comparison(200)].concat().as_bytes()), twice);
    assert_eq!(told([chart(["a", "b"]), chart(["a", "b"])].concat().as_bytes()), twice);
    assert_eq!(told([chart(["a", "b"]), chart(["c", "d"])].concat().as_bytes()), ["a: 1", "b: 1", "c: 1", "d: 1"]);
}

/// What a script stopped itself tells no iterations.
#[test]
fn times_of_perl_without_a_count() {
    let stopped = "load:  1 wallclock secs ( 1.05 usr +  0.00 sys =  1.05 CPU)\nwait:  1 wallclock secs ( 0.00 usr +  0.00 sys =  0.00 CPU)\n";
    let counted = "sort:  1 wallclock secs ( 1.00 usr +  0.00 sys =  1.00 CPU) @ 100.00/s (n=100)\n";
    let notes = |text: &str| {
        let file = File { path: "a".to_string(), bytes: text.as_bytes().to_vec() };
        read(&[file], None).expect("it can be read").notes[1..].join("; ")
    };
    assert_eq!(told(stopped.as_bytes()), ["load: 1"]);
    assert_eq!(
        notes(stopped),
        "1 variant took no CPU time that was counted, and is left out; \
         there are times without a count of iterations: each is taken as that of one iteration"
    );
    assert_eq!(told(format!("{stopped}{counted}").as_bytes()), ["sort: 1"]);
    assert_eq!(
        notes(&format!("{stopped}{counted}")),
        "1 variant took no CPU time that was counted, and is left out; there are times without a count of iterations: they are left out"
    );
}

/// Programs write something else before their times.
#[test]
fn text_may_begin_with_a_bracket() {
    for before in ["[GIN-debug] GET / --> main", "{\"level\": \"info\"}", "[1]"] {
        assert_eq!(told(format!("{before}\ngoos: linux\nBenchmarkX-2 9 5 ns/op\n").as_bytes()), ["X: 1"]);
    }
    assert_eq!(
        said("a.json", b"[GIN-debug] GET /\n", None),
        "line 1, column 2: this is no JSON (expected value) | import the file as the tool wrote it, without what it prints beside"
    );
}

/// What is said of how it was measured may be all that tells two apart.
#[test]
fn benchmarks_of_google_that_are_measured_in_two_ways() {
    let entry = |name: &str| {
        format!(
            r#"{{"name": "{name}", "run_name": "{name}", "run_type": "iteration", "real_time": 5.0, "time_unit": "ns"}}"#
        )
    };
    let names = ["A/iterations:1", "A/iterations:1000", "B/8/real_time", "C", "C/real_time"];
    let file = format!(r#"{{"context": {{}}, "benchmarks": [{}]}}"#, names.map(entry).join(","));
    assert_eq!(
        told(file.as_bytes()),
        ["A/iterations=1: 1", "A/iterations=1000: 1", "B/arg=8: 1", "C: 1", "C/real_time: 1"]
    );
}

/// Of one benchmark aggregates alone, of another repetitions too, and one that failed.
#[test]
fn each_benchmark_of_google_is_read_by_what_it_has() {
    let google = br#"{"context": {}, "benchmarks": [
        {"name": "A_mean", "run_name": "A", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 5.0, "time_unit": "ns"},
        {"name": "A_cv", "run_name": "A", "run_type": "aggregate", "aggregate_name": "cv", "real_time": 0.1, "time_unit": "ns"},
        {"name": "B", "run_name": "B", "run_type": "iteration", "real_time": 6.0, "time_unit": "ns", "iterations": 3},
        {"name": "B", "run_name": "B", "run_type": "iteration", "real_time": 8.0, "time_unit": "ns", "iterations": 3},
        {"name": "B_mean", "run_name": "B", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 7.0, "time_unit": "ns"},
        {"name": "C", "run_name": "C", "run_type": "iteration", "error_occurred": true, "error_message": "no file"}
    ]}"#;
    assert_eq!(told(google), ["A: 1", "B: 2", "C: no file"]);
}
