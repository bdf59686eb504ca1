//! The variant that a plan takes for the limit of the others: `limit = true`.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::tree::Mistakes;
use crate::variant::VariantEntry;
use model::{Role, Variant};

/// The index of the limit among `contestants`, which are the variants of `made` in their order.
pub fn limit(
    made: &[VariantEntry],
    contestants: &[Variant],
    baseline: Option<usize>,
    mistakes: &mut Mistakes,
) -> Option<usize> {
    const HELP: &str = "take the least that the job can need, such as a program that does nothing else";
    let mut limit = None;
    let mut first = None;
    let mut next = 0;
    for VariantEntry { limit: place, variants, .. } in made {
        let index = next;
        next += variants.len();
        let (Some(place), false) = (place, variants.is_empty()) else { continue };
        if let Some(first) = first.replace(place.clone()) {
            let mistake = Diagnostic::new(place.clone(), "a plan has one limit, which all others are held against");
            mistakes.push(mistake.label("the second").also(first, "the first").help(HELP));
        } else if variants.len() > 1 {
            let message = format!("`for` makes {} variants of this, and a plan has one limit", variants.len());
            let help = "write the one that is the limit as a `[[variant]]` of its own";
            mistakes.push(Diagnostic::new(place.clone(), message).label("more than one").help(help));
        } else if baseline == Some(index) || contestants[index].role == Role::Floor {
            let name = quoted(&contestants[index].name);
            let (message, label) = match baseline == Some(index) {
                true => (format!("{name} is the limit, to which nobody is compared"), "is the `baseline`, too"),
                false => (format!("{name} is not measured for itself"), "its time is taken off others"),
            };
            let help = format!("let it be one of both; {HELP}");
            mistakes.push(Diagnostic::new(place.clone(), message).label(label).help(help));
        } else {
            limit = Some(index);
        }
    }
    limit
}
