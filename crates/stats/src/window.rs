//! How much a block counts in the mean of its launch.
//!
//! What comes every so many iterations comes in every launch after the same ones. Counted alike up to the end of a launch of *k* such
//! periods, it is in the mean of all of them too often or too seldom, by up to 1/*k*, which no interval over launches shows. A window that
//! rises from nothing and falls to nothing does not depend on where it begins and ends; the error of that of Hann falls as 1/*k*³ (Harris 1978, "On the use of windows
//! for harmonic analysis with the discrete Fourier transform", Proceedings of the IEEE 66). Of independent values it uses two thirds.

use std::f64::consts::PI;

/// The weight of the block at this place, counted from 0, of so many.
pub fn window(place: usize, count: usize) -> f64 {
    (PI * (place as f64 + 0.5) / count as f64).sin().powi(2)
}
