//! What environment variables ask of a trial.

use std::env::var;

/// Whether a variable is set, and not to 0.
pub fn is(variable: &str) -> bool {
    var(variable).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// Whether a variable is set to a word.
pub fn says(variable: &str, word: &str) -> bool {
    var(variable).is_ok_and(|value| value == word)
}

/// `REPETITIONS`, or else a number of the trial's own.
pub fn repetitions(otherwise: usize) -> usize {
    var("REPETITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Whether a name begins with one of the words in `CASES`; all do where it is missing.
pub fn is_wanted(name: &str) -> bool {
    var("CASES").unwrap_or_default().split(',').any(|prefix| name.starts_with(prefix.trim()))
}
