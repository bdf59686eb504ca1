//! How the notes name cases: a variant, at a point.

use crate::code_spans::enclosed;
use analysis::PointAnalysis;

/// More cases than this are counted and not named.
const NAMED_MAX: usize = 4;

/// Characters of a longer name are left out.
const NAME_MAX: usize = 32;

/// A name in a sentence; of a whole command line its beginning and its end.
pub fn quoted(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= NAME_MAX {
        return enclosed(name);
    }
    let parts = [&characters[..NAME_MAX / 2], &characters[characters.len() - NAME_MAX / 2..]];
    enclosed(&parts.map(String::from_iter).join("…"))
}

/// Where a case is, when there is more than one place.
pub fn place(points: &[PointAnalysis], point: &PointAnalysis) -> String {
    if points.len() > 1 { format!(" at {}", point.point) } else { String::new() }
}

/// `a`, `a and b`, `a, b and c`; of more than are named the rest is counted.
pub fn listed(texts: &[String]) -> String {
    match (texts, texts.len().saturating_sub(NAMED_MAX)) {
        ([front @ .., last], 0) if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        (all, 0) => all.concat(),
        (all, more) => format!("{} and {more} more", all[..NAMED_MAX].join(", ")),
    }
}

/// The cases of the largest size by name, the others by number; `None` where there are none.
pub fn joined(mut cases: Vec<(f64, String)>) -> Option<String> {
    cases.sort_by(|left, right| right.0.abs().total_cmp(&left.0.abs()));
    let more = cases.len().saturating_sub(NAMED_MAX);
    let named: Vec<String> = cases.into_iter().take(NAMED_MAX).map(|(_, text)| text).collect();
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| format!("{}{rest}", named.join(", ")))
}
