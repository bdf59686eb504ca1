//! The crates of the workspace as they lie on disk.

use crate::crates::{Declared, declared};
use crate::names::Sources;
use std::collections::BTreeMap;
use std::path::Path;

/// A crate: what its manifest declares, and its files.
#[derive(Debug)]
pub struct Crate {
    /// What it depends on.
    pub declared: Declared,
    /// Its files below `src`.
    pub sources: Sources,
}

/// All crates, by the name of their directory, which the others know them by.
pub fn crates() -> BTreeMap<String, Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    children(&root)
        .into_iter()
        .map(|(name, directory)| {
            let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).expect("a crate has a manifest");
            let mut sources = Sources::new();
            gather(&directory.join("src"), "", &|name| name.ends_with(".rs"), &mut sources);
            (name, Crate { declared: declared(&manifest), sources })
        })
        .collect()
}

/// The files of the hosts, each below the folder of its language.
pub fn workers() -> Sources {
    let mut sources = Sources::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workers"), "", &|_| true, &mut sources);
    sources
}

fn gather(directory: &Path, below: &str, is_source: &dyn Fn(&str) -> bool, sources: &mut Sources) {
    for (name, path) in children(directory) {
        let name = format!("{below}{name}");
        if path.is_dir() {
            gather(&path, &format!("{name}/"), is_source, sources);
        } else if is_source(&name) {
            sources.insert(name, std::fs::read_to_string(&path).expect("a source file is text"));
        }
    }
}

/// Names and paths of what lies in a directory.
fn children(directory: &Path) -> Vec<(String, std::path::PathBuf)> {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let paths = entries.map(|entry| entry.expect("the directory can be read").path());
    paths.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path)).collect()
}
