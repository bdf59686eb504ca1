//! What a variant can run: one file a kind, all of them in [`KINDS`].

mod command;
mod http;
mod imported;
mod kind;
mod sim;
mod snippet;
mod worker;

pub use http::after_scheme;

use crate::Diagnostic;
use crate::context::PlanContext;
use crate::foreign::quoted;
use crate::tree::{Mistakes, Table};
use kind::Kind;
pub use kind::Reading;

/// Every kind of subject, in the order in which messages list their keys.
const KINDS: &[Kind] = &[snippet::KIND, command::KIND, http::KIND, sim::KIND, worker::KIND];

/// The kind that `cmpthese import` alone writes: messages offer it to nobody.
const UNOFFERED: &Kind = &imported::KIND;

/// What to do about a key that a plan has as well.
const PLAN_TOO: &str =
    "remove it, or move it to the top of the file, before the first `[table]`, if it is meant for the plan";

/// Reads what a variant runs. Keys that only go with another kind are taken out of the table and explained.
pub fn read(table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading> {
    let unoffered = [UNOFFERED].into_iter().filter(|_| table.has(imported::HEAD));
    let kinds: Vec<&Kind> = KINDS.iter().chain(unoffered).collect();
    let heads: Vec<&str> = kinds.iter().flat_map(|kind| (kind.heads)(context.languages)).collect();
    let Some(head) = table.exactly_one(&heads, mistakes) else {
        // Which keys go with it cannot be told, so none of them is unknown.
        for kind in &kinds {
            known_keys(kind, context).iter().for_each(|key| drop(table.node(key)));
        }
        return None;
    };
    let kind = kinds.iter().find(|kind| (kind.heads)(context.languages).contains(&head))?;
    let reading = (kind.read)(head, table, context, mistakes);
    for other in kinds.iter().filter(|other| other.noun != kind.noun) {
        for key in known_keys(other, context) {
            let explain = |entry: &crate::tree::Entry| {
                let message = format!("the key {} goes with {} only", quoted(&key), owners(&key, context));
                Diagnostic::new(entry.span.clone(), message)
                    .label(format!("this variant is {}", kind.noun))
                    .help(if ["setup", "teardown"].contains(&key.as_str()) { PLAN_TOO } else { "remove it" })
            };
            table.refuse(&key, explain, mistakes);
        }
    }
    reading
}

/// The kinds that a key goes with.
fn owners(key: &str, context: &PlanContext) -> String {
    let owners = KINDS.iter().filter(|kind| known_keys(kind, context).iter().any(|known| known == key));
    owners.map(|kind| kind.noun).collect::<Vec<_>>().join(" or ")
}

/// The keys that a kind reads: those that it asks an empty table for, whatever the head.
fn known_keys(kind: &Kind, context: &PlanContext) -> Vec<String> {
    let mut table = Table::empty();
    for head in (kind.heads)(context.languages) {
        (kind.read)(head, &mut table, context, &mut Mistakes::new());
    }
    table.asked().to_vec()
}
