//! Who is not ranked at a point, and why.

use model::{Agreement, CaseState, Failure, Plan, PointRecord, Reference, beside, expected_form, first_difference};

/// A variant that is not ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct Excluded {
    /// Index of the variant in the plan.
    pub variant: usize,
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: Reason,
}

/// Why a variant is not ranked.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It did not take part; a clause says why.
    Skipped(String),
    /// It failed.
    Failed(Failure),
    /// Its answer is another one.
    Differs {
        /// What it differs from.
        from: Against,
        /// The place of the first difference, counted from 0 in the bytes of texts, else in the canonical forms; `None` when it lies beyond what is kept.
        place: Option<usize>,
        /// Its own answer around that place.
        own: String,
        /// The other answer around that place.
        other: String,
    },
}

/// What answers are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The answer that the plan expects.
    Expected,
    /// That of the variant with this name.
    Variant(String),
}

/// Everybody who is not ranked at a point, in the order of the plan.
pub fn excluded(plan: &Plan, record: &PointRecord, agreement: &Agreement) -> Vec<Excluded> {
    let reasons = plan.contestants().filter_map(|(index, variant)| {
        let case = &record.cases[index];
        let reason = match &case.state {
            CaseState::Skipped(reason) => Reason::Skipped(reason.clone()),
            CaseState::Failed(failure) => Reason::Failed(failure.clone()),
            CaseState::Racing if agreement.differing.contains(&index) => differs(plan, record, agreement, index)?,
            CaseState::Racing => return None,
        };
        Some(Excluded { variant: index, name: variant.name.clone(), reason })
    });
    reasons.collect()
}

fn differs(plan: &Plan, record: &PointRecord, agreement: &Agreement, index: usize) -> Option<Reason> {
    let answer = record.cases[index].answer.as_ref()?;
    let own = (index, answer);
    let (from, difference) = match agreement.reference.as_ref()? {
        Reference::Expected(text) => {
            (Against::Expected, first_difference(&answer.head, &expected_form(plan, own, text)))
        }
        Reference::Variant(other) => {
            let reference = (*other, record.cases[*other].answer.as_ref()?);
            let difference = first_difference(&beside(plan, &own, *other), &beside(plan, &reference, index));
            (Against::Variant(plan.variants[*other].name.clone()), difference)
        }
    };
    let (place, own, other) = difference.map(|(place, own, other)| (Some(place), own, other)).unwrap_or_default();
    Some(Reason::Differs { from, place, own, other })
}
