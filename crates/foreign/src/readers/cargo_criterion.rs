//! The lines of JSON of `cargo criterion --message-format=json`: `benchmark-complete` has what a benchmark measured, in one process.
//!
//! Source: the book of cargo-criterion, External Tools.

use super::criterion::per_iteration;
use crate::at::At;
use crate::case::{Case, Launch};
use crate::content::Content;
use crate::foreign::Foreign;
use crate::problem::Problem;
use crate::unit::nanos;
use serde_json::Value;
use std::slice;

/// Whether it is one.
pub fn recognises(content: &Content) -> bool {
    lines(content).iter().any(is_complete)
}

fn is_complete(line: &Value) -> bool {
    line["reason"] == "benchmark-complete"
}

/// A document of one line looks like any other.
fn lines(content: &Content) -> &[Value] {
    match content {
        Content::JsonLines(lines) => lines,
        Content::Json(one) => slice::from_ref(one),
        Content::Text(_) | Content::Folder(_) => &[],
    }
}

/// Reads it.
pub fn read(content: &Content) -> Result<Foreign, Problem> {
    let all = lines(content).iter().enumerate();
    let complete = all.filter(|(_, line)| is_complete(line));
    let at = |(number, value)| At { value, place: format!("line {}, ", number + 1) };
    let cases = complete.map(at).map(|line| case(&line)).collect::<Result<_, _>>()?;
    Ok(Foreign::of("criterion", cases))
}

fn case(line: &At) -> Result<Case, Problem> {
    let id = line.need("id")?.text()?;
    let (name, params) = match id.rsplit_once('/') {
        Some((name, value)) if value.parse::<f64>().is_ok() => (name, vec![("value".to_string(), value.to_string())]),
        _ => (id, Vec::new()),
    };
    Ok(Case::told(name, params, values(line).map(|values| vec![values])))
}

fn values(line: &At) -> Result<Launch, Problem> {
    let unit = line.need("unit")?;
    let factor =
        nanos(unit.text()?).ok_or_else(|| unit.problem("this is no unit of time", "only times are compared"))?;
    per_iteration(line, "iteration_count", "measured_values", factor)
}
