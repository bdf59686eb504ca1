//! Texts with placeholders, checked against the names that may stand in them.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::names::{EVERYWHERE, Names, Usable};
use crate::tree::{self, Mistakes, Node};
use model::Template;
use std::ops::Range;

/// A text in which any name may stand.
pub fn anywhere(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    read(node, names, &EVERYWHERE, mistakes)
}

/// A text for the operating system: a path, an argument, a value of the environment. No byte of it is zero.
pub fn for_system(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    if tree::text(node, mistakes)?.contains('\0') {
        let message = format!("{} holds a zero byte, where a program would see its end", node.name);
        return node.mistake(message).tell(mistakes);
    }
    anywhere(node, names, mistakes)
}

/// A path, which is not empty.
pub fn path(node: &Node, names: &Names, mistakes: &mut Mistakes) -> Option<Template> {
    tree::filled_text(node, mistakes)?;
    for_system(node, names, mistakes)
}

/// A text in which some names may stand.
pub fn read(node: &Node, names: &Names, usable: &Usable, mistakes: &mut Mistakes) -> Option<Template> {
    let text = tree::text(node, mistakes)?;
    let template = Template::parse(text);
    let count = mistakes.len();
    for name in template.names() {
        if let Err(unusable) = names.look_up(name, usable) {
            let message = format!("{} {}", quoted(&format!("{{{name}}}")), unusable.because);
            let literal = format!("`{{{{{name}}}}}` is the literal text `{{{name}}}`");
            let help = if unusable.meant { unusable.help } else { format!("{}\n{literal}", unusable.help) };
            let place = node.place_of(placeholder(text, name));
            mistakes.push(Diagnostic::new(place, message).label("cannot be filled in").help(help));
        }
    }
    (mistakes.len() == count).then_some(template)
}

/// Where a placeholder stands in its text: the first that is not escaped.
fn placeholder(text: &str, name: &str) -> Range<usize> {
    let written = format!("{{{name}}}");
    let escaped = |at: usize| text[..at].ends_with('{') && text[at + written.len()..].starts_with('}');
    let start = text.match_indices(&written).map(|(at, _)| at).find(|at| !escaped(*at)).unwrap_or(0);
    start..start + written.len()
}
