//! JMH's `-rf json`: of each benchmark a list of forks, which are processes, each a list of iterations, which hold many calls.
//!
//! Source: `JSONResultFormat` of JMH 1.37. What is no number is a text there: `"NaN"`. How many calls an iteration had is not told.

use crate::at::At;
use crate::case::{Case, Launch, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unique_end::unique_end;
use crate::unit::nanos;
use std::collections::BTreeSet;

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let first = &content.json()[0];
    first.get("primaryMetric").is_some() && first.get("benchmark").is_some()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let all = At::root(content.json()).items()?;
    let names: BTreeSet<&str> = all.iter().map(|one| one.need("benchmark")?.text()).collect::<Result<_, Problem>>()?;
    let modes: BTreeSet<Option<String>> = all.iter().map(|one| one.maybe_text("mode")).collect();
    let cases = all.iter().map(|one| {
        let path = one.need("benchmark")?.text()?;
        let name = unique_end(path, &names, '.');
        let mode = one.maybe_text("mode").filter(|_| modes.len() > 1);
        let name = mode.map_or(name.to_string(), |mode| format!("{name} ({mode})"));
        let threads = one.maybe_count("threads").unwrap_or(1);
        let told = one.need("primaryMetric").and_then(|metric| launches(&metric, threads));
        Ok(Case { path: Some(path.to_string()), ..Case::told(name, one.params("params"), told) })
    });
    let cases = cases.collect::<Result<Vec<Case>, Problem>>()?;
    let first = all.first();
    let machine = |key: &str| first.and_then(|first| first.maybe_text(key));
    let mut notes = Vec::new();
    if let (Some(name), Some(version)) = (machine("vmName"), machine("jdkVersion")) {
        notes.push(format!("the Java machine is {name} {version}"));
    }
    if all.iter().any(|one| one.maybe_count("threads").is_some_and(|threads| threads > 1)) {
        notes.push(
            "several threads ran at once: a time is that of all of them over the calls of all of them".to_string(),
        );
    }
    Ok(Foreign { version: machine("jmhVersion"), notes, ..Foreign::of("JMH", cases) })
}

/// What a score counts.
enum Score {
    /// Times of a call, in so many nanoseconds.
    Time(f64),
    /// Calls in so many nanoseconds.
    Rate(f64),
}

/// A rate is that of all threads together, and a time that of each.
fn score(unit: &At, threads: u64) -> Result<Score, Problem> {
    let read = match unit.text()?.split_once('/') {
        Some((unit, "op")) => nanos(unit).map(Score::Time),
        Some(("ops", unit)) => nanos(unit).map(|nanos| Score::Rate(nanos * threads as f64)),
        _ => None,
    };
    read.ok_or_else(|| unit.problem("this is neither a time nor a rate", "only these are compared"))
}

fn launches(metric: &At, threads: u64) -> Result<Vec<Launch>, Problem> {
    let score = score(&metric.need("scoreUnit")?, threads)?;
    let value = |value: &At| -> Result<Timing, Problem> {
        Ok(Timing::of(match score {
            Score::Time(factor) => value.positive(factor)?,
            Score::Rate(nanos) => nanos / value.positive(1.0)?,
        }))
    };
    // Those that JMH was told to leave out are an empty list.
    let raw = |key: &str| metric.get(key).filter(|forks| forks.value.as_array().is_none_or(|list| !list.is_empty()));
    if let Some(forks) = raw("rawData") {
        let fork = |fork: &At| -> Result<Launch, Problem> { fork.items()?.iter().map(value).collect() };
        return forks.items()?.iter().map(fork).collect();
    }
    if let Some(forks) = raw("rawDataHistogram") {
        let fork = |fork: &At| -> Result<Launch, Problem> {
            fork.items()?.iter().map(|iteration| histogram(iteration, &value)).collect()
        };
        return forks.items()?.iter().map(fork).collect();
    }
    Ok(vec![vec![value(&metric.need("score")?)?]])
}

/// The mean of an iteration whose calls were timed one by one: pairs of a time and how often it was seen.
fn histogram(iteration: &At, value: &dyn Fn(&At) -> Result<Timing, Problem>) -> Result<Timing, Problem> {
    let (mut total_ns, mut calls) = (0.0, 0_u64);
    for pair in iteration.items()? {
        let [time, count] = &pair.items()?[..] else {
            return Err(pair.problem("this should be a time and a count", "write the file again with -rf json"));
        };
        let count_of =
            count.value.as_u64().ok_or_else(|| count.problem("this should be a count", "write the file again"))?;
        if count_of > 0 {
            // Where the clock goes in steps, a call may take none.
            let ns = if time.value.as_f64() == Some(0.0) { 0.0 } else { value(time)?.ns };
            total_ns += ns * count_of as f64;
            calls = calls.saturating_add(count_of);
        }
    }
    match calls {
        0 => Err(iteration.problem("no call was timed in this iteration", "measure it longer: -r 1s")),
        _ if total_ns <= 0.0 => Err(iteration.problem("all calls took no time", "measure the mean: -bm avgt")),
        _ => Ok(Timing::over(total_ns / calls as f64, calls)),
    }
}
