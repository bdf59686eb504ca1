//! Findings as sentences: one for each kind, which names the cases that it is true of.
//!
//! A sentence for each case would be as many as there are variants times points, and nobody would read them.

use crate::cases::{joined, place, quoted};
use analysis::{Finding, PointAnalysis, Row, TwoStates, WarmUp};
use model::{format_duration, format_percent};

/// The sentence about all findings of a kind; `None` where there are none.
type FindingText = fn(&[PointAnalysis]) -> Option<String>;

/// The kinds, in the order in which they are told.
const KINDS: &[FindingText] = &[warm_up, unsteady, drift, ratio_drift, two_states, between_launches, constant];

/// What is worth saying about the variants' own times, without final dots.
pub fn findings(points: &[PointAnalysis]) -> Vec<String> {
    KINDS.iter().filter_map(|sentence| sentence(points)).collect()
}

fn warm_up(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::WarmUp(warm_up) if warm_up.is_steady_after => Some((warm_up.change, front(warm_up))),
        _ => None,
    })?;
    Some(format!("warm-up: {cases}; typical ratios count these blocks, too, and means leave out a part of them"))
}

fn front(WarmUp { blocks, change, .. }: &WarmUp) -> String {
    let blocks = if *blocks == 1 { "block".to_string() } else { format!("{blocks} blocks") };
    let than = if *change > 0.0 { "slower" } else { "faster" };
    format!("ran {} {than} in the first {blocks} of each launch", format_percent(change.abs()))
}

fn unsteady(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::WarmUp(WarmUp { change, is_steady_after: false, .. }) => {
            Some((*change, signed(1.0 / (1.0 + change) - 1.0)))
        }
        _ => None,
    })?;
    Some(format!(
        "no steady state: the last quarter of each launch still took another time than what was before it ({cases}), so longer \
         launches would give another result"
    ))
}

fn drift(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::Drift(change) => Some((*change, signed(*change))),
        _ => None,
    })?;
    let ratios = match ratio_drift(points) {
        Some(_) => "other ratios than those named below are not touched",
        None => "the ratios are not touched",
    };
    Some(format!(
        "times drifted in the course of the run ({cases}): {ratios}, because both sides of a pair saw the same drift"
    ))
}

fn ratio_drift(points: &[PointAnalysis]) -> Option<String> {
    let pairs = points.iter().flat_map(|point| {
        point.distributions.iter().filter_map(move |pair| {
            let name = |variant| Some(&point.row(variant)?.name);
            let change = pair.ratio_drift?;
            let (base, candidate) = (name(pair.baseline)?, name(pair.candidate)?);
            let place = place(points, point);
            Some((change, format!("{} to {}{place} {}", quoted(candidate), quoted(base), signed(change))))
        })
    });
    let cases = joined(pairs.collect())?;
    Some(format!("ratios drifted in the course of the run ({cases}): what is given is the middle of the run"))
}

fn two_states(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::TwoStates(states) => Some((states.slow_ns / states.fast_ns, near(states))),
        _ => None,
    })?;
    Some(format!(
        "launches in two states: {cases}; common causes are CPUs of different speed, steps of the clock frequency, other \
         work on the machine, and where things lie in memory; no single time describes both"
    ))
}

fn near(TwoStates { fast_ns, slow_ns, slow_share }: &TwoStates) -> String {
    let (fast, slow) = (format_duration(*fast_ns), format_duration(*slow_ns));
    format!("near {fast} and, {} of them, near {slow}", format_percent((slow_share * 100.0).round() / 100.0))
}

fn between_launches(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::BetweenLaunches(share) => Some((*share, format_percent((share * 100.0).round() / 100.0))),
        _ => None,
    })?;
    Some(format!(
        "most of the variance is between launches ({cases}): layout, hash seeds and placement, which more launches average \
         out and more blocks do not"
    ))
}

fn constant(points: &[PointAnalysis]) -> Option<String> {
    let cases = listed(points, |finding| match finding {
        Finding::Constant => Some((0.0, String::new())),
        _ => None,
    })?;
    Some(format!(
        "all launches took the same time to the last digit ({cases}): an interval without width says nothing about another \
         run, and the clock may be too coarse to tell more"
    ))
}

/// The cases of a kind, each with its size and what is said of it; `None` where there are none.
fn listed(points: &[PointAnalysis], said: impl Fn(&Finding) -> Option<(f64, String)>) -> Option<String> {
    let mut cases = Vec::new();
    for point in points {
        for row in &point.rows {
            let found = row.conduct.findings.iter().filter_map(&said);
            cases.extend(found.map(|(size, text)| (size, case(points, point, row, &text))));
        }
    }
    joined(cases)
}

fn case(points: &[PointAnalysis], point: &PointAnalysis, row: &Row, text: &str) -> String {
    format!("{}{} {text}", quoted(&row.name), place(points, point)).trim_end().to_string()
}

fn signed(change: f64) -> String {
    format!("{}{}", if change < 0.0 { "-" } else { "+" }, format_percent(change.abs()))
}
