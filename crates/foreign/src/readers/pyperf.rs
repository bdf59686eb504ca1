//! pyperf's JSON: a run is a process, with a few values, which are already divided by the loops.
//!
//! Source: `pyperf/_bench.py` of pyperf 2, file version 1.0. Metadata of the file hold for its benchmarks, those of a benchmark for its runs. A run that
//! has no values calibrated the loops.

use crate::at::At;
use crate::case::{Case, Launch, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unit::SECOND_NS;
use model::Machine;

/// Metadata, from the innermost outwards.
type Metadata<'v> = Vec<At<'v>>;

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    let value = content.json();
    value.get("version").is_some() && value["benchmarks"][0]["runs"].is_array()
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let root = At::root(content.json());
    let mut foreign = Foreign::of("pyperf", Vec::new());
    let mut others = 0;
    for benchmark in root.need("benchmarks")?.items()? {
        let outer: Metadata = [&benchmark, &root].iter().filter_map(|of| of.get("metadata")).collect();
        let runs = benchmark.need("runs")?.items()?;
        let first = runs.iter().find_map(|run| run.get("metadata"));
        let all: Metadata = first.into_iter().chain(outer.clone()).collect();
        if text(&all, "unit").is_some_and(|unit| unit != "second") {
            others += 1;
            continue;
        }
        let launches = runs.iter().filter_map(|run| launch(run, &outer).transpose()).collect();
        let name = text(&all, "name").unwrap_or("unnamed".to_string());
        foreign.cases.push(Case::told(name, Vec::new(), launches));
        about(&mut foreign, &all);
    }
    if others > 0 {
        foreign.notes.push(match others {
            1 => "1 benchmark that measures no time is left out".to_string(),
            several => format!("{several} benchmarks that measure no time are left out"),
        });
    }
    Ok(foreign)
}

fn launch(run: &At, outer: &Metadata) -> Result<Option<Launch>, Problem> {
    let Some(values) = run.get("values") else { return Ok(None) };
    let all: Metadata = run.get("metadata").into_iter().chain(outer.clone()).collect();
    let count = |key: &str| all.iter().find_map(|of| of.maybe_count(key)).unwrap_or(1);
    let iterations = count("loops").saturating_mul(count("inner_loops"));
    let value = |value: &At| Ok(Timing::over(value.positive(SECOND_NS)?, iterations));
    let values: Launch = values.items()?.iter().map(value).collect::<Result<_, Problem>>()?;
    Ok((!values.is_empty()).then_some(values))
}

/// Where and when, from the first benchmark that tells.
fn about(foreign: &mut Foreign, metadata: &Metadata) {
    let Machine { cpu, system, cpus, .. } = &mut foreign.machine;
    *cpu = cpu.take().or_else(|| text(metadata, "cpu_model_name"));
    *system = system.take().or_else(|| text(metadata, "platform"));
    *cpus = (*cpus).max(metadata.iter().find_map(|of| of.maybe_count("cpu_count")).unwrap_or(0) as usize);
    foreign.date = foreign.date.take().or_else(|| text(metadata, "date"));
    foreign.version =
        foreign.version.take().or_else(|| text(metadata, "perf_version").or_else(|| text(metadata, "pyperf_version")));
    if let (Some(python), true) = (text(metadata, "python_version"), foreign.notes.is_empty()) {
        foreign.notes.push(format!("the Python is {python}"));
    }
}

fn text(metadata: &Metadata, key: &str) -> Option<String> {
    metadata.iter().find_map(|of| of.maybe_text(key))
}
