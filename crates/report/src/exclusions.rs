//! Why a variant has no rate, or no place among the others.

use analysis::{Against, NoRate, Reason, Row};

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

/// What became of a variant that is not ranked, in one word for programs.
pub fn answer_key(reason: &Reason) -> &'static str {
    match reason {
        Reason::Skipped(_) => "skipped",
        Reason::Failed(_) => "failed",
        Reason::Differs { .. } => "different",
    }
}

/// Why it is not ranked, in one text that may hold anything.
pub fn why_not_ranked(reason: &Reason) -> String {
    match reason {
        Reason::Skipped(reason) => reason.clone(),
        Reason::Failed(failure) => failure.message.clone(),
        Reason::Differs { from, own, other, .. } => format!("{own} instead of {other} ({})", against(from)),
    }
}

/// The same with what became of it in front, for people.
pub fn unranked(reason: &Reason) -> String {
    let what = match reason {
        Reason::Skipped(_) => "not measured here",
        Reason::Failed(_) => "failed",
        Reason::Differs { .. } => "answers differently, not ranked",
    };
    format!("{what}: {}", why_not_ranked(reason))
}
