//! Findings as sentences: one for each kind, which names the cases that it is true of.
//!
//! A sentence for each case would be as many as there are variants times points, and nobody would read them.

use crate::cases::{joined, place, quoted};
use crate::numbers::{percent, signed, whole_percent};
use analysis::{Finding, PointAnalysis, TwoStates, WarmUp};
use model::format_duration;

const WARM_UP: &str = "warm-up: {cases}; typical ratios count these blocks, too, and means leave out a part of them";

const UNSTEADY: &str = "no steady state: the last quarter of each launch still took another time than what was before \
                        it ({cases}), so longer launches would give another result";

const DRIFT: &str = "times drifted in the course of the run ({cases}){ratios}";

/// What is said of the ratios of those that drifted, where some are known not to drift: of all of them, or of all but those that do.
const UNTOUCHED: [&str; 2] =
    [": no ratio is found to have drifted", ": no other ratio is found to have drifted than those named below"];

const RATIO_DRIFT: &str = "ratios drifted in the course of the run ({cases}): what is given is the middle of the run";

const TWO_STATES: &str = "launches in two states: {cases}; common causes are CPUs of different speed, steps of the \
                          clock frequency, other work on the machine, and where things lie in memory; no single time \
                          describes both";

const BETWEEN_LAUNCHES: &str = "most of the variance is between launches ({cases}): layout, hash seeds and placement, \
                                which more launches average out and more blocks do not";

const CONSTANT: &str = "all launches took the same time to the last digit ({cases}): an interval without width says \
                        nothing about another run, and the clock may be too coarse to tell more";

/// The sentences, in the order in which they are told, with `{cases}` where the cases stand.
const SENTENCES: [&str; 7] = [WARM_UP, UNSTEADY, DRIFT, RATIO_DRIFT, TWO_STATES, BETWEEN_LAUNCHES, CONSTANT];

/// The sentence that tells of a case, the size of the case, and its text.
type Case = (&'static str, f64, String);

/// What is worth saying about the variants' own times, without final dots.
pub fn findings(points: &[PointAnalysis]) -> Vec<String> {
    let mut cases: Vec<Case> = points.iter().flat_map(|point| ratio_drifts(points, point)).collect();
    let ratios = if points.iter().any(has_untouched) { UNTOUCHED[usize::from(!cases.is_empty())] } else { "" };
    for point in points {
        for row in &point.rows {
            cases.extend(row.conduct.findings.iter().map(|finding| {
                let (sentence, size, text) = told(finding);
                let text = format!("{}{} {text}", quoted(&row.name), place(points, point));
                (sentence, size, text.trim_end().to_string())
            }));
        }
    }
    let about = |sentence: &&str| {
        let of_it = cases.iter().filter(|(of, ..)| of == sentence).map(|(_, size, text)| (*size, text.clone()));
        Some(sentence.replace("{ratios}", ratios).replace("{cases}", &joined(of_it.collect())?))
    };
    SENTENCES.iter().filter_map(about).collect()
}

/// What a finding says of a variant.
fn told(finding: &Finding) -> Case {
    match finding {
        Finding::WarmUp(warm_up) if warm_up.is_steady_after => (WARM_UP, warm_up.change, front(warm_up)),
        Finding::WarmUp(WarmUp { change, .. }) => (UNSTEADY, *change, signed(1.0 / (1.0 + change) - 1.0, percent)),
        Finding::Drift(change) => (DRIFT, *change, signed(*change, percent)),
        Finding::TwoStates(states) => (TWO_STATES, states.slow_ns / states.fast_ns, near(states)),
        Finding::BetweenLaunches(share) => (BETWEEN_LAUNCHES, *share, whole_percent(*share)),
        Finding::Constant => (CONSTANT, 0.0, String::new()),
    }
}

/// Whether one whose times drifted has a ratio that was looked at and does not.
fn has_untouched(point: &PointAnalysis) -> bool {
    let has_drifted = |variant: usize| {
        let findings = point.row(variant).map_or(&[][..], |row| &row.conduct.findings);
        findings.iter().any(|finding| matches!(finding, Finding::Drift(_)))
    };
    point.comparisons.iter().any(|pair| {
        let is_steady = pair.distribution.as_ref().is_some_and(|known| known.ratio_drift.is_none());
        is_steady && (has_drifted(pair.baseline) || has_drifted(pair.candidate))
    })
}

fn ratio_drifts(points: &[PointAnalysis], point: &PointAnalysis) -> Vec<Case> {
    // One that depends on the count is told as that.
    let pairs = point.comparisons.iter().filter(|pair| pair.by_count.is_none()).filter_map(|pair| {
        let change = pair.distribution.as_ref()?.ratio_drift?;
        let is_turned = point.baseline_row().is_some_and(|row| row.variant == pair.candidate);
        let (base, candidate, change) = match is_turned {
            true => (pair.candidate, pair.baseline, 1.0 / (1.0 + change) - 1.0),
            false => (pair.baseline, pair.candidate, change),
        };
        let (base, candidate) = (point.name(base)?, point.name(candidate)?);
        let place = place(points, point);
        let told = format!("{} to {}{place} {}", quoted(candidate), quoted(base), signed(change, percent));
        Some((RATIO_DRIFT, change, told))
    });
    pairs.collect()
}

fn front(WarmUp { blocks, change, .. }: &WarmUp) -> String {
    let blocks = if *blocks == 1 { "block".to_string() } else { format!("{blocks} blocks") };
    let than = if *change > 0.0 { "slower" } else { "faster" };
    format!("ran {} {than} in the first {blocks} of each launch", percent(change.abs()))
}

fn near(TwoStates { fast_ns, slow_ns, slow_share }: &TwoStates) -> String {
    let (fast, slow) = (format_duration(*fast_ns), format_duration(*slow_ns));
    format!("near {fast} and, {} of them, near {slow}", whole_percent(*slow_share))
}
