//! Why a variant has no rate, or no place among the others.

use analysis::{Against, NoRate, PointAnalysis, Reason, Row};
use model::{Failure, FailureKind, Source};
use std::collections::BTreeSet;

/// More of what a process wrote last tells a reader nothing, in characters.
const SAID_MAX: usize = 200;

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
        Reason::Differs { from, place: None, .. } => {
            format!("it differs from {} beyond the part that is kept", against(from))
        }
        Reason::Differs { from, own, other, .. } => format!("{own} instead of {other} ({})", against(from)),
    }
}

/// What happened, for people: of all that a process wrote before it ended the line that tells it. What a compiler says is of several.
pub fn happened(failure: &Failure) -> String {
    const SAID: &str = "; it said: ";
    let is_end = matches!(failure.kind, FailureKind::Signal | FailureKind::WorkerLost);
    match failure.message.split_once(SAID).filter(|_| is_end) {
        Some((what, said)) => {
            format!("{what}{SAID}{}", beginning(model::what_happened(said).unwrap_or_default()))
        }
        None => failure.message.clone(),
    }
}

/// What was noted of a variant, likewise: its last line of standard error is as long as it likes.
pub fn note_told(note: &str) -> String {
    const WRITES: &str = "it writes to its standard error, which takes time: ";
    note.strip_prefix(WRITES).map_or(note.to_string(), |line| format!("{WRITES}{}", beginning(line)))
}

fn beginning(line: &str) -> String {
    match line.char_indices().nth(SAID_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}

/// Why nothing is compared at a point, in one word for programs; `None` where something is.
pub fn why_not_compared(point: &PointAnalysis) -> Option<&'static str> {
    let rows: Vec<&Row> = point.rows.iter().filter(|row| !point.is_limit(row)).collect();
    let lost = point.excluded.iter().map(|one| answer_key(&one.reason));
    let empty = rows.iter().filter(|row| row.is_empty).map(|_| "empty");
    let reasons: BTreeSet<&'static str> = lost.chain(empty).collect();
    let why = match (reasons.first(), rows.len()) {
        (Some(only), _) if reasons.len() == 1 => *only,
        (Some(_), _) => "several",
        (None, 0) => "not_timed",
        (None, 1) => "one_alone",
        (None, _) => "no_launch_of_two",
    };
    point.comparisons.is_empty().then_some(why)
}

/// The same with what became of it in front, and what to do about it, for people.
pub fn unranked(reason: &Reason, source: &Source) -> String {
    match reason {
        Reason::Skipped(_) => format!("not measured here: {}", why_not_ranked(reason)),
        Reason::Failed(failure) => {
            let help = failure.help.as_ref().map_or(String::new(), |help| format!("; help: {help}"));
            format!("failed{}: {}{help}", line_of(failure, source), happened(failure))
        }
        Reason::Differs { .. } => format!("answers differently, not ranked: {}", why_not_ranked(reason)),
    }
}

/// Where in the plan it stands; nothing where nobody has seen the lines.
pub fn line_of(failure: &Failure, source: &Source) -> String {
    let line = failure.line.filter(|_| source.name != Source::COMMAND_LINE);
    line.map_or(String::new(), |line| format!(" (line {line} of the plan)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A snippet that wrote four thousand bytes before it ended filled the screen.
    #[test]
    fn of_what_a_process_wrote_one_line_is_told() {
        let told = |kind, said: &str| {
            let message = format!("its process ended with exit code 3 instead of an answer; it said: {said}");
            let told = happened(&Failure::new(kind, message, None));
            told.strip_prefix("its process ended with exit code 3 instead of an answer; it said: ").map(str::to_string)
        };
        let lines: String = (0..300).map(|line| format!("noise {line}\n")).collect();
        assert_eq!(told(FailureKind::WorkerLost, lines.trim_end()).as_deref(), Some("noise 299"));
        let panicked = "noise\npanic: no more\n\ngoroutine 18 [running]:\nmain.f()\n\tcmpthese:code:3 +0x25";
        assert_eq!(told(FailureKind::WorkerLost, panicked).as_deref(), Some("panic: no more"));
        let long = "é".repeat(4000);
        let cut = format!("{}…", "é".repeat(200));
        assert_eq!(told(FailureKind::Signal, &format!("first\n{long}")), Some(cut.clone()));
        assert_eq!(told(FailureKind::Compile, "in f:\nline 3").as_deref(), Some("in f:\nline 3"));
        assert_eq!(
            note_told(&format!("it writes to its standard error, which takes time: {long}")).chars().last(),
            Some('…')
        );
        assert_eq!(note_told(&long), long, "other notes are whole");
        assert_eq!(happened(&Failure::new(FailureKind::Signal, "killed".to_string(), None)), "killed");
    }

    /// It was ` instead of  (sort)`.
    #[test]
    fn answers_that_are_alike_as_far_as_they_are_kept_are_not_told() {
        let from = Against::Variant("sort".to_string());
        let reason = Reason::Differs { from, place: None, own: String::new(), other: String::new() };
        assert_eq!(why_not_ranked(&reason), "it differs from sort beyond the part that is kept");
    }
}
