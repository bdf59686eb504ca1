//! The axes of a sweep and their values: single, listed, arithmetic or geometric. A new form of sweep is a new arm here.

use crate::context::{PlanContext, SWEEP_MAX};
use crate::foreign::quoted;
use crate::names::Meaning;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use crate::value;
use model::{Param, Value};
use toml::de::DeValue;

/// A range along which crossovers are located begins with values of which each is at most so many times the one before.
const COARSE: f64 = 4.0;

/// And with at least one more than so many: the report tells nothing along fewer.
const COARSE_STEPS_MIN: f64 = 3.0;

/// Declares the keys of some entries, each an axis, and adds them to what is known of the plan.
pub fn axes(entries: &[Entry], meaning: Meaning, context: &mut PlanContext, mistakes: &mut Mistakes) -> Vec<Param> {
    let axis = |entry: &Entry| {
        context.names.declare(entry, meaning, mistakes);
        // An axis without values makes no points: what depends on them is not checked, and the mistake that
        // emptied it fails the plan.
        let is_located = context.locate.as_deref() == Some(entry.key);
        let values = values(&entry.node, is_located, mistakes).unwrap_or_default();
        Param { name: entry.key.to_string(), values }
    };
    let axes: Vec<Param> = entries.iter().map(axis).collect();
    context.axes.extend(axes.iter().cloned());
    axes
}

/// The values that parameters of a plan had before [`crate::with_params`] or [`crate::at_point`] gave them others: conditions may name them.
pub fn narrowed(node: &Node, mistakes: &mut Mistakes) -> Option<Vec<Param>> {
    let entries = Table::open(node, "`narrowed`", mistakes)?.entries();
    let before =
        |entry: &Entry| Some(Param { name: entry.key.to_string(), values: values(&entry.node, false, mistakes)? });
    entries.iter().map(before).collect()
}

/// The values of an axis, at least one, all of one type.
fn values(node: &Node, is_located: bool, mistakes: &mut Mistakes) -> Option<Vec<Value>> {
    match node.value {
        // Of a list with a word in it, all are texts: `7z` beside `gzip` is no quantity.
        DeValue::Array(items) => {
            let mut texts = items.iter().filter_map(|item| item.get_ref().as_str());
            listed(node, if texts.any(value::is_word) { text } else { placed }, mistakes)
        }
        DeValue::Table(_) => range(node, is_located, mistakes),
        _ => Some(vec![value::read(node, mistakes)?]),
    }
}

/// The values of a list, each as `read` has it.
fn listed<'t>(
    node: &Node<'t>,
    read: fn(&Node<'t>, &mut Mistakes) -> Option<(Node<'t>, Value)>,
    mistakes: &mut Mistakes,
) -> Option<Vec<Value>> {
    let items = node.each("a list", read, mistakes)?;
    let Some((first, first_value)) = items.first() else {
        let mistake = node.mistake(format!("{} has no values", node.name)).label("an empty list");
        return mistake.help("list at least one value").tell(mistakes);
    };
    if items.len() > SWEEP_MAX {
        let mistake = node.mistake(format!("{} has more than {SWEEP_MAX} values", node.name));
        return mistake.label(format!("{} of them", items.len())).help("list fewer").tell(mistakes);
    }
    for (index, (item, value)) in items.iter().enumerate() {
        if value::kind(value) != value::kind(first_value) {
            let message = format!("the values of {} are of different types", node.name);
            let mistake = item.mistake(message).label(value::kind(value)).help(mixed(value, first_value));
            return mistake.also(first.span.clone(), value::kind(first_value)).tell(mistakes);
        }
        if let Some((earlier, _)) = items[..index].iter().find(|(_, earlier)| earlier == value) {
            let message = format!("{} is listed twice", quoted(&value.to_string()));
            return item.mistake(message).label("again").also(earlier.span.clone(), "first").tell(mistakes);
        }
    }
    Some(items.into_iter().map(|(_, value)| value).collect())
}

fn mixed(value: &Value, first: &Value) -> String {
    match (value, first) {
        (Value::Integer(_), Value::Float(_)) | (Value::Float(_), Value::Integer(_)) => {
            "write all of them with a decimal point, such as `1.0`".to_string()
        }
        (Value::Text(_), Value::Size(_) | Value::Duration(_))
        | (Value::Size(_) | Value::Duration(_), Value::Text(_)) => "give all of them a unit, or none".to_string(),
        (Value::Text(_), _) | (_, Value::Text(_)) => "put all of them in quotes, or none".to_string(),
        (Value::Integer(_), Value::Size(_)) | (Value::Size(_), Value::Integer(_)) => {
            "give all of them a unit; `B` is one byte".to_string()
        }
        _ => "make them all of one type".to_string(),
    }
}

/// A text with its node, whatever it looks like; of what is no text, its value.
fn text<'t>(node: &Node<'t>, mistakes: &mut Mistakes) -> Option<(Node<'t>, Value)> {
    match node.value.as_str() {
        Some(text) => Some((node.clone(), Value::Text(text.to_string()))),
        None => placed(node, mistakes),
    }
}

/// A value with its node, for mistakes that only show when it is seen together with others.
fn placed<'t>(node: &Node<'t>, mistakes: &mut Mistakes) -> Option<(Node<'t>, Value)> {
    Some((node.clone(), value::read(node, mistakes)?))
}

/// The two ends of a range, in the same unit.
struct Ends<'t> {
    node: Node<'t>,
    from: Value,
    to: Value,
}

/// Crossovers are located from a few values, far apart, so there a range needs no pace.
fn range(node: &Node, is_located: bool, mistakes: &mut Mistakes) -> Option<Vec<Value>> {
    let mut table = Table::open(node, "a range of values", mistakes)?;
    if let Some(texts) = table.node("texts") {
        table.finish(mistakes);
        return listed(&texts, text, mistakes);
    }
    let from = table.required("from", placed, mistakes);
    let to = table.required("to", placed, mistakes);
    let step = table.node("step");
    let factor = table.node("factor");
    table.finish(mistakes);
    let ends = ends(from?, to?, node, mistakes)?;
    let values = match (step, factor) {
        (Some(step), Some(factor)) => {
            let message = format!("{} has both a `step` and a `factor`", node.name);
            let mistake = factor.mistake(message).label("multiplies").also(step.span, "adds");
            mistake.help("a range either adds `step` or multiplies by `factor`: remove one").tell(mistakes)
        }
        (None, Some(factor)) => geometric(&ends, &factor, mistakes),
        (Some(step), None) => {
            let (step, value) = placed(&step, mistakes)?;
            arithmetic(&ends, &value, &step, mistakes)
        }
        (None, None) if is_located => coarse(&ends, mistakes),
        (None, None) => arithmetic(&ends, &whole_like(&ends.from, 1), node, mistakes),
    }?;
    if values.len() == 1 && Number::of(&ends.from)?.as_float() < Number::of(&ends.to)?.as_float() {
        let mistake = node.mistake(format!("{} has its first value alone", node.name)).label("the next is beyond `to`");
        return mistake.help("give a smaller `step` or `factor`: 0.1..0.5:0.1 adds 0.1").tell(mistakes);
    }
    Some(values)
}

fn ends<'t>(from: (Node, Value), to: (Node, Value), node: &Node<'t>, mistakes: &mut Mistakes) -> Option<Ends<'t>> {
    for (end, value) in [&from, &to] {
        if Number::of(value).is_none() {
            let message = format!("{} of a range must be a number, a size or a duration, not text", end.name);
            let mistake = end.mistake(message).label(value::kind(value));
            return mistake.help("list texts one by one: [\"a\", \"b\"]").tell(mistakes);
        }
    }
    if !same_unit(&from.1, &to.1) {
        let message = format!("{} goes from {} to {}", node.name, value::kind(&from.1), value::kind(&to.1));
        let mistake = to.0.mistake(message).label(value::kind(&to.1)).also(from.0.span, value::kind(&from.1));
        return mistake.help("give both ends the same kind of unit, or none").tell(mistakes);
    }
    if Number::of(&from.1)?.as_float() > Number::of(&to.1)?.as_float() {
        let message = format!("{} has no values: `from` is larger than `to`", node.name);
        let mistake = from.0.mistake(message).label("larger").also(to.0.span, "smaller");
        return mistake.help("exchange the two; a sweep goes upwards").tell(mistakes);
    }
    Some(Ends { node: node.clone(), from: from.1, to: to.1 })
}

fn arithmetic(ends: &Ends, step: &Value, place: &Node, mistakes: &mut Mistakes) -> Option<Vec<Value>> {
    if !same_unit(&ends.from, step) {
        let (end, step_kind) = (value::kind(&ends.from), value::kind(step));
        let message = format!("each end of {} is {end}, its step is {step_kind}", ends.node.name);
        let help = "give the step the same kind of unit as the ends";
        return place.mistake(message).label(step_kind).help(help).tell(mistakes);
    }
    let (from, to, step) = (Number::of(&ends.from)?, Number::of(&ends.to)?, Number::of(step)?);
    if step.as_float() <= 0.0 {
        let mistake = place.mistake(format!("the step of {} must be more than zero", ends.node.name));
        return mistake.label("never reaches `to`").help("leave `step` out to count by one").tell(mistakes);
    }
    let (Number::Whole(first), Number::Whole(last), Number::Whole(step)) = (from, to, step) else {
        let (from, step) = (from.as_float(), step.as_float());
        let count = within_limit((to.as_float() - from) / step, ends, mistakes)?;
        return Some((0..count).map(|index| Value::Float(tidy(from + index as f64 * step))).collect());
    };
    let count = within_limit(((last - first) / step) as f64, ends, mistakes)?;
    Some((0..count).map(|index| whole_like(&ends.from, first + index as i128 * step)).collect())
}

fn geometric(ends: &Ends, factor: &Node, mistakes: &mut Mistakes) -> Option<Vec<Value>> {
    let by = tree::number(factor, mistakes)?;
    if by <= 1.0 {
        let mistake = factor.mistake(format!("the factor of {} must be more than 1", ends.node.name));
        return mistake.label("never reaches `to`").help("a factor of 2 doubles each value").tell(mistakes);
    }
    let steps = ratio(ends, mistakes)?.ln() / by.ln();
    let count = within_limit(steps, ends, mistakes)?;
    multiplied(ends, by, count)
}

/// Values from one end to the other, evenly by ratio: as few as are no farther apart than [`COARSE`], but enough for a law.
fn coarse(ends: &Ends, mistakes: &mut Mistakes) -> Option<Vec<Value>> {
    let ratio = ratio(ends, mistakes)?;
    let steps = (ratio.ln() / COARSE.ln()).ceil().max(COARSE_STEPS_MIN);
    let count = within_limit(steps, ends, mistakes)?;
    multiplied(ends, ratio.powf(1.0 / steps), count)
}

/// How many times `from` the other end is.
fn ratio(ends: &Ends, mistakes: &mut Mistakes) -> Option<f64> {
    let (from, to) = (Number::of(&ends.from)?.as_float(), Number::of(&ends.to)?.as_float());
    if from <= 0.0 {
        let message = format!("{} multiplies by a factor, so `from` must be more than zero", ends.node.name);
        let help = "begin above zero, or use `step`; zero itself can only be listed: [0, 1, 10, 100]";
        return ends.node.mistake(message).label("stays at or below zero").help(help).tell(mistakes);
    }
    Some(to / from)
}

/// So many values from the first end on, each so many times the one before.
fn multiplied(ends: &Ends, by: f64, count: usize) -> Option<Vec<Value>> {
    let (from, to) = (Number::of(&ends.from)?, Number::of(&ends.to)?);
    let steps = (0..count).map(|index| from.as_float() * by.powi(index as i32));
    let mut values: Vec<Value> = match (from, to) {
        (Number::Whole(_), Number::Whole(last)) => {
            steps.map(|value| whole_like(&ends.from, (value.round() as i128).min(last))).collect()
        }
        _ => steps.map(|value| Value::Float(tidy(value))).collect(),
    };
    // Small whole numbers times a small factor round to the same number.
    values.dedup();
    Some(values)
}

/// How many values a range has whose last is `steps` steps from its first. A last step that misses `to` by rounding
/// counts.
fn within_limit(steps: f64, ends: &Ends, mistakes: &mut Mistakes) -> Option<usize> {
    let count = (steps + 1e-9).floor() + 1.0;
    if count <= SWEEP_MAX as f64 {
        return Some(count as usize);
    }
    let message = format!("{} has more than {SWEEP_MAX} values", ends.node.name);
    let has_factor = ends.node.value.as_table().is_some_and(|range| range.contains_key("factor"));
    let help = match ends.from {
        _ if has_factor => "multiply by more: a factor of 2 doubles each value",
        Value::Size(_) => "multiply instead: { from = …, to = …, factor = 2 }, or add: step = \"64KiB\"",
        Value::Duration(_) => "multiply instead: { from = …, to = …, factor = 2 }, or add: step = \"1s\"",
        _ => "multiply instead: { from = …, to = …, factor = 2 }, or add: step = 1000",
    };
    ends.node.mistake(message).label("too many to measure").help(help).tell(mistakes)
}

/// A value that can be counted with. Whole numbers are exact: bytes and nanoseconds too.
#[derive(Clone, Copy)]
enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Number {
    fn of(value: &Value) -> Option<Number> {
        match value {
            Value::Integer(number) => Some(Number::Whole(i128::from(*number))),
            Value::Size(number) | Value::Duration(number) => Some(Number::Whole(i128::from(*number))),
            Value::Float(number) => Some(Number::Fraction(*number)),
            Value::Boolean(_) | Value::Text(_) => None,
        }
    }

    fn as_float(self) -> f64 {
        match self {
            Number::Whole(number) => number as f64,
            Number::Fraction(number) => number,
        }
    }
}

/// Whether two values can be added: whole numbers and fractions can.
fn same_unit(left: &Value, right: &Value) -> bool {
    let plain = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
    value::kind(left) == value::kind(right) || plain(left) && plain(right)
}

/// A whole number in the unit of `sample`; without a unit where that is a fraction, too.
fn whole_like(sample: &Value, number: i128) -> Value {
    match sample {
        Value::Size(_) => Value::Size(u64::try_from(number).unwrap_or(u64::MAX)),
        Value::Duration(_) => Value::Duration(u64::try_from(number).unwrap_or(u64::MAX)),
        _ => Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)),
    }
}

/// Rounds to twelve significant digits, so that three steps of 0.1 are 0.3.
fn tidy(number: f64) -> f64 {
    format!("{number:.11e}").parse().expect("what a float was written as is one")
}
