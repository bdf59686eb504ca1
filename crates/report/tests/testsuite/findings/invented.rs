//! Runs of invented times.

use analysis::{Analysis, Finding, QuantileShift, analyze};
use model::{Block, End, Event, Metric, Readings, Run, RunHeader, Sample, Source};
use std::collections::BTreeMap;

/// Where a time stands.
#[derive(Clone, Copy)]
pub struct Place {
    pub point: usize,
    pub variant: usize,
    pub launch: usize,
    pub block: usize,
}

/// A plan of so many variants `a`, `b`, … and one point, or one of several sizes.
pub fn plan(variants: usize, points: usize) -> String {
    let variant = |index| format!("[[variant]]\nname = '{}'\nsim = {{ time = '1us' }}\n", (b'a' + index as u8) as char);
    let sizes: Vec<String> = (0..points).map(|point| format!("'{}KiB'", 1 << point)).collect();
    let params = if points > 1 { format!("[params]\nsize = [{}]\n", sizes.join(", ")) } else { String::new() };
    format!("baseline = 'a'\n{params}{}", (0..variants).map(variant).collect::<String>())
}

/// A run that is complete, with the times, in nanoseconds per iteration, of every block. A time that is infinite comes from a
/// batch of no iterations, and one that is no number from a batch without a reading.
pub fn run(plan_text: &str, launches: usize, blocks: usize, mut time: impl FnMut(Place) -> f64) -> Run {
    let source = Source { name: "test.toml".to_string(), text: plan_text.to_string() };
    let plan = plan::parse(source.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut run = Run::new(header(source), plan);
    // The clone of the baseline, which comes after them, is not measured.
    let variants = run.plan.contestants().count();
    for point in 0..run.points.len() {
        run.apply(Event::PointStarted { point });
        for variant in 0..variants {
            run.apply(Event::Answered {
                point,
                variant,
                answer: protocol::text_answer(b"same"),
                absent: BTreeMap::new(),
            });
        }
        for launch in 0..launches {
            for block in 0..blocks {
                let mut sample = |variant| sample(variant, time(Place { point, variant, launch, block }));
                let samples = (0..variants).map(&mut sample).collect();
                run.apply(Event::BlockFinished { block: Block { point, launch, block, samples } });
            }
        }
        run.apply(Event::PointFinished { point, elapsed_ns: 0, untimed_ns: Some(0) });
    }
    run.apply(Event::Finished { end: End::Complete });
    run
}

fn header(source: Source) -> RunHeader {
    RunHeader { version: "0.0.0".to_string(), seed: 1, budget_ns: 1_000_000_000, source, ..RunHeader::default() }
}

/// Of many iterations, so that whole nanoseconds of the batch keep the fraction of one iteration.
fn sample(variant: usize, nanos: f64) -> Sample {
    let iterations = if nanos.is_infinite() { 0 } else { 1_000_000 };
    let wall = if nanos.is_infinite() { 1 } else { (nanos * iterations as f64).round() as u64 };
    let readings = if nanos.is_nan() { Readings::new() } else { Readings::from([(Metric::Wall, wall)]) };
    Sample { variant, iterations, readings, slices_ns: Vec::new(), latencies: None }
}

/// The same, analysed.
pub fn analyzed(plan_text: &str, launches: usize, blocks: usize, time: impl FnMut(Place) -> f64) -> Analysis {
    analyze(&run(plan_text, launches, blocks, time))
}

/// All findings of a run, with the names of the variants.
pub fn findings(analysis: &Analysis) -> Vec<(&str, &Finding)> {
    let rows = analysis.points.iter().flat_map(|point| &point.rows);
    rows.flat_map(|row| row.conduct.findings.iter().map(|finding| (row.name.as_str(), finding))).collect()
}

/// The sentences of a run, one a line: here are the findings, and their words are the report's.
pub fn advisories(analysis: &Analysis) -> String {
    cmpthese_report::notes(analysis).join("\n")
}

/// How the quantiles of the first pair differ.
pub fn quantile_shifts(analysis: &Analysis) -> &[QuantileShift] {
    analysis.points[0].comparisons[0].distribution.as_ref().expect("it is with the baseline").quantile_shifts()
}
