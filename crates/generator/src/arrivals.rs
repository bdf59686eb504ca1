//! When the requests of an open loop are planned.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// An endless sequence of planned times, in nanoseconds since the plan begins. They never decrease. The first has its distance, too: plans behind each other
/// keep the rate, also those of a single request.
#[derive(Clone, Debug)]
pub struct Arrivals {
    gap_ns: f64,
    kind: ArrivalKind,
}

#[derive(Clone, Debug)]
enum ArrivalKind {
    Fixed { sent: u64 },
    Poisson { next_ns: f64, random: Xoshiro256PlusPlus },
}

impl Arrivals {
    /// Equal distances: arrival k, from 1, is at k / rate, rounded to the nanosecond, so that no error accumulates.
    pub fn fixed(per_second: f64) -> Arrivals {
        Arrivals { gap_ns: 1e9 / per_second, kind: ArrivalKind::Fixed { sent: 0 } }
    }

    /// Exponentially distributed distances, a pure function of rate and seed.
    pub fn poisson(per_second: f64, seed: u64) -> Arrivals {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Arrivals { gap_ns: 1e9 / per_second, kind: ArrivalKind::Poisson { next_ns: 0.0, random } }
    }
}

impl Iterator for Arrivals {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let at_ns = match &mut self.kind {
            ArrivalKind::Fixed { sent } => {
                *sent += 1;
                *sent as f64 * self.gap_ns
            }
            ArrivalKind::Poisson { next_ns, random } => {
                *next_ns += exponential(random) * self.gap_ns;
                *next_ns
            }
        };
        Some(at_ns.round() as u64)
    }
}

/// Exponentially distributed with mean one, by inversion of its distribution function: −ln U, U uniform in (0, 1].
fn exponential(random: &mut Xoshiro256PlusPlus) -> f64 {
    let uniform = ((random.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
    -uniform.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_arrivals_do_not_drift() {
        let mut arrivals = Arrivals::fixed(3.0);
        assert_eq!(
            arrivals.by_ref().take(4).collect::<Vec<_>>(),
            [333_333_333, 666_666_667, 1_000_000_000, 1_333_333_333]
        );
        assert_eq!(arrivals.nth(3_000_000 - 5), Some(1_000_000_000_000_000));
    }

    #[test]
    fn poisson_gaps_have_the_mean_and_the_variance_of_the_exponential_distribution() {
        let count = 200_000;
        let times: Vec<u64> = std::iter::once(0).chain(Arrivals::poisson(1000.0, 42)).take(count + 1).collect();
        let gaps_ms: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) as f64 / 1e6).collect();
        let mean = gaps_ms.iter().sum::<f64>() / count as f64;
        let variance = gaps_ms.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / count as f64;
        // Standard errors: 1/√n of the mean, √(8/n) of the variance. Four of each.
        assert!((mean - 1.0).abs() < 4.0 / (count as f64).sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 4.0 * (8.0 / count as f64).sqrt(), "{variance}");
        // The share of gaps longer than twice the mean.
        let long = gaps_ms.iter().filter(|gap| **gap > 2.0).count() as f64 / count as f64;
        assert!((long - (-2f64).exp()).abs() < 4.0 * (0.135 * 0.865 / count as f64).sqrt(), "{long}");
    }

    #[test]
    fn the_seed_alone_decides_the_poisson_sequence() {
        let sequence = |seed| Arrivals::poisson(50.0, seed).take(100).collect::<Vec<_>>();
        assert_eq!(sequence(7), sequence(7));
        assert_ne!(sequence(7), sequence(8));
    }
}
