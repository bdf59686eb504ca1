//! Sizes and durations: fixed ones, and those that depend on the point.

use crate::context::PlanContext;
use crate::foreign::quoted;
use crate::names::IN_QUANTITY;
use crate::nearest::nearest;
use crate::template;
use crate::tree::{self, Mistakes, Node};
use model::{BYTE_UNITS, Scope, TIME_UNITS, Template};
use toml::de::DeValue;

/// Something that is measured in units.
#[derive(Debug)]
pub struct Quantity {
    noun: &'static str,
    example: &'static str,
    units_of: &'static str,
    units: &'static [(&'static str, u64)],
    /// Reads a number with a unit.
    exact: fn(&str) -> Option<u64>,
    /// Reads what a template gives once it is filled.
    filled: fn(&str) -> Option<u64>,
}

/// Bytes.
pub const SIZE: Quantity = Quantity {
    noun: "a size",
    example: "64KiB",
    units_of: "size",
    units: BYTE_UNITS,
    exact: model::parse_bytes,
    filled: model::filled_bytes,
};

/// Time, in nanoseconds.
pub const DURATION: Quantity = Quantity {
    noun: "a duration",
    example: "10s",
    units_of: "time",
    units: TIME_UNITS,
    exact: model::parse_duration,
    filled: model::filled_duration,
};

/// What is wrong with a text that should be a number with a unit.
#[derive(Debug)]
pub struct NoQuantity {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// A duration above zero that is the same at all points, in nanoseconds.
pub fn duration(node: &Node, mistakes: &mut Mistakes) -> Option<u64> {
    let nanos = literal(node, &DURATION, mistakes)?;
    if nanos == 0 {
        return node.mistake(format!("{} must be more than zero", node.name)).label("leaves no time").tell(mistakes);
    }
    Some(nanos)
}

/// A size that is the same at all points, from `least` to `most` bytes: text with a unit, or a whole number of bytes.
pub fn size(node: &Node, (least, most): (u64, u64), mistakes: &mut Mistakes) -> Option<u64> {
    let bytes = match node.value {
        DeValue::Integer(_) => tree::whole(node, 0, i64::MAX, mistakes)?,
        _ => literal(node, &SIZE, mistakes)?,
    };
    if !(least..=most).contains(&bytes) {
        let [least, most] = [least, most].map(model::format_bytes);
        let mistake = node.mistake(format!("{} must be from {least} to {most}", node.name));
        return mistake.label("out of range").tell(mistakes);
    }
    Some(bytes)
}

/// A size: text with a unit, text with placeholders, or a whole number of bytes.
pub fn size_at_point(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    match node.value {
        DeValue::Integer(_) => {
            tree::whole(node, 0, i64::MAX, mistakes).map(|bytes: u64| Template::parse(&bytes.to_string()))
        }
        _ => at_point(node, &SIZE, context, mistakes),
    }
}

/// A duration: text with a unit, or text with placeholders.
pub fn duration_at_point(node: &Node, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    at_point(node, &DURATION, context, mistakes)
}

/// Reads a number with its unit.
pub fn exact(text: &str, quantity: &Quantity) -> Result<u64, NoQuantity> {
    (quantity.exact)(text).ok_or_else(|| explain(text, &[quantity]))
}

/// Whether text is a number followed by letters: either a quantity or a misspelt one.
pub fn looks_like_one(text: &str) -> bool {
    split(text).is_some_and(|(number, unit)| number.contains(|c: char| c.is_ascii_digit()) && !unit.is_empty())
}

/// Why a text is none of some quantities.
pub fn explain(text: &str, quantities: &[&Quantity]) -> NoQuantity {
    let units = || quantities.iter().flat_map(|quantity| quantity.units.iter().map(|(unit, _)| *unit));
    let written = quoted(text.trim());
    let (message, help) = match split(text) {
        None | Some(("", _)) => (format!("{written} is not {}", nouns(quantities)), known_units(quantities)),
        Some((number, _)) if number.starts_with('-') => {
            (format!("{written} is negative"), format!("{} begins at zero", nouns(quantities)))
        }
        Some((_, "")) => (format!("{written} has no unit"), known_units(quantities)),
        Some((number, unit)) if !units().any(|known| known == unit) => {
            let near = nearest(unit, units()).map_or(String::new(), |near| format!("did you mean `{number}{near}`?\n"));
            (format!("{written} has an unknown unit"), format!("{near}{}", known_units(quantities)))
        }
        Some((number, unit)) if number.parse::<f64>().is_err() => {
            (format!("{written} has a unit but no number"), format!("{} is no number of `{unit}`", quoted(number)))
        }
        Some(_) => (format!("{written} is too large"), "it must fit into 64 bits, in bytes or nanoseconds".to_string()),
    };
    NoQuantity { message, help }
}

fn nouns(quantities: &[&Quantity]) -> String {
    quantities.iter().map(|quantity| quantity.noun).collect::<Vec<_>>().join(" or ")
}

fn known_units(quantities: &[&Quantity]) -> String {
    let list = |quantity: &&Quantity| {
        let mut units = quantity.units.to_vec();
        units.sort_by_key(|(_, factor)| *factor);
        let units: Vec<&str> = units.iter().map(|(unit, _)| *unit).collect();
        format!("units of {}: {}", quantity.units_of, units.join(", "))
    };
    quantities.iter().map(list).collect::<Vec<_>>().join("\n")
}

/// The number at the beginning of a text and the letters after it; `None` when there is anything else.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_alphabetic() || c == '%').unwrap_or(text.len()));
    let number = number.trim_end();
    let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
    let plain = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '_'));
    (plain && unit.chars().all(|c| c.is_alphabetic() || c == '%')).then_some((number, unit))
}

fn text<'t>(node: &Node<'t>, quantity: &Quantity, mistakes: &mut Mistakes) -> Option<&'t str> {
    match node.value {
        DeValue::String(text) => Some(text),
        DeValue::Integer(_) | DeValue::Float(_) => {
            let example = format!("write a number with its unit in quotes, such as \"{}\"", quantity.example);
            node.expected(quantity.noun).help(example).tell(mistakes)
        }
        _ => node.expected(&format!("{} such as \"{}\"", quantity.noun, quantity.example)).tell(mistakes),
    }
}

fn literal(node: &Node, quantity: &Quantity, mistakes: &mut Mistakes) -> Option<u64> {
    match exact(text(node, quantity, mistakes)?, quantity) {
        Ok(read) => Some(read),
        Err(NoQuantity { message, help }) => {
            node.mistake(message).label(format!("should be {}", quantity.noun)).help(help).tell(mistakes)
        }
    }
}

fn at_point(node: &Node, quantity: &Quantity, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Template> {
    text(node, quantity, mistakes)?;
    let template = template::read(node, &context.names, &IN_QUANTITY, mistakes)?;
    if template.is_fixed() {
        return literal(node, quantity, mistakes).map(|_| template);
    }
    let scopes = context.scopes();
    let wrong = |scope: &&Scope| template.fill(scope).is_some_and(|filled| (quantity.filled)(&filled).is_none());
    let Some(scope) = scopes.iter().find(wrong) else { return Some(template) };
    let filled = template.fill(scope).unwrap_or_default();
    let values: Vec<String> = template.names().map(|name| format!("{name} = {}", scope[name])).collect();
    let mistake = node.mistake(format!("{} is not {} at every point", node.name, quantity.noun));
    let label = format!("{} at {}", quoted(&filled), quoted(&values.join(", ")));
    mistake.label(label).help(explain(&filled, &[quantity]).help).tell(mistakes)
}
