//! A value of the TOML text with its name and its place.

use super::Mistakes;
use crate::Diagnostic;
use crate::diagnostics::line_number;
use std::ops::Range;
use toml::de::DeValue;

/// A value of the TOML text.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// What messages call it: its key between backticks, or `item 2 of` its list.
    pub name: String,
    /// The value.
    pub value: &'t DeValue<'t>,
    /// Its bytes in the text; for a table with a header, the bytes of the header.
    pub span: Range<usize>,
    /// The whole text.
    pub source: &'t str,
}

impl<'t> Node<'t> {
    /// A mistake that underlines the value.
    pub fn mistake(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span.clone(), message)
    }

    /// A mistake of type: `what` should stand here, such as `a list of texts`.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = self.found();
        self.mistake(format!("{} must be {what}, not {found}", self.name)).label(found)
    }

    /// What stands here, in the words of a person.
    pub fn found(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(true) => "true",
            DeValue::Boolean(false) => "false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    /// The value as it is written; one that is written over several lines, or by a header, is cut there.
    pub fn written(&self) -> &'t str {
        self.source[self.span.clone()].lines().next().unwrap_or_default()
    }

    /// The line in which it begins, from 1.
    pub fn line(&self) -> usize {
        line_number(self.source, self.span.start)
    }

    /// The place of a part of this text. The whole text where escapes hide the part.
    pub fn place_of(&self, part: Range<usize>) -> Range<usize> {
        let Some(text) = self.value.as_str() else { return self.span.clone() };
        match self.source[self.span.clone()].find(text) {
            Some(start) => {
                let start = self.span.start + start;
                start + part.start..start + part.end
            }
            None => self.span.clone(),
        }
    }

    /// The items of a list, or `None` after saying that `what` should stand here.
    pub fn items(&self, what: &str, mistakes: &mut Mistakes) -> Option<Vec<Node<'t>>> {
        let Some(items) = self.value.as_array() else {
            let mistake = self.expected(what);
            let help = format!("write [{}]", self.written());
            return if self.value.is_table() { mistake } else { mistake.help(help) }.tell(mistakes);
        };
        let nodes = items.iter().enumerate().map(|(index, item)| Node {
            name: format!("item {} of {}", index + 1, self.name),
            value: item.get_ref(),
            span: item.span(),
            source: self.source,
        });
        Some(nodes.collect())
    }

    /// The items of a list, each read by `read`; see [`all_read`].
    pub fn each<T>(
        &self,
        what: &str,
        mut read: impl FnMut(&Node<'t>, &mut Mistakes) -> Option<T>,
        mistakes: &mut Mistakes,
    ) -> Option<Vec<T>> {
        all_read(self.items(what, mistakes)?.iter().map(|item| read(item, mistakes)))
    }
}

/// All of some, or nothing where one of them could not be read: the others are read before it is known, and have their mistakes told.
pub fn all_read<T>(read: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    read.collect::<Vec<Option<T>>>().into_iter().collect()
}
