//! The report for people at a terminal, and for the pipe that they put behind it. To add a section: a file here and a line
//! in [`SECTIONS`] or [`OF_A_POINT`].

mod costs;
mod crossovers;
mod exclusions;
mod foot;
mod laws;
mod matrix;
mod overheads;
mod per_byte;
mod queueing;
mod sentences;
mod table;
mod their_laws;
mod then_and_now;
mod times;
mod title;
mod traffic;
mod verdicts;

pub use sentences::remarks;

use crate::style::Style;
use analysis::{Analysis, PointAnalysis};
pub use overheads::shape;

/// A section: lines that end with a line break, or nothing to say.
type Section = fn(&Analysis, Style) -> Option<String>;

/// A section that each point has.
type PointSection = fn(&Analysis, &PointAnalysis, Style) -> Option<String>;

/// The sections of the report in their order; a blank line is between two.
const SECTIONS: &[Section] = &[
    title::title,
    points,
    laws::laws,
    crossovers::crossovers,
    overheads::overheads,
    then_and_now::then_and_now,
    their_laws::their_laws,
    queueing::queueing,
    foot::foot,
];

/// The sections of a point, likewise.
const OF_A_POINT: &[PointSection] =
    &[matrix::matrix, times::times, per_byte::per_byte, traffic::traffic, sentences::sentences];

/// The whole report.
pub fn text(analysis: &Analysis, style: Style) -> String {
    let sections: Vec<String> = SECTIONS.iter().filter_map(|section| section(analysis, style)).collect();
    sections.join("\n")
}

fn points(analysis: &Analysis, style: Style) -> Option<String> {
    let points: Vec<String> = analysis.points.iter().map(|point| of_a_point(analysis, point, style)).collect();
    (!points.is_empty()).then(|| points.join("\n"))
}

fn of_a_point(analysis: &Analysis, point: &PointAnalysis, style: Style) -> String {
    let sections: Vec<String> = OF_A_POINT.iter().filter_map(|section| section(analysis, point, style)).collect();
    sections.join("\n")
}
