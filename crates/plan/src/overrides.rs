//! Other values for the parameters of a plan: `cmpthese run plan.toml --param size=1MiB`.

use crate::foreign::{listed, quoted};
use crate::nearest::nearest;
use crate::quick::{QuickError, read_params, toml_text};
use crate::tree;
use model::Source;
use std::ops::Range;
use toml::de::DeValue;

/// The plan with other values in the place of those that some parameters have, in the words of the quick form: the text is
/// changed, so that a stored run holds what was measured. Along `locate` a range needs no pace. A text that is no TOML is left as it is, for [`crate::parse`].
///
/// ```
/// let source = model::Source { name: "p.toml".to_string(), text: "params.n = [1, 2] # few".to_string() };
/// let other = cmpthese_plan::with_params(source, &["n=1..3".to_string()], None).unwrap();
/// assert_eq!(other.text, "params.n = { from = 1, to = 3 } # few");
/// ```
///
/// # Errors
/// Values that cannot be read, and a parameter that the plan does not have.
pub fn with_params(source: Source, texts: &[String], locate: Option<&str>) -> Result<Source, QuickError> {
    let mut text = source.text.clone();
    for param in read_params(texts, locate)? {
        let Some(place) = place(&text, &param.name)? else { return Ok(source) };
        text.replace_range(place, &param.values);
    }
    Ok(Source { text, ..source })
}

/// The plan with the parameter along which crossovers are located; a text that is no TOML is left as it is.
///
/// ```
/// let source = model::Source { name: "p.toml".to_string(), text: "params.n = [1, 4, 16, 64]".to_string() };
/// assert_eq!(cmpthese_plan::with_locate(source, "n").text, "locate = \"n\"\nparams.n = [1, 4, 16, 64]");
/// ```
pub fn with_locate(source: Source, name: &str) -> Source {
    let Ok(tree) = tree::parse(&source.text) else { return source };
    let known = tree.as_table().and_then(|plan| plan.get("locate")).map(|value| value.span());
    let mut text = source.text.clone();
    match known {
        Some(place) => text.replace_range(place, &toml_text(name)),
        None => text.insert_str(0, &format!("locate = {}\n", toml_text(name))),
    }
    Source { text, ..source }
}

/// Where the values of a parameter stand. `None` when the text is no TOML.
fn place(text: &str, name: &str) -> Result<Option<Range<usize>>, QuickError> {
    let Ok(tree) = tree::parse(text) else { return Ok(None) };
    let params = tree.as_table().and_then(|plan| plan.get("params")).and_then(|params| params.get_ref().as_table());
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
    Ok(Some(value.span()))
}
