//! What a module declares, brings in and names.

use crate::tokens::{is_word, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// Names, from left to right.
pub type Path = Vec<String>;

/// A module, as its text has it.
#[derive(Debug, Default)]
pub struct Module {
    /// The file that it stands in, below `src`.
    pub file: String,
    /// The items that it defines.
    pub items: BTreeSet<String>,
    /// What its `use` declarations bring in.
    pub imports: Vec<Import>,
    /// The paths of two names or more that its code mentions.
    pub paths: BTreeSet<Path>,
    /// The names that its code mentions alone.
    pub words: BTreeSet<String>,
}

/// A leaf of a `use` declaration.
#[derive(Clone, Debug)]
pub struct Import {
    /// What it is called here; `*` when it is everything that the path holds.
    pub name: String,
    /// Where it comes from.
    pub path: Path,
    /// Whether it is handed on (`pub use`).
    pub handed_on: bool,
}

/// Reads the module at `place`, which has a file of its own, and those that stand in it. Tests of a unit are left out.
pub fn read(text: &str, place: Path, file: &str, modules: &mut BTreeMap<Path, Module>) {
    read_items(&tokens(text), place, file, modules);
}

fn read_items(tokens: &[&str], place: Path, file: &str, modules: &mut BTreeMap<Path, Module>) {
    let mut module = Module { file: file.to_string(), ..Module::default() };
    let mut rest = tokens;
    while !rest.is_empty() {
        let (attributes, after) = rest.split_at(attributes_length(rest));
        let (item, after) = after.split_at(item_length(after));
        rest = after;
        if attributes.contains(&"cfg") && attributes.contains(&"test") && !attributes.contains(&"not") {
            continue;
        }
        match inline_module(item) {
            Some((name, inside)) => {
                let below = place.iter().cloned().chain([name.to_string()]).collect();
                read_items(inside, below, file, modules);
            }
            None => module.read_item(item),
        }
    }
    modules.insert(place, module);
}

/// How many tokens the attributes take that stand before an item.
fn attributes_length(tokens: &[&str]) -> usize {
    let mut length = 0;
    loop {
        let rest = &tokens[length..];
        length += match rest {
            ["#", "[", ..] => 1 + closed(&rest[1..]),
            ["#", "!", "[", ..] => 2 + closed(&rest[2..]),
            _ => return length,
        };
    }
}

/// How many tokens an item takes: to a semicolon, or to the end of its body.
fn item_length(tokens: &[&str]) -> usize {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            ";" => return at + 1,
            "{" => return at + closed(&tokens[at..]),
            "(" | "[" => at += closed(&tokens[at..]),
            _ => at += 1,
        }
    }
    tokens.len()
}

/// How many tokens it is from an opening bracket to behind the one that closes it.
fn closed(tokens: &[&str]) -> usize {
    let mut open = 0;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => open += 1,
            ")" | "]" | "}" => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// An item without its `pub` or `pub(…)`, and whether it had one.
fn without_visibility<'i, 't>(item: &'i [&'t str]) -> (&'i [&'t str], bool) {
    match item {
        ["pub", "(", ..] => (&item[1 + closed(&item[1..])..], true),
        ["pub", ..] => (&item[1..], true),
        _ => (item, false),
    }
}

/// Name and content of a module that stands in the file of another one.
fn inline_module<'i, 't>(item: &'i [&'t str]) -> Option<(&'t str, &'i [&'t str])> {
    match without_visibility(item).0 {
        ["mod", name, "{", inside @ .., "}"] => Some((name, inside)),
        _ => None,
    }
}

impl Module {
    fn read_item(&mut self, item: &[&str]) {
        let (item, handed_on) = without_visibility(item);
        match item {
            ["mod", _, ";"] | ["extern", "crate", ..] => {}
            ["use", tree @ ..] => self.read_use(tree, &[], handed_on),
            _ => {
                self.items.extend(declared(item).map(str::to_string));
                self.read_code(item);
            }
        }
    }

    /// Reads what stands after `use` and `prefix`.
    fn read_use(&mut self, tree: &[&str], prefix: &[String], handed_on: bool) {
        for branch in branches(tree) {
            let mut path = prefix.to_vec();
            let mut name = None;
            let mut at = 0;
            while at < branch.len() {
                match branch[at] {
                    // A path that begins with `::` leads out of the crate.
                    "::" if at == 0 && prefix.is_empty() => path.push("::".to_string()),
                    "{" => {
                        let length = closed(&branch[at..]);
                        self.read_use(&branch[at + 1..at + length - 1], &path, handed_on);
                        name = None;
                        break;
                    }
                    "*" => name = Some("*".to_string()),
                    "as" => {
                        name = branch.get(at + 1).map(|name| (*name).to_string());
                        break;
                    }
                    "self" if !path.is_empty() => name = path.last().cloned(),
                    word if is_word(word) => {
                        path.push(word.to_string());
                        name = Some(word.to_string());
                    }
                    _ => {}
                }
                at += 1;
            }
            if let Some(name) = name {
                self.imports.push(Import { name, path, handed_on });
            }
        }
    }

    fn read_code(&mut self, code: &[&str]) {
        let mut at = 0;
        while at < code.len() {
            let before = if at == 0 { "" } else { code[at - 1] };
            if code[at] == "use" && ["{", "}", ";"].contains(&before) {
                let length = code[at..].iter().position(|token| *token == ";").unwrap_or(code.len() - at);
                self.read_use(&code[at + 1..at + length], &[], false);
                at += length;
                continue;
            }
            let path = if before == "::" || before == "." { Path::new() } else { path(&code[at..]) };
            at += (2 * path.len()).saturating_sub(1).max(1);
            match path.as_slice() {
                [] => {}
                [word] => drop(self.words.insert(word.clone())),
                _ => drop(self.paths.insert(path)),
            }
        }
    }
}

/// The name of the item that some tokens define, if it has one.
fn declared<'t>(item: &[&'t str]) -> Option<&'t str> {
    let qualifiers = ["const", "unsafe", "async", "extern"];
    let function = item.iter().position(|token| !qualifiers.contains(token)).filter(|at| item[*at] == "fn");
    match &item[function.unwrap_or(0)..] {
        ["static", "mut", name, ..] | ["macro_rules", "!", name, ..] => Some(name),
        ["fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static", name, ..] => Some(name),
        ["unsafe", "trait", name, ..] => Some(name),
        _ => None,
    }
}

/// The parts of a list, which are separated by commas outside brackets.
fn branches<'i, 't>(tokens: &'i [&'t str]) -> Vec<&'i [&'t str]> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        match tokens[at] {
            "," => {
                found.push(&tokens[start..at]);
                start = at + 1;
                at += 1;
            }
            "{" => at += closed(&tokens[at..]),
            _ => at += 1,
        }
    }
    found.push(&tokens[start..]);
    found
}

/// The path that some tokens begin with; empty when they begin with a sign.
fn path(tokens: &[&str]) -> Path {
    let mut path = Path::new();
    let mut rest = tokens;
    while let [word, after @ ..] = rest
        && is_word(word)
    {
        path.push((*word).to_string());
        match after {
            ["::", next, ..] if is_word(next) => rest = &after[1..],
            _ => break,
        }
    }
    path
}
