//! What is told along an axis of the sweep, of runs made of exact numbers: laws, crossovers, and where there are none.

use crate::support;

const ALONG_SIZE: &str = "
title = 'Along the size'
baseline = 'read'
params.size = ['1KiB', '4KiB', '16KiB', '64KiB', '256KiB', '1MiB', '4MiB']
[[variant]]
name = 'read'
command = ['read', '{size}']
[[variant]]
name = 'mmap'
command = ['mmap', '{size}']
[[variant]]
name = 'twin'
command = ['twin', '{size}']
[[variant]]
name = 'cached'
command = ['cached', '{size}']
[[variant]]
name = 'flat'
command = ['flat', '{size}']
[[variant]]
name = 'sort'
command = ['sort', '{size}']
[[variant]]
name = 'restless'
command = ['restless', '{size}']
[[variant]]
name = 'late'
command = ['late', '{size}']
";

/// Nanoseconds of the variants of the plan at a size.
fn time_ns(variant: usize, point: usize) -> f64 {
    let size = 1024.0 * 4_f64.powi(point as i32);
    match variant {
        0 => 2_000.0 + 0.25 * size,
        1 => 9_000.0 + 0.18 * size,
        2 => 2_001.0 + 0.25 * size,
        3 if point < 4 => 1_500.0 + 0.2 * size,
        3 => 1_500.0 + 0.4 * size,
        4 => 70_000.0,
        5 => 300.0 + 0.02 * size * size.log2(),
        6 => [9_000.0, 3_000.0, 20_000.0, 11_000.0, 90_000.0, 70_000.0, 400_000.0][point],
        _ if point < 3 => [9_000.0, 4_000.0, 14_000.0][point],
        _ => 1_000.0 + 0.3 * size,
    }
}

fn run(plan: &str, times: impl Fn(usize, usize) -> f64) -> model::Run {
    support::run(plan, 20, |point, variant, launch| {
        let wobble = 1.0 + 0.002 * ((launch * 7 + variant * 3 + point * 5) % 11) as f64;
        times(variant, point) * wobble
    })
}

/// The text from the first of the sections about axes on, and what JSON has of them.
fn told(run: &model::Run) -> String {
    let json = support::json(run);
    support::assert_follows_schema(&json);
    let text = support::text(run, 80);
    let page = support::report("html", run);
    for heading in ["Laws along ", "Crossovers along "] {
        assert_eq!(
            page.contains(&format!("<h2>{heading}")),
            text.contains(heading),
            "the page tells what the text tells"
        );
    }
    let from = text.find("Laws along").or_else(|| text.find("Crossovers along"));
    let report: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
    let part = |key: &str| serde_json::to_string_pretty(&report[key]).expect("it is JSON");
    let section = from.map_or("nothing", |from| &text[from..]);
    format!("{section}\nlaws: {}\ncrossovers: {}", part("laws"), part("crossovers"))
}

#[test]
fn laws_and_crossovers_along_a_size() {
    let run = run(ALONG_SIZE, time_ns);
    let told = told(&run);
    let section = told.split("\nlaws: ").next().expect("the text comes first");
    let table = section.lines().take_while(|line| !line.contains("no law"));
    assert!(table.into_iter().all(|line| line.chars().count() <= 80), "{section}");
    insta::assert_snapshot!(told);
    let markdown = support::report("markdown", &run);
    assert!(
        markdown.contains("\n- along size: use read below 98.6 KiB, mmap above (96.1 KiB to 113 KiB)"),
        "{markdown}"
    );
}

/// What is known of some sizes is told of these alone.
#[test]
fn sizes_where_nothing_is_established_are_not_told_with_a_crossover() {
    let plan = "
        title = 'Open ends'
        params.size = ['1KiB', '4KiB', '16KiB', '64KiB', '256KiB', '1MiB', '4MiB']
        [[variant]]
        name = 'one'
        command = ['one', '{size}']
        [[variant]]
        name = 'other'
        command = ['other', '{size}']
        ";
    let run = support::run(plan, 20, |point, variant, launch| {
        let noise = ((launch * 7 + variant * 3 + point * 5) % 11) as f64;
        let ratio = [1.0, 0.8, 0.95, 1.1, 1.3, 1.0, 1.0][point];
        let spread = if [0, 5, 6].contains(&point) { 0.02 } else { 0.0005 };
        1000.0 * 4_f64.powi(point as i32) * if variant == 1 { ratio } else { 1.0 } * (1.0 + spread * noise)
    });
    let told = told(&run);
    insta::assert_snapshot!(told.split("\nlaws: ").next().expect("the text comes first"));
}

/// What of the machine ends where a law changes is named beside it, and no more of the machine than that.
#[test]
fn what_ends_at_a_break_is_named() {
    let mut run = run(ALONG_SIZE, time_ns);
    let landmark = |what, bytes| model::Landmark { what, bytes };
    run.header.machine.landmarks = vec![
        landmark(model::Holder::FirstCache, 32 << 10),
        landmark(model::Holder::SecondCache, 128 << 10),
        landmark(model::Holder::Pipe, 64 << 10),
        landmark(model::Holder::HugePage, 2 << 20),
    ];
    let json = support::json(&run);
    support::assert_follows_schema(&json);
    let report: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
    let laws = report["laws"].as_array().expect("a list");
    let of = |variant: &str| laws.iter().find(|law| law["variant"] == variant).expect("it has a law");
    let second = serde_json::json!({ "what": "second_cache", "bytes": 128 << 10 });
    assert_eq!(of("cached")["landmarks"][0], second);
    assert!(of("read").get("landmarks").is_none());
    let text = support::text(&run, 80);
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains("no law")), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("per byte; there the second cache (128 KiB) and a pipe (64 KiB) end"), "{text}");
    assert!(words.contains("late: where its line begins, the first cache (32 KiB) and a pipe (64 KiB) end"), "{text}");
}

const TWO_AXES: &str = "
title = 'Two axes'
params.size = [1, 10, 100, 1000]
params.threads = [1, 2, 3, 4]
params.mode = ['a']
[[variant]]
name = 'one'
command = ['one', '{size}', '{threads}', '{mode}']
[[variant]]
name = 'other'
command = ['other', '{size}', '{threads}', '{mode}']
";

/// One crosses along either axis, the other parameter held.
#[test]
fn of_two_axes_each_is_told_with_the_other_held() {
    let run = run(TWO_AXES, |variant, point| {
        let (size, threads) = ([1.0, 10.0, 100.0, 1000.0][point / 4], (point % 4 + 1) as f64);
        if variant == 0 { 1_000.0 + 300.0 * threads + size } else { 1_600.0 + 0.5 * size }
    });
    let told = told(&run);
    insta::assert_snapshot!(told.split("\nlaws: ").next().expect("the text comes first"));
}

#[test]
fn three_sizes_and_sizes_that_are_text_have_neither() {
    let plan =
        ALONG_SIZE.replace("'1KiB', '4KiB', '16KiB', '64KiB', '256KiB', '1MiB', '4MiB'", "'1KiB', '4KiB', '16KiB'");
    assert_eq!(told(&run(&plan, time_ns)), "nothing\nlaws: []\ncrossovers: []");
    let plan = ALONG_SIZE.replace("'1KiB', '4KiB', '16KiB', '64KiB', '256KiB', '1MiB', '4MiB'", "'a', 'b', 'c', 'd'");
    assert_eq!(told(&run(&plan, time_ns)), "nothing\nlaws: []\ncrossovers: []");
}

/// The figures of the post on PerlIO layers are those of its experiment: its laws are in them, and no crossing of `mmap` with `nolayer`.
#[test]
fn what_published_tables_say_along_their_sizes() {
    let plan = ALONG_SIZE.replace("'read'", "'nolayer'").replace("'twin'", "'perlio'").replace("'flat'", "'unix'");
    let mut run = run(&plan, time_ns);
    run.header.published = Some(include_str!("../../../../experiments/perlio-layers/published.toml").to_string());
    support::assert_follows_schema(&support::json(&run));
    let text = support::text(&run, 80);
    let (_, section) = text.split_once("Their laws").expect("the section is there");
    insta::assert_snapshot!(section.split("\n\n140 launches").next().expect("it ends"));
}

/// Behind a crossing both may be the same again, and between its sides: the answer says of no size more than the table does.
#[test]
fn the_answer_tells_from_which_size_on_only_where_that_is_established() {
    let answer = |ratios: &[f64]| {
        let sizes: Vec<String> = (0..ratios.len()).map(|power| format!("'{}KiB'", 4_usize.pow(power as u32))).collect();
        let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
        let params = format!("params.size = [{}]\n", sizes.join(", "));
        let plan = ["baseline = 'one'\n", &params, &variant("one"), &variant("other")].concat();
        let run = support::run(&plan, 20, |point, variant, launch| {
            let noise = ((launch * 7 + variant * 3 + point * 5) % 11) as f64;
            let ratio = if variant == 1 { ratios[point] } else { 1.0 };
            1000.0 * 4_f64.powi(point as i32) * ratio * (1.0 + 0.0005 * noise)
        });
        cmpthese_report::answer(&analysis::analyze(&run))
    };
    let back = answer(&[1.2, 1.2, 0.8, 0.8, 1.0, 1.0]);
    assert!(back.contains("; `other` is faster than `one` from ") && back.contains(" to 64 KiB"), "{back}");
    assert!(!back.contains(" on"), "{back}");
    let across = answer(&[1.2, 1.0, 1.0, 1.0, 0.8]);
    assert!(across.contains("; `other` is faster than `one` from 256 KiB on"), "{across}");
    let next = answer(&[1.2, 1.1, 0.9, 0.8]);
    assert!(next.contains("; `other` is faster than `one` from ") && !next.contains("from 16 KiB on"), "{next}");
}

/// Where one of two failed, neither is said to be the faster one.
#[test]
fn a_size_at_which_one_failed_ends_what_is_said_of_both() {
    let told = |failed: usize| {
        let run = two_of_which_one_fails(failed);
        let words = support::text(&run, 80).split_whitespace().collect::<Vec<_>>().join(" ");
        (cmpthese_report::answer(&analysis::analyze(&run)), words)
    };
    let (answer, words) = told(4);
    assert!(answer.contains("; `other` is faster than `one` from "), "{answer}");
    assert!(answer.contains(" to 64 KiB; `other` failed at 1 of 5 points."), "{answer}");
    assert!(words.contains("then other up to 64 KiB; not compared at 256 KiB"), "{words}");
    let (_, words) = told(2);
    assert!(words.contains("; not compared at 16 KiB") && !words.contains("a threshold of"), "{words}");
}

/// One is faster at the first two of five sizes, the other behind them.
fn two_of_which_one_fails(at: usize) -> model::Run {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let params = "baseline = 'one'\nparams.size = ['1KiB', '4KiB', '16KiB', '64KiB', '256KiB']\n";
    let plan = [params, &variant("one"), &variant("other")].concat();
    let mut run = support::run(&plan, 20, |point, variant, launch| {
        let noise = ((launch * 7 + variant * 3 + point * 5) % 11) as f64;
        let ratio = if variant == 1 { [1.2, 1.2, 0.8, 0.8, 0.8][point] } else { 1.0 };
        1000.0 * 4_f64.powi(point as i32) * ratio * (1.0 + 0.0005 * noise)
    });
    let failure =
        model::Failure { kind: model::FailureKind::Died, message: "boom".to_string(), line: None, help: None };
    run.apply(model::Event::Failed { point: at, variant: 1, failure });
    run
}

/// They are cut to 14 characters and to 8 where the width is short, and differ between.
#[test]
fn laws_of_names_that_would_be_cut_alike_have_names_of_their_own() {
    let variant = |name: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n");
    let sizes = "params.size = ['1KiB', '4KiB', '16KiB', '64KiB', '256KiB', '1MiB', '4MiB']\n";
    let names = ["sequential a of them all", "sequential b of them all"];
    let text = support::text(&run(&format!("{sizes}{}{}", variant(names[0]), variant(names[1])), time_ns), 60);
    let (_, section) = text.split_once("Laws along").expect("there are some");
    assert!(names.iter().all(|name| section.contains(name)), "{text}");
}
