//! How numbers are written.

use model::format_duration;
pub use model::format_percent as percent;

/// A rate or a time as Perl's Benchmark writes it: few digits, because more are rarely accurate.
///
/// Source: `cmpthese` of Benchmark.pm, part of Perl.
///
/// ```
/// # use cmpthese_report::benchmark_number;
/// assert_eq!(benchmark_number(21810.4), "21810");
/// assert_eq!(benchmark_number(55.66), "55.7");
/// assert_eq!(benchmark_number(3.532), "3.53");
/// assert_eq!(benchmark_number(0.937), "0.937");
/// assert_eq!(benchmark_number(0.0421), "4.21e-02");
/// ```
pub fn benchmark_number(value: f64) -> String {
    match value {
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ if value >= 1.0 => format!("{value:.2}"),
        _ if value >= 0.1 => format!("{value:.3}"),
        _ => scientific(value),
    }
}

/// Iterations a second: `21810/s`.
pub fn rate(per_second: f64) -> String {
    format!("{}/s", benchmark_number(per_second))
}

/// `%.2e` of C: two digits of exponent at least.
fn scientific(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// A bound that is farther from its point than by this factor says nothing, unless it tells on which side of 1 the ratio is.
const FARTHEST: f64 = 1000.0;

/// A ratio with its interval, to the digits that the interval supports: `1.62 [1.60, 1.65]`; `1.62 [open]` where too few launches leave it open.
pub fn ratio(interval: &analysis::Interval) -> String {
    let mut interval = *interval;
    interval.low = if interval.low < interval.point.min(FARTHEST) / FARTHEST { 0.0 } else { interval.low };
    interval.high =
        if interval.high > interval.point.max(1.0 / FARTHEST) * FARTHEST { f64::INFINITY } else { interval.high };
    let half_width =
        if interval.high.is_finite() { (interval.high - interval.low) / 2.0 } else { interval.point / 10.0 };
    // Two digits of the half-width, but no more than five digits in all, zeros before the first not counted.
    let before_point = interval.point.max(1.0).log10().floor() + 1.0;
    let zeros = (-interval.point.clamp(1e-9, 1.0).log10()).floor();
    let most = (5.0 - before_point).max(0.0) + zeros;
    let decimals = (1.0 - half_width.max(1e-12).log10().floor()).clamp(0.0, most) as usize;
    // Of a difference that is established the bound next to 1 says so.
    let nearest = if interval.low > 1.0 { interval.low } else { interval.high.min(1.0) };
    let decimals = decimals_apart(nearest, decimals);
    let bound = |value: f64| if value.is_finite() { format!("{value:.decimals$}") } else { "∞".to_string() };
    if interval.low <= 0.0 && interval.high.is_infinite() {
        return format!("{} [open]", bound(interval.point));
    }
    format!("{} [{}, {}]", bound(interval.point), bound(interval.low), bound(interval.high))
}

/// The same where a bound may be none: `1.62 [open]` where it has no upper one.
pub fn ratio_or_open(interval: &analysis::Interval) -> String {
    if interval.high.is_finite() { ratio(interval) } else { format!("{} [open]", factor(interval.point)) }
}

/// A number with its sign, in the way that its size is written.
pub fn signed(value: f64, write: impl FnOnce(f64) -> String) -> String {
    format!("{}{}", if value < 0.0 { "-" } else { "+" }, write(value.abs()))
}

/// A duration with its sign: `+1.200 ms`.
pub fn signed_duration(nanos: f64) -> String {
    signed(nanos, format_duration)
}

/// What is at least so much of a unit is written as 1 of it: three digits of less would be 1000 of the smaller one.
const ROUNDS_UP: f64 = 0.9995;

/// Bytes a second with three digits: `2.31 GB/s`.
pub fn throughput(bytes_per_second: f64) -> String {
    const UNITS: &[(&str, f64)] = &[("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3)];
    let (unit, factor) =
        UNITS.iter().find(|(_, factor)| bytes_per_second >= ROUNDS_UP * factor).unwrap_or(&("B/s", 1.0));
    format!("{} {unit}", three_digits(bytes_per_second / factor))
}

/// A count or a size per iteration, short: `0`, `0.012`, `16385`.
pub fn count(value: f64) -> String {
    match value {
        _ if value == 0.0 => "0".to_string(),
        _ if value >= 99.95 || (value - value.round()).abs() < 1e-9 => format!("{value:.0}"),
        _ => three_digits(value),
    }
}

/// Two digits, of what is known no better.
pub fn rounded(value: f64) -> String {
    let digits: f64 = format!("{value:.1e}").parse().unwrap_or(value);
    count(digits)
}

/// A number with three digits where it has a fraction.
pub fn three_digits(value: f64) -> String {
    match value {
        _ if value >= 99.95 => format!("{value:.0}"),
        _ if value >= 9.995 => format!("{value:.1}"),
        _ if value >= 0.9995 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The unit in which a time is written, and how many nanoseconds that is.
pub fn time_unit(nanos: f64) -> (&'static str, f64) {
    const UNITS: [(&str, f64); 4] = [("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1.0)];
    UNITS.into_iter().find(|(_, factor)| nanos >= ROUNDS_UP * factor).unwrap_or(("ps", 1e-3))
}

/// A time with three digits, trailing zeros among them.
pub fn time(nanos: f64) -> String {
    format_duration(format!("{nanos:.2e}").parse().unwrap_or(nanos))
}

/// A duration with three digits: CPU times are less sure than wall times.
pub fn short_duration(nanos: f64) -> String {
    let text = time(nanos);
    let (number, unit) = text.split_once(' ').unwrap_or((&text, "ns"));
    // Four digits were written, of which the last is a zero now.
    let number = number.strip_suffix('0').filter(|shorter| shorter.contains('.')).unwrap_or(number);
    format!("{} {unit}", number.strip_suffix('.').unwrap_or(number))
}

/// `1 launch`, `2 launches`: a number with what is counted, of which one and more are given.
pub fn counted(number: usize, [one, more]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// `1 CPU`, `2 CPUs`; `None` where it is not known.
pub fn cpus(count: usize) -> Option<String> {
    (count > 0).then(|| counted(count, ["CPU", "CPUs"]))
}

/// A part in per cent without a fraction, of what is known no better.
pub fn whole_percent(part: f64) -> String {
    percent((part * 100.0).round() / 100.0)
}

/// `4 to 7`; `4` where both are written alike.
pub fn span([least, most]: [String; 2]) -> String {
    if least == most { least } else { format!("{least} to {most}") }
}

/// A part with its interval: `94 % [92 %, 96 %]`; `94 % [open]` where that says nothing.
pub fn percents(interval: &analysis::Interval) -> String {
    let [point, low, high] = [interval.point, interval.low, interval.high].map(percent);
    if interval.half_width().is_finite() { format!("{point} [{low}, {high}]") } else { format!("{point} [open]") }
}

/// Half the width of the interval of a time as a part of its point; not finite where it is open. It is as far up as down, but a lower bound below zero is told as
/// zero, so the upper one says how wide it is.
pub fn relative_half_width(interval: &analysis::Interval) -> f64 {
    (interval.high - interval.point) / interval.point
}

/// The same in words; `?` where it is open.
pub fn half_width(interval: &analysis::Interval) -> String {
    let half = relative_half_width(interval);
    if half.is_finite() { percent(half) } else { "?".to_string() }
}

/// A number as it is written, which has no sign of its own where it is rounded to nothing: `0.0` of `-0.0`.
pub fn unsigned_nothing(number: String) -> String {
    let is_nothing = number.chars().all(|one| matches!(one, '-' | '0' | '.'));
    if is_nothing { number.trim_start_matches('-').to_string() } else { number }
}

/// A duration with its interval in one unit: `121 µs [110, 130]`.
pub fn duration(interval: &analysis::Interval) -> String {
    let (unit, scale) = match interval.point.abs() {
        most if most >= ROUNDS_UP * 1e9 => ("s", 1e9),
        most if most >= 1e7 => ("ms", 1e6),
        most if most >= ROUNDS_UP * 1e3 => ("µs", 1e3),
        _ => ("ns", 1.0),
    };
    let value = |nanos: f64| match nanos / scale {
        number if !number.is_finite() => if number > 0.0 { "∞" } else { "-∞" }.to_string(),
        number if number.abs() >= 100.0 => format!("{number:.0}"),
        number => unsigned_nothing(format!("{number:.1}")),
    };
    format!("{} {unit} [{}, {}]", value(interval.point), value(interval.low), value(interval.high))
}

/// The same with three digits, of what has bounds: `1.21 µs [1.19, 1.23]`, `6.73 ms [6.32, 7.14]`.
pub fn precise_duration(interval: &analysis::Interval) -> String {
    let (unit, scale) = time_unit(interval.point.abs().max(1.0));
    let decimals = (2.0 - (interval.point.abs() / scale).max(1e-2).log10().floor()).clamp(0.0, 4.0) as usize;
    let value = |nanos: f64| format!("{:.decimals$}", nanos / scale);
    format!("{} {unit} [{}, {}]", value(interval.point), value(interval.low), value(interval.high))
}

/// The least and the most of some values above 0.
pub fn extremes(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    values.into_iter().fold([f64::INFINITY, 0.0], |[least, most], value| [least.min(value), most.max(value)])
}

/// So many decimals, or more where it takes them to write a ratio that is not 1 as something else.
fn decimals_apart(ratio: f64, least: usize) -> usize {
    /// With more, nobody reads the rest of the number.
    const MOST: usize = 6;
    let is_apart = |decimals: &usize| format!("{ratio:.0$}", *decimals).parse::<f64>() != Ok(1.0);
    if ratio == 1.0 { least } else { (least..=MOST).find(is_apart).unwrap_or(least) }
}

/// A ratio of which it is established that it is not 1, with as many decimals at least: it is not written as 1.
pub fn apart(ratio: f64, decimals: usize) -> String {
    format!("{ratio:.0$}", decimals_apart(ratio, decimals))
}

/// The same with three digits, as [`factor`] has it.
pub fn factor_apart(ratio: f64) -> String {
    if is_near_one(ratio) { apart(ratio, 3) } else { factor(ratio) }
}

/// Whether a ratio is so near 1 that three digits would tell little of how far it is from that.
fn is_near_one(ratio: f64) -> bool {
    (ratio - 1.0).abs() < 0.0995
}

/// A ratio alone with three digits, also far below one: `12.0`, `0.918`, `0.00144`.
pub fn factor(value: f64) -> String {
    match value {
        _ if value.is_finite() && value > 0.0 && value < 0.0995 => {
            let decimals = 2 - value.log10().floor() as i64;
            format!("{value:.0$}", decimals.clamp(0, 12) as usize)
        }
        _ if is_near_one(value) => format!("{value:.3}"),
        _ => three_digits(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_whose_bounds_say_nothing_is_open() {
        assert_eq!(percents(&interval(0.94, 0.92, 0.96)), "94 % [92 %, 96 %]");
        assert_eq!(percents(&interval(0.6, f64::NEG_INFINITY, f64::INFINITY)), "60 % [open]");
    }

    fn interval(point: f64, low: f64, high: f64) -> analysis::Interval {
        analysis::Interval { point, low, high, level: 0.95 }
    }

    #[test]
    fn small_ratios_keep_their_interval() {
        assert_eq!(ratio(&interval(0.001_017, 0.001_002, 0.001_033)), "0.001017 [0.001002, 0.001033]");
        assert_eq!(ratio(&interval(1.02e-5, 1.0e-5, 1.04e-5)), "0.00001020 [0.00001000, 0.00001040]");
        assert_eq!(ratio(&interval(0.9177, 0.9101, 0.9255)), "0.9177 [0.9101, 0.9255]");
    }

    #[test]
    fn a_bound_that_says_nothing_is_open() {
        assert_eq!(ratio(&interval(4.0, 1e-29, 2e29)), "4.00 [open]");
        assert_eq!(ratio(&interval(4.0, 0.001, 2e29)), "4.00 [open]");
        assert_eq!(ratio(&interval(5e6, 1.5, 2e29)), "5000000 [2, ∞]");
        assert_eq!(ratio(&interval(1e-6, 1e-29, 0.2)), "0.00 [0.00, 0.20]");
    }

    #[test]
    fn a_difference_that_is_established_has_no_bound_of_one() {
        assert_eq!(ratio(&interval(1.2, 1.004, 1.4)), "1.200 [1.004, 1.400]");
        assert_eq!(ratio(&interval(0.95, 0.9003, 0.9996)), "0.9500 [0.9003, 0.9996]");
        assert_eq!(ratio(&interval(1.02, 1.000_03, 1.04)), "1.02000 [1.00003, 1.04000]");
        // What may be none is written as before, and what no reader can tell from none, too.
        assert_eq!(ratio(&interval(1.004, 0.8, 1.2)), "1.00 [0.80, 1.20]");
        assert_eq!(ratio(&interval(0.95, 0.9, 1.0)), "0.950 [0.900, 1.000]");
        assert_eq!(ratio(&interval(1.2, 1.000_000_01, 1.4)), "1.20 [1.00, 1.40]");
    }

    #[test]
    fn a_factor_of_a_difference_is_not_one() {
        assert_eq!([1.0003, 0.9997, 1.02, 0.99996].map(factor_apart), ["1.0003", "0.9997", "1.020", "0.99996"]);
        assert_eq!([12.0, 0.5, 0.00144, 1.0].map(factor_apart), [12.0, 0.5, 0.00144, 1.0].map(factor));
        assert_eq!(apart(1.004, 2), "1.004");
        assert_eq!(factor(1.0003), "1.000");
    }

    #[test]
    fn half_of_a_wide_interval_is_not_less_because_times_are_above_zero() {
        assert_eq!(half_width(&interval(10.0, 0.0, 25.0)), "150 %");
        assert_eq!(half_width(&interval(10.0, 0.0, f64::INFINITY)), "?");
    }

    #[test]
    fn units_change_where_digits_do() {
        assert_eq!(throughput(999.7e6), "1.00 GB/s");
        assert_eq!(throughput(999.2e6), "999 MB/s");
        assert_eq!(duration(&interval(999.7, 999.1, 1000.2)), "1.0 µs [1.0, 1.0]");
        assert_eq!(duration(&interval(1200.0, -30.0, 2430.0)), "1.2 µs [0.0, 2.4]");
        assert_eq!(precise_duration(&interval(0.9998e9, 0.99e9, 1.01e9)), "1.000 s [0.990, 1.010]");
    }
}
