//! Other values for the parameters of a plan: `cmpthese run plan.toml --param size=1MiB`.

use crate::additions::{self, LAST_TABLE};
use crate::doses::DoseSeries;
use crate::foreign::{listed, quoted};
use crate::nearest::nearest;
use crate::quick::{Param, QuickError, Typed, read_params, toml_text, toml_texts};
use crate::{command_line, located, runtime, tree, value};
use model::{DoseEvent, Point, Source, Value};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The plan with other values in the place of those that some parameters have, in the words of the quick form, and with the
/// parameter along which crossovers are located: the text is changed, so that a stored run holds what was measured, and its lines
/// stay where they are. Along `locate` a range needs no pace. A text that is no TOML is left as it is, for [`crate::parse`].
///
/// ```
/// let source = model::Source { name: "p.toml".to_string(), text: "params.n = [1, 2] # few".to_string() };
/// let other = cmpthese_plan::with_params(source, &["n=1..3".to_string()], Some("n")).unwrap();
/// assert_eq!(other.text, "params.n = { from = 1, to = 3 } # few\n[added]\nlocate = \"n\"\n");
/// ```
///
/// # Errors
/// Values that cannot be read, and a parameter that the plan does not have.
pub fn with_params(source: Source, texts: &[String], locate: Option<&str>) -> Result<Source, QuickError> {
    let typed = |name: &str| match () {
        () if are_texts(&source.text, name) => Typed::Texts,
        () if is_put_in(&source.text, name) => Typed::PutIn,
        () => Typed::Value,
    };
    let own = additions::text_at(&source.text, "locate");
    let params = read_params(texts, locate.or(own.as_deref()), typed)?;
    let source = narrowed(source, params.iter().map(|param| (param.name.as_str(), param.values.clone())))?;
    let is_located_no_more = |param: &Param| own.as_ref() == Some(&param.name) && !located::may_be(&param.values);
    let text = match locate {
        Some(name) => additions::with_key(&source.text, "locate", &toml_text(name)),
        // Who asks for a few values of it asks for those.
        None if params.iter().any(is_located_no_more) => additions::without_key(&source.text, "locate"),
        None => return Ok(source),
    };
    Ok(Source { text, ..source })
}

/// Whether the values of a parameter are texts in the plan, whatever they look like: others are, too.
fn are_texts(text: &str, name: &str) -> bool {
    let Ok(tree) = tree::parse(text) else { return false };
    let is_text = |text: &str| value::is_word(text) || matches!(value::of_text(text), Ok(Value::Text(_)));
    match additions::table(&tree, "params").and_then(|params| params.get(name)).map(|value| value.get_ref()) {
        Some(DeValue::Array(values)) => values.iter().any(|value| value.get_ref().as_str().is_some_and(is_text)),
        Some(DeValue::Table(form)) => form.contains_key("texts"),
        Some(value) => value.as_str().is_some_and(is_text),
        None => false,
    }
}

/// Whether the values of a parameter are put into a text of the plan. Code has them as variables, and `{x}` in it is its own; what a snippet is called may show them as they are.
fn is_put_in(text: &str, name: &str) -> bool {
    let placeholder = format!("{{{name}}}");
    let Ok(tree) = tree::parse(text) else { return false };
    let is_snippet =
        |table: &DeTable| !command_line::KEYS.iter().chain(&["http"]).any(|head| table.contains_key(*head));
    let has = |key: &str, value: &DeValue| match value {
        DeValue::Table(table) if key == "language" => {
            table.values().any(|language| mentions(language.get_ref(), &placeholder, true))
        }
        DeValue::Array(variants) if key == "variant" => variants.iter().any(|variant| {
            let is_code = variant.get_ref().as_table().is_some_and(is_snippet);
            mentions(variant.get_ref(), &placeholder, is_code)
        }),
        other => mentions(other, &placeholder, false),
    };
    tree.as_table().is_some_and(|table| table.iter().any(|(key, value)| has(key.get_ref(), value.get_ref())))
}

/// Whether a text of a value holds a placeholder: of a table with code, what says who runs it.
fn mentions(value: &DeValue, placeholder: &str, is_code: bool) -> bool {
    match value {
        DeValue::String(text) => text.contains(placeholder),
        DeValue::Array(values) => values.iter().any(|value| mentions(value.get_ref(), placeholder, false)),
        DeValue::Table(table) => {
            let told = |key: &str| !is_code || [runtime::INTERPRETER, runtime::TOOLCHAIN].contains(&key);
            let values = table.iter().filter(|(key, _)| told(key.get_ref()));
            values.into_iter().any(|(_, value)| mentions(value.get_ref(), placeholder, false))
        }
        _ => false,
    }
}

/// The plan at one point of its sweep. A text that is no TOML is left as it is.
///
/// ```
/// use model::{Point, Source, Value};
/// let source = Source { name: "p.toml".to_string(), text: "params.size = ['1KiB', '4KiB']".to_string() };
/// let point = Point { params: vec![("size".to_string(), Value::Size(2048))] };
/// let other = cmpthese_plan::at_point(source, &point).unwrap();
/// assert_eq!(other.text, "params.size = [\"2048B\"]\n[narrowed]\nsize = ['1KiB', '4KiB']\n");
/// ```
///
/// # Errors
/// A parameter whose values cannot be replaced.
pub fn at_point(source: Source, point: &Point) -> Result<Source, QuickError> {
    let at_point = narrowed(source, point.params.iter().map(|(name, value)| (name.as_str(), only(value))))?;
    // At one point there is nothing to locate.
    Ok(Source { text: additions::without_key(&at_point.text, "locate"), ..at_point })
}

/// The plan with these values in the place of those that parameters have. Lines stay where they are, and below all of them stand the texts
/// that parameters could be before, which its conditions may name.
fn narrowed<'n>(source: Source, values: impl Iterator<Item = (&'n str, String)>) -> Result<Source, QuickError> {
    let mut text = source.text.clone();
    let mut before: Vec<(&str, String)> = Vec::new();
    for (name, values) in values {
        let Some((place, are_texts)) = place(&text, name)? else { return Ok(source) };
        let old = text[place.clone()].to_string();
        let lines = "\n".repeat(old.matches('\n').count());
        // Behind the bracket of a list, or of a range.
        let (bracket, values) = values.split_at(1);
        text.replace_range(place, &format!("{bracket}{lines}{values}"));
        before.extend(are_texts.then_some((name, old)));
    }
    let Ok(tree) = tree::parse(&source.text) else { return Ok(source) };
    let known = additions::table(&tree, LAST_TABLE);
    before.retain(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
    if !before.is_empty() {
        text.push('\n');
    }
    if let (None, [_, ..]) = (known, before.as_slice()) {
        text.push_str(&format!("[{LAST_TABLE}]\n"));
    }
    text.extend(before.into_iter().map(|(name, old)| format!("{name} = {old}\n")));
    Ok(Source { text, ..source })
}

/// The values of a parameter that has only this one. A text may look like a quantity.
fn only(value: &Value) -> String {
    match value {
        Value::Text(text) if !matches!(value::of_text(text), Ok(Value::Text(_))) => {
            format!("{{ texts = {} }}", toml_texts(&[text]))
        }
        _ => format!("[{}]", toml(value)),
    }
}

fn toml(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Text(text) => toml_text(text),
        Value::Size(bytes) => toml_text(&format!("{bytes}B")),
        Value::Duration(nanos) => toml_text(&format!("{nanos}ns")),
    }
}

/// The plan in which one variant is measured with doses of an event, and nothing else is asked.
///
/// ```
/// use model::{DoseEvent, Source};
/// let source = Source { name: "p.toml".to_string(), text: "title = 'x'".to_string() };
/// let (of, beside) = ("a".to_string(), "b".to_string());
/// let event = DoseEvent::MinorFault;
/// let doses = cmpthese_plan::DoseSeries { of, beside, event, counts: vec![0, 5, 10], bytes: 1, span: 1 };
/// let line = "doses = { of = \"a\", beside = \"b\", event = \"minor-fault\", counts = [0, 5, 10] }\n";
/// assert_eq!(cmpthese_plan::with_doses(source, &doses).text, format!("title = 'x'\n[added]\n{line}"));
/// ```
pub fn with_doses(source: Source, doses: &DoseSeries) -> Source {
    let DoseSeries { of, beside, event, counts, bytes, span } = doses;
    let amount = match event {
        DoseEvent::ReadCall | DoseEvent::FileFault => format!(", bytes = {bytes}, span = {span}"),
        DoseEvent::CopiedByte => format!(", span = {span}"),
        DoseEvent::MinorFault => String::new(),
    };
    let [of, beside, event] = [of.as_str(), beside.as_str(), event.key()].map(toml_text);
    let doses = format!("{{ of = {of}, beside = {beside}, event = {event}, counts = {counts:?}{amount} }}");
    Source { text: additions::with_key(&source.text, "doses", &doses), ..source }
}

/// Where the values of a parameter stand, and whether they are texts. `None` when the text is no TOML.
fn place(text: &str, name: &str) -> Result<Option<(Range<usize>, bool)>, QuickError> {
    let Ok(tree) = tree::parse(text) else { return Ok(None) };
    let params = additions::table(&tree, "params");
    let Some(value) = params.and_then(|params| params.get(name)) else {
        let known: Vec<&str> =
            params.into_iter().flat_map(|params| params.keys()).map(|key| &**key.get_ref()).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None if known.is_empty() => "it has none at all: add a table [params] to it".to_string(),
            None => format!("its parameters are {}", listed(known)),
        };
        return Err(QuickError::new(format!("the plan has no parameter {}", quoted(name)), help));
    };
    let has_header = matches!(value.get_ref(), DeValue::Table(_)) && !text[value.span()].starts_with('{');
    if has_header {
        let message = format!("the values of {} are a table with a header, which cannot be replaced", quoted(name));
        return Err(QuickError::new(message, format!("write them as {name} = {{ … }} below [params]")));
    }
    let are_texts = match value.get_ref() {
        DeValue::Array(values) => values.iter().all(|value| value.get_ref().is_str()),
        // Else it is a range, whose values are numbers.
        DeValue::Table(form) => form.contains_key("texts"),
        value => value.is_str(),
    };
    Ok(Some((value.span(), are_texts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "locate = \"n\"\n[params]\nn = [1, 4,\n  16, 64]\nmode = [\"plain\", \"fast\"] # both\n[[variant]]\nname = \"a\"\n\
        when = \"mode == fast\"\nsim = { time = \"1ms\" }\n[[variant]]\nname = \"b\"\nsim = { time = \"2ms\" }\n";

    fn source() -> Source {
        Source { name: "p.toml".to_string(), text: PLAN.to_string() }
    }

    /// Conditions name values that are not measured now; lines stay where they are.
    #[test]
    fn a_part_of_a_plan_is_a_plan() {
        let point = Point {
            params: vec![("n".to_string(), Value::Integer(4)), ("mode".to_string(), Value::Text("plain".to_string()))],
        };
        let plain = with_params(source(), &["mode=plain".to_string()], None).unwrap();
        for part in [at_point(source(), &point).unwrap(), plain.clone(), at_point(plain, &point).unwrap()] {
            let plan = crate::parse(part.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
            assert!(plan.params.iter().all(|param| param.name == "n" || param.values.len() == 1), "{plan:?}");
            assert_eq!(part.text.lines().position(|line| line == "name = \"a\""), Some(6), "{}", part.text);
            assert_eq!(part.text.matches("[narrowed]").count(), 1, "{}", part.text);
        }
    }

    #[test]
    fn numbers_are_texts_only_where_they_are_put_into_one() {
        let with = |variant: &str| {
            let text = format!(
                "params.x = [0.5, 1.0]\n[language.perl]\nprelude = 'my %h; $h{{x}} = 1'\n[[variant]]\n{variant}\n"
            );
            with_params(Source { text, ..source() }, &["x=1.0,1.5".to_string()], None).unwrap().text
        };
        assert!(with("javascript = '`${x}`'\nname = 'x {x}'").contains("params.x = [1.0,"));
        for put_in in ["command = ['a', '{x}']", "perl = '1'\ninterpreter = 'perl{x}'", "http = '/{x}'"] {
            assert!(with(put_in).contains("params.x = [\"1.0\","), "{}", with(put_in));
        }
    }

    /// What looks like a size, a number or nothing at all.
    #[test]
    fn what_is_a_text_in_the_plan_is_one_that_is_typed() {
        let with = |values: &str, typed: &str| {
            let text = format!("params.x = {values}\n[[variant]]\nsim = {{ time = '1ms' }}\n");
            let source = with_params(Source { text, ..source() }, &[format!("x={typed}")], None).unwrap();
            crate::parse(source, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}")).params[0].values.clone()
        };
        let texts = |all: &[&str]| all.iter().map(|text| Value::Text(text.to_string())).collect::<Vec<_>>();
        assert_eq!(with("{ texts = ['64kB', '1MB'] }", "64kB"), texts(&["64kB"]));
        assert_eq!(with("['gzip', '7z']", "7z, 7z -1"), texts(&["7z", "7z -1"]));
        assert_eq!(with("'plain'", "1.10"), texts(&["1.10"]));
        assert_eq!(with("['64kB', '1MB']", "64kB"), [Value::Size(64_000)]);
        assert_eq!(with("['plain']", "1..3"), [1, 2, 3].map(Value::Integer));
    }

    /// Who asks for one size asks for no crossover.
    #[test]
    fn fewer_values_than_a_crossover_needs_are_measured_without_one() {
        for (typed, is_located) in [("n=64", false), ("n=1,4,16", false), ("n=1,4,16,64", true), ("n=1..64", true)] {
            let source = with_params(source(), &[typed.to_string()], None).unwrap();
            let plan = crate::parse(source, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
            assert_eq!(plan.locate.is_some(), is_located, "{typed}");
        }
    }

    /// Mistakes and compilers name lines of the plan, whatever is put into it.
    #[test]
    fn lines_stay_where_they_are() {
        let text = PLAN.replace("locate = \"n\"", "# nothing is located");
        let params = ["n=1..60".to_string(), "mode=plain".to_string()];
        let located = with_params(Source { text, ..source() }, &params, Some("n")).unwrap();
        let plan = crate::parse(located.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!((plan.locate.as_deref(), plan.params[0].values.len()), (Some("n"), 4));
        let point = Point { params: vec![("n".to_string(), Value::Integer(4))] };
        let at_point = at_point(located.clone(), &point).unwrap();
        let plan = crate::parse(at_point.clone(), &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!((plan.locate, plan.params[0].values.len()), (None, 1));
        let (of, beside, event) = ("a".to_string(), "b".to_string(), DoseEvent::MinorFault);
        let dosed =
            with_doses(at_point.clone(), &DoseSeries { of, beside, event, counts: vec![0, 5, 10], bytes: 1, span: 1 });
        // The events of simulated time are nobody's, but the text is read.
        let mistakes = crate::parse(dosed.clone(), &[]).unwrap_err().to_string();
        assert!(mistakes.contains("doses = {"), "{mistakes}");
        for part in [located, at_point, dosed] {
            assert_eq!(part.text.lines().position(|line| line == "name = \"a\""), Some(6), "{}", part.text);
            assert_eq!(part.text.matches("[added]").count(), 1, "{}", part.text);
        }
    }

    #[test]
    fn a_text_that_looks_like_a_quantity_is_one_at_its_point_too() {
        let text = "params.tool = ['gzip', '7z']\n[[variant]]\nsim = { time = '1ms' }\n".to_string();
        let point = Point { params: vec![("tool".to_string(), Value::Text("7z".to_string()))] };
        let part = at_point(Source { text, ..source() }, &point).unwrap();
        let plan = crate::parse(part, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!(plan.points(), [point]);
    }

    #[test]
    fn texts_in_a_table_are_kept_for_conditions_too() {
        let text = PLAN.replace("[\"plain\", \"fast\"]", "{ texts = [\"plain\", \"fast\"] }");
        let part = with_params(Source { text, ..source() }, &["mode=plain".to_string()], None).unwrap();
        crate::parse(part, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }

    #[test]
    fn a_value_that_was_never_there_is_a_mistake_still() {
        let text = PLAN.replace("mode == fast", "mode == fsat");
        let part = with_params(Source { text, ..source() }, &["mode=plain".to_string()], None).unwrap();
        let mistakes = crate::parse(part, &[]).unwrap_err().to_string();
        assert!(mistakes.contains("`mode` is never `fsat`") && mistakes.contains("did you mean `fast`?"), "{mistakes}");
    }
}
