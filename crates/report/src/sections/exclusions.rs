//! Who is not ranked at a point, and why.

use crate::columns::shorten;
use crate::exclusions::{against, happened, line_of};
use crate::paint::{Paint, paint};
use crate::style::Style;
use crate::{printable, printable_lines};
use analysis::{Analysis, Excluded, PointAnalysis, Reason};
use model::Source;

/// A line or two for each.
pub fn exclusions(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    point.excluded.iter().map(|excluded| line(excluded, &analysis.header.source, style)).collect()
}

fn line(excluded: &Excluded, source: &Source, style: Style) -> String {
    let name = shorten(&printable(&excluded.name), 40);
    match &excluded.reason {
        Reason::Skipped(reason) => format!("{name}: not measured here: {}", printable(reason)),
        Reason::Failed(failure) => {
            let place = line_of(failure, source);
            let help = failure.help.as_ref().map_or(String::new(), |help| format!("\n    help: {}", printable(help)));
            format!(
                "{name}: {}{place}: {}{help}",
                paint("failed", Paint::Bad, style.color),
                printable_lines(&happened(failure), "    ")
            )
        }
        Reason::Differs { from, place, own, other } => {
            let from = printable(against(from));
            let verdict = paint("answers differently", Paint::Bad, style.color);
            match place {
                Some(place) => format!(
                    "{name}: {verdict}, not ranked; first difference to {from} at byte {place}:\n    {}\n    {}  ({from})",
                    printable(own),
                    printable(other),
                ),
                None => format!("{name}: {verdict}, not ranked; it differs from {from} beyond the part that is kept"),
            }
        }
    }
}
