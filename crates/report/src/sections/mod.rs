//! The report for people at a terminal, and for the pipe that they put behind it. To add a section: a file here and a line
//! in [`SECTIONS`] or [`OF_A_POINT`].

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
mod table;
mod their_laws;
mod then_and_now;
mod times;
mod title;
mod traffic;
mod verdicts;

pub use sentences::remarks;

use crate::look::Look;
use analysis::{Analysis, PointAnalysis};
pub use overheads::shape;

/// A section: lines that end with a line break, or nothing to say.
type Section = fn(&Analysis, Look) -> Option<String>;

/// A section that each point has.
type PointSection = fn(&Analysis, &PointAnalysis, Look) -> Option<String>;

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
    &[matrix::matrix, times::times, per_byte::per_byte, traffic::traffic, limit::limit, sentences::sentences];

/// The whole report.
pub fn text(analysis: &Analysis, look: Look) -> String {
    let sections: Vec<String> = SECTIONS.iter().filter_map(|section| section(analysis, look)).collect();
    sections.join("\n")
}

fn points(analysis: &Analysis, look: Look) -> Option<String> {
    let points: Vec<String> = analysis.points.iter().map(|point| of_a_point(analysis, point, look)).collect();
    (!points.is_empty()).then(|| points.join("\n"))
}

fn of_a_point(analysis: &Analysis, point: &PointAnalysis, look: Look) -> String {
    let sections: Vec<String> = OF_A_POINT.iter().filter_map(|section| section(analysis, point, look)).collect();
    sections.join("\n")
}
