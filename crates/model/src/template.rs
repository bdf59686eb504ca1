//! Text with placeholders: `{size}` stands for a value, `{{` and `}}` for braces.

use crate::Value;
use std::collections::BTreeMap;

/// The names that a placeholder may use at one point, each with its text: parameters, fixtures (their paths), and what
/// the `for` of a variant binds.
pub type Scope = BTreeMap<String, String>;

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    /// Text that stands for itself.
    Literal(String),
    /// The name of a value.
    Placeholder(String),
}

/// Text that is completed at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template {
    pieces: Vec<Piece>,
}

impl Template {
    /// Splits text at its placeholders. Only `{identifier}` is one: any other brace stands for itself, so that JSON and
    /// most of awk need no escaping.
    ///
    /// ```
    /// use cmpthese_model::{Scope, Template};
    /// let scope = Scope::from([("n".to_string(), "3".to_string())]);
    /// assert_eq!(Template::parse("head -n {n} {{n}} {print $1}").fill(&scope).unwrap(), "head -n 3 {n} {print $1}");
    /// ```
    pub fn parse(text: &str) -> Template {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some(name) = name_at(rest, "{{", "}}") {
                literal.push_str(&format!("{{{name}}}"));
                rest = &rest[name.len() + 4..];
            } else if let Some(name) = name_at(rest, "{", "}") {
                if !literal.is_empty() {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                }
                pieces.push(Piece::Placeholder(name.to_string()));
                rest = &rest[name.len() + 2..];
            } else {
                literal.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        Template { pieces }
    }

    /// Writes text so that [`Template::parse`] gives it back whole, whatever braces it holds.
    pub fn escape(text: &str) -> String {
        let mut escaped = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            match name_at(rest, "{", "}") {
                Some(name) => {
                    escaped.push_str(&format!("{{{{{name}}}}}"));
                    rest = &rest[name.len() + 2..];
                }
                None => {
                    escaped.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        escaped
    }

    /// The names of the placeholders, in order of appearance.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Placeholder(name) => Some(name.as_str()),
            Piece::Literal(_) => None,
        })
    }

    /// Whether it has no placeholders: then it is the same at all points.
    pub fn is_fixed(&self) -> bool {
        self.names().next().is_none()
    }

    /// Whether one of the placeholders has this name.
    pub fn mentions(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The same text with some placeholders replaced; the others stay.
    pub(crate) fn bound(&self, values: &[(String, Value)]) -> Template {
        let piece = |piece: &Piece| match piece {
            Piece::Placeholder(name) => values
                .iter()
                .find(|(known, _)| known == name)
                .map_or(piece.clone(), |(_, value)| Piece::Literal(value.placeholder())),
            Piece::Literal(_) => piece.clone(),
        };
        Template { pieces: self.pieces.iter().map(piece).collect() }
    }

    /// The text with every placeholder replaced; `None` where the scope does not hold one of them.
    pub fn fill(&self, scope: &Scope) -> Option<String> {
        self.fill_with(scope, str::to_string)
    }

    /// The same, at a point of a plan that was read: it checked every placeholder.
    pub fn filled(&self, scope: &Scope) -> String {
        self.fill(scope).expect("the plan checked every placeholder")
    }

    /// The text with every placeholder replaced by what `quote` makes of its value: for shells.
    pub fn fill_with(&self, scope: &Scope, quote: impl Fn(&str) -> String) -> Option<String> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Placeholder(name) => text.push_str(&quote(scope.get(name)?)),
            }
        }
        Some(text)
    }
}

/// The name that the text begins with between braces: of a placeholder, or, between two of each, of one that is escaped.
fn name_at<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let (name, _) = text.strip_prefix(open)?.split_once(close)?;
    is_identifier(name).then_some(name)
}

/// Whether text may stand in a placeholder: a letter or `_`, then letters, digits and `_`, all of ASCII.
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_comes_back_whole() {
        for text in ["{a}", "{{a}}", "{}", "awk '{print}'", "{{{a}}}", "a{b", "}{", "{\"a\":1}"] {
            assert_eq!(Template::parse(&Template::escape(text)).fill(&Scope::new()), Some(text.to_string()), "{text}");
        }
    }
}
