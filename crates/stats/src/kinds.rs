//! Kinds among values of which few are large and many small.

use crate::preconditions::is_sample;

/// A kind of values: those that are half as large as the usual of it, or larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// The value for which those that are at least as large have a part of the sum of all.
    pub usual: f64,
}

impl Kind {
    /// Whether a value is of it.
    pub fn holds(self, value: f64) -> bool {
        value >= self.usual / 2.0
    }

    /// How many of some values are of it, and their sum.
    pub fn among(self, values: &[f64]) -> [f64; 2] {
        let of_it = values.iter().filter(|value| self.holds(**value));
        [of_it.clone().count() as f64, of_it.sum()]
    }
}

/// The usual kind and rarer ones, which may be the same; none where no value is above zero, or one is not finite.
pub fn kinds(values: &[f64]) -> impl Iterator<Item = Kind> {
    // N50, and N25 and N10 of what is rarer and larger.
    [0.5, 0.25, 0.1].into_iter().filter_map(|part| Some(Kind { usual: n_statistic(values, part)? }))
}

/// The value for which those that are at least as large have a part of the sum. With half of it that is N50, as of the pieces of a genome (Lander et al. 2001,
/// "Initial sequencing and analysis of the human genome", Nature 409, box 1): neither many small values nor a single large one move it. Values count that are
/// above zero; `None` where there are none, or one is not finite.
fn n_statistic(values: &[f64], part: f64) -> Option<f64> {
    let mut from_largest: Vec<f64> =
        is_sample(values).then(|| values.iter().copied().filter(|value| *value > 0.0).collect())?;
    from_largest.sort_by(|one, other| other.total_cmp(one));
    let enough = part * from_largest.iter().sum::<f64>();
    let mut sum = 0.0;
    from_largest.into_iter().find(|value| {
        sum += value;
        sum >= enough
    })
}

#[cfg(test)]
mod tests {
    use super::n_statistic;

    #[test]
    fn neither_many_small_values_nor_a_single_large_one_move_the_middle() {
        let many_small_and_one_large = [[8.0; 20].as_slice(), &[0.1; 99], &[40.0]].concat();
        assert_eq!(n_statistic(&many_small_and_one_large, 0.5), Some(8.0));
        assert_eq!(n_statistic(&many_small_and_one_large, 0.1), Some(40.0));
    }
}
