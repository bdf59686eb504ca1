//! What a compiler reads without telling that it did: it looks for files by their names, and takes what it finds.

use crate::languages::Inputs;
use std::collections::VecDeque;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How many directories are read below a place, and how many names in each. Whoever works in a directory with more does not wait for all of them.
const DIRECTORIES_MAX: usize = 10_000;
const NAMES_MAX: usize = 10_000;

impl Inputs {
    /// The working directory, and the files that may be read, each with its state. `words` are flags, and variables of the environment with
    /// their values; of directories that are the program's `own` nothing is read. Nothing counts where nothing is looked for in the
    /// directory and no word can name a file by a path from there.
    pub(super) fn found(&self, words: &[&String], directory: &Path, own: &[&Path]) -> Vec<String> {
        if words.is_empty() && self.above.is_empty() && self.endings.is_empty() {
            return Vec::new();
        }
        let above = directory.ancestors().flat_map(|above| self.above.iter().map(|name| above.join(name)));
        let below = self.places(words).into_iter().flat_map(|place| self.below(&directory.join(place), own));
        let states = above.chain(below).map(|path| format!("{} {}", path.display(), state_of(&path)));
        std::iter::once(directory.display().to_string()).chain(states).collect()
    }

    /// Where files are looked for: in the working directory, and in what follows the words that name places.
    fn places<'w>(&self, words: &[&'w String]) -> Vec<&'w str> {
        let mut places = if self.endings.is_empty() { vec![] } else { vec![""] };
        for (at, word) in words.iter().enumerate() {
            for (name, named) in self.places.iter().filter_map(|name| Some((name, word.strip_prefix(name.as_str())?))) {
                // An option may have it in the next word, and a variable has nothing.
                let is_next = named.is_empty() && !name.ends_with('=');
                let list = if is_next { words.get(at + 1).map_or("", |next| next) } else { named };
                places.extend(list.trim_start_matches('=').split(':').map(|place| place.trim_end_matches('*')));
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The files of a place, which may be one itself. Links below it to directories are not followed, and nothing is read on other devices.
    fn below(&self, place: &Path, own: &[&Path]) -> Vec<PathBuf> {
        let Some(device) = fs::metadata(place).ok().filter(Metadata::is_dir).map(|data| data.dev()) else {
            return if self.counts(place) { vec![place.to_path_buf()] } else { vec![] };
        };
        let own: Vec<_> = own.iter().filter_map(|path| identity(path)).collect();
        let is_read = |path: &Path| identity(path).is_some_and(|known| known.0 == device && !own.contains(&known));
        let mut waiting = VecDeque::from([place.to_path_buf()]);
        let mut found = Vec::new();
        for _ in 0..DIRECTORIES_MAX {
            let Some(directory) = waiting.pop_front() else { break };
            let (directories, files) = self.inside(&directory);
            waiting.extend(directories.into_iter().filter(|path| is_read(path)));
            found.extend(files);
        }
        found
    }

    /// The directories in one, and the files that count. What is hidden is none of them.
    fn inside(&self, directory: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut directories, mut files) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(directory).into_iter().flatten().take(NAMES_MAX).flatten() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden => directories.push(entry.path()),
                Ok(kind) if !kind.is_dir() && !is_hidden && self.counts(&entry.path()) => files.push(entry.path()),
                _ => {}
            }
        }
        directories.sort();
        files.sort();
        (directories, files)
    }

    fn counts(&self, path: &Path) -> bool {
        path.extension().is_some_and(|end| self.endings.iter().any(|ending| end == &**ending))
    }
}

/// What tells a directory from others, by whatever path: its device and its number there.
fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

/// What tells that a file is the same as before; nothing when it is not there.
pub(super) fn state_of(path: impl AsRef<Path>) -> String {
    let Ok(data) = fs::metadata(path) else { return String::new() };
    format!("{} {}.{} {}.{}", data.len(), data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_java() -> Inputs {
        let [endings, places] = [vec!["class", "jar"], vec!["CLASSPATH=", "-cp"]];
        let owned = |words: Vec<&str>| words.into_iter().map(str::to_string).collect();
        Inputs { above: vec![], endings: owned(endings), places: owned(places) }
    }

    /// A directory with empty files.
    fn with_files<'f>(files: impl IntoIterator<Item = &'f str>) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        directory
    }

    /// The files that are found, by their names from the directory.
    fn found(directory: &Path, own: &[&Path]) -> Vec<String> {
        let files = of_java().below(directory, own);
        let name = |path: &PathBuf| path.strip_prefix(directory).unwrap().display().to_string();
        files.iter().map(name).collect()
    }

    #[test]
    fn files_count_by_their_endings_below_a_place_but_for_hidden_ones_and_links_to_directories() {
        let names =
            ["own.class", "a/b/inner.jar", ".git/x.class", ".y.class", "a/text", "linked/z.class", "cache/k/c.class"];
        let directory = with_files(names);
        let outer = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(directory.path().join("linked"), outer.path().join("folder")).unwrap();
        std::os::unix::fs::symlink(directory.path().join("own.class"), outer.path().join("one.class")).unwrap();
        let cache = directory.path().join("a/../cache");
        assert_eq!(found(directory.path(), &[&cache]), ["own.class", "linked/z.class", "a/b/inner.jar"]);
        assert_eq!(found(outer.path(), &[]), ["one.class"]);
        assert_eq!(found(&outer.path().join("folder"), &[]), ["z.class"]);
        assert_eq!(found(&directory.path().join("own.class"), &[]), [""]);
    }

    #[test]
    fn a_folder_of_data_hides_no_file_behind_it() {
        let names: Vec<String> = (0..NAMES_MAX + 10).map(|at| format!("data/{at}.txt")).collect();
        let directory = with_files(names.iter().map(String::as_str).chain(["z/inner/own.class"]));
        assert_eq!(found(directory.path(), &[]), ["z/inner/own.class"]);
    }

    #[test]
    fn no_more_names_are_read_than_the_limit() {
        let names: Vec<String> = (0..NAMES_MAX + 10).map(|at| format!("{at}.class")).collect();
        let directory = with_files(names.iter().map(String::as_str));
        assert_eq!(found(directory.path(), &[]).len(), NAMES_MAX);
    }

    #[test]
    fn options_have_places_in_the_next_word_and_variables_have_them_in_their_own() {
        let places = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            of_java().places(&words.iter().collect::<Vec<_>>()).join(" ")
        };
        assert_eq!(places(&["CLASSPATH=a:lib/*", "-cp", "b", "c"]), " a b lib/");
        assert_eq!(places(&["CLASSPATH=", "JAVA_TOOL_OPTIONS=-Xmx1g:d"]), "");
    }

    #[test]
    fn the_directory_counts_where_something_is_looked_for_there_or_words_may_name_files() {
        let directory = tempfile::tempdir().unwrap();
        let counts = |inputs: Inputs, words: &[&String]| !inputs.found(words, directory.path(), &[]).is_empty();
        assert!(counts(of_java(), &[]));
        assert!(counts(Inputs::default(), &[&"-Llib".to_string()]));
        assert!(!counts(Inputs::default(), &[]));
    }
}
