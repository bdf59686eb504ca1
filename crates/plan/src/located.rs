//! `locate`: the parameter along which it is found out where variants change places.

use crate::foreign::quoted;
use crate::tree::{self, Mistakes, Node};
use model::{Param, Value};
use toml::de::DeValue;

/// The fewest values that it has to have: of fewer the report tells nothing along them.
const VALUES_MIN: usize = 4;

/// Whether anything may be located along such values, in TOML: those of a range are enough.
pub fn may_be(values: &str) -> bool {
    let text = format!("values = {values}");
    let tree = tree::parse(&text);
    let known = tree.as_ref().ok().and_then(|tree| Some(tree.as_table()?.get("values")?.get_ref()));
    known.is_none_or(|values| match values {
        DeValue::Array(values) => values.len() >= VALUES_MIN,
        DeValue::Table(form) => !form.contains_key("texts"),
        _ => false,
    })
}

/// The name of a parameter, all of whose values are numbers above zero.
pub fn read(node: &Node, params: &[Param], mistakes: &mut Mistakes) -> Option<String> {
    const LABEL: &str = "along it crossovers would be located";
    let is_positive = |value: &Value| value.number().is_some_and(|number| number > 0.0);
    let mut fitting = params.iter().filter(|param| param.values.iter().all(is_positive));
    let names: Vec<&str> = fitting.clone().map(|param| param.name.as_str()).collect();
    let (missing, what) = ("parameter with numbers above zero", "parameters with numbers above zero");
    let name = tree::named(node, &names, missing, LABEL, what, mistakes)?;
    let param = fitting.find(|param| param.name == name)?;
    // A faulty axis has no values, and is a mistake of its own.
    if (1..VALUES_MIN).contains(&param.values.len()) {
        let mistake = node.mistake(format!("{} has too few values to locate anything along it", quoted(name)));
        let help = format!("give it {VALUES_MIN} or more, far apart, such as {{ from = 16, to = 65536 }}");
        return mistake.label(LABEL).help(help).tell(mistakes);
    }
    Some(name.to_string())
}
