//! `published.toml`: the numbers of a post or paper, kept as data, shown beside what is measured.

use model::{Metric, parse_bytes, parse_duration};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// The numbers that an experiment starts from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Who published it, when and where.
    pub source: String,
    /// The machine, as far as the source tells.
    pub machine: Option<String>,
    /// One table a point.
    #[serde(default, rename = "table")]
    pub tables: Vec<PublishedTable>,
}

/// The published figures of one point, by the name that a variant has in the plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    plan: String,
    /// Parameters that identify the point: name and [`model::Value::placeholder`] text. A table belongs to the points
    /// that have all of them.
    #[serde(default, deserialize_with = "placeholders")]
    pub params: BTreeMap<String, String>,
    /// Iterations a second.
    pub rates: BTreeMap<String, f64>,
    /// What the source called a variant.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// What else was published of an iteration, by metric and variant, in the units of [`Metric`].
    #[serde(default)]
    pub readings: BTreeMap<Metric, BTreeMap<String, f64>>,
}

/// Reads the tables that belong to a plan of the folder, named by its file without `.toml`.
pub fn parse(text: &str, plan: &str) -> Result<Published, String> {
    let mut published: Published = toml::from_str(text).map_err(|error| error.to_string())?;
    published.tables.retain(|table| table.plan == plan);
    Ok(published)
}

fn placeholders<'de, D: Deserializer<'de>>(params: D) -> Result<BTreeMap<String, String>, D::Error> {
    let params: BTreeMap<String, toml::Value> = Deserialize::deserialize(params)?;
    Ok(params.into_iter().map(|(name, value)| (name, placeholder(&value))).collect())
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
