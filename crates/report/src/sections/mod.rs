//! The report for people at a terminal, and for the pipe that they put behind it. To add a section: a file here and a line
//! in [`ABOVE`], [`BELOW`] or [`OF_A_POINT`].

mod beginnings;
mod costs;
mod crossovers;
mod exclusions;
mod foot;
mod laws;
mod limit;
mod matrix;
mod overheads;
mod per_byte;
mod queueing;
mod sentences;
mod sweep;
mod table;
mod their_laws;
mod then_and_now;
mod times;
mod title;
mod traffic;
mod verdicts;

pub use crossovers::changes_of_places;
pub use laws::laws_by_axis;
pub use per_byte::{byte_columns, has_bytes};
pub use queueing::Queueing;
pub use sentences::{noted, remarks, remarks_beside_limit, takings};
pub use table::Column;
pub use their_laws::TheirLaws;
pub use times::time_columns;
pub use traffic::doubts;

use crate::columns::hanging;
use crate::detail::Detail;
use crate::style::Style;
use crate::told_apart::Shown;
use analysis::{Analysis, PointAnalysis};
pub use overheads::shape;

/// A section: lines that end with a line break, or nothing to say.
type Section = fn(&Analysis, Style) -> Option<String>;

/// A section that each point has.
type PointSection = fn(&Analysis, &PointAnalysis, Style) -> Option<String>;

/// The sections above the points in their order; a blank line is between two.
const ABOVE: &[Section] = &[title::title, sweep::sweep, limit::over_points];

/// Those below, likewise.
const BELOW: &[Section] = &[
    laws::laws,
    crossovers::crossovers,
    overheads::overheads,
    then_and_now::then_and_now,
    their_laws::their_laws,
    queueing::queueing,
    foot::foot,
];

/// The sections of a point, likewise.
const OF_A_POINT: &[PointSection] = &[
    matrix::matrix,
    times::times,
    per_byte::per_byte,
    traffic::traffic,
    limit::limit,
    sentences::sentences,
    beginnings::beginnings,
];

/// The report: of a sweep as much as is wanted, of one point everything.
pub fn text(analysis: &Analysis, detail: &Detail, style: Style) -> String {
    let shown = Shown::of([analysis]);
    let analysis = &*shown.told_apart(analysis);
    let all = |sections: &[Section]| -> Vec<String> {
        sections.iter().filter_map(|section| section(analysis, style)).collect()
    };
    let in_full = |point: &PointAnalysis| {
        let sections = OF_A_POINT.iter().filter_map(|section| section(analysis, point, style));
        sections.collect::<Vec<String>>().join("\n")
    };
    let points = &analysis.points;
    let mut parts = match detail {
        Detail::Brief if points.len() > 1 => [all(ABOVE), all(BELOW)].concat(),
        Detail::Brief | Detail::Full => [all(ABOVE), points.iter().map(in_full).collect(), all(BELOW)].concat(),
        Detail::Points(places) => {
            let chosen: Vec<String> = places.iter().filter_map(|place| points.get(*place)).map(in_full).collect();
            [all(&[title::title]), chosen, all(&[foot::foot])].concat()
        }
    };
    // Below the title, which is always there.
    let legend: String = shown.legend(&analysis.title).iter().map(|line| hanging(line, style.width) + "\n").collect();
    parts.splice(1..1, Some(legend).filter(|legend| !legend.is_empty()));
    parts.join("\n")
}
