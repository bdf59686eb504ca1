//! `published.toml`: the numbers of a post, as data.

use model::{Published, PublishedFigure, PublishedTable, parse_bytes, parse_duration};
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
}

/// Reads the tables that belong to a plan of the folder, named by its file without `.toml`. Rates are iterations a second.
pub fn parse(text: &str, plan: &str) -> Result<Published, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let tables = file.tables.into_iter().filter(|table| table.plan == plan).map(|table| PublishedTable {
        params: table.params.into_iter().map(|(name, value)| (name, placeholder(&value))).collect(),
        figures: table
            .rates
            .into_iter()
            .map(|(variant, rate)| PublishedFigure { label: table.labels.get(&variant).cloned(), variant, rate })
            .collect(),
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
        other => other.to_string(),
    }
}
