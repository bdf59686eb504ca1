//! The table of a sweep: whatever its size, in 80 columns.

use crate::support;
use cmpthese_report::Detail;
use model::{Event, Failure, FailureKind, Run};
use std::collections::BTreeMap;

const WIDTH: usize = 80;

/// A run of variants at the values of some parameters, in which each variant takes a factor of the time of a point.
fn run(params: &str, names: &[&str], time_ns: impl Fn(usize) -> f64, factor: impl Fn(usize, usize) -> f64) -> Run {
    let variants: String = names
        .iter()
        .map(|name| format!("[[variant]]\nname = {}\nsim = {{ time = '1us' }}\n", serde_json::json!(name)))
        .collect();
    support::run(&format!("title = 'A sweep'\n{params}\n{variants}"), 20, |point, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant * 3 + point * 5) % 11) as f64;
        time_ns(point) * factor(point, variant) * wobble
    })
}

/// The text, of which everything up to the laws and the line of counts fits.
fn fitting(run: &Run) -> String {
    let text = support::text(run, WIDTH);
    let head = text.lines().take_while(|line| !line.starts_with("Laws") && !line.contains(" launches, "));
    let wide: Vec<&str> = head.filter(|line| cmpthese_report::width(line) > WIDTH).collect();
    assert!(wide.is_empty(), "{wide:#?}\n{text}");
    text.split("\nLaws along").next().expect("the first part").to_string()
}

const SIX: [&str; 6] = ["read", "mmap", "stdio", "io_uring", "read at page+16", "mmap, populated"];

#[test]
fn a_hundred_sizes_of_six_variants() {
    let sizes: Vec<String> = (1..=100).map(|size| format!("'{size}KiB'")).collect();
    let params = format!("baseline = 'read'\nparams.size = [{}]", sizes.join(", "));
    let factor = |point: usize, variant: usize| match variant {
        1 => 3.0 - 0.025 * point as f64,
        2 => 1.004,
        3 => 0.001,
        4 => 1.5 + (point % 3) as f64,
        5 => 40.0,
        _ => 1.0,
    };
    insta::assert_snapshot!(fitting(&run(&params, &SIX, |point| 300.0 * (point + 1) as f64, factor)));
}

#[test]
fn a_thousand_cells_are_all_there() {
    let names: Vec<String> = (0..10).map(|index| format!("way {index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // Values that are no numbers have no laws, which take their time.
    let values: Vec<String> = (1..=100).map(|value| format!("'v{value}'")).collect();
    let params = format!("params.n = [{}]", values.join(", "));
    let text = fitting(&run(&params, &names, |point| 205.0 + point as f64, |_, variant| 1.0 + 0.2 * variant as f64));
    let (_, table) = text.split_once("\nn ").expect("the table begins with its axis");
    let table = table.split("\n\n").next().expect("the table comes first");
    let is_ratio =
        |word: &&str| word.len() == 4 && word.parse::<f64>().is_ok_and(|ratio| (1.19..2.81).contains(&ratio));
    assert_eq!(table.split_whitespace().filter(is_ratio).count(), 900, "{text}");
    assert_eq!(table.matches(" ns ").count(), 100, "{text}");
}

#[test]
fn of_two_axes_one_parts_the_table() {
    let params = "params.connections = [1, 10]\nparams.loops = [0, 1000, 3000, 10000]\nparams.mode = ['a']";
    let names = ["handler", "registry"];
    let factor = |point: usize, variant: usize| if variant == 0 { 1.0 } else { [1.3, 1.2, 1.0, 0.9][point % 4] };
    insta::assert_snapshot!(fitting(&run(params, &names, |point| 1e6 * (point + 1) as f64, factor)));
}

#[test]
fn names_that_are_whole_commands() {
    let names: Vec<String> =
        (0..4).map(|index| format!("find /usr/share -name '*{index}*' -print0 | xargs -0 wc")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let short = fitting(&run("params.n = [1, 2]", &names, |_| 1e7, |_, variant| 1.0 + variant as f64));
    let long = fitting(&run("params.n = { from = 1, to = 12 }", &names, |_| 1e7, |_, variant| 1.0 + variant as f64));
    insta::assert_snapshot!(format!("{short}\n{long}"));
}

#[test]
fn who_is_wrong_or_failed_is_marked_and_told_once() {
    let names = ["base", "wrong", "dead", "some", "noisy"];
    let params = "baseline = 'base'\nparams.n = [1, 2, 3]";
    let mut run = run(params, &names, |_| 1e4, |point, variant| 1.0 + 0.5 * (variant * point) as f64);
    for point in 0..3 {
        let answer = protocol::text_answer(format!("{point}\x1b[31mred").as_bytes());
        run.apply(Event::Answered { point, variant: 1, answer, absent: BTreeMap::new() });
        let failure = Failure {
            kind: FailureKind::Died,
            message: format!("boom {point}\u{1b}]0;title\u{7}"),
            line: Some(7),
            help: Some("mend it".to_string()),
        };
        run.apply(Event::Failed { point, variant: 2, failure });
    }
    let reason = "the plan limits it to n > 1".to_string();
    run.apply(Event::Skipped { point: 0, variant: 3, reason });
    let text = fitting(&run);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    insta::assert_snapshot!(text);
}

/// It is right at one point, and the fastest there.
#[test]
fn at_how_many_points_somebody_is_wrong_is_told() {
    let params = "baseline = 'base'\nparams.n = [1, 2, 3, 4]";
    let names = ["base", "wrong", "dead", "more"];
    let factor = |point, variant: usize| if point == 3 { 1.0 / (1.0 + variant as f64) } else { 1.0 + variant as f64 };
    let mut run = run(params, &names, |_| 1e4, factor);
    for point in 0..3 {
        let answer = protocol::text_answer(b"another");
        run.apply(Event::Answered { point, variant: 1, answer, absent: BTreeMap::new() });
    }
    for (point, variant) in [(0, 2), (1, 2), (1, 3)] {
        let failure = Failure { kind: FailureKind::Died, message: "boom".to_string(), line: None, help: None };
        run.apply(Event::Failed { point, variant, failure });
    }
    let answer = cmpthese_report::answer(&analysis::analyze(&run));
    let said = "; `wrong` answers differently at 3 of 4 points; `dead` and `more` failed at up to 2 of 4 points.";
    assert!(answer.ends_with(said), "{answer}");
}

#[test]
fn one_remark_more_is_one() {
    let names: Vec<String> = (0..15).map(|index| format!("way {index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut run = run("params.n = [1, 2]", &names, |_| 1e4, |_, variant| 1.0 + variant as f64);
    for variant in 2..15 {
        let failure = Failure { kind: FailureKind::Died, message: "boom".to_string(), line: None, help: None };
        run.apply(Event::Failed { point: 0, variant, failure });
    }
    let text = support::text(&run, WIDTH);
    assert!(text.contains("\n1 more remark: --verbose\n"), "{text}");
}

#[test]
fn every_point_in_full_and_one_of_them() {
    let run = support::three();
    insta::assert_snapshot!(support::text_in(&run, &Detail::Full, WIDTH));
    insta::assert_snapshot!(support::text_in(&run, &Detail::Points(vec![1]), WIDTH));
}

#[test]
fn a_sweep_of_which_nothing_was_measured() {
    let text = support::text(&support::run(support::THREE, 0, |_, _, _| 1.0), WIDTH);
    assert!(text.contains("Nothing was measured"), "{text}");
}

/// From one value to another is told where all between them are meant.
#[test]
fn values_that_do_not_ascend_are_no_range() {
    let faster_at = |values: &str| {
        let params = format!("params.n = [{values}]");
        support::text(
            &run(
                &params,
                &["one", "other"],
                |_| 1e3,
                |point, variant| if (point < 3) == (variant == 0) { 1.0 } else { 2.0 },
            ),
            WIDTH,
        )
    };
    let (ascending, mixed) = (faster_at("1, 10, 100, 1000"), faster_at("100, 1, 10, 1000"));
    assert!(ascending.contains("from n 1 to 100"), "{ascending}");
    assert!(!mixed.contains("from n 100"), "{mixed}");
    // The other is fastest at 100.
    let between = faster_at("1, 10, 1000, 100");
    assert!(!between.contains("from n 1 to 1000"), "{between}");
}
