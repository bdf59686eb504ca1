//! Seeded noise.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub struct Source(Xoshiro256PlusPlus);

impl Source {
    pub fn seeded(seed: u64) -> Source {
        Source(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in (0, 1).
    pub fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Standard normal (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// Student's t with three degrees of freedom: heavy tails with a variance.
    pub fn student_t3(&mut self) -> f64 {
        // Chi-squared with three degrees of freedom: twice an exponential and the square of a normal.
        let chi_squared = -2.0 * self.uniform().ln() + self.normal().powi(2);
        self.normal() / (chi_squared / 3.0).sqrt()
    }

    /// Normal, and one in ten of them with an outlier above: lognormal, its median ten deviations.
    pub fn with_outliers(&mut self) -> f64 {
        let outlier = if self.uniform() < 0.1 { 10.0 * self.normal().exp() } else { 0.0 };
        self.normal() + outlier
    }
}
