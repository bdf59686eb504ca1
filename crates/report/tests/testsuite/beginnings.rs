//! Start-up, first iteration and steady state beside each other.

use crate::support;
use insta::assert_snapshot;
use model::{Beginning, Event, Run};

const PLAN: &str = "baseline = 'quick to start'\n[[variant]]\nname = 'quick to start'\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'middling'\nsim = { time = '1us' }\n[[variant]]\nname = 'quick when warm'\nsim = { time = '1us' }\n";

/// What an iteration takes in the long run, until code can run, the first iteration, the iterations of the warm-up and their time; nanoseconds.
const THREE: [[f64; 5]; 3] = [
    [20_000.0, 11e6, 45_000.0, 40.0, 820_000.0],
    [1_000.0, 52e6, 310_000.0, 8_000.0, 15e6],
    [500.0, 160e6, 900_000.0, 30_000.0, 60e6],
];

fn wobble(launch: usize, variant: usize) -> f64 {
    1.0 + 0.002 * ((launch * 7 + variant * 3) % 5) as f64
}

fn run(of_each: [[f64; 5]; 3]) -> Run {
    let mut run = support::run(PLAN, 30, |_, variant, launch| of_each[variant][0] * wobble(launch, variant));
    for (variant, [_, ready, first, iterations, warm_up]) in of_each.into_iter().enumerate() {
        for launch in 0..30 {
            let ns = |nanos: f64| (nanos * wobble(3 * launch + 1, variant)) as u64;
            let (start_ns, prepare_ns) = (ns(ready * 0.75), ns(ready * 0.25));
            let (first_ns, warm_up_ns) = (ns(first), ns(warm_up));
            let beginning =
                Beginning { launch, start_ns, prepare_ns, first_ns, iterations: iterations as u64, warm_up_ns };
            run.apply(Event::Begun { point: 0, variant, beginning });
        }
    }
    run
}

#[test]
fn who_is_faster_once_warm_has_not_always_finished_first() {
    let run = run(THREE);
    let text = support::text(&run, 80);
    let told = "`quick to start` has finished first up to about";
    assert!(text.replace('\n', " ").contains(told), "{text}");
    let json = support::json(&run);
    support::assert_follows_schema(&json);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let beginnings = &json["points"][0]["beginnings"];
    assert_eq!(beginnings["leaders"], serde_json::json!(["quick to start", "middling", "quick when warm"]));
    // 52 + 15 ms + 1 µs · (n − 8,000) and 160 + 60 ms + 0.5 µs · (n − 30,000) are the same at n = 292,000.
    let last = &beginnings["overtakings"].as_array().unwrap().iter().find(|one| one["ahead"] == "middling").unwrap();
    let iterations = last["iterations"]["point"].as_f64().unwrap();
    assert!((iterations / 292_000.0 - 1.0).abs() < 0.02, "{iterations}");
    let page = support::report("html", &run);
    assert!(page.contains("<caption>Start-up, first iteration, steady state</caption>"), "{page}");
    assert!(page.contains("</code> has finished first up to about"), "{page}");
    assert!(support::report("markdown", &run).contains(told));
    assert_snapshot!(text);
}

#[test]
fn long_names_and_narrow_terminals() {
    let mut run = run(THREE);
    run.plan.variants[2].name = "java -XX:+UseSerialGC -Xmx64m ArrayList.sort(null)".to_string();
    assert_snapshot!(support::text(&run, 50));
}

/// Of three of which two are overtaken, it is told of who has finished first at all; where that one is never overtaken, of nobody.
#[test]
fn who_is_told_to_have_finished_first_has_done_so() {
    let leaders = |of_each| {
        let json: serde_json::Value = serde_json::from_str(&support::json(&run(of_each))).unwrap();
        json["points"][0]["beginnings"]["leaders"].clone()
    };
    // The second is quicker to start, and for longer ahead than the first.
    let [later, sooner, warm] =
        [[110_000.0, 5e6, 1e5, 1.0, 1e5], [100_000.0, 1e6, 1e5, 1.0, 1e5], [50_000.0, 50e6, 1e6, 1.0, 1e6]];
    assert_eq!(leaders([later, sooner, warm]), serde_json::json!(["middling", "quick when warm"]));
    let always = [20_000.0, 1e5, 3e4, 1.0, 3e4];
    let run_of_all = [later, always, warm];
    assert_eq!(leaders(run_of_all), serde_json::json!([]));
    assert!(!support::text(&run(run_of_all), 80).contains("once warm"));
}

/// Names stay as they are.
#[test]
fn a_name_may_have_the_words_of_the_sentence() {
    let mut run = run(THREE);
    run.plan.variants[0].name = "count up to n".to_string();
    let text = support::text(&run, 200);
    assert!(text.contains("`count up to n` has finished first up to about 2270 iterations"), "{text}");
}

/// The order is the same from the start on: there are three numbers, and no sentence.
#[test]
fn nobody_is_overtaken() {
    let [slow, _, fast] = THREE;
    let text =
        support::text(&run([fast, [1_000.0, 200e6, 1e6, 30_000.0, 90e6], [30_000.0, 300e6, 2e6, 50.0, 3e6]]), 80);
    assert!(text.contains("Start-up") && !text.contains("once warm"), "{text}");
    let text = support::text(&run([slow; 3]), 80);
    assert!(text.contains("Start-up") && !text.contains("once warm"), "{text}");
}

/// Runs of before, and those where nobody would ask, have no such events.
#[test]
fn what_was_not_timed_is_not_told() {
    let run = support::run(PLAN, 30, |_, variant, launch| THREE[variant][0] * wobble(launch, variant));
    assert!(!support::text(&run, 80).contains("Start-up"));
    let json: serde_json::Value = serde_json::from_str(&support::json(&run)).unwrap();
    assert!(json["points"][0].get("beginnings").is_none());
}

/// One that was not compared in its launches has no ratio, and is not as fast as the baseline.
#[test]
fn a_ratio_that_is_not_known_is_not_one() {
    let mut analysis = analysis::analyze(&run(THREE));
    let beginnings = analysis.points[0].beginnings.as_mut().expect("they were timed");
    beginnings.rows.iter_mut().filter(|row| row.variant == 1).for_each(|row| row.ratios = None);
    let html = cmpthese_report::FORMATS.iter().find(|format| format.name == "html").expect("it is there");
    let page = (html.write)(&analysis);
    let (_, table) = page.split_once("<caption>Start-up, first iteration, steady state</caption>").expect("a table");
    let (table, _) = table.split_once("</table>").expect("it ends");
    assert_eq!(["<td>1</td>", "<td>–</td>"].map(|cell| table.matches(cell).count()), [3, 3], "{table}");
}
