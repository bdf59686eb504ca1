//! Why a variant has no rate, or no place among the others.

use analysis::{Against, NoRate, Row};

/// Why no rate is given, as what the variant's name is the subject of; `None` where there is one.
pub fn why_no_rate(row: &Row) -> Option<String> {
    Some(match row.why_no_rate()? {
        NoRate::Timeless => "took no time that could be measured".to_string(),
        NoRate::NotAbove(less) => format!("is not found to take longer than {}, which is taken off", less.name),
        NoRate::EmptyLoop => "cannot be told from the empty loop".to_string(),
    })
}

/// What an answer differs from.
pub fn against(from: &Against) -> &str {
    match from {
        Against::Expected => "the expected answer",
        Against::Variant(name) => name,
    }
}
