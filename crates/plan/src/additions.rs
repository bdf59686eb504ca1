//! `[added]`: keys of the plan that it is given from outside, such as `locate`. They stand in a table at its end, so that its own lines stay where
//! they are: mistakes and compilers name them.

use crate::tree;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The table of keys that were added.
const TABLE: &str = "added";

/// The table of texts that parameters had before, which comes last: what is added to it is written at the end of the text.
pub const LAST_TABLE: &str = "narrowed";

/// The text of a plan with a value at a key, in the place of the one that stands there. A text that is no TOML is left as it is.
pub fn with_key(text: &str, key: &str, value: &str) -> String {
    let Ok(tree) = tree::parse(text) else { return text.to_string() };
    let header = |name: &str| Some(tree.as_table()?.get(name)?.span());
    let (place, written) = match (entry(&tree, key), header(TABLE), header(LAST_TABLE)) {
        (Some((_, known)), ..) => (known, value.to_string()),
        (None, Some(header), _) => (header.end..header.end, format!("\n{key} = {value}")),
        (None, None, Some(last)) => (last.start..last.start, format!("[{TABLE}]\n{key} = {value}\n")),
        (None, None, None) => (text.len()..text.len(), format!("\n[{TABLE}]\n{key} = {value}\n")),
    };
    format!("{}{written}{}", &text[..place.start], &text[place.end..])
}

/// The text of a plan without a key. A text that is no TOML is left as it is.
pub fn without_key(text: &str, key: &str) -> String {
    let place = tree::parse(text).ok().and_then(|tree| entry(&tree, key));
    place.map_or(text.to_string(), |(key, value)| format!("{}{}", &text[..key.start], &text[value.end..]))
}

/// The text at a key of the plan. `None` where there is none, and of a text that is no TOML.
pub fn text_at(text: &str, key: &str) -> Option<String> {
    let tree = tree::parse(text).ok()?;
    let at = |table: &DeTable| Some(table.get(key)?.get_ref().as_str()?.to_string());
    tree.as_table().and_then(at).or_else(|| table(&tree, TABLE).and_then(at))
}

/// Where a key of the plan and its value stand.
fn entry(tree: &DeValue, key: &str) -> Option<(Range<usize>, Range<usize>)> {
    let added = || table(tree, TABLE)?.get_key_value(key);
    let (key, value) = tree.as_table()?.get_key_value(key).or_else(added)?;
    Some((key.span(), value.span()))
}

/// A table of the plan.
pub fn table<'v, 't>(tree: &'v DeValue<'t>, name: &str) -> Option<&'v DeTable<'t>> {
    tree.as_table()?.get(name)?.get_ref().as_table()
}

/// The tree of a plan whose added keys stand beside its own.
pub fn lifted(mut tree: DeValue<'_>) -> DeValue<'_> {
    if let DeValue::Table(plan) = &mut tree
        && let Some(DeValue::Table(added)) = plan.get_mut(TABLE).map(Spanned::get_mut)
    {
        let added = std::mem::take(added);
        plan.remove(TABLE);
        plan.extend(added);
    }
    tree
}
