//! Points that are added to locate crossovers, on virtual time.

use analysis::{Analysis, Judge, analyze};
use cmpthese_measure::{Stop, measure};
use model::{Event, Run, RunHeader, Source};
use std::path::Path;
use subjects::{Clock, Context};

/// Three digits in front of which a three is written take ten times as long as two: at 100 it overtakes the constant, in a step.
const STEP: &str = "[[variant]]\nname = 'step'\nsim = { time = '3{n}us', noise = 0.01 }\n";
const CONSTANT: &str = "[[variant]]\nname = 'constant'\nsim = { time = '1000us', noise = 0.01 }\n";
const SLOW: &str = "[[variant]]\nname = 'slow'\nsim = { time = '5000us', noise = 0.01 }\n";

/// Where the step is: the first value that is overtaken.
const AT: f64 = 100.0;

/// Four values, a bit more than three times apart.
fn plan_text(variants: &[&str]) -> String {
    format!("locate = 'n'\nparams.n = {{ from = 16, to = 512 }}\n{}", variants.concat())
}

fn planned(text: &str, seed: u64) -> Run {
    let source = Source { name: "test.toml".to_string(), text: text.to_string() };
    let plan = plan::parse(source.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let header = RunHeader { seed, budget_ns: 4_000_000_000, source, ..RunHeader::default() };
    Run::new(header, plan)
}

/// The run to its end, and its events.
fn made(run: Run) -> (Run, Vec<Event>) {
    let context = Context::in_directory(Path::new("/nonexistent"), Clock::stopped());
    let mut judge = Judge::of(&run);
    let mut events = Vec::new();
    let run = measure(run, &context, &mut judge, &mut |event: &Event| -> Result<(), Stop> {
        events.push(event.clone());
        Ok(())
    });
    (run, events)
}

/// What was added, in this order.
fn added(run: &Run) -> Vec<String> {
    let points = run.points[run.plan.points().len()..].iter();
    points.map(|record| record.point.params[0].1.placeholder()).collect()
}

/// Where the two of a pair change places, each with its interval.
fn crossings(analysis: &Analysis, first: &str, second: &str) -> Vec<(f64, f64)> {
    let course = analysis.courses.iter().find(|course| course.first == first && course.second == second);
    course.expect("they are compared").crossings.iter().map(|one| (one.at.low, one.at.high)).collect()
}

#[test]
fn a_crossover_is_located_and_the_points_are_reported_in_their_order() {
    for seed in 0..5 {
        let (run, _) = made(planned(&plan_text(&[STEP, CONSTANT]), seed));
        let analysis = analyze(&run);
        let found = crossings(&analysis, "step", "constant");
        assert!(found.len() == 1 && found[0].0 < AT && found[0].1 >= AT, "{found:?} {:?}", added(&run));
        assert!(found[0].1 <= 1.2 * found[0].0, "{found:?} {:?}", added(&run));
        assert_eq!(added(&run).len(), 3, "{:?}", added(&run));
        let sizes: Vec<f64> = analysis.points.iter().filter_map(|point| point.point.params[0].1.number()).collect();
        assert!(sizes.is_sorted() && sizes.len() == run.points.len(), "{sizes:?}");
        // Those that may have been added belong to the family.
        assert_eq!(analysis.family, 4 + run.plan.further_points_max());
    }
}

#[test]
fn nothing_is_added_where_nobody_changes_places_with_those_that_are_asked_for() {
    let three = plan_text(&[STEP, CONSTANT, SLOW]);
    assert_eq!(added(&made(planned(&three, 1)).0).len(), 3);
    assert_eq!(added(&made(planned(&format!("baseline = 'constant'\n{three}"), 1)).0).len(), 3);
    assert_eq!(added(&made(planned(&format!("baseline = 'slow'\n{three}"), 1)).0), Vec::<String>::new());
}

/// Wherever it stopped, a run goes on with the points that it would have had.
#[test]
fn a_run_that_is_resumed_adds_the_same_points() {
    let text = plan_text(&[STEP, CONSTANT]);
    let (whole, events) = made(planned(&text, 2));
    let is_place = |event: &Event| matches!(event, Event::PointAdded { .. } | Event::PointFinished { .. });
    let places: Vec<usize> = (0..events.len()).filter(|index| is_place(&events[*index])).collect();
    assert_eq!(added(&whole).len(), 3, "{:?}", added(&whole));
    for place in places {
        for kept in [place, place + 1] {
            let mut cut = planned(&text, 2);
            events[..kept].iter().cloned().for_each(|event| cut.apply(event));
            assert_eq!(added(&made(cut).0), added(&whole), "cut after {kept} events");
        }
    }
}
