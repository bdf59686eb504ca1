//! Which crate depends on which, as the manifests have it.

use std::collections::{BTreeMap, BTreeSet};

/// The names of crates.
pub type Names = BTreeSet<String>;

/// What a manifest declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// What the crate needs to be built.
    pub depends: Names,
    /// What its tests need beside that.
    pub in_tests: Names,
}

/// Reads the dependencies of a manifest, each of which is one key of a section: `name.workspace = true`, `name = …`.
pub fn declared(manifest: &str) -> Declared {
    let mut declared = Declared::default();
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim_end();
            assert!(!section.contains("dependencies."), "{section}: write it as a key of [dependencies]");
        } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) && section.ends_with("dependencies]") {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default().to_string();
            let part = if section.contains("dev-") { &mut declared.in_tests } else { &mut declared.depends };
            part.insert(name);
        }
    }
    declared
}

/// All that a crate depends on, directly or through others.
pub fn reached(name: &str, crates: &BTreeMap<String, Declared>) -> Names {
    let mut found = Names::new();
    let mut open: Vec<&str> = vec![name];
    while let Some(declared) = open.pop().and_then(|name| crates.get(name)) {
        for other in declared.depends.iter().filter(|other| crates.contains_key(*other)) {
            if found.insert(other.clone()) {
                open.push(other);
            }
        }
    }
    found
}
