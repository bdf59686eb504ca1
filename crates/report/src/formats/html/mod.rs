//! One page that needs nothing else: the answer first, then verdicts, pictures with their numbers, the machine, the plan.
//!
//! It can be read without the script, which adds values at the pointer, variants on and off, other ways of drawing,
//! and an address that keeps them. Whatever was not written here passes
//! through [`escape::escape`]. To add a part: a file here and a line in [`PARTS`].

mod along;
mod beginnings;
mod beside;
mod curve;
mod date;
mod details;
mod escape;
mod figure;
mod foot;
mod forest;
mod group;
mod growth;
mod head;
mod latency;
mod launches;
mod ledger;
mod left_out;
mod marks;
mod matrix;
mod overheads;
mod page;
mod pictures;
mod plot;
mod resources;
mod runs_picture;
mod said;
mod scale;
mod served;
mod sweep;
mod table;
mod then_and_now;
mod times_along;
mod verdict_table;
mod verdicts;

use crate::told_apart::Shown;
use analysis::Analysis;
pub use beside::page_beside;
pub(super) use escape::escape;
use left_out::quiet;
pub use pictures::pictures;
pub use served::{Listed, beside as served_beside, error_page, listing, over_time, run as served_run};

/// A part of the page; nothing where there is nothing to say.
type Part = fn(&Analysis) -> Option<String>;

/// The parts in their order.
const PARTS: &[Part] = &[
    head::head,
    verdicts::verdicts,
    sweep::sweep,
    growth::growth,
    along::laws,
    along::crossovers,
    latency::latency,
    overheads::overheads,
    then_and_now::then_and_now,
    details::details,
    foot::notes,
    foot::machine,
    foot::method,
    foot::plan,
];

/// Writes the page.
pub fn write(analysis: &Analysis) -> String {
    page::page(&analysis.title, false, &body(analysis))
}

/// All parts of the page.
fn body(analysis: &Analysis) -> String {
    let shown = Shown::of([analysis]);
    let analysis = &*shown.told_apart(analysis);
    let mut parts: Vec<String> = PARTS.iter().filter_map(|part| part(analysis)).collect();
    // Below the head, which is always there.
    parts.splice(1..1, shown.legend(&analysis.title).iter().map(|line| quiet(line)));
    parts.concat()
}
