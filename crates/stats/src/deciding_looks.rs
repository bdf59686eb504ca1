//! Which looks can decide anything: where the group-sequential bounds meet launches (docs/method.md, Stopping; docs/decisions/verdicts.md, *Bounds meet
//! launches*). A look whose level is below the smallest p-value of so few launches is not taken: it cannot reject and yet would spend.

use crate::fewest_launches::smallest_p;
use crate::group_sequential::{SequentialLook, nominal_levels};

/// The information after so many `launches`, as a fraction of that after the `planned` ones: a little less than the share of the
/// launches, as signed ranks have it (docs/decisions/verdicts.md, *Bounds meet launches*).
pub fn information_fraction(launches: usize, planned: usize) -> f64 {
    let information = |n: f64| n * (2.0 * n + 1.0) / (n + 1.0);
    // Without a planned launch there is nothing to take a share of.
    information(launches as f64) / information(planned.max(1) as f64)
}

/// The numbers of launches, ascending, at which to look: those of the wanted `fractions` of the `planned` launches, rounded up, that can decide. Empty when
/// not even all the planned launches can. The last fraction is that of the last look, and the answer for it holds when the run does end there.
///
/// In a family `alpha` is the share of the level that every hypothesis starts with, also once Holm's procedure has given it more.
pub fn deciding_looks(alpha: f64, planned: usize, fractions: &[f64]) -> Vec<usize> {
    let mut looks = Vec::new();
    let mut counts = Vec::new();
    for (place, fraction) in fractions.iter().enumerate() {
        // Half a launch in a million is rounding, not a launch to wait for.
        let launches = (fraction * planned as f64 - 1e-6).ceil().max(0.0) as usize;
        let seen = information_fraction(launches, planned);
        let is_last = place + 1 == fractions.len();
        looks.push(if is_last { SequentialLook::Last(seen) } else { SequentialLook::Interim(seen) });
        let nominal_level = nominal_levels(alpha, &looks).pop().unwrap_or(0.0);
        if nominal_level > 0.0 && smallest_p(launches) <= nominal_level {
            counts.push(launches);
        } else {
            looks.pop();
        }
    }
    counts
}
