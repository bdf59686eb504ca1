//! Whether somebody else slows the CPU of a launch down, as far as slices tell.

use model::Sample;
use std::collections::BTreeMap;

/// Everybody's middle slice takes so many times as long as it has taken: launches of one and the same code differ by less.
const DISTURBED: f64 = 1.15;

/// What slices have taken at a point when they were disturbed least.
#[derive(Default)]
pub struct Disturbance {
    /// For each variant the nanoseconds of an iteration in the middle slice of a batch, the least that was seen.
    least_ns: BTreeMap<usize, f64>,
    /// Whether there was no better CPU when one was looked for after the last block.
    pub in_vain: bool,
}

impl Disturbance {
    /// Takes note of the samples of a block, and says whether to look for a better CPU before the next. After one that found
    /// none a block goes by, because to look takes time.
    pub fn sees<'s>(&mut self, samples: impl Iterator<Item = &'s Sample>) -> bool {
        let is_slower = samples.filter_map(|sample| {
            let middle_ns = sample.middle_slice_ns()?;
            let least_ns = self.least_ns.entry(sample.variant).or_insert(middle_ns);
            *least_ns = least_ns.min(middle_ns);
            Some(middle_ns > DISTURBED * *least_ns)
        });
        let is_disturbed = is_slower.reduce(|all, one| all && one) == Some(true);
        !std::mem::take(&mut self.in_vain) && is_disturbed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Readings;

    fn sample(variant: usize, slices_ns: [u64; 3]) -> Sample {
        Sample { variant, iterations: 30, readings: Readings::new(), slices_ns: slices_ns.to_vec(), latencies: None }
    }

    #[test]
    fn who_takes_longer_than_before_is_disturbed_when_all_do() {
        let mut disturbance = Disturbance::default();
        let mut sees = |first: [u64; 3], second: [u64; 3]| {
            let samples = [sample(0, first), sample(1, second)];
            disturbance.sees(samples.iter())
        };
        assert!(!sees([100, 100, 100], [300, 300, 300]));
        assert!(!sees([100, 114, 300], [400, 400, 400]));
        assert!(sees([100, 120, 300], [400, 400, 400]));
        assert!(!sees([90, 90, 90], [300, 300, 300]));
        assert!(sees([110, 110, 110], [400, 400, 400]));
    }

    #[test]
    fn a_search_in_vain_has_a_rest() {
        let mut disturbance = Disturbance::default();
        let mut sees = |slice_ns: u64, in_vain: bool| {
            let sees = disturbance.sees([sample(0, [slice_ns; 3])].iter());
            disturbance.in_vain |= in_vain;
            sees
        };
        assert!(!sees(100, false));
        assert!(sees(200, true));
        assert!(!sees(200, false));
        assert!(sees(200, false));
        assert!(sees(200, false));
    }

    #[test]
    fn nothing_is_said_of_what_has_no_slices() {
        let mut disturbance = Disturbance::default();
        let whole = Sample { slices_ns: Vec::new(), ..sample(0, [0; 3]) };
        assert!(!disturbance.sees([whole].iter()));
        assert!(!disturbance.sees([].iter()));
    }
}
