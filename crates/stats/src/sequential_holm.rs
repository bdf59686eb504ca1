//! Holm's correction for a family whose hypotheses are each looked at several times.

use crate::group_sequential::{SequentialLook, nominal_levels};
use std::collections::HashMap;

/// The nominal level at the last of a sequence of looks, by the level of the sequence and its looks as they are written: all comparisons of a point share their
/// looks, and the few levels are asked for over and over.
#[derive(Clone, Debug, Default)]
pub struct BoundaryCache {
    known: HashMap<String, f64>,
}

impl BoundaryCache {
    /// The nominal level at the last of `looks`, as [`nominal_levels`] computes it; without a look zero, which rejects nothing.
    pub fn last_level(&mut self, alpha: f64, looks: &[SequentialLook]) -> f64 {
        let last = || nominal_levels(alpha, looks).pop().unwrap_or(0.0);
        *self.known.entry(format!("{alpha:?} {looks:?}")).or_insert_with(last)
    }
}

/// What a look found for one hypothesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Which one, below the size of the family.
    pub hypothesis: usize,
    /// The information that it has seen by now.
    pub look: SequentialLook,
    /// Two-sided, of all its data so far. NaN is never rejected.
    pub p: f64,
}

/// What the procedure says of one hypothesis after all looks so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// At which of its own looks, from 0, "no effect" was rejected. It stays rejected.
    pub rejected_at: Option<usize>,
    /// Its level, over all its looks together: the one in force now, or at its rejection.
    pub local_alpha: f64,
}

/// Group-sequential Holm for a family of `size` hypotheses of equal weight, each with bounds at its own information (Maurer and Bretz 2013, "Multiple testing in group
/// sequential trials using graphical approaches", Statistics in Biopharmaceutical Research 5): with r rejected, each of the rest is judged as if it had had α/(`size` − r)
/// from the beginning, on the data of its latest look.
///
/// `rounds` are in the order of time; the looks of one round were taken together, and its order does not matter. A hypothesis without a look belongs to the family and is
/// not rejected. Why this is a closed test, and what its intervals promise: docs/decisions/verdicts.md, *Bounds meet launches* and *An interval has the level*.
pub fn sequential_holm(
    size: usize,
    alpha: f64,
    rounds: &[Vec<Observation>],
    cache: &mut BoundaryCache,
) -> Vec<Standing> {
    let mut family = vec![Hypothesis { looks: Vec::new(), p: 1.0, rejection: None }; size];
    for round in rounds {
        for observation in round {
            assert!(observation.hypothesis < size, "hypothesis {} of {size}", observation.hypothesis);
            let hypothesis = &mut family[observation.hypothesis];
            hypothesis.looks.push(observation.look);
            hypothesis.p = observation.p;
        }
        while reject_at_current_level(&mut family, alpha, cache) {}
    }
    let in_force = current_level(&family, alpha);
    let standing = |hypothesis: Hypothesis| Standing {
        rejected_at: hypothesis.rejection.map(|(look, _)| look),
        local_alpha: hypothesis.rejection.map_or(in_force, |(_, level)| level),
    };
    family.into_iter().map(standing).collect()
}

/// One hypothesis up to a round.
#[derive(Clone)]
struct Hypothesis {
    looks: Vec<SequentialLook>,
    /// At the latest look; 1 before the first.
    p: f64,
    /// At which of its looks, and at which level.
    rejection: Option<(usize, f64)>,
}

/// The share of each hypothesis that is not rejected; that of the last one when all are.
fn current_level(family: &[Hypothesis], alpha: f64) -> f64 {
    let left = family.iter().filter(|hypothesis| hypothesis.rejection.is_none()).count();
    alpha / left.max(1) as f64
}

/// Rejects all that pass at the level in force; whether there were any.
fn reject_at_current_level(family: &mut [Hypothesis], alpha: f64, cache: &mut BoundaryCache) -> bool {
    let level = current_level(family, alpha);
    let mut any = false;
    for hypothesis in family.iter_mut().filter(|hypothesis| hypothesis.rejection.is_none()) {
        // No nominal level is above the level itself, so most need no bound.
        if hypothesis.p <= level && hypothesis.p <= cache.last_level(level, &hypothesis.looks) {
            // A p-value comes with a look.
            hypothesis.rejection = Some((hypothesis.looks.len() - 1, level));
            any = true;
        }
    }
    any
}
