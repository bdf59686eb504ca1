//! A table of the TOML text that remembers which keys were asked for.
//!
//! The keys that a table may have are the keys that its reader asks for: there is no other list of them. What nobody
//! asked for is unknown, and [`Table::finish`] says so.

use super::{Mistakes, Node};
use crate::Diagnostic;
use crate::foreign::{listed, quoted};
use crate::nearest::{nearest, suggestion};
use std::ops::Range;
use toml::de::DeValue;

/// A table of the TOML text.
#[derive(Debug)]
pub struct Table<'t> {
    what: &'static str,
    span: Range<usize>,
    entries: Vec<Entry<'t>>,
    asked: Vec<String>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: &'t str,
    /// The place of the key.
    pub span: Range<usize>,
    /// The value.
    pub node: Node<'t>,
}

impl<'t> Table<'t> {
    /// Opens a node that must be a table. Messages call it `what`, such as `a variant`.
    pub fn open(node: &Node<'t>, what: &'static str, mistakes: &mut Mistakes) -> Option<Table<'t>> {
        let DeValue::Table(table) = node.value else { return node.expected("a table").tell(mistakes) };
        let entry = |(key, value): (&'t toml::Spanned<_>, &'t toml::Spanned<_>)| Entry::new(key, value, node.source);
        let mut entries: Vec<Entry> = table.iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.span.start);
        Some(Table { what, span: node.span.clone(), entries, asked: Vec::new() })
    }

    /// A table without entries: what a reader asks it for are the keys that the reader knows.
    pub fn empty() -> Table<'t> {
        Table { what: "nothing", span: 0..0, entries: Vec::new(), asked: Vec::new() }
    }

    /// The place of the table: its header, or all of it when it is written inline.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The keys that were asked for so far.
    pub fn asked(&self) -> &[String] {
        &self.asked
    }

    /// Whether it has a key, without asking for it.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// What stands at a key, if anything.
    pub fn node(&mut self, key: &str) -> Option<Node<'t>> {
        self.ask(key);
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.node.clone())
    }

    /// What `read` makes of the value at a key; `None` when there is none, or after a mistake.
    pub fn optional<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Node<'t>, &mut Mistakes) -> Option<T>,
        mistakes: &mut Mistakes,
    ) -> Option<T> {
        read(&self.node(key)?, mistakes)
    }

    /// What `read` makes of the value at a key that must be there.
    pub fn required<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Node<'t>, &mut Mistakes) -> Option<T>,
        mistakes: &mut Mistakes,
    ) -> Option<T> {
        match self.node(key) {
            Some(node) => read(&node, mistakes),
            None if self.has_misspelt(&[key]) => None,
            None => {
                let message = format!("{} needs the key `{key}`", self.what);
                Diagnostic::new(self.span(), message).label(format!("no `{key}` in it")).tell(mistakes)
            }
        }
    }

    /// All entries, for a table whose keys are names that the plan gives. Asks for all of them.
    pub fn entries(&mut self) -> Vec<Entry<'t>> {
        self.asked.extend(self.entries.iter().map(|entry| entry.key.to_string()));
        self.entries.clone()
    }

    /// The one key among `keys` that the table has. None, or several, are a mistake.
    pub fn exactly_one<'k>(&mut self, keys: &[&'k str], mistakes: &mut Mistakes) -> Option<&'k str> {
        keys.iter().for_each(|key| self.ask(key));
        let present: Vec<(&'k str, &Entry)> =
            keys.iter().filter_map(|key| Some((*key, self.entries.iter().find(|entry| entry.key == *key)?))).collect();
        match present.as_slice() {
            [(key, _)] => Some(key),
            [] if self.has_misspelt(keys) => None,
            [] => {
                let message = format!("{} needs one of the keys {}", self.what, listed(keys.iter().copied()));
                Diagnostic::new(self.span(), message).label("has none of them").tell(mistakes)
            }
            [(first, first_entry), .., (second, second_entry)] => {
                let message = format!("{} cannot have both `{first}` and `{second}`", self.what);
                let mistake = Diagnostic::new(second_entry.span.clone(), message).label("one too many");
                let help = format!("it has exactly one of {}", listed(keys.iter().copied()));
                mistake.also(first_entry.span.clone(), "the other").help(help).tell(mistakes)
            }
        }
    }

    /// Takes out a key that nobody asked for and that has no place here, and says why.
    pub fn refuse(&mut self, key: &str, explain: impl FnOnce(&Entry<'t>) -> Diagnostic, mistakes: &mut Mistakes) {
        if self.asked.iter().any(|asked| asked == key) {
            return;
        }
        if let Some(index) = self.entries.iter().position(|entry| entry.key == key) {
            mistakes.push(explain(&self.entries.remove(index)));
        }
    }

    /// Reports the keys that nobody asked for.
    pub fn finish(self, mistakes: &mut Mistakes) {
        let known: Vec<&str> = self.asked.iter().map(String::as_str).collect();
        for entry in self.entries.iter().filter(|entry| !known.contains(&entry.key)) {
            let message = format!("{} has no key {}", self.what, quoted(entry.key));
            let help = suggestion(entry.key, &known, "known keys");
            mistakes.push(Diagnostic::new(entry.span.clone(), message).label("unknown key").help(help));
        }
    }

    /// Whether an unknown key is probably one of `keys`: it will be reported as such, which says more than that a key is
    /// missing.
    fn has_misspelt(&self, keys: &[&str]) -> bool {
        let unknown = |entry: &&Entry| !self.asked.iter().any(|asked| asked == entry.key);
        self.entries.iter().filter(unknown).any(|entry| nearest(entry.key, keys.iter().copied()).is_some())
    }

    fn ask(&mut self, key: &str) {
        if !self.asked.iter().any(|asked| asked == key) {
            self.asked.push(key.to_string());
        }
    }
}

impl<'t> Entry<'t> {
    fn new(key: &'t toml::Spanned<toml::de::DeString>, value: &'t toml::Spanned<DeValue>, source: &'t str) -> Self {
        let node = Node { name: quoted(key.get_ref()), value: value.get_ref(), span: value.span(), source };
        Entry { key: key.get_ref(), span: key.span(), node }
    }
}
