//! An import as the text of a plan, which the history keeps, so that it is loaded as any other run is.

use crate::layout::{Axis, Layout};
use model::{Template, parse_bytes, parse_duration};

/// The text. All variants are of that tool; the baseline is one of them.
pub fn plan_text(title: &str, tool: &str, layout: &Layout, baseline: &str) -> String {
    let mut out = format!("title = {}\nbaseline = {}\ncheck = \"none\"\n", quoted(title), quoted(baseline));
    if !layout.axes.is_empty() {
        out.push_str("\n[params]\n");
    }
    for axis in &layout.axes {
        out.push_str(&format!("{} = {}\n", axis.name, written(axis)));
    }
    for name in &layout.variants {
        out.push_str(&format!(
            "\n[[variant]]\nname = {}\nimported = {}\n",
            quoted(&Template::escape(name)),
            quoted(tool)
        ));
    }
    out
}

/// A text in the quotes of TOML: those of JSON, where DEL is an escape as well.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The values as a plan has them: all of them numbers, all of them sizes or times with a unit, or all of them text.
fn written(axis: &Axis) -> String {
    let list = |values: Vec<String>| format!("[{}]", values.join(", "));
    let texts = || axis.values.iter().map(String::as_str);
    if texts().all(|text| text.parse::<i64>().is_ok_and(|number| number.to_string() == text)) {
        return list(axis.values.clone());
    }
    let fraction = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let fractions: Option<Vec<f64>> = texts().map(fraction).collect();
    if let Some(fractions) = fractions.filter(|all| are_different(all)) {
        return list(fractions.iter().map(|number| format!("{number:?}")).collect());
    }
    let quantities = |unit: fn(&str) -> Option<u64>| {
        let all: Option<Vec<f64>> = texts().map(|text| unit(text).map(|number| number as f64)).collect();
        all.is_some_and(|all| are_different(&all))
    };
    if quantities(parse_bytes) || quantities(parse_duration) && texts().all(|text| parse_bytes(text).is_none()) {
        return list(texts().map(quoted).collect());
    }
    // What begins like a number would be read as one.
    let is_plain = texts().all(|text| text.starts_with(|first: char| first.is_alphabetic() || first == '_'));
    let words = list(texts().map(quoted).collect());
    if is_plain { words } else { format!("{{ texts = {words} }}") }
}

fn are_different(numbers: &[f64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
