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

    /// Student's t with three degrees of freedom: heavy tails with a variance.
    pub fn student_t3(&mut self) -> f64 {
        // Chi-squared with three degrees of freedom: twice an exponential and the square of a normal.
        let chi_squared = -2.0 * self.uniform().ln() + self.normal().powi(2);
        self.normal() / (chi_squared / 3.0).sqrt()
    }

    /// Laplace's double exponential distribution.
    pub fn laplace(&mut self) -> f64 {
        let size = -self.uniform().ln();
        if self.coin() { size } else { -size }
    }

    /// Normal, one in ten with ten times the standard deviation.
    pub fn contaminated(&mut self) -> f64 {
        let deviation = if self.uniform() < 0.1 { 10.0 } else { 1.0 };
        deviation * self.normal()
    }

    /// A random order of so many things (Fisher and Yates 1938).
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for end in (1..count).rev() {
            order.swap(end, (self.uniform() * (end + 1) as f64) as usize);
        }
        order
    }

    /// Lognormal about its mean: skewed to the right.
    pub fn lognormal(&mut self) -> f64 {
        (0.5 * self.normal()).exp() - 0.125_f64.exp()
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
