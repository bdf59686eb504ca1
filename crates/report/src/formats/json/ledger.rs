//! What goes with a difference, at the price that it has.

use super::value::{IntervalPart, Params, interval, params};
use analysis::{Analysis, Ledger, Term};
use model::CostlyEvent;
use serde::Serialize;
use std::collections::BTreeMap;

/// The difference of two variants, and what goes with it.
#[derive(Serialize)]
pub struct LedgerPart<'a> {
    params: Params<'a>,
    baseline: &'a str,
    candidate: &'a str,
    difference_ns: IntervalPart,
    modes: Option<ModesPart>,
    terms: Vec<TermPart>,
    unexplained_ns: f64,
    unexplained: f64,
    explained: IntervalPart,
    is_explained: bool,
}

/// The difference as time of the CPU and time without it.
#[derive(Serialize)]
struct ModesPart {
    user_ns: f64,
    sys_ns: f64,
    waiting_ns: f64,
}

/// Something that happens more often in the candidate, or less.
#[derive(Serialize)]
struct TermPart {
    events: &'static [CostlyEvent],
    counts: BTreeMap<&'static str, f64>,
    more: f64,
    price_ns: IntervalPart,
    ns: IntervalPart,
    share: f64,
}

/// `None` where a variant of it has no row.
pub fn ledger_part<'a>(analysis: &'a Analysis, ledger: &'a Ledger) -> Option<LedgerPart<'a>> {
    let point = analysis.at(&ledger.point)?;
    let whole = ledger.difference_ns.point;
    Some(LedgerPart {
        params: params(&ledger.point),
        baseline: point.name(ledger.baseline)?,
        candidate: point.name(ledger.candidate)?,
        difference_ns: interval(&ledger.difference_ns),
        modes: ledger.modes_ns.map(|[user_ns, sys_ns, waiting_ns]| ModesPart { user_ns, sys_ns, waiting_ns }),
        terms: ledger.terms.iter().map(|term| term_part(term, whole)).collect(),
        unexplained_ns: ledger.unexplained_ns(),
        unexplained: ledger.unexplained_ns() / whole,
        explained: interval(&ledger.explained),
        is_explained: ledger.is_explained(),
    })
}

fn term_part(term: &Term, whole: f64) -> TermPart {
    TermPart {
        events: term.events,
        counts: term.counted.iter().map(|metric| (metric.info().key, term.more)).collect(),
        more: term.more,
        price_ns: interval(&term.price_ns),
        ns: interval(&term.ns),
        share: term.ns.point / whole,
    }
}
