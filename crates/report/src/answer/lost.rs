//! Who is in no race, in a clause: a wrong answer is a part of the answer.

use crate::cases::{listed, quoted};
use analysis::{Excluded, PointAnalysis, Reason, grouped_by};

/// The clause over a sweep. That a plan leaves somebody out at a point is no news.
pub fn lost_over(points: &[PointAnalysis]) -> String {
    let excluded = points.iter().flat_map(|point| &point.excluded);
    told(excluded.filter(|one| !matches!(one.reason, Reason::Skipped(_))), points.len())
}

/// The clause, with what separates it from the sentence before it; empty where everybody is ranked.
pub fn lost<'e>(excluded: impl IntoIterator<Item = &'e Excluded>) -> String {
    told(excluded, 1)
}

/// The clause about so many points.
fn told<'e>(excluded: impl IntoIterator<Item = &'e Excluded>, all: usize) -> String {
    let excluded: Vec<&Excluded> = excluded.into_iter().collect();
    let clause = |is: fn(&Reason) -> bool, one: &str, more: &str| {
        let lost = excluded.iter().filter(|other| is(&other.reason)).map(|other| (other.variant, other));
        let whose = grouped_by(lost);
        let names: Vec<String> = whose.iter().map(|(_, points)| quoted(&points[0].name)).collect();
        let at = at(&whose.iter().map(|(_, points)| points.len()).collect::<Vec<usize>>(), all);
        match names.len() {
            0 => String::new(),
            1 => format!("; {} {one}{at}", names[0]),
            2 => format!("; {} {more}{at}", listed(&names)),
            many => format!("; {many} variants {more}{at}"),
        }
    };
    [
        clause(|reason| matches!(reason, Reason::Differs { .. }), "answers differently", "answer differently"),
        clause(|reason| matches!(reason, Reason::Failed(_)), "failed", "failed"),
        clause(|reason| matches!(reason, Reason::Skipped(_)), "was not measured", "were not measured"),
    ]
    .concat()
}

/// At how many points, where that is not at all of them: who is lost at some may be the fastest at others.
fn at(times: &[usize], all: usize) -> String {
    let [least, most] = [times.iter().min(), times.iter().max()].map(|times| times.copied().unwrap_or(all));
    match least {
        least if least == all => String::new(),
        least if least == most => format!(" at {least} of {all} points"),
        _ => format!(" at up to {most} of {all} points"),
    }
}
