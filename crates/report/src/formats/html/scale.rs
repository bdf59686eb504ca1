//! From values to places on paper, and the round values that an axis names.

use crate::numbers::time_unit;

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    is_log: bool,
}

impl Scale {
    /// A logarithmic axis from the place of `low` to that of `high`; both are above 0.
    pub fn log([low, high]: [f64; 2], [from, to]: [f64; 2]) -> Scale {
        Scale { low, high: if high > low { high } else { low * 1.1 }, from, to, is_log: true }
    }

    /// A linear axis.
    pub fn linear([low, high]: [f64; 2], [from, to]: [f64; 2]) -> Scale {
        Scale { low, high: if high > low { high } else { low + 1.0 }, from, to, is_log: false }
    }

    /// The place of a value; what lies outside is put on the edge.
    pub fn at(&self, value: f64) -> f64 {
        let share = match self.is_log {
            true => (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.from + share * (self.to - self.from)
    }

    /// Whether a value lies on the axis.
    pub fn holds(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    /// Round values on the axis, `ticks_max` at most.
    pub fn ticks(&self, ticks_max: usize) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        if !self.is_log || decades < 0.7 {
            return self.linear_ticks(ticks_max);
        }
        let of = |steps: &[f64], stride: i32| -> Vec<f64> {
            let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            let powers = (first..=last).filter(|power| power.rem_euclid(stride) == 0);
            let all = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
            all.filter(|value| self.holds(*value)).collect()
        };
        let choices = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0][..], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]]
            .into_iter()
            .map(|steps| of(steps, 1));
        let strides = (2..40).map(|stride| of(&[1.0], stride));
        choices.chain(strides).find(|ticks| ticks.len() <= ticks_max).unwrap_or_default()
    }

    fn linear_ticks(&self, ticks_max: usize) -> Vec<f64> {
        let least = (self.high - self.low) / ticks_max.max(1) as f64;
        let power = 10f64.powf(least.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|step| *step >= least).unwrap_or(least);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(|count| count as f64 * step).collect()
    }
}

/// The ratios that an axis holds around 1: the margin, and half as much to each side. Both are above 0, whatever the margin is.
pub fn around_one(margin: f64) -> [f64; 2] {
    let high = 1.0 + 1.5 * margin;
    [1.0 / high, high]
}

/// A round value without the digits that arithmetic left behind.
pub fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// A round time.
pub fn short_time(nanos: f64) -> String {
    let (unit, factor) = time_unit(nanos);
    if nanos == 0.0 { "0".to_string() } else { format!("{} {unit}", short(nanos / factor)) }
}

#[cfg(test)]
mod tests {
    use super::{Scale, short, short_time};

    #[test]
    fn ticks_are_round_few_and_on_the_axis() {
        for (low, high) in [(0.97, 1.04), (0.5, 2.0), (0.04, 300.0), (1e-9, 1e12), (1.0, 1.0)] {
            for scale in [Scale::log([low, high], [0.0, 1.0]), Scale::linear([low, high], [0.0, 1.0])] {
                for most in [4, 8] {
                    let ticks = scale.ticks(most);
                    assert!(!ticks.is_empty() && ticks.len() <= most + 1, "{low} {high} {most}: {ticks:?}");
                    assert!(ticks.iter().all(|tick| scale.holds(*tick) && short(*tick).len() <= 13), "{ticks:?}");
                }
            }
        }
    }

    #[test]
    fn every_value_has_a_place() {
        let scale = Scale::log([1.0, 100.0], [10.0, 110.0]);
        assert_eq!([1.0, 10.0, 100.0].map(|value| scale.at(value)), [10.0, 60.0, 110.0]);
        assert_eq!([0.0, -1.0, f64::INFINITY, f64::NAN].map(|value| scale.at(value)), [10.0, 10.0, 110.0, 10.0]);
    }

    #[test]
    fn times_have_their_unit() {
        assert_eq!(
            [0.0, 0.2, 1.0, 2e3, 5e6, 3e10].map(short_time),
            ["0", "200 ps", "1 ns", "2 µs", "5 ms", "30 s"].map(String::from)
        );
    }
}
