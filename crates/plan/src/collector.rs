//! `gc = "off"`: what becomes of the collector of garbage while a snippet is timed.

use crate::foreign::quoted;
use crate::tree::{self, Mistakes, Node};
use model::{Collector, LanguageTraits};

/// Reads it, or explains why a language cannot do it. Nothing is known of a worker of somebody's own.
pub fn read(node: &Node, language: Option<&LanguageTraits>, mistakes: &mut Mistakes) -> Option<Collector> {
    let text = tree::filled_text(node, mistakes)?;
    let Some((_, collector)) = Collector::WORDS.into_iter().find(|(word, _)| *word == text) else {
        let mistake = node.mistake(format!("a collector is not {}", quoted(text)));
        mistakes.push(mistake.label("unknown").help(
            "write \"on\", as it is for users, \"off\", or \"before\": everything is collected before each batch, and not timed",
        ));
        return None;
    };
    let Some(language) = language.filter(|language| !language.collector.contains(&collector)) else {
        return Some(collector);
    };
    if collector.is_on() {
        return Some(collector);
    }
    let (message, help) = match language.collector {
        [] => (format!("{} has no collector of garbage", language.name), "remove it"),
        _ => (
            format!("the collector of {} cannot be turned off", language.name),
            "remove it, or write \"before\": everything is collected before each batch, and not timed",
        ),
    };
    node.mistake(message).label("cannot be done").help(help).tell(mistakes)
}
