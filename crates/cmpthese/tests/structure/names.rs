//! Which file defines what a name stands for, and so which file depends on which.
//!
//! A name that is handed on (`pub use`) is followed to the file that defines it: whoever hands on knows nothing. That a
//! module declares its children is no dependency either.
//!
//! Not seen: methods, fields and trait implementations, which are reached without a path; macros that are used in another
//! file than their own by their name alone; what macros make of their arguments, beyond the paths in them; `#[path]`; and a
//! file that is a test as a whole, declared under `#[cfg(test)]`. No crate of the workspace has one of the last two.

use crate::module::{Import, Module, Path, read};
use std::collections::{BTreeMap, BTreeSet};

/// The files of a crate below `src`, and their texts.
pub type Sources = BTreeMap<String, String>;

/// For each file those that it depends on.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// How many names that are handed on can lie between a name and its definition. More are taken for a name that stands for
/// itself, as in `use toml::toml`.
const STEPS_MAX: usize = 16;

/// The modules of a crate.
#[derive(Debug)]
pub struct Modules(BTreeMap<Path, Module>);

/// What a path leads to.
enum Found {
    Module(Path),
    /// An item of this file.
    Item(String),
}

/// How a path goes on.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    /// It ends: a name that is both an item and a module is the item.
    Nothing,
    /// With another name: it must be a module, if there is one.
    Name,
}

/// Which files of a crate depend on which.
pub fn graph(sources: &Sources) -> Graph {
    let modules = Modules::read(sources);
    let mut graph: Graph = sources.keys().map(|file| (file.clone(), BTreeSet::new())).collect();
    for (place, module) in &modules.0 {
        let own = graph.get_mut(&module.file).expect("every file is in the graph");
        own.extend(modules.named_by(place, module).into_iter().filter(|file| *file != module.file));
    }
    graph
}

impl Modules {
    /// Reads the files of a crate.
    pub fn read(sources: &Sources) -> Modules {
        let mut modules = BTreeMap::new();
        for (file, text) in sources {
            read(text, place(file), file, &mut modules);
        }
        Modules(modules)
    }

    /// What the crate names of `std`: the names below it.
    pub fn of_std(&self) -> BTreeSet<String> {
        let paths = self.0.values().flat_map(|module| {
            let imported = module.imports.iter().map(|import| &import.path);
            imported.chain(&module.paths)
        });
        paths.filter(|path| path[0] == "std").filter_map(|path| path.get(1).cloned()).collect()
    }

    /// The files that define what a module names.
    fn named_by(&self, place: &Path, module: &Module) -> BTreeSet<String> {
        let imported = module.imports.iter().flat_map(|import| match import.name.as_str() {
            "*" => self.named_through(place, module, import),
            _ => self.named_by_import(place, module, import).into_iter().collect(),
        });
        let mentioned = module.paths.iter().filter_map(|path| self.item(place, path));
        imported.chain(mentioned).collect()
    }

    fn named_by_import(&self, place: &Path, module: &Module, import: &Import) -> Option<String> {
        let is_alone = module.words.contains(&import.name);
        let is_named = is_alone || module.paths.iter().any(|path| path[0] == import.name);
        let is_module = matches!(self.follow(place, &import.path, Next::Name, 0), Some(Found::Module(_)));
        let depends = if is_module { is_alone } else { is_named || !import.handed_on };
        if depends { self.item(place, &import.path) } else { None }
    }

    /// The files that define what a module names of all that it has brought in at once.
    fn named_through(&self, place: &Path, module: &Module, import: &Import) -> Vec<String> {
        match self.follow(place, &import.path, Next::Name, 0) {
            Some(Found::Module(other)) => {
                let first = module.paths.iter().map(|path| &path[0]);
                let names = module.words.iter().chain(first).filter(|name| self.has(&other, name));
                names.filter_map(|name| self.item(&other, &["self".to_string(), name.clone()])).collect()
            }
            Some(Found::Item(file)) if !import.handed_on => vec![file],
            _ => Vec::new(),
        }
    }

    fn item(&self, place: &Path, path: &[String]) -> Option<String> {
        match self.follow(place, path, Next::Nothing, 0)? {
            Found::Item(file) => Some(file),
            Found::Module(_) => None,
        }
    }

    /// Follows a path that stands in the module at `place`. `None` where it leads out of the crate.
    fn follow(&self, place: &Path, path: &[String], next: Next, steps: usize) -> Option<Found> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(Path::new(), rest, next, steps),
            "self" => self.descend(place.clone(), rest, next, steps),
            "super" => {
                let above = &place[..place.len().checked_sub(1)?];
                let ups = rest.iter().take_while(|name| *name == "super").count();
                let above = above[..above.len().checked_sub(ups)?].to_vec();
                self.descend(above, &rest[ups..], next, steps)
            }
            name if self.has(place, name) => self.descend(place.clone(), path, next, steps),
            _ => None,
        }
    }

    /// Follows a path down from a module of this crate.
    fn descend(&self, from: Path, path: &[String], next: Next, steps: usize) -> Option<Found> {
        let Some((name, rest)) = path.split_first() else { return Some(Found::Module(from)) };
        let module = self.0.get(&from).filter(|_| steps < STEPS_MAX)?;
        let child: Path = from.iter().chain([name]).cloned().collect();
        let is_child = self.0.contains_key(&child);
        let goes_on = !rest.is_empty() || next == Next::Name;
        if is_child && goes_on {
            return self.descend(child, rest, next, steps);
        }
        if module.items.contains(name) {
            return Some(Found::Item(module.file.clone()));
        }
        if let Some(import) = module.imports.iter().find(|import| import.name == *name) {
            let next = if goes_on { Next::Name } else { Next::Nothing };
            return match self.follow(&from, &import.path, next, steps + 1)? {
                Found::Module(other) => self.descend(other, rest, next, steps + 1),
                item => Some(item),
            };
        }
        if is_child {
            return self.descend(child, rest, next, steps);
        }
        for import in module.imports.iter().filter(|import| import.name == "*") {
            match self.follow(&from, &import.path, Next::Name, steps + 1) {
                Some(Found::Module(other)) if self.has(&other, name) => {
                    return self.descend(other, path, next, steps + 1);
                }
                _ => {}
            }
        }
        // What a macro of the module has made.
        Some(Found::Item(module.file.clone()))
    }

    /// Whether a module declares or brings in a name, not counting what it brings in unnamed.
    fn has(&self, place: &Path, name: &str) -> bool {
        let child = || place.iter().map(String::as_str).chain([name]).map(str::to_string).collect::<Path>();
        self.0.get(place).is_some_and(|module| {
            module.items.contains(name)
                || module.imports.iter().any(|import| import.name == name)
                || self.0.contains_key(&child())
        })
    }
}

/// The place of the module that a file holds.
fn place(file: &str) -> Path {
    let names = file.trim_end_matches(".rs").split('/').map(str::to_string);
    let mut place: Path = names.collect();
    if matches!(place.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        place.pop();
    }
    place
}
