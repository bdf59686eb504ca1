//! What published figures say along their sizes.

use super::law::{Found, found_part};
use super::value::{IntervalPart, interval};
use analysis::ThenAndNow;
use serde::Serialize;

/// What published figures say along their sizes.
#[derive(Serialize)]
pub struct PublishedPart<'a> {
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

/// Nothing where no published figure follows a law.
pub fn published_part(table: &ThenAndNow) -> Option<PublishedPart<'_>> {
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
    let part = PublishedPart { laws: laws.collect(), crossovers: crossovers.collect() };
    (!part.laws.is_empty()).then_some(part)
}
