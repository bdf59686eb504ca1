//! Sizes and durations as people write them, and back.

/// Binary and decimal multiples of a byte, longest suffix first so that `KiB` is not read as `B`.
pub const BYTE_UNITS: &[(&str, u64)] = &[
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("B", 1),
];

/// Units of time in nanoseconds, longest suffix first.
pub const TIME_UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("min", 60_000_000_000),
    ("s", 1_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Reads `64KiB`, `1.5 MB`, `10B`; the result is in bytes. `None` when the text is no number with a unit of size.
///
/// ```
/// assert_eq!(cmpthese_model::parse_bytes("64KiB"), Some(65536));
/// assert_eq!(cmpthese_model::parse_bytes("64"), None);
/// ```
pub fn parse_bytes(text: &str) -> Option<u64> {
    parse_with(text, BYTE_UNITS)
}

/// Reads `10ms`, `1.5s`, `2min`; the result is in nanoseconds. `None` when the text is no number with a unit of time.
///
/// ```
/// assert_eq!(cmpthese_model::parse_duration("10ms"), Some(10_000_000));
/// assert_eq!(["10\u{b5}s", "10\u{3bc}s"].map(cmpthese_model::parse_duration), [Some(10_000); 2]);
/// ```
pub fn parse_duration(text: &str) -> Option<u64> {
    // Some keyboards and normal forms of Unicode have the letter of Greek in the place of the sign.
    parse_with(&text.replace('\u{3bc}', "µ"), TIME_UNITS)
}

/// Reads `1%` as 0.01. `None` when the text is no number with a percent sign from 0 to below 100.
///
/// ```
/// assert_eq!(cmpthese_model::parse_percent("1%"), Some(0.01));
/// assert_eq!(["1", "100%", "-1%"].map(cmpthese_model::parse_percent), [None; 3]);
/// ```
pub fn parse_percent(text: &str) -> Option<f64> {
    let number: f64 = text.trim().strip_suffix('%')?.trim_end().parse().ok()?;
    (0.0..100.0).contains(&number).then_some(number / 100.0)
}

/// Reads what a template of a size gives once it is filled: plain digits are bytes, the way placeholders give sizes;
/// anything else needs a unit.
///
/// ```
/// assert_eq!(cmpthese_model::filled_bytes("65536"), Some(65536));
/// assert_eq!(cmpthese_model::filled_bytes("64KiB"), Some(65536));
/// ```
pub fn filled_bytes(text: &str) -> Option<u64> {
    text.trim().parse().ok().or_else(|| parse_bytes(text))
}

/// Reads what a template of a duration gives once it is filled, in nanoseconds: a plain number is seconds, the way
/// placeholders give durations; anything else needs a unit.
///
/// ```
/// assert_eq!(cmpthese_model::filled_duration("0.01"), Some(10_000_000));
/// assert_eq!(cmpthese_model::filled_duration("10ms"), Some(10_000_000));
/// assert_eq!(cmpthese_model::filled_duration("10m"), None);
/// ```
pub fn filled_duration(text: &str) -> Option<u64> {
    parse_duration(text).or_else(|| parse_duration(&format!("{} s", text.trim())))
}

fn parse_with(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let (number, factor) = units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(*unit)?, *factor)))?;
    let number = number.trim_end();
    if !number.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor);
    }
    let product = number.parse::<f64>().ok()? * factor as f64;
    (product < u64::MAX as f64).then_some(product.round() as u64)
}

/// Writes a size with the largest binary unit that divides it, or the nearest one to three digits.
///
/// ```
/// assert_eq!(cmpthese_model::format_bytes(65536), "64 KiB");
/// assert_eq!(cmpthese_model::format_bytes(1500), "1500 B");
/// assert_eq!(cmpthese_model::format_bytes(1_000_000), "977 KiB");
/// ```
pub fn format_bytes(bytes: u64) -> String {
    const UNITS: &[(&str, u64)] = &[("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    for (unit, factor) in UNITS {
        if bytes.is_multiple_of(*factor) && (1..10_000).contains(&(bytes / factor)) {
            return format!("{} {unit}", bytes / factor);
        }
    }
    match UNITS.iter().find(|(_, factor)| bytes >= 10 * factor) {
        Some((unit, factor)) => format!("{} {unit}", significant(bytes as f64 / *factor as f64, 3)),
        None => format!("{bytes} B"),
    }
}

/// Writes a time in nanoseconds to four significant digits in the unit that fits.
///
/// ```
/// assert_eq!(cmpthese_model::format_duration(1234567.0), "1.235 ms");
/// assert_eq!(cmpthese_model::format_duration(0.5), "0.5000 ns");
/// assert_eq!(cmpthese_model::format_duration(999.99999), "1.000 µs");
/// assert_eq!(cmpthese_model::format_duration(f64::INFINITY), "∞");
/// ```
pub fn format_duration(nanos: f64) -> String {
    const UNITS: &[(&str, f64)] = &[("s", 1e9), ("ms", 1e6), ("µs", 1e3)];
    let size = nanos.abs();
    match UNITS.iter().find(|(_, factor)| size >= 0.99995 * factor) {
        _ if size.is_infinite() => "∞".to_string(),
        Some((unit, factor)) => format!("{} {unit}", significant(nanos / factor, 4)),
        None => format!("{} ns", significant(nanos, 4)),
    }
}

/// Writes a share in per cent: two decimals below one per cent, one below ten; whole ones without decimals.
///
/// ```
/// assert_eq!(cmpthese_model::format_percent(0.0025), "0.25 %");
/// assert_eq!(cmpthese_model::format_percent(0.0131), "1.3 %");
/// assert_eq!(cmpthese_model::format_percent(0.12), "12 %");
/// ```
pub fn format_percent(share: f64) -> String {
    let value = share * 100.0;
    match value.abs() {
        size if (size - size.round()).abs() < 1e-9 => format!("{value:.0} %"),
        size if !size.is_finite() => "∞".to_string(),
        size if size >= 9.95 => format!("{value:.0} %"),
        size if size >= 0.995 => format!("{value:.1} %"),
        _ => format!("{value:.2} %"),
    }
}

/// Fixed notation with about `digits` significant digits; whole digits are never cut.
fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let decimals_of = |size: f64| (digits as i64 - (size.log10().floor() as i64 + 1)).clamp(0, 12) as usize;
    // Rounding may carry into a new digit, as from 0.99999 to 1.0000: then one decimal fewer is enough.
    let first = decimals_of(value.abs());
    let rounded: f64 = format!("{:.first$}", value.abs()).parse().unwrap_or(value.abs());
    let decimals = if rounded == 0.0 { first } else { decimals_of(rounded) };
    format!("{value:.decimals$}")
}
