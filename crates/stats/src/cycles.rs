//! Whether what comes one after the other goes round in cycles.

use crate::moments::mean;

/// The cycles that most of the variance of some values is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycles {
    /// How many there are, in halves.
    pub count: f64,
    /// The chance that any are as strong in values without cycles; an upper bound.
    pub p: f64,
}

/// Fisher's test (1929), "Tests of significance in harmonic analysis", Proceedings of the Royal Society A 125, by the first term of its sum, over whole and half
/// frequencies: of cycles that do not fit into the values whole ones leave much to their neighbours. `None` of equal values, or of too few for two.
pub fn cycles(values: &[f64]) -> Option<Cycles> {
    let (mean, length) = (mean(values)?, values.len() as f64);
    let whole = values.len().saturating_sub(1) / 2;
    let power = |count: f64| {
        // Turned by one step after the other: a sine for each value takes ten times as long.
        let (sin, cos) = (std::f64::consts::TAU * count / length).sin_cos();
        let (mut sine, mut cosine, mut turned) = (0.0, 0.0, [0.0, 1.0]);
        for value in values {
            (sine, cosine) = (sine + (value - mean) * turned[0], cosine + (value - mean) * turned[1]);
            turned = [turned[0] * cos + turned[1] * sin, turned[1] * cos - turned[0] * sin];
        }
        sine * sine + cosine * cosine
    };
    let all = length / 2.0 * values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let tried = (2..=2 * whole).map(|half| half as f64 / 2.0);
    let (count, power) = tried.map(|count| (count, power(count))).max_by(|one, other| one.1.total_cmp(&other.1))?;
    let rest = (1.0 - power / all).max(0.0);
    (all > 0.0).then(|| Cycles { count, p: (2.0 * whole as f64 * rest.powi(whole as i32 - 1)).min(1.0) })
}
