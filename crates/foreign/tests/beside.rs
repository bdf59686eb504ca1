//! What benchmarks are called in several files, and in one that has several of a name.

use cmpthese_foreign::{File, Foreign, Several, experiment, read};

fn file(text: impl Into<Vec<u8>>) -> Foreign {
    read(&[File { path: "a".to_string(), bytes: text.into() }], None).expect("it can be read")
}

fn names(foreign: &Foreign) -> Vec<String> {
    foreign.cases.iter().map(|case| case.full_name()).collect()
}

/// Of `old` and `new`, each with its text.
fn both(old: &str, new: &str, several: Several) -> Foreign {
    let files = vec![("old".to_string(), file(old)), ("new".to_string(), file(new))];
    cmpthese_foreign::merged(cmpthese_foreign::beside(files), several)
}

fn beside(old: &str, new: &str, several: Several) -> Vec<String> {
    names(&both(old, new, several))
}

fn google(names: &[&str]) -> String {
    let entry =
        |name: &&str| format!(r#"{{"name": "{name}", "run_name": "{name}", "real_time": 5.0, "time_unit": "ns"}}"#);
    format!(r#"{{"context": {{}}, "benchmarks": [{}]}}"#, names.iter().map(entry).collect::<Vec<_>>().join(","))
}

/// The new `A` is another benchmark than the old one, whose real time was told.
#[test]
fn how_it_was_measured_tells_benchmarks_apart_in_all_files() {
    let told = beside(
        &google(&["A/real_time", "B/real_time"]),
        &google(&["A/real_time", "A", "B/real_time"]),
        Several::Variants,
    );
    let expected = [
        "old/benchmark=A/real_time",
        "old/benchmark=B",
        "new/benchmark=A/real_time",
        "new/benchmark=A",
        "new/benchmark=B",
    ];
    assert_eq!(told, expected);
    // Other iterations make no other benchmark.
    let told = beside(&google(&["A/iterations:5"]), &google(&["A/iterations:9"]), Several::Variants);
    assert_eq!(told, ["old", "new"]);
}

#[test]
fn a_new_file_of_tests_renames_no_more_than_it_has_to() {
    let tests = |names: &[&str]| {
        let test = |name: &&str| {
            let short = name.rsplit(':').next().unwrap_or_default();
            format!(r#"{{"name": "{short}", "fullname": "{name}", "stats": {{"data": [0.1, 0.2]}}}}"#)
        };
        let tests = names.iter().map(test).collect::<Vec<_>>().join(",");
        format!(r#"{{"machine_info": {{}}, "benchmarks": [{tests}]}}"#)
    };
    let told = beside(
        &tests(&["t/a.py::load", "t/a.py::dump"]),
        &tests(&["t/a.py::load", "t/a.py::dump", "t/b.py::load"]),
        Several::Variants,
    );
    let of =
        |file: &str, names: &[&str]| names.iter().map(|name| format!("{file}/benchmark={name}")).collect::<Vec<_>>();
    assert_eq!(
        told,
        [of("old", &["t/a.py::load", "dump"]), of("new", &["t/a.py::load", "dump", "t/b.py::load"])].concat()
    );
}

/// The parameters of a test are those of all of its name.
#[test]
fn a_sweep_is_not_torn_by_a_test_of_the_same_name() {
    let test = |file: &str, n: u32| {
        format!(
            r#"{{"name": "load[{n}]", "fullname": "{file}::load[{n}]", "params": {{"n": {n}}}, "stats": {{"data": [0.1, 0.2]}}}}"#
        )
    };
    let tests = [test("t/a.py", 1), test("t/a.py", 2), test("t/b.py", 1)].join(",");
    let told = names(&file(format!(r#"{{"machine_info": {{}}, "benchmarks": [{tests}]}}"#)));
    assert_eq!(told, ["t/a.py::load/n=1", "t/a.py::load/n=2", "t/b.py::load/n=1"]);
    let told = names(&file(google(&["A/1/real_time", "A/2/real_time", "A/1"])));
    assert_eq!(told, ["A/real_time/arg=1", "A/real_time/arg=2", "A/arg=1"]);
}

/// A notebook may quote what a tool printed.
#[test]
fn what_a_document_quotes_is_none_of_its_own() {
    let text = "{\n\"a: 1 wallclock secs ( 1.00 usr +  0.00 sys =  1.00 CPU)\": 1\n}\n";
    let problem = read(&[File { path: "a".to_string(), bytes: text.into() }], None).expect_err("it is of no tool");
    assert!(problem.message.contains("of no tool that is known"), "{}", problem.message);
}

fn hyperfine(commands: &[(&str, Option<u32>, f64)]) -> String {
    let result = |(command, n, time): &(&str, Option<u32>, f64)| {
        let parameters = n.map_or(String::new(), |n| format!(r#", "parameters": {{"n": "{n}"}}"#));
        format!(r#"{{"command": "{command}", "times": [{time}]{parameters}}}"#)
    };
    format!(r#"{{"results": [{}]}}"#, commands.iter().map(result).collect::<Vec<_>>().join(","))
}

#[test]
fn a_command_of_a_sweep_is_one_in_a_file_where_it_is_alone() {
    let one = [("a 1", Some(1), 0.1), ("a 2", Some(2), 0.2)];
    let both = [one.as_slice(), &[("b 1", Some(1), 0.1), ("b 2", Some(2), 0.2)]].concat();
    let of = |file: &str, letter: &str| [1, 2].map(|n| format!("{file}/benchmark={letter} {{n}}/n={n}"));
    let told = beside(&hyperfine(&both), &hyperfine(&one), Several::Variants);
    assert_eq!(told, [of("old", "a"), of("old", "b"), of("new", "a")].concat());
    // A value that stands in the name of a program as well.
    let [sweep, alone] =
        [[("a1 1", Some(1), 0.1), ("a1 2", Some(2), 0.2)].as_slice(), &[("a1 1", Some(1), 0.1)]].map(hyperfine);
    let told = beside(&sweep, &alone, Several::Variants);
    assert_eq!(told, ["old/benchmark=a1 1", "old/benchmark=a1 2", "new/benchmark=a1 1"]);
}

/// Two that were run under one name are two, also where files are launches of the same.
#[test]
fn two_of_one_name_are_not_put_together() {
    let text = hyperfine(&[("a", None, 0.1), ("a", None, 0.2), ("a (2)", None, 0.3)]);
    assert_eq!(beside(&text, &text, Several::Launches), ["a", "a (2)", "a (2) (2)"]);
    let titles = "timethis 30000:  1 wallclock secs ( 0.03 usr +  0.00 sys =  0.03 CPU) @ 1000000.00/s (n=30000)\n\
                  timethis 30000:  1 wallclock secs ( 0.09 usr +  0.00 sys =  0.09 CPU) @ 333333.33/s (n=30000)\n";
    assert_eq!(names(&file(titles)), ["timethis 30000", "timethis 30000 (2)"]);
    let titles = "the code took: 1 wallclock secs ( 1.00 usr +  0.00 sys =  1.00 CPU)\nthe code took: 3 wallclock secs ( 3.00 usr +  0.00 sys =  3.00 CPU)\n";
    assert_eq!(names(&file(titles)), ["the code took", "the code took (2)"]);
}

/// Few benchmarks of many combinations: the name is an axis only where all of them are few enough.
#[test]
fn a_sparse_grid_of_two_files_is_laid_out() {
    let sizes: Vec<u32> = (0..16).map(|power| 16 << power).collect();
    let of = |function: u32| sizes.iter().flat_map(move |x| [x / 4, x / 2, *x].map(|y| format!("f{function}/{x}/{y}")));
    let all: Vec<String> = (0..4).flat_map(of).collect();
    let text = google(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let both = both(&text, &text, Several::Variants);
    let plan = experiment(both, "two", None).expect("they are few enough").text;
    assert_eq!(plan.matches("[[variant]]").count(), 2, "{plan}");
}

/// Folders are in the order of letters.
#[test]
fn numbers_of_an_axis_ascend() {
    let axis = |values: [&str; 3]| {
        let names: Vec<String> =
            ["f", "g"].iter().flat_map(|name| values.map(|value| format!("{name}/n:{value}"))).collect();
        let file = file(google(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        let plan = experiment(file, "one", None).expect("they are few enough").text;
        plan.lines().find_map(|line| line.trim().strip_prefix("n = ")).unwrap_or(&plan).to_string()
    };
    assert_eq!(axis(["1024", "16384", "2048"]), "[1024, 2048, 16384]");
    assert_eq!(axis(["1MiB", "128KiB", "64KiB"]), r#"["64KiB", "128KiB", "1MiB"]"#);
    assert_eq!(axis(["sorted", "random", "10"]), r#"{ texts = ["sorted", "random", "10"] }"#);
}

/// Before Go 1.24 a package that does not build is told between the lines, or before them.
#[test]
fn lines_of_json_with_others_between_them() {
    let event = |text: &str| format!(r#"{{"Action":"output","Package":"p","Output":"{text}\n"}}"#);
    let good = format!("{}\n{}\n", event("goos: linux"), event("BenchmarkX-2 9 5.0 ns/op"));
    assert_eq!(names(&file(good.clone())), ["X"]);
    assert_eq!(names(&file(format!("FAIL\tq [build failed]\n{good}"))), ["X"]);
    assert_eq!(names(&file(good.replacen('\n', "\nFAIL\tq [build failed]\n", 1))), ["X"]);
    let cut = &good[..good.len() - 9];
    let problem = read(&[File { path: "a".to_string(), bytes: cut.into() }], None).expect_err("it is cut off");
    assert_eq!((problem.place.as_str(), problem.message.as_str()), ("line 2", "the file is cut off within a line"));
}

/// What PowerShell redirects.
#[test]
fn utf_16_is_text() {
    let text = "BenchmarkX-2 9 5.0 ns/op\r\n";
    let little: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    assert_eq!([names(&file(little)), names(&file(big))].concat(), ["X", "X"]);
}
