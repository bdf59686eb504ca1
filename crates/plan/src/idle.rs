//! What a plan declares and nothing in it uses.

use crate::Diagnostic;
use crate::foreign::quoted;
use crate::tree::{Entry, Mistakes, Node};
use crate::variant::VariantEntry;
use model::{Subject, Variant};
use toml::de::DeValue;

/// Keys of the plan that stand below `[params]`, where TOML makes parameters of them.
pub fn check_params(params: &[Entry], top_level: &[String], mistakes: &mut Mistakes) {
    let is_misplaced = |entry: &&Entry| {
        let is_list = matches!(entry.node.value, DeValue::Array(_) | DeValue::Table(_));
        !is_list && top_level.iter().any(|key| key == entry.key) && words(entry.node.source, entry.key) == 1
    };
    for Entry { key, span, .. } in params.iter().filter(is_misplaced) {
        let message = format!("{} is a key of the plan, and below [params] a parameter that nothing uses", quoted(key));
        let help = "move it above the first [table]: TOML counts what follows one to it";
        mistakes.push(Diagnostic::new(span.clone(), message).label("read as a parameter").help(help));
    }
}

/// How often a name stands in a text.
fn words(text: &str, name: &str) -> usize {
    let is_part = |character: Option<char>| character.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let is_whole = |place: &usize| {
        !is_part(text[..*place].chars().next_back()) && !is_part(text[place + name.len()..].chars().next())
    };
    text.match_indices(name).map(|(place, _)| place).filter(is_whole).count()
}

/// How requests are sent, where none are. Where a mistake hides a variant, nothing is known.
pub fn check_load(load: Option<&Node>, made: &[VariantEntry], mistakes: &mut Mistakes) {
    let is_asked = |entry: &VariantEntry| {
        entry.variants.is_empty() || entry.variants.iter().any(|variant| matches!(variant.subject, Subject::Http(_)))
    };
    if let Some(node) = load.filter(|_| !made.is_empty() && !made.iter().any(is_asked)) {
        let mistake =
            node.mistake("no variant asks a server, so nothing is sent as [load] says").label("used by nobody");
        mistakes.push(mistake.help("remove it, or ask with a variant such as http = \"http://127.0.0.1:8080/\""));
    }
}

/// Servers that nobody asks. Where a mistake hides a variant, nothing is known.
pub fn check_servers(servers: &[Entry], made: &[VariantEntry], mistakes: &mut Mistakes) {
    if made.is_empty() || made.iter().any(|entry| entry.variants.is_empty()) {
        return;
    }
    let asked: Vec<&str> = made.iter().flat_map(|entry| &entry.variants).filter_map(Variant::server).collect();
    for Entry { key, span, .. } in servers.iter().filter(|entry| !asked.contains(&entry.key)) {
        let message = format!("no variant asks the server {}, so it would not be started", quoted(key));
        let help = "ask it with a variant such as http = \"/\", or start it in `setup` for commands that do";
        mistakes.push(Diagnostic::new(span.clone(), message).label("asked by nobody").help(help));
    }
}
