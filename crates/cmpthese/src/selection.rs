//! Which points of a run are meant: `--point size=64KiB --point mode=fast`.

use crate::exit::Complaint;
use analysis::{Analysis, PointAnalysis};
use model::{Value, filled_bytes, filled_duration};
use report::{distinct, printable};
use std::collections::BTreeMap;

/// The places of the points that have, of each parameter that is named, one of the values that are given for it.
pub fn places(analysis: &Analysis, typed: &[String]) -> Result<Vec<usize>, Complaint> {
    let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for text in typed {
        let (name, value) = text.split_once('=').ok_or_else(|| unknown(analysis, text))?;
        let value = value.trim();
        if !values(analysis, name.trim()).iter().any(|known| is(known, value)) {
            return Err(unknown(analysis, text));
        }
        wanted.entry(name.trim()).or_default().push(value);
    }
    let is_meant = |point: &model::Point| {
        let has = |(name, texts): (&&str, &Vec<&str>)| {
            point.get(name).is_some_and(|value| texts.iter().any(|text| is(value, text)))
        };
        wanted.iter().all(has)
    };
    let points = analysis.points.iter().enumerate().filter(|(_, point)| is_meant(&point.point));
    let places: Vec<usize> = points.map(|(place, _)| place).collect();
    if places.is_empty() { Err(unknown(analysis, &typed.join(" "))) } else { Ok(places) }
}

/// The points that are meant; all where nothing is typed.
pub fn asked<'a>(analysis: &'a Analysis, typed: &[String]) -> Result<Vec<&'a PointAnalysis>, Complaint> {
    if typed.is_empty() {
        return Ok(analysis.points.iter().collect());
    }
    Ok(places(analysis, typed)?.into_iter().map(|place| &analysis.points[place]).collect())
}

/// The two variants of a run that has no more.
pub fn only_pair(analysis: &Analysis) -> Result<(&str, &str), Complaint> {
    let rows = analysis.points.iter().map(|point| &point.rows).max_by_key(|rows| rows.len());
    match rows.map(Vec::as_slice) {
        Some([one, other]) => Ok((one.name.as_str(), other.name.as_str())),
        _ => Err(Complaint::usage(
            "a cause is looked for in two variants: name them",
            Some(format!("it has {}", report::known_variants(analysis))),
        )),
    }
}

/// Whether two variants were measured together at a point.
pub fn is_anywhere(analysis: &Analysis, (one, other): (&str, &str)) -> bool {
    analysis.points.iter().any(|point| point.row_named(one).is_some() && point.row_named(other).is_some())
}

/// Whether a text means a value: as a plan writes it, or as a report does, with or without blanks.
fn is(value: &Value, text: &str) -> bool {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let is_same = match value {
        Value::Size(bytes) => filled_bytes(text) == Some(*bytes),
        Value::Duration(nanos) => filled_duration(text) == Some(*nanos),
        Value::Integer(_) | Value::Float(_) => text.parse().ok() == value.number(),
        Value::Boolean(_) | Value::Text(_) => false,
    };
    is_same || value.placeholder() == text || dense(&value.to_string()) == dense(text)
}

/// The different values of a parameter, in the order of the points.
fn values<'a>(analysis: &'a Analysis, name: &str) -> Vec<&'a Value> {
    distinct(analysis.points.iter().filter_map(|point| point.point.get(name)))
}

fn unknown(analysis: &Analysis, typed: &str) -> Complaint {
    let params = analysis.points.first().map_or(&[][..], |point| &point.point.params);
    let of_param = |name: &String| {
        let texts: Vec<String> = values(analysis, name).iter().map(|value| printable(&value.to_string())).collect();
        format!("{} = {}", printable(name), texts.join(", "))
    };
    let known: Vec<String> = params.iter().map(|(name, _)| of_param(name)).collect();
    let help = if known.is_empty() { "it has one point, and no parameter".to_string() } else { known.join("\n") };
    Complaint::usage(format!("the run has no point {}", printable(typed)), Some(help))
}
