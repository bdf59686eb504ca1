//! One page that needs nothing else: the answer first, then verdicts, pictures with their numbers, the machine, the plan.
//!
//! It can be read without the script, which adds values at the pointer and variants on and off. Whatever was not written here passes
//! through [`escape::escape`]. To add a part: a file here and a line in [`PARTS`].

mod curve;
mod date;
mod details;
mod escape;
mod figure;
mod foot;
mod forest;
mod growth;
mod head;
mod latency;
mod marks;
mod matrix;
mod overheads;
mod plot;
mod said;
mod scale;
mod sweep;
mod table;
mod then_and_now;
mod verdict_table;
mod verdicts;

use analysis::Analysis;

/// A part of the page; nothing where there is nothing to say.
type Part = fn(&Analysis) -> Option<String>;

/// The parts in their order.
const PARTS: &[Part] = &[
    head::head,
    verdicts::verdicts,
    sweep::sweep,
    growth::growth,
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
    let parts: Vec<String> = PARTS.iter().filter_map(|part| part(analysis)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}</main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escape::escape(&analysis.title),
        include_str!("style.css"),
        parts.concat(),
        include_str!("script.js"),
    )
}
