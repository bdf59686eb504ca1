//! The answer to the question of a plan, in one sentence. It says no more than the verdicts do.

mod lost;
mod overhead;
mod places;
mod point;
mod sweep;

pub use point::answer_at;

use analysis::{Analysis, PointAnalysis};

/// The sentence, with its final dot. Names in it are foreign text. A plan that says what the work is asks what its variants cost beside it.
pub fn answer(analysis: &Analysis) -> String {
    let told = overhead::answer(analysis).unwrap_or_else(|| match analysis.points.as_slice() {
        several @ [_, _, ..] => sweep::answer(several, &analysis.courses),
        points => answer_of(points, analysis.margin),
    });
    match analysis.imported {
        Some(_) if analysis.family > 0 => format!("{} (not measured side by side).", told.trim_end_matches('.')),
        _ => told,
    }
}

/// Who is fastest at some points, such as those that were measured so far; `margin` is what counts as the same, as a part of 1.
pub fn answer_of(points: &[PointAnalysis], margin: f64) -> String {
    match points {
        [] => point::NOTHING.to_string(),
        [point] => answer_at(point, margin),
        points => sweep::answer(points, &[]),
    }
}
