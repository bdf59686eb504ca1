//! Who is in no race, in a clause: a wrong answer is a part of the answer.

use crate::cases::{listed, quoted};
use analysis::{Excluded, PointAnalysis, Reason};
use std::collections::BTreeSet;

/// More are counted.
const NAMED_MAX: usize = 2;

/// The clause over a sweep. That a plan leaves somebody out at a point is no news.
pub fn lost_over(points: &[PointAnalysis]) -> String {
    lost(points.iter().flat_map(|point| &point.excluded).filter(|one| !matches!(one.reason, Reason::Skipped(_))))
}

/// The clause, with what separates it from the sentence before it; empty where everybody is ranked.
pub fn lost<'e>(excluded: impl IntoIterator<Item = &'e Excluded>) -> String {
    let excluded: Vec<&Excluded> = excluded.into_iter().collect();
    let clause = |is: fn(&Reason) -> bool, one: &str, more: &str| {
        let mut seen = BTreeSet::new();
        let whose = excluded.iter().filter(|other| is(&other.reason) && seen.insert(other.variant));
        let names: Vec<String> = whose.map(|other| quoted(&other.name)).collect();
        match names.len() {
            0 => String::new(),
            1 => format!("; {} {one}", names[0]),
            few if few <= NAMED_MAX => format!("; {} {more}", listed(&names)),
            many => format!("; {many} others {more}"),
        }
    };
    [
        clause(|reason| matches!(reason, Reason::Differs { .. }), "answers differently", "answer differently"),
        clause(|reason| matches!(reason, Reason::Failed(_)), "failed", "failed"),
        clause(|reason| matches!(reason, Reason::Skipped(_)), "was not measured", "were not measured"),
    ]
    .concat()
}
