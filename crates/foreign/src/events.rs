//! What was read as the events of a run that has ended.

use crate::case::{Case, Launch, Timing, least_ns};
use crate::layout::Layout;
use model::{Block, End, Event, Failure, FailureKind, Metric, Readings, Sample};

/// Of a process with more values those that follow each other are put together, until there are no more than these: their mean is the same.
pub const VALUES_MAX: usize = 1000;

/// The events, in their order.
pub fn events(layout: &Layout, notes: Vec<String>) -> Vec<Event> {
    let noted = notes.into_iter().map(|note| Event::Noted { point: None, variant: None, note });
    let mut points: Vec<usize> = layout.placed.iter().map(|(point, ..)| *point).collect();
    points.sort_unstable();
    points.dedup();
    let of_points = points.into_iter().flat_map(|point| of_a_point(layout, point));
    noted.chain(of_points).chain([Event::Finished { end: End::Complete }]).collect()
}

fn of_a_point(layout: &Layout, point: usize) -> Vec<Event> {
    let case = |variant: usize| {
        layout.placed.iter().find(|(place, index, _)| (*place, *index) == (point, variant)).map(|(_, _, case)| case)
    };
    let mut all = vec![Event::PointStarted { point }];
    let mut launches: Vec<(usize, Vec<Launch>)> = Vec::new();
    for variant in 0..layout.variants.len() {
        match case(variant) {
            Some(Case { failure: Some(why), .. }) => {
                let failure = Failure::new(FailureKind::Died, why.to_string(), None);
                all.push(Event::Failed { point, variant, failure });
            }
            Some(case) if case.values() > 0 => launches.push((variant, case.launches.iter().map(shortened).collect())),
            _ => {
                let reason = "the file has no time of it here".to_string();
                all.push(Event::Skipped { point, variant, reason });
            }
        }
    }
    let blocks = blocks(point, &launches).into_iter().map(|block| Event::BlockFinished { block });
    all.extend(blocks);
    all.push(Event::PointFinished { point, elapsed_ns: 0, untimed_ns: None });
    all
}

/// Values of the same place in the same launch stand in one block. That says nothing of a pair: who analyses an import knows it.
fn blocks(point: usize, launches: &[(usize, Vec<Launch>)]) -> Vec<Block> {
    let longest = launches.iter().map(|(_, launches)| launches.len()).max().unwrap_or(0);
    let of_launch = |launch: usize| {
        let of_variant = |(variant, launches): &(usize, Vec<Launch>)| {
            Some((*variant, samples(*variant, launches.get(launch)?, launches)))
        };
        let samples: Vec<(usize, Vec<Sample>)> = launches.iter().filter_map(of_variant).collect();
        let length = samples.iter().map(|(_, samples)| samples.len()).max().unwrap_or(0);
        (0..length).map(move |block| {
            let at = samples.iter().filter_map(|(_, samples)| samples.get(block).cloned());
            Block { point, launch, block, samples: at.collect() }
        })
    };
    (0..longest).flat_map(of_launch).collect()
}

fn samples(variant: usize, launch: &Launch, all: &[Launch]) -> Vec<Sample> {
    let least = least_ns(all);
    launch.iter().map(|value| sample(variant, value, least)).collect()
}

/// A value as a batch.
fn sample(variant: usize, value: &Timing, least_ns: f64) -> Sample {
    let iterations = value.batch(least_ns);
    let wall_ns = (value.ns * iterations as f64).round().max(1.0) as u64;
    let readings = Readings::from([(Metric::Wall, wall_ns.min(i64::MAX as u64))]);
    Sample { variant, iterations: iterations.min(i64::MAX as u64), readings, slices_ns: Vec::new(), latencies: None }
}

/// A launch of so few values that each may be kept.
fn shortened(launch: &Launch) -> Launch {
    let group = launch.len().div_ceil(VALUES_MAX).max(1);
    launch.chunks(group).map(together).collect()
}

/// The mean of values by their iterations.
fn together(values: &[Timing]) -> Timing {
    if let [one] = values {
        return *one;
    }
    let weight = |value: &Timing| value.iterations.unwrap_or(1) as f64;
    let all: f64 = values.iter().map(weight).sum();
    let ns = values.iter().map(|value| value.ns * weight(value)).sum::<f64>() / all;
    let iterations = values.iter().map(|value| value.iterations).try_fold(0_u64, |sum, one| sum.checked_add(one?));
    Timing { ns, iterations }
}

/// Whether values of this case were put together.
pub fn is_shortened(case: &Case) -> bool {
    case.launches.iter().any(|launch| launch.len() > VALUES_MAX)
}
