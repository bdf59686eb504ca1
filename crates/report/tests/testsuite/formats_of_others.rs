//! The formats of other tools: what they carry comes back as it was, and names are text in every format.

use crate::support;
use cmpthese_report::FORMATS;
use serde_json::Value;

/// Names that are anything but text to a page, a shell, a terminal or a reader of lines.
const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "say \"so\" 'or' `so`",
    "\u{1b}[31mred\u{9b}0m",
    "a\u{202e}flip\u{200f}",
    "two\nlines\r\n# EOF",
    "a/b=c d\u{3000}e-8",
    "back\\slash, 100 %",
];

/// A run of as many variants, at a parameter whose value is as bad.
fn hostile() -> model::Run {
    let variants: String =
        (0..HOSTILE.len()).map(|n| format!("[[variant]]\nname = 'v{n}'\nsim = {{ time = '1us' }}\n")).collect();
    let plan = format!("bytes = '1KiB'\nparams.mode = [\"<b> & \\\"x\\\" /y\"]\n{variants}");
    let mut run = support::run(&plan, 12, time);
    // No plan may hold some of these names; a history that somebody has written by hand can.
    run.plan.variants.iter_mut().zip(HOSTILE).for_each(|(variant, name)| variant.name = name.to_string());
    run
}

fn time(_: usize, variant: usize, launch: usize) -> f64 {
    1000.0 * (1.0 + variant as f64) * (1.0 + 0.001 * ((launch * 5) % 7) as f64)
}

/// In two of twelve launches the start took longer than the whole.
#[test]
fn launches_that_are_not_above_what_is_taken_off_are_not_exported() {
    let variant = |name: &str, more: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n{more}");
    let plan = [variant("start", ""), variant("work", "less = 'start'\n"), variant("other", "")].concat();
    let run = support::run(&plan, 12, |_, variant, launch| match variant {
        0 if launch % 6 == 2 => 2_500.0,
        0 => 1_000.0,
        _ => 2_000.0 + launch as f64,
    });
    let written = |format| support::report(format, &run);
    let times = |json: &str, list: &str, time: &str| -> Vec<f64> {
        let entries: Value = serde_json::from_str(json).expect("it is JSON");
        let found = entries[list].as_array().expect("a list").iter().flat_map(|entry| match &entry[time] {
            Value::Array(times) => times.clone(),
            time => vec![time.clone()],
        });
        found.map(|time| time.as_f64().expect("a number")).collect()
    };
    let (hyperfine, google) = (written("hyperfine"), written("googlebench"));
    let lines = written("gobench");
    let lines = lines.lines().filter(|line| line.starts_with("Benchmark"));
    let go = lines.map(|line| line.split(' ').nth(2).expect("a time").parse().expect("a number")).collect();
    let all: [Vec<f64>; 3] = [times(&hyperfine, "results", "times"), times(&google, "benchmarks", "real_time"), go];
    for times in all {
        assert!(times.len() == 22 && times.iter().all(|time| *time > 0.0), "{times:?}");
    }
    assert!(google.contains("\"repetitions\": 10,"), "{google}");
}

#[test]
fn hostile_names_are_text_in_every_format() {
    let run = hostile();
    for format in FORMATS {
        let written = support::report(format.name, &run);
        let turns = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
        let harmful = |c: char| turns(c) || (c.is_control() && c != '\n' && c != '\r');
        let found: Vec<char> = written.chars().filter(|c| harmful(*c)).collect();
        assert_eq!(found, [], "{}", format.name);
        assert_eq!(written.matches("# EOF").count() > 0, written.contains("\\n# EOF") || written.ends_with("# EOF\n"));
        if written.starts_with(['{', '[']) {
            // Every text that was put in is there again, and nothing of it became structure.
            let texts =
                texts(&serde_json::from_str(&written).unwrap_or_else(|error| panic!("{}: {error}", format.name)));
            let is_told = |name: &&str| texts.iter().any(|text| text.starts_with(*name));
            assert!(HOSTILE.iter().all(is_told), "{}: {texts:?}", format.name);
        }
        // Between backticks Markdown has code, which is text.
        let outside = |text: &str| text.split('`').step_by(2).collect::<String>();
        let markup = match format.name {
            "html" => written.clone(),
            "markdown" => outside(&written),
            _ => String::new(),
        };
        assert!(!markup.contains("<script>alert"), "{}: {markup}", format.name);
    }
}

/// All keys and texts of a document.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().flat_map(texts).collect(),
        Value::Object(all) => all.iter().flat_map(|(key, value)| [vec![key.clone()], texts(value)].concat()).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn times_of_launches_come_back_from_hyperfine_and_google_benchmark() {
    let run = support::run(support::THREE, 12, time);
    let hyperfine: Value = serde_json::from_str(&support::report("hyperfine", &run)).unwrap();
    let google: Value = serde_json::from_str(&support::report("googlebench", &run)).unwrap();
    for (place, variant) in ["alpha", "beta", "gamma"].iter().enumerate() {
        let expected: Vec<f64> = (0..12).map(|launch| time(0, place, launch)).collect();
        let result = &hyperfine["results"].as_array().unwrap()[place];
        assert_eq!((&result["command"], &result["parameters"]["size"]), (&Value::from(*variant), &Value::from("1024")));
        assert_near(&numbers(&result["times"], 1e9), &expected);
        assert_near(&[result["min"].as_f64().unwrap() * 1e9], &[expected.iter().copied().fold(f64::MAX, f64::min)]);
        assert_near(&[result["user"].as_f64().unwrap() * 2.0], &[result["mean"].as_f64().unwrap()]);
        let of_google = google["benchmarks"].as_array().unwrap();
        let times = of_google.iter().filter(|one| one["run_name"] == format!("{variant}/size=1024"));
        assert_near(&times.map(|one| one["real_time"].as_f64().unwrap()).collect::<Vec<_>>(), &expected);
    }
}

/// Readers go by the place in the list, and benchstat compares with the first.
#[test]
fn variants_are_in_the_order_of_the_plan_however_fast_they_are() {
    let run = support::run(support::THREE, 12, |point, variant, launch| time(point, 2 - variant, launch));
    let hyperfine: Value = serde_json::from_str(&support::report("hyperfine", &run)).unwrap();
    let names: Vec<&Value> = hyperfine["results"].as_array().unwrap().iter().map(|result| &result["command"]).collect();
    assert_eq!(names, ["alpha", "beta", "gamma", "alpha", "beta", "gamma"]);
    let with_baseline = support::THREE.replace("baseline = \"alpha\"", "baseline = \"gamma\"");
    let text = support::report("gobench", &support::run(&with_baseline, 12, time));
    let first = text.lines().find(|line| line.starts_with("Benchmark")).unwrap();
    assert!(first.starts_with("BenchmarkRun/variant=gamma/"), "{first}");
}

#[test]
fn times_of_launches_come_back_from_go_text() {
    let run = hostile();
    let text = support::report("gobench", &run);
    let results: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("Benchmark"))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(results.len(), 12 * HOSTILE.len());
    for (variant, results) in results.chunks(12).enumerate() {
        let expected: Vec<f64> = (0..12).map(|launch| time(0, variant, launch)).collect();
        assert_near(&results.iter().map(|words| words[2].parse().unwrap()).collect::<Vec<f64>>(), &expected);
        for words in results {
            // name, iterations, time and its unit, rate and its unit
            assert_eq!((words.len(), words[3], words[5]), (6, "ns/op", "MB/s"), "{words:?}");
            assert!(
                words[1].parse::<u64>().unwrap() >= 1 && words[0].ends_with("-2") && words[0].matches('/').count() == 2
            );
        }
    }
    // What stands in front is configuration: a key in small letters, and its value.
    assert!(text.lines().take(4).all(|line| line.split_once(": ").is_some()), "{text}");
}

#[test]
fn intervals_come_back_from_bencher_and_openmetrics() {
    let run = support::three();
    let report: Value = serde_json::from_str(&support::json(&run)).unwrap();
    let bencher: Value = serde_json::from_str(&support::report("bencher", &run)).unwrap();
    let metrics = support::report("openmetrics", &run);
    for (point, size) in [1024, 1_048_576].iter().enumerate() {
        for variant in report["points"][point]["variants"].as_array().unwrap() {
            let name = variant["name"].as_str().unwrap();
            let latency = &bencher[format!("{name}/size={size}")]["latency"];
            let told = ["value", "lower_value", "upper_value"].map(|key| latency[key].as_f64().unwrap());
            let expected = ["point", "low", "high"].map(|key| variant["time_ns"][key].as_f64().unwrap());
            assert_eq!(told, expected);
            let gauge = |name_of: &str| {
                gauge(&metrics, &format!("{name_of}{{variant=\"{name}\",baseline=\"alpha\",param_size=\"{size}\"}}"))
            };
            assert_near(
                &["", "_low", "_high"].map(|end| gauge(&format!("cmpthese_time{end}_seconds")).unwrap() * 1e9),
                &expected,
            );
            assert_eq!(gauge("cmpthese_ratio").is_some(), name != "alpha");
        }
    }
    assert!(metrics.ends_with("\n# EOF\n"));
}

#[test]
fn each_of_them_as_a_whole() {
    let run = support::run(support::THREE, 3, time);
    for name in ["hyperfine", "gobench", "googlebench", "bencher", "githubbench", "openmetrics"] {
        insta::assert_snapshot!(name, support::report(name, &run));
    }
}

#[test]
fn without_launches_there_is_nothing_in_them() {
    let run = support::run(support::THREE, 0, |_, _, _| 1.0);
    assert_eq!(support::report("githubbench", &run), "[]\n");
    assert_eq!(support::report("bencher", &run), "{}\n");
    assert!(!support::report("gobench", &run).contains("Benchmark"));
    assert!(support::report("openmetrics", &run).lines().all(|line| line.starts_with('#')));
}

fn gauge(metrics: &str, name: &str) -> Option<f64> {
    metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

fn numbers(array: &Value, scale: f64) -> Vec<f64> {
    array.as_array().unwrap().iter().map(|value| value.as_f64().unwrap() * scale).collect()
}

/// A sample holds whole nanoseconds of a million iterations.
fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let is_near = |(found, expected): (&f64, &f64)| (found / expected - 1.0).abs() < 1e-8;
    assert!(found.iter().zip(expected).all(is_near), "{found:?} {expected:?}");
}

/// A name has no more than 1024 characters there; what is longer keeps what tells it apart.
#[test]
fn long_names_are_told_apart_in_bencher() {
    let name = "n".repeat(1100);
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let plan = format!("params.size = [1, 2]\n{}{}", variant("short"), variant(&name));
    let run = support::run(&plan, 10, |_, variant, launch| [100.0, 130.0][variant] + (launch % 5) as f64);
    let bencher: Value = serde_json::from_str(&support::report("bencher", &run)).unwrap();
    let names: Vec<&String> = bencher.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(names.iter().all(|name| name.chars().count() <= 1024), "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("…[2]/size=2")), "{names:?}");
}
