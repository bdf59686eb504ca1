//! The plans that tests read.

use model::{LanguageTraits, Source};
use std::path::{Path, PathBuf};

/// The plans in a folder beside the tests, in the order of their names.
pub fn plans(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = folder.read_dir().expect("the folder is part of the repository");
    let mut plans: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    plans.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    plans.sort();
    plans
}

/// A plan under the name of its file, without the folder.
pub fn source(path: &Path) -> Source {
    let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
    Source { name, text: std::fs::read_to_string(path).expect("the plans of tests are UTF-8") }
}

/// The languages that plans of tests may use: one of each sort.
pub const LANGUAGES: &[LanguageTraits] = &[
    LanguageTraits { name: "c", compiled: true, movable: true, ..NO },
    LanguageTraits { name: "go", compiled: true, ..NO },
    LanguageTraits { name: "perl", ..NO },
];

/// A language without anything.
const NO: LanguageTraits =
    LanguageTraits { name: "", compiled: false, movable: false, collector: &[], has_bytes: false };
