//! What explains a difference: causes that are there by construction, and differences that nothing counted goes with.

use crate::support;
use cmpthese_report::explanations;
use insta::assert_snapshot;
use model::{CostlyEvent, Metric, Readings, Run, Sample, UnitCost, UnitCosts};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const PLAN: &str = "baseline = 'plain'\n[[variant]]\nname = 'plain'\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'other'\nsim = { time = '1us' }\n";

const ITERATIONS: u64 = 1000;

/// Nanoseconds.
const CALL: f64 = 200.0;
const FAULTS: [f64; 2] = [500.0, 600.0];

fn costs() -> UnitCosts {
    let cost = |event, ns: f64| UnitCost { event, ns, low_ns: 0.98 * ns, high_ns: 1.02 * ns };
    UnitCosts {
        costs: vec![
            cost(CostlyEvent::ReadCall, CALL),
            cost(CostlyEvent::ReadByte8M, 0.1),
            cost(CostlyEvent::MinorFault, FAULTS[0]),
            cost(CostlyEvent::FileFault, FAULTS[1]),
            cost(CostlyEvent::Switch, 1500.0),
        ],
    }
}

/// What an iteration of the second variant has more than one of the first, which takes 100 µs.
#[derive(Clone, Copy, Default)]
struct More {
    user_ns: f64,
    system_ns: f64,
    waiting_ns: f64,
    calls: i64,
    bytes: u64,
    faults: u64,
}

/// Ten launches that vary by a thousandth.
fn run(more: More) -> Run {
    support::run_of(PLAN, 10, |_, variant, launch| {
        let more = if variant == 1 { more } else { More::default() };
        let factor = 1.0 + 0.0005 * (launch as f64 * 2.0).sin();
        let total = |ns: f64| (factor * ns * ITERATIONS as f64).round() as u64;
        let readings = Readings::from([
            (Metric::Wall, total(100e3 + more.user_ns + more.system_ns + more.waiting_ns)),
            (Metric::User, total(90e3 + more.user_ns)),
            (Metric::System, total(10e3 + more.system_ns)),
            (Metric::ReadCalls, ITERATIONS * (10 + more.calls) as u64),
            (Metric::WriteCalls, 0),
            (Metric::ReadBytes, ITERATIONS * (4096 + more.bytes)),
            (Metric::WriteBytes, 0),
            (Metric::MinorFaults, ITERATIONS * more.faults),
            (Metric::VoluntarySwitches, 0),
        ]);
        Sample { variant, iterations: ITERATIONS, readings, slices_ns: Vec::new(), latencies: None }
    })
}

fn told(more: More) -> String {
    let analysis = analysis::analyze(&run(more));
    explanations(&analysis, &analysis::explained(&analysis, costs, None))
}

#[test]
fn calls_and_faults_that_make_a_difference() {
    assert_snapshot!(told(More { system_ns: 475e3, user_ns: 9e3, calls: 1000, faults: 500, ..More::default() }));
}

/// A lock or a sleep waits, arithmetic and a slower algorithm take time in user mode: nothing that is counted is blamed.
#[test]
fn what_has_no_term_is_not_explained() {
    let waiting = told(More { waiting_ns: 50e3, ..More::default() });
    let computing = told(More { user_ns: 50e3, ..More::default() });
    let besides = told(More { user_ns: 400e3, system_ns: 2e3, calls: 10, ..More::default() });
    for text in [&waiting, &computing, &besides] {
        assert!(text.contains("no explanation") && !text.contains("consistent with"), "{text}");
    }
    assert_snapshot!(format!("{waiting}\n{computing}\n{besides}"));
}

#[test]
fn what_would_make_more_than_there_is_explains_nothing() {
    let text = told(More { system_ns: 50e3, calls: 1000, ..More::default() });
    assert!(text.contains("what is counted would make 4"), "{text}");
    assert!(text.contains("no explanation"), "{text}");
}

/// Fewer calls make nothing slower, and most of it is time in which nothing runs.
#[test]
fn what_works_against_a_difference_and_waiting_are_told() {
    let words = |more| told(more).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(More { waiting_ns: 50e3, calls: -10, ..More::default() });
    assert!(text.contains("no explanation: what is counted works against it, by 4.0 %"), "{text}");
    assert!(text.contains("of it; 100 % of it is waiting, for what is not known"), "{text}");
    let text = words(More { waiting_ns: 50e3, faults: 2, ..More::default() });
    assert!(text.contains("of it goes with what is counted; 100 % of it is waiting"), "{text}");
}

#[test]
fn where_no_difference_is_established_there_is_nothing_to_explain() {
    assert_eq!(
        told(More { calls: 1000, ..More::default() }),
        "no difference in time is established, so there is none to explain\n"
    );
}

/// Twenty programs with two causes in other parts: both get theirs, within 15 %.
#[test]
fn two_causes_get_their_shares() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut uniform = || (generator.next_u64() >> 11) as f64 / 2_f64.powi(53);
    for _ in 0..20 {
        let (calls, faults) = (200 + (uniform() * 1000.0) as i64, 100 + (uniform() * 500.0) as u64);
        let fault_ns = FAULTS[0] + uniform() * (FAULTS[1] - FAULTS[0]);
        let (by_calls, by_faults) = (CALL * calls as f64, fault_ns * faults as f64);
        let more = More { system_ns: by_calls + by_faults, calls, faults, ..More::default() };
        let analysis = analysis::analyze(&run(more));
        let ledger = analysis::ledger(&analysis.points[0], 0, 1, &[], &costs()).expect("it is established");
        assert!(ledger.is_explained(), "{ledger:?}");
        for (event, truth) in [(CostlyEvent::ReadCall, by_calls), (CostlyEvent::MinorFault, by_faults)] {
            let term = ledger.terms.iter().find(|term| term.events[0] == event).expect("it is counted");
            assert!((term.ns.point / truth - 1.0).abs() < 0.15, "{term:?} {truth}");
        }
    }
}

/// Two commands that write the same bytes: those that go to /dev/null cost nothing, and those that go elsewhere are more.
#[test]
fn what_goes_nowhere_is_not_written() {
    let written = |base: &str, other: &str| {
        let variant = |name: &str, stdout: &str| {
            format!("[[variant]]\nname = '{name}'\ncommand = ['cat']\nstdout = '{stdout}'\n")
        };
        let plan = format!("baseline = 'plain'\n{}{}", variant("plain", base), variant("other", other));
        let run = support::run_of(&plan, 10, |_, variant, launch| {
            let wall = (1.0 + variant as f64) * 1e6 * (1.0 + 0.0005 * (launch as f64 * 2.0).sin());
            let readings = Readings::from([(Metric::Wall, wall as u64), (Metric::WriteBytes, 65536)]);
            Sample { variant, iterations: 1, readings, slices_ns: Vec::new(), latencies: None }
        });
        let costs = [UnitCost { event: CostlyEvent::WriteByte, ns: 0.03, low_ns: 0.02, high_ns: 0.04 }];
        let analysis = analysis::analyze(&run);
        let ledger = analysis::ledger(&analysis.points[0], 0, 1, &[], &UnitCosts { costs: costs.to_vec() });
        let terms = ledger.expect("it is established").terms;
        terms.first().map(|term| (term.more, term.price_ns.low, term.price_ns.high))
    };
    assert_eq!(written("null", "null"), None);
    assert_eq!(written("null", "pipe"), Some((65536.0, 0.0, 0.04)));
    assert_eq!(written("pipe", "null"), Some((-65536.0, 0.0, 0.04)));
}

/// The analysis of that, priced.
fn priced(more: More) -> analysis::Analysis {
    let mut analysis = analysis::analyze(&run(more));
    analysis.price(&costs());
    analysis
}

fn text(analysis: &analysis::Analysis) -> String {
    cmpthese_report::text(analysis, &cmpthese_report::Detail::Full, cmpthese_report::Style { color: false, width: 80 })
}

const TWO_CAUSES: More = More { system_ns: 475e3, user_ns: 9e3, waiting_ns: 0.0, calls: 1000, bytes: 0, faults: 500 };

#[test]
fn a_verdict_has_one_sentence_of_it_beneath() {
    let text = text(&priced(TWO_CAUSES));
    let verdict = text.lines().skip_while(|line| !line.contains("is slower")).take(3).collect::<Vec<_>>().join("\n");
    assert_snapshot!(verdict, @r"
    other is slower  ratio 5.8400 [5.8400, 5.8400] to plain
      98 % [92 %, 105 %] of the difference goes with 500 more page faults and 1000
      more read calls
    ");
    assert!(!text.contains("because"), "{text}");
    let analysis = priced(TWO_CAUSES);
    for name in ["html", "markdown"] {
        let format = cmpthese_report::FORMATS.iter().find(|format| format.name == name).unwrap();
        let page = (format.write)(&analysis);
        assert!(page.contains("of the difference goes with 500 more page faults and 1000 more read calls"), "{page}");
    }
}

#[test]
fn a_verdict_that_is_not_explained_or_has_no_price_stands_alone() {
    let unexplained = More { user_ns: 400e3, system_ns: 2e3, calls: 10, ..More::default() };
    for analysis in [priced(unexplained), analysis::analyze(&run(TWO_CAUSES))] {
        let text = text(&analysis);
        assert!(text.contains("is slower") && !text.contains("goes with"), "{text}");
    }
}

/// The ledger of the JSON report, and that the report follows its schema.
fn json_ledger(analysis: &analysis::Analysis) -> serde_json::Value {
    let format = cmpthese_report::FORMATS.iter().find(|format| format.name == "json").unwrap();
    let report = (format.write)(analysis);
    support::assert_follows_schema(&report);
    serde_json::from_str::<serde_json::Value>(&report).unwrap()["ledger"].take()
}

#[test]
fn json_has_what_is_explained_and_what_is_not() {
    assert_eq!(json_ledger(&analysis::analyze(&run(TWO_CAUSES))), serde_json::json!([]));
    let explained = json_ledger(&priced(TWO_CAUSES));
    assert_snapshot!(serde_json::to_string_pretty(&explained).unwrap());
    let waiting = json_ledger(&priced(More { waiting_ns: 50e3, ..More::default() }));
    assert_eq!(waiting[0]["terms"], serde_json::json!([]));
    assert_eq!((&waiting[0]["unexplained"], &waiting[0]["is_explained"]), (&1.0.into(), &false.into()));
}

/// What `cmpthese explain --json` writes, and that it follows its schema.
fn json_explanation(more: More) -> serde_json::Value {
    let analysis = analysis::analyze(&run(more));
    let explained = analysis::explained(&analysis, costs, Some(("other", "plain")));
    let text = cmpthese_report::explanation_json(&analysis, &explained, Some(&analysis::Trial::NothingToAdd), None);
    support::assert_follows(&text, "explanation");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn an_explanation_as_json_has_its_prices_and_ledgers() {
    let told = json_explanation(TWO_CAUSES);
    assert_eq!(told["format"], "cmpthese-explanation/1");
    assert_eq!(told["costs"].as_array().map(Vec::len), Some(5));
    assert_eq!(told["ledger"], json_ledger(&priced(TWO_CAUSES)));
    assert_eq!(told["proof"]["finding"], "nothing_to_add");
    let none = json_explanation(More { calls: 1000, ..More::default() });
    assert_eq!((&none["costs"], &none["ledger"]), (&serde_json::json!([]), &serde_json::json!([])));
}

#[test]
fn the_text_fits_eighty_columns() {
    let text = told(More { system_ns: 475e3, user_ns: 9e3, calls: 1000, faults: 500, bytes: 9000, ..More::default() });
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// What is worth no line has no bar either, and lends its length to no other.
#[test]
fn bars_are_those_of_the_lines() {
    let html = |more: More| {
        let format = cmpthese_report::FORMATS.iter().find(|one| one.name == "html").expect("it is there");
        (format.write)(&priced(more))
    };
    const TITLE: &str = "What goes with the differences";
    assert!(!html(More { user_ns: 9e6, calls: 1, ..More::default() }).contains(TITLE), "one call of 9 ms more");
    let page = html(More { system_ns: 475e3, user_ns: 500e3, calls: 1000, faults: 1, ..More::default() });
    let picture = page
        .split("aria-labelledby=\"ledger-wide-t")
        .nth(1)
        .and_then(|rest| rest.split("</svg>").next())
        .expect("it is drawn");
    let told: Vec<&str> = picture.split("value start\">").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    assert_eq!(told, ["21 %", "79 %"], "{picture}");
}
