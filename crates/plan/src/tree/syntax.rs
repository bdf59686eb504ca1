//! From text to tree: the mistakes that make a text no TOML at all.
//!
//! The parser recovers and goes on. What it then reports is often a consequence: after a list that is not closed, every
//! later line is a wrong item of it. Such reports are left out, and a thing that is not closed is shown where it begins.

use super::Mistakes;
use crate::Diagnostic;
use crate::diagnostics::line_number;
use crate::foreign::quoted;
use toml::de::{DeTable, DeValue, Error};

/// A text with more mistakes is no plan.
const MISTAKES_MAX: usize = 20;

/// The tree of a text, or every mistake of syntax that the parser finds while it recovers, up to twenty.
pub fn parse(text: &str) -> Result<DeValue<'_>, Mistakes> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let tree = DeValue::Table(table.into_inner());
    if errors.is_empty() {
        return Ok(tree);
    }
    // Behind what is not closed, which the parser tells last, there is nothing but consequences.
    let unclosed = errors.iter().find(|error| lacks_bracket(error));
    let is_no_plan = errors.len() > MISTAKES_MAX && unclosed.is_none();
    let beyond = errors.iter().skip(MISTAKES_MAX).find(|error| lacks_bracket(error));
    let errors = errors.iter().take(MISTAKES_MAX).chain(beyond);
    let mut mistakes: Mistakes = errors.map(|error| diagnostic(error, &tree, text)).collect();
    mistakes.sort_by_key(|mistake| mistake.span.start);
    if let Some(unclosed) = unclosed {
        let comma_missing = || mistakes.iter().find(|mistake| mistake.label == "expected `,`").map(|it| it.span.start);
        if let Some(last) = unclosed_brackets(unclosed, &tree, text).or_else(comma_missing) {
            mistakes.retain(|mistake| mistake.span.start <= last);
        }
    }
    mistakes.dedup_by_key(|mistake| line_number(text, mistake.span.start));
    if is_no_plan {
        mistakes.insert(
            0,
            Diagnostic::new(0..0, "this does not look like a plan in TOML: of its mistakes these are the first"),
        );
    }
    Err(mistakes)
}

/// The parser states what is wrong, then what it expected. Its words are kept but for the most frequent mistakes.
fn diagnostic(error: &Error, tree: &DeValue, text: &str) -> Diagnostic {
    let span = error.span().unwrap_or(text.len()..text.len());
    let written = text.get(span.clone()).unwrap_or_default();
    if let Some(open) = unclosed_brackets(error, tree, text) {
        let (what, close) = if text[open..].starts_with('[') { ("list", "]") } else { ("table", "}") };
        return unclosed(open, 1, what, close);
    }
    if let Some(open) = unclosed_quotes(error, tree) {
        let quotes = ["'''", "\"\"\"", "'"].into_iter().find(|quotes| text[open..].starts_with(quotes)).unwrap_or("\"");
        return unclosed(open, quotes.len(), "text", quotes);
    }
    match error.message().split_once(", expected ") {
        Some(("string values must be quoted", _)) if written.is_empty() => {
            Diagnostic::new(span, "not valid TOML: a value is missing").label("expected a value")
        }
        Some(("string values must be quoted", _)) => {
            let mistake = Diagnostic::new(span, "not valid TOML: text must stand in quotes");
            mistake.label("neither a number nor text in quotes").help(format!("write '{written}' or \"{written}\""))
        }
        Some((message, expected)) => {
            Diagnostic::new(span, format!("not valid TOML: {message}")).label(format!("expected {expected}"))
        }
        None if error.message() == "duplicate key" => {
            Diagnostic::new(span, format!("not valid TOML: the key {} is given twice in one table", quoted(written)))
                .label("given before")
        }
        None => Diagnostic::new(span, format!("not valid TOML: {}", error.message())).label("here"),
    }
}

fn unclosed(open: usize, length: usize, what: &str, close: &str) -> Diagnostic {
    Diagnostic::new(open..open + length, format!("not valid TOML: this {what} is not closed"))
        .label("begins here")
        .help(format!("close it with `{close}`"))
}

/// Whether a list or an inline table is not closed.
fn lacks_bracket(error: &Error) -> bool {
    ["unclosed array,", "unclosed inline table,"].iter().any(|what| error.message().starts_with(what))
}

/// Where the list or the inline table begins that is not closed.
fn unclosed_brackets(error: &Error, tree: &DeValue, text: &str) -> Option<usize> {
    let end = error.span()?.start;
    let open = |value: &toml::Spanned<DeValue>| {
        let span = value.span();
        let written = text.get(span.clone()).unwrap_or_default();
        let closed = match value.get_ref() {
            DeValue::Array(_) => written.ends_with(']'),
            DeValue::Table(_) => written.ends_with('}') || !written.starts_with('{'),
            _ => true,
        };
        let reaches = span.end >= end && written.starts_with(['[', '{']);
        !closed || reaches && matches!(value.get_ref(), DeValue::Array(_) | DeValue::Table(_))
    };
    lacks_bracket(error).then(|| first(tree, open))?
}

/// Where the text begins that lacks its closing quotes.
fn unclosed_quotes(error: &Error, tree: &DeValue) -> Option<usize> {
    let lacks_quotes = [", expected `'`", ", expected `\""].iter().any(|what| error.message().contains(what));
    let end = error.span()?.start;
    let open = |value: &toml::Spanned<DeValue>| {
        let span = value.span();
        value.get_ref().is_str() && span.start < end && span.end >= end
    };
    lacks_quotes.then(|| first(tree, open))?
}

/// Where the first of the wanted values begins; one before those inside it.
fn first(tree: &DeValue, wanted: impl Fn(&toml::Spanned<DeValue>) -> bool + Copy) -> Option<usize> {
    let mut children: Vec<&toml::Spanned<DeValue>> = match tree {
        DeValue::Array(items) => items.iter().collect(),
        DeValue::Table(table) => table.values().collect(),
        _ => Vec::new(),
    };
    children.sort_by_key(|child| child.span().start);
    children
        .into_iter()
        .find_map(|child| if wanted(child) { Some(child.span().start) } else { first(child.get_ref(), wanted) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a hundred thousand lines that are no TOML the mistakes took minutes.
    #[test]
    fn what_is_no_plan_is_called_so() {
        let mistakes = parse(&"1\n".repeat(50_000)).unwrap_err();
        assert_eq!(mistakes.len(), 1 + MISTAKES_MAX);
        assert!(mistakes[0].message.starts_with("this does not look like a plan"), "{}", mistakes[0].message);
        assert_eq!(parse("a = \nb = 1").unwrap_err().len(), 1);

        let unclosed = format!("list = [1, 2\n{}", "name = 'a'\n".repeat(30));
        let mistakes = parse(&unclosed).unwrap_err();
        assert_eq!(mistakes.iter().map(|mistake| mistake.span.start).collect::<Vec<_>>(), [7], "{mistakes:?}");
    }
}
