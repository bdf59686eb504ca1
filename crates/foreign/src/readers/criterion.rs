//! The folder target/criterion: of each benchmark `new/benchmark.json` and `new/sample.json`. All values of a benchmark come from one process.
//!
//! Source: criterion.rs 0.5 to 0.8, which calls these files private. A sample has more iterations than the one before, so a value is its time over
//! its iterations. What lies in `base` and `change` is what was measured before.

use crate::at::At;
use crate::case::{Case, Launch, Timing};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;

/// The file with the values. What stands before it is the folder of the benchmark: a baseline may be called `of-new`.
const SAMPLE: &str = "new/sample.json";

/// The file with the names, beside it.
const BENCHMARK: &str = "new/benchmark.json";

/// Whether a path below such a folder is one of those that are read: what was measured last.
pub fn is_of_folder(path: &str) -> bool {
    [SAMPLE, BENCHMARK].iter().any(|end| folder(path, end).is_some())
}

/// The folder of a benchmark, with the slash behind it, whose file of this name a path is.
fn folder<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    path.strip_suffix(name).filter(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    matches!(content, Content::Folder(files) if files.iter().any(|(path, _)| folder(path, SAMPLE).is_some()))
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let Content::Folder(files) = content else { return Ok(Foreign::default()) };
    let samples = files.iter().filter_map(|(path, value)| Some((path, folder(path, SAMPLE)?, value)));
    let cases = samples.map(|(path, own, sample)| {
        let names = files.iter().find(|(path, _)| folder(path, BENCHMARK) == Some(own)).map(|(_, value)| value);
        let values = per_iteration(&At::root(sample), "iters", "times", 1.0);
        let values = values.map(|values| vec![values]).map_err(|problem| in_file(path, problem));
        let (name, params) = match names {
            Some(names) => named(&At::root(names)).map_err(|problem| in_file(path, problem))?,
            None => (own.trim_end_matches('/').to_string(), Vec::new()),
        };
        Ok(Case::told(name, params, values))
    });
    let has_sample = |own: &str| files.iter().any(|(path, _)| folder(path, SAMPLE) == Some(own));
    let names = files.iter().filter_map(|(path, value)| Some((path, folder(path, BENCHMARK)?, value)));
    let lacking = names.filter(|(_, own, _)| !has_sample(own)).map(|(path, own, names)| {
        let (name, params) = named(&At::root(names)).map_err(|problem| in_file(path, problem))?;
        let missing = Problem::at(format!("{own}{SAMPLE}"), "there is no such file", "run the benchmark again");
        Ok(Case::told(name, params, Err(missing)))
    });
    Ok(Foreign::of("criterion", cases.chain(lacking).collect::<Result<_, Problem>>()?))
}

fn in_file(path: &str, problem: Problem) -> Problem {
    let place = if problem.place.is_empty() { path.to_string() } else { format!("{path}, {}", problem.place) };
    Problem { place, ..problem }
}

/// Group and function are the name, what a benchmark was given is its parameter.
fn named(names: &At) -> Result<(String, Vec<(String, String)>), Problem> {
    let group = names.need("group_id")?.text()?;
    let function = names.maybe_text("function_id").filter(|name| !name.is_empty());
    let name = function.map_or(group.to_string(), |function| format!("{group}/{function}"));
    let params = names.maybe_text("value_str").map(|value| ("value".to_string(), value));
    Ok((name, params.into_iter().collect()))
}

/// The values of a sample, of which two members hold how many iterations there were, and what all of them took: times so many nanoseconds.
pub fn per_iteration(sample: &At, counts: &str, totals: &str, factor: f64) -> Result<Launch, Problem> {
    let (counts, totals) = (sample.need(counts)?.items()?, sample.need(totals)?.items()?);
    if counts.len() != totals.len() {
        let message = format!("{} times and {} numbers of iterations do not go together", totals.len(), counts.len());
        return Err(sample.problem(message, "run the benchmark again: its file was not written to the end"));
    }
    let value = |(count, total): (&At, &At)| {
        let no_count = || count.problem("this should be a number of iterations", "run the benchmark again");
        let count = count.value.as_f64().filter(|count| *count > 0.0).ok_or_else(no_count)?;
        Ok(Timing::over(total.positive(factor / count)?, count as u64))
    };
    counts.iter().zip(&totals).map(value).collect()
}
