//! Variables of the environment: `env = { LANG = "C" }`.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::names::Names;
use crate::template;
use crate::tree::{self, Entry, Mistakes, Node, Table};
use model::Template;

/// Names and values, in the order of the file.
pub fn read(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Vec<(String, Template)>> {
    let entries = Table::open(node, "an environment", mistakes)?.entries();
    tree::all_read(entries.iter().map(|entry| variable(entry, names, mistakes)))
}

fn variable(entry: &Entry, names: &Names, mistakes: &mut Mistakes) -> Option<(String, Template)> {
    if entry.key.is_empty() || entry.key.contains(['=', '\0']) {
        let message = format!("{} cannot be a variable of the environment", quoted(entry.key));
        let label = "empty, or with `=` or a zero byte in it";
        return Diagnostic::new(entry.span.clone(), message).label(label).tell(mistakes);
    }
    Some((entry.key.to_string(), template::for_system(&entry.node, names, mistakes)?))
}
