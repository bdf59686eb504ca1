//! A point while its run is made.

use crate::analyze::{analyze_without_distributions, anchor};
use crate::contest::Timed;
use crate::judge::Judge;
use crate::point_analysis::PointAnalysis;
use model::Run;

/// What the looks so far establish of a point, in the family of all that the run may print. No distributions are made for it: it is asked for
/// while others wait to be measured.
pub fn so_far(judge: &mut Judge, run: &Run, point: usize) -> PointAnalysis {
    let mut told = analyze_without_distributions(&Timed::of(run, &run.points[point]));
    judge.conclude_at(run, point, &mut told.comparisons);
    anchor(&mut told);
    told
}
