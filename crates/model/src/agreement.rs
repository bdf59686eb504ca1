//! Which answers agree: before anything is timed, and again when a report is made.

use crate::canonical::escaped;
use crate::{Answer, CaseRecord, CaseState, Check, Plan, PointRecord, Role, Scope};

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
        let differing = answered.iter().filter(|(_, answer)| !matches_expected(answer, &expected));
        return Agreement {
            differing: differing.map(|(index, _)| *index).collect(),
            reference: Some(Reference::Expected(expected)),
        };
    }
    let votes = |digest: &str| answered.iter().filter(|(_, answer)| answer.digest == digest).count();
    let (reference, chosen) = answered
        .iter()
        .max_by_key(|(index, answer)| (plan.baseline == Some(*index), votes(&answer.digest), usize::MAX - index))
        .expect("there is an answer");
    let differing = answered.iter().filter(|(_, answer)| answer.digest != chosen.digest);
    Agreement {
        differing: differing.map(|(index, _)| *index).collect(),
        reference: Some(Reference::Variant(*reference)),
    }
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

/// The form that an answer is held against. A plan writes the expected answer as text; it stands for a text, for a number, or for the canonical
/// form itself.
pub fn expected_form(answer: &Answer, expected: &str) -> String {
    let is_text = answer.head.starts_with('"') && answer.head != expected;
    if is_text { format!("\"{}\"", escaped(expected.as_bytes())) } else { expected.to_string() }
}

fn matches_expected(answer: &Answer, expected: &str) -> bool {
    let form = expected_form(answer, expected);
    answer.head == form && answer.length == form.len() as u64
}

/// Whether a variant is measured and ranked at a point: it takes part, did not fail, and its answer agrees.
pub fn is_ranked(plan: &Plan, case: &CaseRecord, index: usize, agreement: &Agreement) -> bool {
    case.state == CaseState::Racing
        && plan.variants[index].role == Role::Contestant
        && !agreement.differing.contains(&index)
}
