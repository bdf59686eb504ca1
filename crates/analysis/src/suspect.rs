//! What the causal test of a pair adds to the faster variant: the event that makes most of the difference by its ledger, of those that can be added.

use crate::ledger::{EXPLAINED, Ledger, Term};
use crate::residence::PAGE;
use crate::row::Row;
use model::{CostlyEvent, DoseEvent, Metric};
use stats::Interval;

/// What twice the dose may take by its price, in nanoseconds: so that some hundred iterations of every variant fit into half a minute. Where the
/// difference is larger, the line goes on as it began.
const DOUBLE_NS_MAX: f64 = 1e8;

/// The largest read call, in bytes: what it reads is held in memory.
const CALL_MAX: f64 = (64 << 20) as f64;

/// What is gone through at least, a page, and at most, in bytes: the file is made on the disk.
const SPAN: std::ops::RangeInclusive<f64> = PAGE as f64..=(256 << 20) as f64;

/// An event that is suspected to be the cause of a difference.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The event.
    pub event: DoseEvent,
    /// How many more the slower one has in an iteration.
    pub more: f64,
    /// The dose: twice that is about what it has more.
    pub dose: u64,
    /// The bytes of a read call: those that come with each of the calls that are more, or 1 where there are only more calls. Of faults of a mapped file those
    /// that come with each. 1 of other events.
    pub bytes: u64,
    /// The bytes that are gone through: as many as the slower one reads in an iteration, so that they lie in the same caches.
    pub span: u64,
    /// The part of the difference that its price makes.
    pub claimed: Interval,
    /// The largest part that it can have, the other terms beside it: of the difference, or of that in the kernel where that is larger.
    pub most: f64,
}

/// The suspect of a ledger whose candidate is the slower variant, `slower`; `None` where nothing that can be added goes with the difference.
pub fn suspect(ledger: &Ledger, slower: &Row) -> Option<Suspect> {
    let found = [read_calls(ledger, slower), faults(ledger, slower)];
    found.into_iter().flatten().max_by(|one, other| one.claimed.point.total_cmp(&other.claimed.point))
}

/// Calls and the bytes that come with them: who reads more has more of both, and they are added together.
fn read_calls(ledger: &Ledger, slower: &Row) -> Option<Suspect> {
    let term = |counted| ledger.terms.iter().find(|term| term.counted == Some(counted));
    let (calls, bytes) = (term(Metric::ReadCalls), term(Metric::ReadBytes));
    let more = |term: Option<&Term>| term.map_or(0.0, |term| term.more);
    let (more_calls, more_bytes) = (more(calls), more(bytes).max(0.0));
    let read = |metric| slower.count(metric).unwrap_or(0.0);
    let mean_call = read(Metric::ReadBytes) / read(Metric::ReadCalls).max(1.0);
    let (more, of_call) = match more_calls > 0.0 {
        true => (more_calls, more_bytes / more_calls),
        // As many calls, of more bytes each.
        false => (more_bytes / mean_call, mean_call),
    };
    let of_call = whole_pages(of_call).clamp(1.0, CALL_MAX);
    let nothing = Interval::around(0.0, 0.0, 0.95);
    let priced = |count: f64, term: Option<&Term>| {
        term.filter(|_| count > 0.0).map_or(nothing, |term| term.price_ns.times(count))
    };
    let ns = priced(more_calls, calls).plus(priced(more_bytes, bytes));
    let span = read(Metric::ReadBytes).clamp(*SPAN.start(), *SPAN.end()).max(of_call);
    let is_it = more > 0.0 && more.is_finite() && ns.point > 0.0;
    is_it.then(|| suspected(ledger, DoseEvent::ReadCall, ns, [more, ns.point / more, of_call, span]))
}

/// A mean of so many bytes as one would ask for them: pages are asked for whole, and a last call that finds the end makes a mean of 65 536 bytes
/// 65 472, of which every call but the first begins within a page.
fn whole_pages(bytes: f64) -> f64 {
    let page = PAGE as f64;
    if bytes < page / 2.0 { bytes.round() } else { (bytes / page).round() * page }
}

/// Faults of a mapped file where the slower one looks at bytes that it does not read, and has no other place to find them; else those of memory.
fn faults(ledger: &Ledger, slower: &Row) -> Option<Suspect> {
    let term = ledger.terms.iter().find(|term| term.events.contains(&CostlyEvent::MinorFault))?;
    let read = slower.count(Metric::ReadBytes).unwrap_or(0.0);
    let in_place = (slower.bytes.unwrap_or(0.0) - read).max(0.0);
    let each = whole_pages(in_place / term.more);
    // Less than a page with each is no file that is gone through.
    let (event, bytes, span) = match each >= *SPAN.start() {
        true => (DoseEvent::FileFault, each.min(CALL_MAX), in_place.min(*SPAN.end())),
        false => (DoseEvent::MinorFault, 1.0, 1.0),
    };
    let sizes = [term.more, term.price_ns.point, bytes, span.max(bytes)];
    (term.more > 0.0).then(|| suspected(ledger, event, term.ns, sizes))
}

/// An event of which there are so many more, which take `ns` together. The dose is half of them, one at least, within what an iteration may take.
fn suspected(ledger: &Ledger, event: DoseEvent, ns: Interval, [more, each_ns, bytes, span]: [f64; 4]) -> Suspect {
    let claimed = ns.map(|ns| ns / ledger.difference_ns.point);
    // What can be added happens in the kernel, so what the slower variant takes more there bounds it, too (docs/decisions/reports.md).
    let in_kernel = ledger.modes_ns.map_or(0.0, |[_, system, _]| system / ledger.difference_ns.point);
    let most = EXPLAINED.end() * in_kernel.max(1.0) - (ledger.explained.point - claimed.point);
    let dose = (more / 2.0).round().clamp(1.0, (DOUBLE_NS_MAX / each_ns / 2.0).max(1.0)) as u64;
    Suspect { event, more, dose, bytes: bytes as u64, span: span as u64, claimed, most }
}
