//! Which answers agree: before anything is timed, and again when a report is made.

use crate::canonical::escaped;
use crate::{Answer, CaseRecord, CaseState, Check, Plan, PointRecord, Role, Scope, Subject};
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
    one.1.digest == other.1.digest
        || has_bytes(plan, one.0) != has_bytes(plan, other.0)
            && one.1.is_whole()
            && other.1.is_whole()
            && beside(plan, one, other.0) == beside(plan, other, one.0)
}

/// An answer as it stands beside that of another variant. A text of Latin-1 has a byte for each character where texts are characters, and is UTF-8
/// where they are bytes: there the characters are taken. Of two whose texts are of one kind these are two values.
pub fn beside<'a>(plan: &Plan, (index, answer): &(usize, &'a Answer), other: usize) -> Cow<'a, str> {
    match has_bytes(plan, *index) && !has_bytes(plan, other) {
        true => narrowed(&answer.head).into(),
        false => answer.head.as_str().into(),
    }
}

/// Whether texts of a variant are bytes and not characters.
fn has_bytes(plan: &Plan, index: usize) -> bool {
    match &plan.variants[index].subject {
        Subject::Snippet(snippet) => snippet.has_bytes,
        Subject::Command(_) | Subject::Http(_) => true,
        Subject::Sim(_) | Subject::Imported(_) => false,
    }
}

/// A canonical form in which texts of Latin-1 are a byte for each character: `\\xC3\\xA9` is `\\xE9`. Others are UTF-8 in both.
fn narrowed(form: &str) -> String {
    let mut narrowed = String::new();
    let mut rest = form;
    while let Some(start) = rest.find('"') {
        let (before, text) = rest.split_at(start + 1);
        let (text, behind) = text.split_at(end_of_text(text));
        narrowed += before;
        narrowed += &of_latin_1(text).unwrap_or_else(|| text.to_string());
        // The quote at its end begins no other.
        let (quote, behind) = behind.split_at(behind.len().min(1));
        narrowed += quote;
        rest = behind;
    }
    narrowed + rest
}

/// Where the quote is that ends a text.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

/// A text with a byte for each character; `None` where one is not of Latin-1.
fn of_latin_1(text: &str) -> Option<String> {
    let byte = |form: &str| u8::from_str_radix(form.get(..4)?.strip_prefix("\\x")?, 16).ok();
    let mut narrowed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        narrowed += before;
        rest = match (byte(escape), escape.get(4..).and_then(byte)) {
            (Some(first @ 0xC2..=0xC3), Some(second @ 0x80..=0xBF)) => {
                narrowed += &format!("\\x{:02X}", (first & 3) << 6 | second & 0x3F);
                &escape[8..]
            }
            (Some(0x80..), _) => return None,
            _ => {
                let (sign, behind) = escape.split_at(escape.chars().take(2).map(char::len_utf8).sum());
                narrowed += sign;
                behind
            }
        };
    }
    Some(narrowed + rest)
}

/// The first place where two canonical forms differ: the text around it in each. `None` when their heads are equal.
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
    Some((place, excerpt(left), excerpt(right)))
}

fn expected(plan: &Plan, record: &PointRecord) -> Option<String> {
    let scope: Scope = record.point.params.iter().map(|(name, value)| (name.clone(), value.placeholder())).collect();
    plan.expect.as_ref()?.fill(&scope).ok()
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
    one.1.is_whole() && (one.1.head == form || is_either && narrowed(&one.1.head) == narrowed(&form))
}

/// Whether a variant is measured and ranked at a point: it takes part, did not fail, and its answer agrees.
pub fn is_ranked(plan: &Plan, case: &CaseRecord, index: usize, agreement: &Agreement) -> bool {
    case.state == CaseState::Racing
        && plan.variants[index].role == Role::Contestant
        && !agreement.differing.contains(&index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_of_latin_1_is_a_byte_for_each_character() {
        let cases = [
            (r#""M\xC3\xBCller""#, r#""M\xFCller""#),
            (r#"{"\xC2\x80": "\xC3\xBF\xC3"}"#, r#"{"\x80": "\xC3\xBF\xC3"}"#),
            (r#"["M\xC3\xBC\"", "Dvo\xC5\x99\xC3\xA1k"]"#, r#"["M\xFC\"", "Dvo\xC5\x99\xC3\xA1k"]"#),
            (r#""\x00\xC3\xA9\n"#, r#""\x00\xE9\n"#),
            (r#""\xC4\x93 \xC3A \xE2\x98\x83""#, r#""\xC4\x93 \xC3A \xE2\x98\x83""#),
            (r#""\\xC3\xA9\"\n""#, r#""\\xC3\xA9\"\n""#),
            ("\\é\\", "\\é\\"),
        ];
        for (form, expected) in cases {
            assert_eq!(narrowed(form), expected, "{form}");
        }
    }
}
