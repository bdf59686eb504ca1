//! Samples from a seeded generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded source of random numbers.
pub struct Source(Xoshiro256PlusPlus);

impl Source {
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// `n` values drawn one after the other.
    pub fn sample(&mut self, n: usize, draw: impl Fn(&mut Self) -> f64) -> Vec<f64> {
        (0..n).map(|_| draw(self)).collect()
    }

    /// Uniform in (0, 1): the middle of one of 2^53 cells, so its logarithm is finite.
    pub fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Standard normal (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// Student's t with two degrees of freedom: its variance is infinite.
    pub fn student_t2(&mut self) -> f64 {
        // Half a chi-squared with two degrees of freedom is exponential.
        self.normal() / (-self.uniform().ln()).sqrt()
    }

    /// The difference of two lognormal values: bursts of noise on either member of a pair.
    pub fn lognormal_difference(&mut self) -> f64 {
        self.normal().exp() - self.normal().exp()
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.uniform() < 0.5
    }
}
