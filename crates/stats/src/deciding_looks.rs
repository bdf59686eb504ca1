//! Which looks can decide anything: where the group-sequential bounds meet launches.
//!
//! The bounds come from the normal distribution, the p-values of few launches are exact. They meet
//! at the nominal level of a look: the score test at that level errs at most as often as the
//! normal test that the level was computed for. The statistics of two looks have the correlation
//! that a Brownian motion has at their [`information_fraction`], or a little less, because the second
//! chooses its scores anew: simulation found at most 3.3 % for 3 % ("t3" is the worst). Few launches usually err less than
//! the level, because their p-values come in steps. The operating characteristics hold the whole to
//! account.
//!
//! Few launches have few sign patterns, and the smallest p-value is 2^(1−n). A look whose level is
//! below that cannot reject and yet would spend. So it is not taken, and its share falls to the
//! next one.

use crate::fewest_launches::smallest_p;
use crate::group_sequential::{SequentialLook, nominal_levels};

/// The information after so many `launches`, as a fraction of that after the `planned` ones: a little less than the share of the
/// launches, as signed ranks have it.
///
/// When nothing is different, the rank of a value among the first n is expected to grow to
/// (N + 1)/(n + 1) of itself among N, so the covariance of the two statistics is that multiple of the
/// variance of the first, n(n+1)(2n+1)/24, and the square of their correlation is I(n)/I(N) with
/// I(n) = n(2n + 1)/(n + 1). With the plain share n/N, which it approaches, the looks would be taken
/// for more alike than they are, and the bounds would spend a trace more than they say. Scores that are chosen anew at each look
/// change as ranks do.
pub fn information_fraction(launches: usize, planned: usize) -> f64 {
    let information = |n: f64| n * (2.0 * n + 1.0) / (n + 1.0);
    // Without a planned launch there is nothing to take a share of.
    information(launches as f64) / information(planned.max(1) as f64)
}

/// The numbers of launches, ascending, at which to look: those of the wanted `fractions` of the
/// `planned` launches, rounded up, that can decide. Empty when not even all the planned launches can.
///
/// In a family every hypothesis starts with its share of the level, and `alpha` is that share,
/// also for the time when Holm's procedure has given it more. Were the looks chosen by the raised
/// level, an early look would come in and make a later one stricter, and a hypothesis could be
/// rejected at a level but not at a higher one; the shortcut of [`crate::sequential_holm()`] would
/// then not be the closed test it stands for.
///
/// The last fraction is that of the last look, and the answer for it holds when the run does end
/// there.
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
