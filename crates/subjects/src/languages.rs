//! The languages: the folders under `workers/`, embedded when the program is built.

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

static WORKERS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../workers");

/// A language's `worker.toml`, with the name of its folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The name of the folder, which is the key of its snippets in a plan.
    #[serde(skip)]
    pub name: String,
    /// What starts the host: program and arguments, `{host}` standing for the path of the host file.
    pub command: Vec<String>,
    /// The host file in the folder.
    pub host: String,
    /// The Debian package that brings the runtime.
    pub package: String,
    /// The snippets of the conformance suite.
    pub conformance: BTreeMap<String, String>,
}

/// The names of all languages, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = WORKERS.dirs().filter_map(|dir| dir.path().to_str()).collect();
    names.sort_unstable();
    names
}

/// A language by its name, which must be one of [`names`]: plans are checked against them.
pub fn find(name: &str) -> Language {
    let path = format!("{name}/worker.toml");
    let file = WORKERS.get_file(&path).expect("plans name known languages only");
    let text = file.contents_utf8().expect("worker.toml is UTF-8");
    let language: Language = toml::from_str(text).expect("the conformance suite reads every worker.toml");
    Language { name: name.to_string(), ..language }
}

impl Language {
    /// Writes the host file into a directory, unless it is there, and returns its path.
    pub fn install(&self, scratch: &Path) -> io::Result<PathBuf> {
        let path = scratch.join(format!("{}-{}", self.name, self.host));
        if !path.exists() {
            let file = WORKERS.get_file(format!("{}/{}", self.name, self.host)).expect("worker.toml names its host");
            std::fs::write(&path, file.contents())?;
        }
        Ok(path)
    }
}
