//! The value of a parameter, as it is written in the plan.

use crate::foreign::{one_line, quoted};
use crate::quantity::{self, DURATION, NoQuantity, SIZE};
use crate::tree::{self, Mistakes, Node};
use model::Value;
use toml::de::DeValue;

/// A number, a text, a size, a duration, `true` or `false`.
pub fn read(node: &Node, mistakes: &mut Mistakes) -> Option<Value> {
    match node.value {
        DeValue::String(text) => match of_text(text) {
            Ok(value) => Some(value),
            Err(NoQuantity { message, help }) => {
                let help = format!("{help}\nfor texts, write all values as {{ texts = [\"{}\", …] }}", one_line(text));
                node.mistake(message).label("neither a size nor a duration").help(help).tell(mistakes)
            }
        },
        DeValue::Integer(_) => tree::whole(node, i64::MIN, i64::MAX, mistakes).map(Value::Integer),
        DeValue::Float(_) => tree::number(node, mistakes).map(Value::Float),
        DeValue::Boolean(truth) => Some(Value::Boolean(*truth)),
        DeValue::Datetime(_) => {
            let help = format!("put it in quotes: \"{}\"", node.written());
            node.expected("a number or text").help(help).tell(mistakes)
        }
        DeValue::Array(_) | DeValue::Table(_) => node.expected("a number or text").tell(mistakes),
    }
}

/// What a text stands for: a number with a unit is a size or a duration; other text is text, unless it looks like a
/// quantity with a misspelt unit.
pub fn of_text(text: &str) -> Result<Value, NoQuantity> {
    let size = model::parse_bytes(text).map(Value::Size);
    let duration = || model::parse_duration(text).map(Value::Duration);
    match size.or_else(duration) {
        Some(value) => Ok(value),
        None if quantity::looks_like_one(text) => Err(quantity::explain(text, &[&SIZE, &DURATION])),
        None => Ok(Value::Text(text.to_string())),
    }
}

/// Whether a text is one and cannot be taken for a number or a quantity.
pub fn is_word(text: &str) -> bool {
    matches!(of_text(text), Ok(Value::Text(_))) && text.trim().parse::<f64>().is_err()
}

/// A text as a number, whole or not. Rust reads `nan` and `inf` as numbers too; here they are words.
pub fn number(text: &str) -> Option<Value> {
    let fraction = || text.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Float);
    text.parse().ok().map(Value::Integer).or_else(fraction)
}

/// The type of a value, in the words of a person.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) => "a whole number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::Text(_) => "text",
        Value::Size(_) => "a size",
        Value::Duration(_) => "a duration",
    }
}

/// A word of a condition as a value of the type of `sample`. The message of the error follows `… is a size, but`.
pub fn like(sample: &Value, word: &str) -> Result<Value, NoQuantity> {
    let read = match sample {
        Value::Integer(_) | Value::Float(_) => number(word),
        Value::Boolean(_) => word.parse().ok().map(Value::Boolean),
        Value::Text(_) => Some(Value::Text(word.to_string())),
        Value::Size(_) => return quantity::exact(word, &SIZE).map(Value::Size),
        Value::Duration(_) => return quantity::exact(word, &DURATION).map(Value::Duration),
    };
    read.ok_or_else(|| NoQuantity {
        message: format!("{} is not", quoted(word)),
        help: format!("write a value such as {}", quoted(&sample.placeholder())),
    })
}
