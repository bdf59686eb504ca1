//! Who published figures, and what they say along their sizes.

use super::law::{Found, found_part};
use super::value::{IntervalPart, interval};
use analysis::ThenAndNow;
use serde::Serialize;

/// Where published figures are from, and what they say along their sizes.
#[derive(Serialize)]
pub struct PublishedPart<'a> {
    source: &'a str,
    machine: Option<&'a str>,
    laws: Vec<LawThen<'a>>,
    crossovers: Vec<CrossoverThen<'a>>,
}

#[derive(Serialize)]
struct LawThen<'a> {
    param: &'a str,
    variant: &'a str,
    #[serde(flatten)]
    law: Found,
}

#[derive(Serialize)]
struct CrossoverThen<'a> {
    param: &'a str,
    from: &'a str,
    to: &'a str,
    at: IntervalPart,
}

pub fn published_part(table: &ThenAndNow) -> PublishedPart<'_> {
    let laws = table.laws.iter().map(|then| LawThen {
        param: &then.axis.param,
        variant: &then.variant,
        law: found_part(&then.law),
    });
    let crossovers = table.crossovers.iter().map(|then| CrossoverThen {
        param: &then.axis.param,
        from: &then.from,
        to: &then.to,
        at: interval(&then.at),
    });
    PublishedPart {
        source: &table.source,
        machine: table.machine.as_deref(),
        laws: laws.collect(),
        crossovers: crossovers.collect(),
    }
}
