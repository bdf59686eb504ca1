//! Which answers agree: before anything is timed, and again when a report is made.

use crate::canonical::escaped;
use crate::latin_1::narrowed;
use crate::{Answer, CaseRecord, CaseState, Check, Plan, PointRecord, Role, Subject};
use std::borrow::Cow;

/// How the answers at a point stand to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// What an answer is held against.
    pub reference: Option<Reference>,
    /// Indices of the variants whose answer is another one.
    pub differing: Vec<usize>,
}

/// What an answer is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The answer that the plan expects, in canonical form.
    Expected(String),
    /// The answer of this variant: the baseline, or else the first of those whose answer most gave.
    Variant(usize),
}

/// Compares the answers at a point. Variants without an answer take no part; those that failed or were dropped after
/// theirs do, so that nobody becomes right or wrong by their leaving.
pub fn agreement(plan: &Plan, record: &PointRecord) -> Agreement {
    let answered: Vec<(usize, &Answer)> =
        plan.contestants().filter_map(|(index, _)| Some((index, record.cases[index].answer.as_ref()?))).collect();
    if plan.check == Check::None || answered.is_empty() {
        return Agreement::default();
    }
    if let Some(expected) = expected(plan, record) {
        let differing = answered.iter().filter(|one| !matches_expected(plan, one, &expected));
        return Agreement {
            differing: differing.map(|(index, _)| *index).collect(),
            reference: Some(Reference::Expected(expected)),
        };
    }
    let votes = |one: &(usize, &Answer)| answered.iter().filter(|other| agree(plan, one, other)).count();
    let chosen = answered
        .iter()
        .max_by_key(|one| (plan.baseline == Some(one.0), votes(one), usize::MAX - one.0))
        .expect("there is an answer");
    let differing = answered.iter().filter(|one| !agree(plan, one, chosen));
    Agreement { differing: differing.map(|(index, _)| *index).collect(), reference: Some(Reference::Variant(chosen.0)) }
}

/// Whether two variants gave the same answer.
fn agree(plan: &Plan, one: &(usize, &Answer), other: &(usize, &Answer)) -> bool {
    let kinds = |index: usize| (has_bytes(plan, index), is_command(plan, index));
    one.1.digest == other.1.digest
        || kinds(one.0) != kinds(other.0)
            && one.1.is_whole()
            && other.1.is_whole()
            && beside(plan, one, other.0) == beside(plan, other, one.0)
}

/// An answer as it stands beside that of another variant. A text of Latin-1 has a byte for each character where texts are characters, and is UTF-8
/// where they are bytes: there the characters are taken. Of two whose texts are of one kind these are two values. What a command prints mostly ends with a newline that a
/// value of code has not: beside each other neither has its newlines at the end, as `$(…)` leaves them out.
pub fn beside<'a>(plan: &Plan, (index, answer): &(usize, &'a Answer), other: usize) -> Cow<'a, str> {
    let head = match is_command(plan, *index) != is_command(plan, other) {
        true => without_line_end(&answer.head),
        false => answer.head.as_str().into(),
    };
    match has_bytes(plan, *index) && !has_bytes(plan, other) {
        true => narrowed(&head).into(),
        false => head,
    }
}

/// The canonical form of a text without the newlines at its end. Behind an even number of backslashes an `n` is a letter.
fn without_line_end(form: &str) -> Cow<'_, str> {
    let is_newline = |text: &&str| {
        let escape = text.strip_suffix('n').unwrap_or("");
        (escape.len() - escape.trim_end_matches('\\').len()) % 2 == 1
    };
    let Some(text) = form.strip_suffix('"').filter(is_newline) else { return form.into() };
    let ends = std::iter::successors(Some(text), |text| text.strip_suffix("\\n").filter(is_newline));
    let last = ends.last().and_then(|text| text.strip_suffix("\\n")).unwrap_or(text);
    format!("{last}\"").into()
}

fn is_command(plan: &Plan, index: usize) -> bool {
    matches!(plan.variants[index].subject, Subject::Command(_))
}

/// Whether texts of a variant are bytes and not characters.
fn has_bytes(plan: &Plan, index: usize) -> bool {
    match &plan.variants[index].subject {
        Subject::Snippet(snippet) => snippet.has_bytes,
        Subject::Command(_) | Subject::Http(_) => true,
        Subject::Sim(_) | Subject::Imported(_) => false,
    }
}

/// The first place where two answers differ, counted from 0 in the bytes of texts, else in their canonical forms: the form around it in each. `None` when their heads are equal.
pub fn first_difference(left: &str, right: &str) -> Option<(usize, String, String)> {
    let place = left.bytes().zip(right.bytes()).position(|(a, b)| a != b).unwrap_or(left.len().min(right.len()));
    if place >= left.len() && place >= right.len() {
        return None;
    }
    let from = place.saturating_sub(12);
    let excerpt = |text: &str| {
        let dots = if from > 0 { "…" } else { "" };
        let end = (place + 28).min(text.len());
        let more = if end < text.len() { "…" } else { "" };
        format!("{dots}{}{more}", text.get(from.min(end)..end).unwrap_or_default())
    };
    let are_texts = [left, right].iter().all(|form| form.starts_with('"'));
    Some((if are_texts { in_text(&left[1..], place - 1) } else { place }, excerpt(left), excerpt(right)))
}

/// Which byte of a text stands at a place of its canonical form, which begins behind the quote.
fn in_text(form: &str, place: usize) -> usize {
    let length_at = |at: usize| match &form.as_bytes()[at.min(form.len())..] {
        [b'\\', b'x', ..] => 4,
        [b'\\', ..] => 2,
        _ => 1,
    };
    let ends = std::iter::successors(Some(length_at(0)), |end| Some(end + length_at(*end)));
    ends.take_while(|end| *end <= place).count()
}

fn expected(plan: &Plan, record: &PointRecord) -> Option<String> {
    plan.expect.as_ref()?.fill(&record.point.texts().collect())
}

/// The form that the answer of a variant is held against. A plan writes the expected answer as text; it stands for a text, for a number, or for the
/// canonical form itself. A text of Latin-1 may be UTF-8 as well where texts are characters: what is read as bytes is.
pub fn expected_form(plan: &Plan, (index, answer): (usize, &Answer), expected: &str) -> String {
    if !answer.head.starts_with('"') || answer.head == expected {
        return expected.to_string();
    }
    let bytes = format!("\"{}\"", escaped(expected.as_bytes()));
    if has_bytes(plan, index) || answer.head == bytes { bytes } else { narrowed(&bytes) }
}

fn matches_expected(plan: &Plan, one: &(usize, &Answer), expected: &str) -> bool {
    let form = expected_form(plan, *one, expected);
    // What is no text is written in canonical form, in that of either kind.
    let is_either = has_bytes(plan, one.0) && !one.1.head.starts_with('"');
    let without_end = is_command(plan, one.0).then(|| without_line_end(&one.1.head));
    one.1.is_whole()
        && (one.1.head == form
            || without_end.is_some_and(|head| head == form)
            || is_either && narrowed(&one.1.head) == narrowed(&form))
}

/// Whether a variant is measured and ranked at a point: it takes part, did not fail, and its answer agrees.
pub fn is_ranked(plan: &Plan, case: &CaseRecord, index: usize, agreement: &Agreement) -> bool {
    case.state == CaseState::Racing
        && plan.variants[index].role == Role::Contestant
        && !agreement.differing.contains(&index)
}

#[cfg(test)]
mod tests {
    use super::without_line_end;

    #[test]
    fn the_newlines_at_the_end_are_left_out() {
        let cases = [
            (r#""4\n""#, r#""4""#),
            (r#""4\n\n""#, r#""4""#),
            (r#""4""#, r#""4""#),
            (r#""a\\n""#, r#""a\\n""#),
            (r#""a\\\n""#, r#""a\\""#),
            (r#""\n""#, r#""""#),
            (r#""""#, r#""""#),
            ("4", "4"),
            (r#"status 1 "no\n""#, r#"status 1 "no""#),
        ];
        for (form, without) in cases {
            assert_eq!(without_line_end(form), without, "{form}");
        }
    }
}
