//! `--param`: an axis of the sweep in one word.

use super::error::QuickError;
use super::toml_text::{toml_text, toml_texts};
use crate::foreign::quoted;
use crate::tree;
use crate::value;
use model::Value;

const FORMS: &str = "write n=1..5, n=1..100:10 (steps of 10), n=1KiB..1MiB*4 (times 4), n=1,2,5 or mode=fast,slow";

/// An axis of the sweep.
#[derive(Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its values, in TOML.
    pub values: String,
}

/// What becomes of values that are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// They are numbers, quantities or texts by what they look like.
    Value,
    /// The same, and they are put into a text, such as a command.
    PutIn,
    /// They are texts.
    Texts,
}

/// Reads every `--param`. A range of the one along which crossovers are located needs no pace. `typed` tells of a name what becomes of its values.
pub fn read_all(
    texts: &[String],
    locate: Option<&str>,
    typed: impl Fn(&str) -> Typed,
) -> Result<Vec<Param>, QuickError> {
    let mut params: Vec<Param> = Vec::new();
    for text in texts {
        let param = read(text, locate, &typed)?;
        if params.iter().any(|known| known.name == param.name) {
            let help = format!("list all values at once: {}=1,2,5", param.name);
            return Err(QuickError::new(format!("the parameter {} is given twice", quoted(&param.name)), help));
        }
        params.push(param);
    }
    Ok(params)
}

fn read(text: &str, locate: Option<&str>, typed: impl Fn(&str) -> Typed) -> Result<Param, QuickError> {
    let (name, values) = text.split_once('=').unwrap_or((text, ""));
    if !model::is_identifier(name) {
        let message = format!("{} cannot be the name of a parameter", quoted(name));
        return Err(QuickError::new(
            message,
            format!("a name is a letter or `_`, then letters, digits and `_`\n{FORMS}"),
        ));
    }
    if values.starts_with(['[', '{']) && tree::parse(&format!("{name} = {values}")).is_ok() {
        return Ok(Param { name: name.to_string(), values: values.to_string() });
    }
    if values.split(',').any(|value| value.trim().is_empty()) {
        let message = if values.is_empty() { "has no values" } else { "has an empty value" };
        return Err(QuickError::new(format!("the parameter {} {message}", quoted(name)), FORMS));
    }
    let is_broken = |value: &str| value.trim().starts_with(|c: char| c.is_ascii_digit()) && value.contains("..");
    let values = match range(values) {
        Some(range) => range.toml(name, values, locate)?,
        None if values.split(',').any(is_broken) => {
            let message = format!("{} is neither a range nor a list of values of {}", quoted(values), quoted(name));
            return Err(QuickError::new(message, FORMS));
        }
        None if typed(name) == Typed::Texts => {
            format!("{{ texts = {} }}", toml_texts(&values.split(',').map(str::trim).collect::<Vec<_>>()))
        }
        // Along an axis there are numbers, however they are put in, and between whole ones whole ones.
        None if locate == Some(name) => list(&whole(values), false)?,
        None => list(values, typed(name) == Typed::PutIn)?,
    };
    Ok(Param { name: name.to_string(), values })
}

/// `FROM..TO`, `FROM..TO:STEP` or `FROM..TO*FACTOR`.
struct Range<'p> {
    from: &'p str,
    to: &'p str,
    pace: Option<(&'static str, &'p str)>,
}

/// Both ends must begin like numbers: a path such as `../big` is no range.
fn range(values: &str) -> Option<Range<'_>> {
    let (from, rest) = values.split_once("..")?;
    let (to, pace) = match (rest.split_once('*'), rest.split_once(':')) {
        (Some((to, factor)), _) => (to, Some(("factor", factor))),
        (None, Some((to, step))) => (to, Some(("step", step))),
        (None, None) => (rest, None),
    };
    let numeric = |text: &str| text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit());
    (!values.contains(',') && numeric(from) && numeric(to)).then_some(Range { from, to, pace })
}

impl Range<'_> {
    fn toml(&self, name: &str, written: &str, locate: Option<&str>) -> Result<String, QuickError> {
        let with_unit = matches!(scalar(self.from)?, Value::Size(_) | Value::Duration(_));
        if with_unit && self.pace.is_none() && locate != Some(name) {
            let help = format!("{name}={written}*2 doubles, {name}={written}:{} adds", self.from);
            return Err(QuickError::new(format!("the parameter {} needs a step or a factor", quoted(name)), help));
        }
        let mut ends = vec![("from", self.from), ("to", self.to)];
        ends.extend(self.pace);
        let ends: Result<Vec<String>, QuickError> =
            ends.into_iter().map(|(key, text)| Ok(format!("{key} = {}", toml(&scalar(text)?, text)))).collect();
        Ok(format!("{{ {} }}", ends?.join(", ")))
    }
}

/// Values separated by commas: 1e3 as 1000, if all are as whole.
fn whole(values: &str) -> String {
    let whole = |text: &str| match value::number(text.trim())? {
        Value::Integer(number) => Some(number),
        other => {
            other.number().filter(|number| number.fract() == 0.0 && number.abs() < 2_f64.powi(53)).map(|it| it as i64)
        }
    };
    let numbers: Option<Vec<String>> = values.split(',').map(|text| Some(whole(text)?.to_string())).collect();
    numbers.map_or(values.to_string(), |numbers| numbers.join(","))
}

/// Values separated by commas. Numbers if all of them are, but for 007, and where they are put into a text if they would be put in as they were typed:
/// 3.10, 1.0, +1 and 1e6 are texts there.
fn list(values: &str, is_put_in: bool) -> Result<String, QuickError> {
    let texts: Vec<&str> = values.split(',').map(str::trim).collect();
    if texts.iter().any(|text| value::is_word(text) && text.parse::<bool>().is_err()) {
        return Ok(toml_texts(&texts));
    }
    let values: Vec<Value> = texts.iter().map(|text| scalar(text)).collect::<Result<_, _>>()?;
    let alike = |is: fn(&Value) -> bool| values.iter().all(is);
    let whole = alike(|value| matches!(value, Value::Integer(_)));
    let number = alike(|value| matches!(value, Value::Integer(_) | Value::Float(_)));
    let truth = alike(|value| matches!(value, Value::Boolean(_)));
    // The values of a parameter are of one type: beside a fraction a whole number is one, too.
    let values = match number && !whole {
        true => values.iter().filter_map(Value::number).map(Value::Float).collect(),
        false => values,
    };
    let is_as_typed = |(text, value): (&&str, &Value)| {
        let has_zeros = text.len() > 1 && text.starts_with('0') && matches!(value, Value::Integer(_));
        !is_put_in && !has_zeros || value.placeholder() == **text
    };
    let number = number && texts.iter().zip(&values).all(is_as_typed);
    let is_plain = number || truth;
    let item = |(text, value): (&&str, &Value)| if is_plain { toml(value, text) } else { toml_text(text) };
    let items: Vec<String> = texts.iter().zip(&values).map(item).collect();
    Ok(format!("[{}]", items.join(", ")))
}

/// The type of a value as it is typed.
fn scalar(text: &str) -> Result<Value, QuickError> {
    let text = text.trim();
    let truth = || text.parse().ok().map(Value::Boolean);
    match value::number(text).or_else(truth) {
        Some(value) => Ok(value),
        None => value::of_text(text).map_err(|wrong| {
            let texts = "for texts, give a list as a plan has it: --param 'NAME={ texts = [\"64k\", \"1M\"] }'";
            QuickError::new(wrong.message, format!("{}\n{texts}", wrong.help))
        }),
    }
}

fn toml(value: &Value, text: &str) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Text(_) | Value::Size(_) | Value::Duration(_) => toml_text(text.trim()),
    }
}
