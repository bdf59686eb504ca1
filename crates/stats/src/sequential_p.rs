//! The p-value of a comparison that was looked at several times.

use crate::group_sequential::{SequentialLook, nominal_levels};

/// The levels of the table, each so many times smaller than the one before, down to where nobody asks further.
const STEP: f64 = 2.5;
const LEVEL_MIN: f64 = 1e-12;
const LEVEL_MAX: f64 = 0.999;

/// From what was found at each of a sequence of looks to one p-value: the smallest level, spread over the looks by α·t², at which one of them would have rejected "no
/// difference" (Jennison and Turnbull 2000, section 8.4: the ordering by the family of tests). Bounds are computed once for a table of levels and interpolated in
/// logarithms, because all comparisons of a point share their looks.
#[derive(Clone, Debug)]
pub struct SequentialP {
    /// Logarithms of a level and of the nominal level of each look at it, the largest level first.
    rows: Vec<(f64, Vec<f64>)>,
}

impl SequentialP {
    /// The table for a sequence of looks.
    pub fn of(looks: &[SequentialLook]) -> Self {
        let levels = std::iter::successors(Some(LEVEL_MAX), |level| Some(level / STEP));
        let row = |level: f64| {
            let nominal = |level: f64| level.max(f64::MIN_POSITIVE).ln();
            (level.ln(), nominal_levels(level, looks).into_iter().map(nominal).collect())
        };
        Self { rows: levels.take_while(|level| *level >= LEVEL_MIN).map(row).collect() }
    }

    /// The p-value, from the two-sided p of each look. In [0, 1]; not below the smallest level of the table, 10⁻¹².
    pub fn p_value(&self, found: &[f64]) -> f64 {
        assert_eq!(found.len(), self.rows[0].1.len(), "one p for each look");
        (0..found.len()).map(|look| self.level(look, found[look])).fold(1.0, f64::min)
    }

    /// The level whose nominal level at a look is `p`.
    fn level(&self, look: usize, p: f64) -> f64 {
        let wanted = p.max(f64::MIN_POSITIVE).ln();
        let (first, last) = (&self.rows[0], &self.rows[self.rows.len() - 1]);
        if p.is_nan() || wanted > first.1[look] {
            return 1.0;
        }
        let pair = self.rows.windows(2).find(|pair| pair[1].1[look] < wanted);
        let Some([(high, above), (low, below)]) = pair else { return last.0.exp() };
        let part = (wanted - below[look]) / (above[look] - below[look]);
        (low + part * (high - low)).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_look_that_is_the_last_has_its_own_p() {
        let table = SequentialP::of(&[SequentialLook::Last(0.7)]);
        for p in [0.9, 0.5, 0.05, 0.0123, 1e-6] {
            assert!((table.p_value(&[p]) / p - 1.0).abs() < 0.01, "{p}: {}", table.p_value(&[p]));
        }
    }

    #[test]
    fn what_rejects_at_a_level_has_a_p_of_at_most_that() {
        let looks = [0.2, 0.4, 0.6, 0.8]
            .map(SequentialLook::Interim)
            .into_iter()
            .chain([SequentialLook::Last(1.0)])
            .collect::<Vec<_>>();
        let table = SequentialP::of(&looks);
        for level in [0.05, 0.01, 0.001] {
            for (place, nominal) in nominal_levels(level, &looks).into_iter().enumerate() {
                let mut found = vec![1.0; looks.len()];
                found[place] = nominal;
                let p = table.p_value(&found);
                assert!((p / level - 1.0).abs() < 0.02, "{level} at look {place}: {p}");
            }
        }
    }
}
