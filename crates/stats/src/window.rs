//! How much a block counts in the mean of its launch: the window of Hann. Of what comes every so many iterations its error falls as 1/*k*³ with *k* of such
//! periods, and not as 1/*k* (Harris 1978, "On the use of windows for harmonic analysis with the discrete Fourier transform", Proceedings of the IEEE 66).
//! docs/method.md, Model.

use std::f64::consts::PI;

/// The weight of the block at this place, counted from 0, of so many.
pub fn window(place: usize, count: usize) -> f64 {
    (PI * (place as f64 + 0.5) / count as f64).sin().powi(2)
}
