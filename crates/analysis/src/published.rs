//! `published.toml`: the numbers of a post, as data.

use model::{Metric, Published, PublishedFigure, PublishedTable, parse_bytes, parse_duration};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: String,
    machine: Option<String>,
    #[serde(default, rename = "table")]
    tables: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    plan: String,
    #[serde(default)]
    params: BTreeMap<String, toml::Value>,
    rates: BTreeMap<String, f64>,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    /// By metric, by variant.
    #[serde(default)]
    readings: BTreeMap<Metric, BTreeMap<String, f64>>,
}

/// Reads the tables that belong to a plan of the folder, named by its file without `.toml`. Rates are iterations a second; other
/// readings are those of an iteration, by the key of their metric.
pub fn parse(text: &str, plan: &str) -> Result<Published, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let tables = file.tables.into_iter().filter(|table| table.plan == plan).map(|table| {
        let figure = |(variant, rate): (&String, &f64)| PublishedFigure {
            label: table.labels.get(variant).cloned(),
            variant: variant.clone(),
            rate: *rate,
            readings: table.readings.iter().filter_map(|(metric, of)| Some((*metric, *of.get(variant)?))).collect(),
        };
        PublishedTable {
            params: table.params.iter().map(|(name, value)| (name.clone(), placeholder(value))).collect(),
            figures: table.rates.iter().map(figure).collect(),
        }
    });
    Ok(Published { source: file.source, machine: file.machine, tables: tables.collect() })
}

/// The text that a parameter of this value has as a placeholder.
fn placeholder(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => match (parse_bytes(text), parse_duration(text)) {
            (Some(bytes), _) => bytes.to_string(),
            (_, Some(nanos)) => (nanos as f64 / 1e9).to_string(),
            _ => text.clone(),
        },
        toml::Value::Float(number) => number.to_string(),
        other => other.to_string(),
    }
}
