//! What a compiler reads without telling that it did: it looks for files by their names, and takes what it finds.

use crate::languages::Inputs;
use std::collections::VecDeque;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How many files and directories are looked at below a place. Whoever works in a directory with more does not wait for all of them.
const LOOKED_AT_MAX: usize = 10_000;

impl Inputs {
    /// The files that may be read, each with its state. `words` are flags, and variables of the environment with their values.
    pub(super) fn states(&self, words: &[&String], directory: &Path) -> Vec<String> {
        let above = directory.ancestors().flat_map(|above| self.above.iter().map(|name| above.join(name)));
        let below = self.places(words).into_iter().flat_map(|place| self.below(&directory.join(place)));
        above.chain(below).map(|path| format!("{} {}", path.display(), state_of(&path))).collect()
    }

    /// Where files are looked for: in the working directory, and in what follows the words that name places.
    fn places<'w>(&self, words: &[&'w String]) -> Vec<&'w str> {
        let mut places = if self.endings.is_empty() { vec![] } else { vec![""] };
        for (at, word) in words.iter().enumerate() {
            for named in self.places.iter().filter_map(|name| word.strip_prefix(name.as_str())) {
                let list = if named.is_empty() { words.get(at + 1).map_or("", |next| next) } else { named };
                places.extend(list.trim_start_matches('=').split(':').map(|place| place.trim_end_matches('*')));
            }
        }
        places
    }

    fn below(&self, place: &Path) -> Vec<PathBuf> {
        let is_hidden = |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let counts =
            |path: &Path| path.extension().is_some_and(|end| self.endings.iter().any(|ending| end == &**ending));
        let mut waiting = VecDeque::from([place.to_path_buf()]);
        let mut found = Vec::new();
        for _ in 0..LOOKED_AT_MAX {
            let Some(path) = waiting.pop_front() else { break };
            match fs::read_dir(&path) {
                Ok(entries) => {
                    let mut inner: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
                    inner.retain(|path| !is_hidden(path));
                    inner.sort();
                    waiting.extend(inner);
                }
                Err(_) if counts(&path) => found.push(path),
                Err(_) => {}
            }
        }
        found
    }
}

/// What tells that a file is the same as before; nothing when it is not there.
pub(super) fn state_of(path: impl AsRef<Path>) -> String {
    fs::metadata(path).map_or_else(
        |_| String::new(),
        |data| format!("{} {}.{} {}.{}", data.len(), data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec()),
    )
}
