//! The answer of a plan that says what the work is: what the variants cost beside the baseline, and whether that grows.

use super::lost::lost_over;
use crate::cases::quoted;
use crate::numbers::{duration, percent};
use crate::places::and_place;
use crate::sizes::size;
use analysis::{Analysis, Cost, LITTLE, Overhead, Shape, grouped_by};

/// More variants are counted.
const NAMED_MAX: usize = 3;

/// The sentence: what the largest overheads are. Nothing where the plan says no work, or too little was measured to tell.
pub fn answer(analysis: &Analysis) -> Option<String> {
    let timed: Vec<&Overhead> = analysis.overheads.iter().filter(|one| one.cost == Cost::Time).collect();
    let first = timed.first()?;
    // Where several are told of a variant, the first combination of the other parameters is told.
    let here = timed.iter().filter(|one| one.point == first.point).map(|one| (&one.candidate, *one));
    let mut told: Vec<&Overhead> = grouped_by(here).into_iter().map(|(_, of)| of[0]).collect();
    let fixed_ns = |one: &Overhead| one.line.fixed.point.abs();
    told.sort_by(|left, right| fixed_ns(right).total_cmp(&fixed_ns(left)));
    let place = and_place(&first.point);
    let parts: Vec<String> = told.iter().take(NAMED_MAX).map(|one| clause(one)).collect();
    let more = match told.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!("; {more} more {} below", if more == 1 { "is" } else { "are" }),
    };
    let lost = lost_over(&analysis.points);
    Some(format!("Beside {}{place}: {}{more}{lost}.", quoted(&first.baseline), parts.join("; ")))
}

fn clause(overhead: &Overhead) -> String {
    let (fixed_ns, share, param) = (&overhead.line.fixed, &overhead.line.share, &overhead.axis.param);
    let name = quoted(&overhead.candidate);
    // As the section about overheads writes it, without the interval.
    let fixed = duration(&analysis::Interval { point: fixed_ns.point.abs(), ..*fixed_ns });
    let fixed = fixed.split(" [").next().unwrap_or_default();
    let adds = if fixed_ns.point < 0.0 { "saves" } else { "costs" };
    // Nobody saves more, or costs less, of a proportion.
    let takes = if fixed_ns.point < 0.0 || share.point < 0.0 { "takes " } else { "" };
    let part = format!("{:.1} % {}", share.point.abs() * 100.0, if share.point < 0.0 { "less" } else { "more" });
    match overhead.shape {
        Shape::Additive => format!("{name} {adds} {fixed} whatever the {param}{}", below(overhead)),
        Shape::Proportional => format!("{name} takes {part}{}", below(overhead)),
        Shape::Mixed => format!("{name} {adds} {fixed} and {takes}{part}{}", below(overhead)),
        Shape::Otherwise => format!("what {name} costs lies on no line along {param}"),
        Shape::None => format!("neither a fixed part nor a proportion of what {name} costs could be told"),
    }
}

/// From how much work on it matters little.
fn below(overhead: &Overhead) -> String {
    let is_more = overhead.line.at_least_work > LITTLE;
    match overhead.below_from() {
        Some(from) if is_more && from.point <= overhead.line.most_work => {
            let size = size(&overhead.axis, from.point.max(0.0));
            format!(", less than {} from {} {size} on", percent(LITTLE), overhead.axis.param)
        }
        _ => String::new(),
    }
}
