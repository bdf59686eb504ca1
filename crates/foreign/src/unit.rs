//! Units of time in the words of other tools.

/// The nanoseconds of a second.
pub const SECOND_NS: f64 = 1e9;

/// The nanoseconds of a unit; `None` for what is no unit of time.
pub fn nanos(unit: &str) -> Option<f64> {
    Some(match unit {
        "ns" => 1.0,
        "us" | "µs" | "μs" => 1e3,
        "ms" => 1e6,
        "s" | "sec" | "second" | "seconds" => SECOND_NS,
        "min" | "m" => 60e9,
        "hr" | "h" => 3600e9,
        _ => return None,
    })
}
