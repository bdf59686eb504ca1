//! Readers of single values.

use super::{Mistakes, Node};
use crate::foreign::{one_line, quoted};
use crate::nearest::suggestion;
use toml::de::DeValue;

/// Any text.
pub fn text<'t>(node: &Node<'t>, mistakes: &mut Mistakes) -> Option<&'t str> {
    match node.value {
        DeValue::String(text) => Some(text),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            node.expected("text").help(format!("put it in quotes: \"{}\"", node.written())).tell(mistakes)
        }
        DeValue::Array(_) | DeValue::Table(_) => node.expected("text").tell(mistakes),
    }
}

/// Text that holds more than blanks and control characters.
pub fn filled_text<'t>(node: &Node<'t>, mistakes: &mut Mistakes) -> Option<&'t str> {
    let text = text(node, mistakes)?;
    if one_line(text).is_empty() {
        return node.mistake(format!("{} is empty", node.name)).label("nothing in it").tell(mistakes);
    }
    Some(text)
}

/// One of some names. Where it is none of them, `no {missing} is called …`, and `what` they are is told with them.
pub fn named<'t>(
    node: &Node<'t>,
    names: &[&str],
    missing: &str,
    label: &str,
    what: &str,
    mistakes: &mut Mistakes,
) -> Option<&'t str> {
    let name = filled_text(node, mistakes)?;
    if names.contains(&name) {
        return Some(name);
    }
    let mistake = node.mistake(format!("no {missing} is called {}", quoted(name)));
    mistake.label(label).help(suggestion(name, names, what)).tell(mistakes)
}

/// A whole number from `min` to `max`, both of which are of the type.
pub fn whole<T: TryFrom<i64>>(node: &Node, min: i64, max: i64, mistakes: &mut Mistakes) -> Option<T> {
    let what = match (min, max) {
        (i64::MIN, i64::MAX) => "a whole number that fits into 64 bits".to_string(),
        (_, i64::MAX) => format!("a whole number, {min} or more"),
        _ => format!("a whole number from {min} to {max}"),
    };
    let DeValue::Integer(integer) = node.value else { return node.expected(&what).tell(mistakes) };
    let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
    let mistake = || node.mistake(format!("{} must be {what}", node.name)).label("out of range");
    let number = number.filter(|number| (min..=max).contains(number)).and_then(|number| T::try_from(number).ok());
    number.or_else(|| mistake().tell(mistakes))
}

/// A finite number, whole or not.
pub fn number(node: &Node, mistakes: &mut Mistakes) -> Option<f64> {
    let number = match node.value {
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).map(|n| n as f64).ok(),
        DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
        _ => return node.expected("a number").tell(mistakes),
    };
    let mistake = || node.mistake(format!("{} must be a finite number", node.name)).label("cannot be used");
    number.filter(|number| number.is_finite()).or_else(|| mistake().tell(mistakes))
}

/// `true` or `false`.
pub fn truth(node: &Node, mistakes: &mut Mistakes) -> Option<bool> {
    node.value.as_bool().or_else(|| node.expected("true or false").tell(mistakes))
}

/// One of a few words.
pub fn choice<T: Clone>(node: &Node, words: &[(&str, T)], mistakes: &mut Mistakes) -> Option<T> {
    let text = text(node, mistakes)?;
    let chosen = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| meaning.clone());
    chosen.or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let mistake = node.mistake(format!("{} cannot be {}", node.name, quoted(text))).label("unknown word");
        mistake.help(suggestion(text, &known, "known words")).tell(mistakes)
    })
}
