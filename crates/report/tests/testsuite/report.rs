//! Whole reports of runs made of exact numbers.

use crate::support;
use analysis::{Comparison, Verdict, Why};
use model::{Event, Failure, FailureKind, Metric, Readings, Run, Sample, StopRule};
use std::collections::BTreeMap;

/// Half of the time somebody else had the CPU: that is no time of the variant, and its CPU time is what it is.
#[test]
fn cpu_time_is_not_made_less_by_waiting_for_a_cpu() {
    let run = support::run_of(support::THREE, 12, |_, variant, launch| {
        let ns = 1_000_000 * (1000 + variant as u64 + launch as u64 % 3);
        let readings =
            Readings::from([(Metric::Wall, 2 * ns), (Metric::Delayed, ns), (Metric::User, ns), (Metric::System, 0)]);
        Sample { variant, iterations: 1_000_000, readings, slices_ns: Vec::new(), latencies: None }
    });
    let analysis = analysis::analyze(&run);
    for row in analysis.points.iter().flat_map(|point| &point.rows) {
        let user_ns = row.metrics[&Metric::User];
        assert!((user_ns / row.time_ns.point - 1.0).abs() < 1e-9, "{}: {user_ns} {:?}", row.name, row.time_ns);
    }
}

#[test]
fn a_sweep_of_three_variants() {
    insta::assert_snapshot!(support::text(&support::three(), 80));
}

#[test]
fn a_sweep_of_three_variants_as_json() {
    let json = support::json(&support::three());
    support::assert_follows_schema(&json);
    insta::assert_snapshot!(json);
}

#[test]
fn variants_that_are_not_ranked_say_why() {
    let mut run = support::three();
    let point = 0;
    let answer = protocol::text_answer(b"samE \x1b[31mred");
    run.apply(Event::Answered { point, variant: 1, answer, absent: BTreeMap::new() });
    let failure = Failure {
        kind: FailureKind::Died,
        message: "boom \u{1b}]0;title\u{7} \u{202e}".to_string(),
        line: Some(7),
        help: Some("mend it".to_string()),
    };
    run.apply(Event::Failed { point, variant: 2, failure });
    run.apply(Event::Skipped { point: 1, variant: 2, reason: "the plan limits it to size < 1MiB".to_string() });
    support::assert_follows_schema(&support::json(&run));
    let text = support::text(&run, 80);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    insta::assert_snapshot!(text);
}

#[test]
fn too_few_launches_claim_nothing() {
    let run = support::run(support::THREE, 2, |_, variant, _| 1000.0 * (1 + variant) as f64);
    support::assert_follows_schema(&support::json(&run));
    insta::assert_snapshot!(support::text(&run, 80));
}

/// 1, 2 and 20 µs, by a hundredth more or less.
#[test]
fn few_launches_claim_what_is_far_apart() {
    let run = support::run(support::THREE, 4, |_, variant, launch| {
        [1000.0, 2000.0, 20_000.0][variant] * (1.0 + 0.01 * ((launch + variant) % 3) as f64)
    });
    support::assert_follows_schema(&support::json(&run));
    insta::assert_snapshot!(support::text(&run, 80));
}

/// One start in five takes 9 µs, and the others 1: of 20 µs, all together, 2.6 are taken off in the mean, and not what is usual.
#[test]
fn what_is_told_to_be_taken_off_is_what_the_time_lacks() {
    let variant = |name: &str, more: &str| format!("[[variant]]\nname = '{name}'\nsim = {{ time = '1us' }}\n{more}");
    let plan = [variant("start", ""), variant("work", "less = 'start'\n")].concat();
    let run = support::run(&plan, 30, |_, variant, launch| match variant {
        0 if launch % 5 == 2 => 9_000.0,
        0 => 1_000.0,
        _ => 20_000.0,
    });
    let analysis = analysis::analyze(&run);
    let [row] = analysis.points[0].rows.as_slice() else { panic!("{:?}", analysis.points[0].rows) };
    let less = row.less.as_ref().expect("the plan says so");
    assert!((less.time_ns - 2_600.0).abs() < 1e-6, "{less:?}");
    assert!((row.time_ns.point + less.time_ns - 20_000.0).abs() < 1e-6, "{:?} {less:?}", row.time_ns);
}

const TWO: &str =
    "[[variant]]\nname = 'one'\nsim = { time = '1us' }\n[[variant]]\nname = 'other'\nsim = { time = '1us' }\n";

#[test]
fn an_answer_that_is_none_says_why() {
    let mut analysis = analysis::analyze(&support::run(TWO, 12, |_, variant, _| 1000.0 * (1 + variant) as f64));
    let clauses = [
        (Why::DependsOnCount, "it depends on how often they ran"),
        (Why::TooFewLaunches, "there were too few launches to tell"),
        (Why::Open, "what was measured allows either answer"),
    ];
    for (why, clause) in clauses {
        analysis.points[0].comparisons[0].verdict = Verdict::Undecided(why);
        let told = format!("It is undecided which is fastest: `one` and `other`; {clause}.");
        assert_eq!(cmpthese_report::answer(&analysis), told);
    }
}

#[test]
fn where_nothing_is_compared_that_has_a_reason() {
    let told = |run: &Run| {
        let json = support::json(run);
        support::assert_follows_schema(&json);
        let json: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
        (cmpthese_report::answer(&analysis::analyze(run)), json["points"][0]["why"].clone())
    };
    let nothing = "Nothing was measured that could be ranked";
    let mut run = support::run(TWO, 0, |_, _, _| 1000.0);
    let cut_off = format!("{nothing}; the run ended before anything was timed.");
    assert_eq!(told(&run), (cut_off, serde_json::json!("not_timed")));
    for variant in [0, 1] {
        let failure = Failure::new(FailureKind::Died, "boom".to_string(), None);
        run.apply(Event::Failed { point: 0, variant, failure });
    }
    assert_eq!(told(&run), (format!("{nothing}; `one` and `other` failed."), serde_json::json!("failed")));
    let compared = support::run(TWO, 12, |_, variant, _| 1000.0 * (1 + variant) as f64);
    assert_eq!(told(&compared).1, serde_json::Value::Null);
}

/// "A larger --budget" left the reader to try how large.
#[test]
fn a_budget_that_brings_enough_launches_is_told() {
    let notes = |notes: &[&str]| {
        let mut run = support::run(TWO, 2, |_, variant, _| 1000.0 * (1 + variant) as f64);
        run.apply(Event::PointStarted { point: 0 });
        run.apply(Event::PointFinished { point: 0, elapsed_ns: 2_000_000_000, untimed_ns: Some(0) });
        run.apply(Event::Finished { end: model::End::Complete });
        run.notes = notes.iter().map(|note| note.to_string()).collect();
        cmpthese_report::notes(&analysis::analyze(&run)).join("\n")
    };
    let needs = "a comparison needs 7 launches; ";
    assert!(notes(&[]).contains(&format!("{needs}--budget 8s would do")), "{}", notes(&[]));
    let said = "no launch fits: --budget 9s would do";
    assert!(notes(&[said]).contains(&format!("{needs}a larger --budget brings them")), "it has been told how large");
}

/// A note said that a verdict needs 7 launches, beside one from 12.
#[test]
fn a_forecast_that_did_not_come_true_is_left_out() {
    let forecast =
        format!("2 launches of 1 s fit into what the pilot left, {} 7: --budget 13s would do", model::NEEDS_MORE);
    let is_told = |launches: usize| {
        let mut run = support::run(TWO, launches, |_, variant, _| 1000.0 * (1 + variant) as f64);
        run.apply(Event::Finished { end: model::End::Complete });
        run.notes = vec![forecast.clone()];
        cmpthese_report::notes(&analysis::analyze(&run)).contains(&forecast)
    };
    assert_eq!([2, 12].map(is_told), [true, false]);
}

/// The variant that sentences compare with need not be one of a pair that shows it.
#[test]
fn a_cost_that_depends_on_the_count_is_told_whoever_shows_it() {
    let plan = format!("baseline = 'one'\n{TWO}[[variant]]\nname = 'third'\nsim = {{ time = '1us' }}\n");
    let mut analysis = analysis::analyze(&support::run(&plan, 12, |_, variant, _| 1000.0 * (1 + variant) as f64));
    let others = |pair: &&mut Comparison| pair.baseline != 0 && pair.candidate != 0;
    let pair = analysis.points[0].comparisons.iter_mut().find(others).expect("all are compared");
    pair.by_count = Some(twice_as_long(2));
    let style = cmpthese_report::Style { color: false, width: 400 };
    let text = cmpthese_report::text(&analysis, &cmpthese_report::Detail::Full, style);
    let told = "\nthird takes 1.000 µs in the first 10000 iterations of a process and 2.000 µs from there to 60000; --iterations N ";
    assert!(text.contains(told), "{text}");
}

/// What a variant takes in the first ten thousand, and twice as much from there on.
fn twice_as_long(variant: usize) -> analysis::ByCount {
    analysis::ByCount {
        is_of_run: false,
        variant,
        iterations: 10_000.0,
        late_from: 10_000.0,
        iterations_max: 60_000.0,
        early_ns: 1000.0,
        late_ns: 2000.0,
        early: 1.0,
        late: 2.0,
        late_within: None,
    }
}

/// Plans refuse a number of executions or of requests.
#[test]
fn costs_of_commands_and_requests_are_not_told_of_iterations() {
    let server = "server.some.command = ['server', '{port}']\n";
    let (commands, requests) = ("command = ['true']\n", "http = '/'\n");
    for (head, subject, one, more) in
        [("", commands, "execution", "executions"), (server, requests, "request", "requests")]
    {
        let variant = |name: &str| format!("[[variant]]\nname = '{name}'\n{subject}");
        let plan = format!("baseline = 'one'\n{head}{}{}", variant("one"), variant("other"));
        let mut analysis = analysis::analyze(&support::run(&plan, 12, |_, variant, _| 1000.0 * (1 + variant) as f64));
        let pair = &mut analysis.points[0].comparisons[0];
        pair.by_count = Some(twice_as_long(1));
        pair.rare = [None, Some(analysis::RareWork { one_of: 10.0, times: 6.0, share: 0.4 })];
        let style = cmpthese_report::Style { color: false, width: 400 };
        let text = cmpthese_report::text(&analysis, &cmpthese_report::Detail::Full, style);
        let course =
            format!("other takes 1.000 µs in the first 10000 {more} of a launch and 2.000 µs from there to 60000");
        assert!(text.contains(&course) && text.contains(&format!("\none {one} in 10 of other takes 6")), "{text}");
        assert!(!text.contains("--iterations") && !text.contains(" iteration"), "{text}");
    }
}

#[test]
fn a_snippet_that_does_nothing_gets_no_rate() {
    let plan = "[[variant]]\nname = 'nothing'\nperl = '1'\n[[variant]]\nname = 'work'\nperl = '2'\n";
    // The third is the empty loop.
    let run = support::run(plan, 30, |_, variant, launch| {
        [50.0, 80.0, 50.0][variant] + 0.1 * ((launch * 7 + variant) % 3) as f64
    });
    let json = support::json(&run);
    support::assert_follows_schema(&json);
    let json: serde_json::Value = serde_json::from_str(&json).expect("the report is JSON");
    let variants = &json["points"][0]["variants"];
    assert!(variants[0].get("time_ns").is_none() && variants[1]["time_ns"]["point"].is_f64(), "{variants:#}");
    insta::assert_snapshot!(support::text(&run, 80));
}

#[test]
fn long_names_and_many_variants_fit_into_narrow_terminals() {
    let variants: String = (0..9)
        .map(|index| {
            format!(
                "[[variant]]\nname = 'a command with a long name, number {index}, and 漢字'\nsim = {{ time = '1us' }}\n"
            )
        })
        .collect();
    let run = support::run(&variants, 40, |_, variant, _| 1e6 * 1.3f64.powi(variant as i32));
    for width in [60, 80, 120] {
        let text = support::text(&run, width);
        let widest = text.lines().take_while(|line| !line.contains(" is slower")).map(cmpthese_report::width).max();
        assert!(widest <= Some(width), "{width}:\n{text}");
    }
    insta::assert_snapshot!(support::text(&run, 80));
}

/// Snippets without names, which differ where names are cut.
#[test]
fn long_names_are_told_by_where_they_differ() {
    let code = |rounds: u32| format!("my $s = 0; for my $i (1..{rounds}) {{ $s += $i & 7 }} $s");
    let variants =
        [400, 402, 800].map(|rounds| format!("[[variant]]\nname = '{}'\nsim = {{ time = '1us' }}\n", code(rounds)));
    let run = support::run(&variants.concat(), 40, |_, variant, _| 1e6 * 1.3f64.powi(variant as i32));
    let text = support::text(&run, 80);
    for rounds in [400, 402, 800] {
        assert!(text.matches(&format!("…i (1..{rounds}) {{ $s += $i …")).count() > 2, "{rounds}:\n{text}");
    }
    let page = (cmpthese_report::FORMATS[3].write)(&analysis::analyze(&run));
    assert!(
        page.contains(&format!("{{ $s += $i … is {}</p>", code(800).replace('&', "&amp;"))),
        "the page has the whole"
    );
    assert!(
        cmpthese_report::known_variants(&analysis::analyze(&run)).contains(&code(402)),
        "who types one sees it whole"
    );
    let json = (cmpthese_report::FORMATS[0].write)(&analysis::analyze(&run));
    assert!(json.contains(&code(402)), "others get the whole name");
}

#[test]
fn seconds_per_iteration_when_most_are_slower_than_one_a_second() {
    let plan =
        "[[variant]]\nname = 'slow'\nsim = { time = \"1s\" }\n[[variant]]\nname = 'slower'\nsim = { time = \"1s\" }\n";
    let run = support::run(plan, 30, |_, variant, _| [1.5e9, 60e9][variant]);
    insta::assert_snapshot!(support::text(&run, 80));
}

#[test]
fn colour_repeats_what_the_text_says() {
    let analysis = analysis::analyze(&support::three());
    let style = |color| cmpthese_report::Style { color, width: 80 };
    let [colored, plain] =
        [true, false].map(|color| cmpthese_report::text(&analysis, &cmpthese_report::Detail::Full, style(color)));
    let mut stripped = String::new();
    let mut rest = colored.as_str();
    while let Some(start) = rest.find('\u{1b}') {
        stripped.push_str(&rest[..start]);
        rest = &rest[start + rest[start..].find('m').expect("escapes end with m") + 1..];
    }
    assert_eq!(stripped + rest, plain);
    assert!(!plain.contains('\u{1b}'));
}

/// Where one point does not tell what warmed it up, as runs did not record before, the report does not tell it of all.
#[test]
fn the_use_of_time_tells_of_warm_ups_where_they_are_known() {
    let plan =
        "[[variant]]\nname = 'one'\nsim = { time = '1us' }\n[[variant]]\nname = 'other'\nsim = { time = '1us' }\n";
    let told = |untimed_ns: Option<u64>| {
        let mut run = support::run(plan, 10, |_, _, _| 1000.0);
        run.apply(Event::PointStarted { point: 0 });
        run.apply(Event::PointFinished { point: 0, elapsed_ns: 25_000_000_000, untimed_ns });
        let text = support::text(&run, 80).replace("\n", " ");
        let json: serde_json::Value = serde_json::from_str(&support::json(&run)).expect("the report is JSON");
        let told = text.split("; ").find(|part| part.contains("inside")).expect("it is in the footer").to_string();
        (told, json["points"][0]["untimed"].clone())
    };
    let inside = "80 % of the time inside what is measured";
    assert_eq!(told(Some(1_250_000_000)), (format!("{inside}, 5 % warming it up"), serde_json::json!(0.05)));
    assert_eq!(told(None), (inside.to_string(), serde_json::Value::Null));
}

#[test]
fn what_would_have_been_found_is_told_where_it_is_known() {
    let mut analysis = analysis::analyze(&support::three());
    for comparison in analysis.points.iter_mut().flat_map(|point| &mut point.comparisons) {
        comparison.detectable = f64::INFINITY;
    }
    let style = cmpthese_report::Style { color: false, width: 80 };
    let text = cmpthese_report::text(&analysis, &cmpthese_report::Detail::Full, style);
    assert!(text.contains("gamma ? alpha   ratio 0.94 [0.79, 1.09]: undecided\n"), "{text}");
}

#[test]
fn an_interrupted_run_reports_what_there_is() {
    let mut run = support::three();
    run.end = Some(model::End::Interrupted);
    run.points[1].blocks.truncate(0);
    run.points[1].finished = false;
    let samples = vec![Sample {
        variant: 0,
        iterations: 1,
        readings: Readings::from([(Metric::Wall, 9_876_543)]),
        slices_ns: Vec::new(),
        latencies: None,
    }];
    run.apply(Event::BlockFinished { block: model::Block { point: 1, launch: 0, block: 0, samples } });
    support::assert_follows_schema(&support::json(&run));
    insta::assert_snapshot!(support::text(&run, 80));
}

/// A metric that is added must be described.
#[test]
fn the_schema_knows_every_metric() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/report.schema.json")).expect("the schema is JSON");
    let text = schema.to_string();
    for info in model::METRICS.iter().filter(|info| info.metric != model::Metric::Wall) {
        assert!(text.contains(&format!("\"{}\":{{\"type\":\"number\"}}", info.key)), "{}", info.key);
    }
}

/// Commands are run many times before a verdict ends them. Who answers differently is not run, and is not waited for.
#[test]
fn another_answer_does_not_keep_the_others_from_ending() {
    let command = |name: &str| format!("[[variant]]\nname = '{name}'\ncommand = ['{name}']\n");
    let plan = [command("one"), command("two"), command("other")].concat();
    let mut run = support::run(&plan, 40, |_, variant, launch| [1e6, 2e6, 3e6][variant] + (launch % 3) as f64);
    run.points[0].blocks.iter_mut().for_each(|block| block.samples.retain(|sample| sample.variant < 2));
    run.apply(Event::Looked { point: 0, launches: 40 });
    let is_settled = |run: &Run| analysis::Judge::of(run).is_settled(run, 0);
    assert!(!is_settled(&run), "the third was never run");
    run.points[0].cases[2].answer = Some(protocol::text_answer(b"other"));
    assert!(is_settled(&run));
}

#[test]
fn a_run_that_took_far_longer_than_was_asked_for_says_so() {
    let plan =
        "[[variant]]\nname = 'one'\nsim = { time = '1us' }\n[[variant]]\nname = 'other'\nsim = { time = '1us' }\n";
    let mut analysis = analysis::analyze(&support::run(plan, 3, |_, variant, _| 1000.0 * (1 + variant) as f64));
    analysis.header.budget_ns = 1_000_000_000;
    let style = cmpthese_report::Style { color: false, width: 400 };
    let mut told = |elapsed_ns, budget_is_default| {
        analysis.points[0].elapsed_ns = elapsed_ns;
        analysis.header.budget_is_default = budget_is_default;
        cmpthese_report::text(&analysis, &cmpthese_report::Detail::Brief, style)
    };
    let note = "it took 24.00 s where 1.000 s was given: 3 launches and what comes before took as long, and fewer would tell nothing";
    let text = told(24_000_000_000, false);
    assert!(text.contains(note), "{text}");
    assert!(!told(24_000_000_000, true).contains("it took") && !told(3_000_000_000, false).contains("it took"));
    // Where everybody failed before.
    analysis.points[0].elapsed_ns = 24_000_000_000;
    analysis.points[0].launches = 0;
    let text = cmpthese_report::text(&analysis, &cmpthese_report::Detail::Brief, style);
    assert!(
        text.contains("it took 24.00 s where 1.000 s was given: what comes before the first launch took as long"),
        "{text}"
    );
}
