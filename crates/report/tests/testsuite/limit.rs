//! The limit of a plan, and what the others reach of it.

use crate::support;
use insta::assert_snapshot;
use model::Run;

const PLAN: &str = "bytes = '1MiB'\nbaseline = 'cat'\n[[variant]]\nname = 'cat'\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'splice'\nlimit = true\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'copy'\nsim = { time = '1us' }\n";

/// `cat` takes 200 µs, the limit 122 µs, and `copy` as many microseconds as that.
fn run(plan: &str, copy: f64) -> Run {
    support::run(plan, 30, |_, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64;
        1e3 * [200.0, 122.0, copy][variant] * wobble
    })
}

#[test]
fn the_others_reach_a_share_of_it_and_it_gets_no_verdict() {
    let run = run(PLAN, 400.0);
    let text = support::text(&run, 80);
    assert!(text.contains("`cat` is fastest: 2.00 times as fast as `copy`."), "{text}");
    assert!(!text.contains("splice is faster"), "{text}");
    let report = support::json(&run);
    support::assert_follows_schema(&report);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["points"][0]["fastest"], "cat");
    let limit = &report["points"][0]["limit"];
    assert_eq!((&limit["variant"], limit["reached"].as_array().unwrap().len()), (&"splice".into(), 2));
    let page = support::report("html", &run);
    assert!(page.contains("splice is the limit"), "{page}");
    assert_snapshot!(format!("{text}\n{}\n{}", support::report("markdown", &run), support::report("csv", &run)));
}

/// A limit that somebody is faster than is none, and the report says so.
#[test]
fn a_limit_that_is_none() {
    let text = support::text(&run(PLAN, 100.0), 80);
    assert!(text.contains("copy  reaches  122 % [") && text.contains("so that it is none"), "{text}");
    assert!(text.contains("`copy` is fastest"), "{text}");
}

/// Without a baseline sentences compare with the fastest of the contestants.
#[test]
fn nobody_is_compared_with_it() {
    let text = support::text(&run(&PLAN.replace("baseline = 'cat'\n", ""), 400.0), 80);
    assert!(text.contains("to cat") && !text.contains("to splice"), "{text}");
}

/// In the table of a sweep it has its ratio, and one sentence says what the others reach from point to point.
#[test]
fn over_a_sweep() {
    let plan = format!("[params]\nn = [1, 2]\n{}", &PLAN[PLAN.find("[[").unwrap()..]);
    let run = support::run(&format!("baseline = 'cat'\n{plan}"), 30, |point, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64;
        1e3 * [[200.0, 122.0, 400.0], [200.0, 100.0, 90.0]][point][variant] * wobble
    });
    assert_snapshot!(support::text(&run, 80));
}

/// Whatever its comparisons leave open.
#[test]
fn nothing_is_undecided_of_a_limit_in_csv() {
    let run =
        support::run(PLAN, 30, |_, variant, launch| 200e3 * (1.0 + 0.1 * ((launch * 7 + variant * 3) % 5) as f64));
    let csv = support::report("csv", &run);
    let line = |name: &str| csv.lines().find(|line| line.starts_with(name)).expect("it has a line");
    assert!(line("copy,").ends_with(",open") && line("splice,").contains(",limit,"), "{csv}");
    assert!(!line("splice,").ends_with(",open"), "{csv}");
}

/// Nor has it one in pictures, in tables of pages, and in the formats of others.
#[test]
fn it_is_called_the_limit_wherever_others_have_a_verdict() {
    let run = run(PLAN, 400.0);
    let page = support::report("html", &run);
    assert!(page.contains(", limit</title>") && !page.contains("<g class=\"faster\">"), "{page}");
    let exported = support::report("githubbench", &run);
    assert!(exported.contains("\"limit: 0.6") && !exported.contains("\"faster: "), "{exported}");
    let sweep = support::run(&format!("params.n = [1, 2]\n{PLAN}"), 30, |_, variant, launch| {
        1e3 * [200.0, 122.0, 400.0][variant] * (1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64)
    });
    let page = support::report("html", &sweep);
    assert!(page.contains("<td>0.610, limit</td>") && page.contains(", limit</title>"), "{page}");
    assert!(!page.contains("<td class=\"faster\">") && !page.contains(", faster</title>"), "{page}");
}

/// What is reached of it is its time over that of another, as both are told.
#[test]
fn shares_agree_with_the_times() {
    let report: serde_json::Value = serde_json::from_str(&support::json(&run(PLAN, 400.0))).unwrap();
    let point = &report["points"][0];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    for reached in point["limit"]["reached"].as_array().unwrap() {
        let mut variants = point["variants"].as_array().unwrap().iter();
        let own = variants.find(|variant| variant["name"] == reached["variant"]).expect("it has a row");
        let told = number(&point["limit"]["time_to_beat_ns"]) / number(&own["time_ns"]["point"]);
        assert!((number(&reached["share"]["point"]) / told - 1.0).abs() < 1e-9, "{reached} {told}");
    }
}
