//! The files of other tools.

use cmpthese_foreign::File;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

/// One of them.
pub fn file(name: &str) -> File {
    let bytes = fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    File { path: name.to_string(), bytes }
}

/// All of them; those of a folder together.
pub fn all() -> Vec<Vec<File>> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("they are there")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".json") || name.ends_with(".txt"))
        .collect();
    names.sort();
    let mut all: Vec<Vec<File>> = names.iter().map(|name| vec![file(name)]).collect();
    all.push(criterion());
    all
}

/// Those of criterion.
pub fn criterion() -> Vec<File> {
    let mut found = Vec::new();
    gather(&folder().join("criterion"), "", &mut found);
    found.sort_by(|left, right| left.path.cmp(&right.path));
    found
}

fn gather(at: &Path, below: &str, found: &mut Vec<File>) {
    for entry in fs::read_dir(at).unwrap_or_else(|error| panic!("{}: {error}", at.display())) {
        let path = entry.expect("it can be read").path();
        let name = format!("{below}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            gather(&path, &format!("{name}/"), found);
        } else {
            found.push(File { path: name, bytes: fs::read(&path).expect("it can be read") });
        }
    }
}
