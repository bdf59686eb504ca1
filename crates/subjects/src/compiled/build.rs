//! Calling the compiler, and keeping what it made.
//!
//! An entry of the cache is keyed by everything that was put together here: sources, flags, compiler. What else the compiler
//! read (headers and libraries that the plan includes and links) is known only when it has run, so it leaves lists of it, and
//! a second key adds the state of these files. When one of them has changed, the snippet is compiled again. What a compiler
//! finds and does not list is part of the first key ([`super::inputs`]).

use super::inputs::state_of;
use super::source::Files;
use super::toolchain::Toolchain;
use crate::errand::{self, ErrandEnd};
use crate::{BuildCache, BuildKey, Interrupt};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;
use thiserror::Error;

/// What is to be built.
pub struct Compilation<'b> {
    pub toolchain: &'b Toolchain,
    /// The C compiler of a language that has another one, for steps that begin with `{cc}`.
    pub c: Option<&'b Toolchain>,
    /// The arguments of the compiler, a list for each step.
    pub steps: &'b [Vec<String>],
    pub files: &'b Files,
    /// What stands for the word `{flags}`.
    pub flags: &'b [String],
    /// What stands for the word `{beside}`: the directory of the plan, where its own headers lie.
    pub beside: &'b Path,
    /// The lists of what was read.
    pub depends: &'b [String],
    /// What tells what is read besides. A host is built from its own files alone.
    pub found: &'b [String],
    pub interrupt: &'b Interrupt,
}

/// The directory of what was built, or why it was not.
pub type Built = Result<PathBuf, BuildError>;

/// Why it was not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The compiler ended with an error, and said this.
    #[error("the compiler said: {0}")]
    Said(String),
    /// It took too long.
    #[error("the compiler did not come to an end, and was ended")]
    TimedOut,
    /// The run shall stop.
    #[error("the run was stopped")]
    Interrupted,
    /// The directory cannot be written, or the compiler not be started.
    #[error("what is compiled cannot be kept: {0}; make room, or set XDG_CACHE_HOME to another directory")]
    Io(#[from] io::Error),
}

impl Compilation<'_> {
    /// The word in the place of the compiler that stands for that of C.
    pub const CC: &'static str = "{cc}";

    /// The file that gets what the steps print, such as a list of what they read.
    const LISTED: &'static str = "listed";

    /// The directory of what was built, now or earlier.
    pub fn made(&self, cache: &BuildCache, deadline: Instant) -> Built {
        let mut read = BTreeSet::new();
        let mut latest: Option<PathBuf> = None;
        // Each round knows more of the files that count. An entry of an earlier round that was made just now is taken over.
        loop {
            let mut fresh = false;
            let entry = cache.entry(self.key(&read), |directory| {
                fresh = true;
                cache.remove_unused();
                match &latest {
                    Some(made) => link_files(made, directory).map_err(BuildError::Io),
                    None => self.make(directory, deadline),
                }
            })?;
            let now_read = self.read_by(&entry);
            if now_read.is_subset(&read) {
                return Ok(entry);
            }
            read.extend(now_read);
            latest = fresh.then_some(entry);
        }
    }

    fn key(&self, read: &BTreeSet<String>) -> BuildKey {
        let key = self.c.into_iter().fold(self.toolchain.key(BuildKey::default()), |key, c| c.key(key));
        let key = self.files.iter().fold(key, |key, (name, text)| key.with(name).with(text));
        let key = self.steps.iter().flatten().chain(self.flags).fold(key, |key, word| key.with(word));
        // A flag may be a file, as in `--extern name=FILE`; of what is none, nothing is added.
        let named = self.flags.iter().filter_map(|flag| flag.rsplit('=').next());
        let key = named.fold(key, |key, path| key.with(state_of(path)));
        let key = self.found.iter().fold(key, |key, state| key.with(state));
        // Parts may name files by paths that count from the directory of the plan.
        let key = key.with(self.beside.as_os_str().as_encoded_bytes());
        let is_native = self.flags.iter().any(|flag| flag.ends_with("=native")) || self.toolchain.is_native();
        let key = if is_native { key.with(cpu_features()) } else { key };
        read.iter().fold(key, |key, path| key.with(path).with(state_of(path)))
    }

    /// The files that the steps read and that are not their own: neither the sources, which have moved with the entry, nor what
    /// the compiler made for its own use, which is gone. One that has gone since counts as changed.
    fn read_by(&self, entry: &Path) -> BTreeSet<String> {
        let lists = self.depends.iter().filter_map(|name| fs::read_to_string(entry.join(name)).ok());
        let named: BTreeSet<String> = lists.flat_map(|list| prerequisites(&list)).collect();
        let own = [std::env::temp_dir().to_string_lossy().into_owned(), format!("/{}", BuildCache::FRESH)];
        let is_own = |path: &String| path.starts_with(&own[0]) && !Path::new(path).exists() || path.contains(&own[1]);
        named.into_iter().filter(|path| !is_own(path)).collect()
    }

    fn make(&self, directory: &Path, deadline: Instant) -> Result<(), BuildError> {
        for (name, text) in self.files {
            fs::write(directory.join(name), text)?;
        }
        self.steps.iter().try_for_each(|step| self.run(step, directory, deadline))
    }

    /// Whether the plan gives the option of a word itself.
    fn has_flag(&self, word: &str) -> bool {
        let option = word.split('=').next().unwrap_or_default();
        self.flags.iter().any(|flag| flag.starts_with(option))
    }

    fn run(&self, step: &[String], directory: &Path, deadline: Instant) -> Result<(), BuildError> {
        let [said, listed] = ["said", Self::LISTED].map(|name| directory.join(name));
        let (mut command, step) = match (step, self.c) {
            ([first, words @ ..], Some(c)) if first == Compilation::CC => (c.command(), words),
            _ => (self.toolchain.command(), step),
        };
        let [directory, beside] = [directory, self.beside].map(Path::to_string_lossy);
        let completed = |word: &str| {
            let word = word.replace("{dir}", &directory).replace("{beside}", &beside);
            word.replace("{version}", self.toolchain.version())
        };
        for word in step {
            match word.strip_prefix('?') {
                _ if word == "{flags}" => command.args(self.flags),
                Some(default) if self.has_flag(default) => &mut command,
                default => command.arg(completed(default.unwrap_or(word))),
            };
        }
        let listed = File::options().create(true).append(true).open(listed)?;
        command.stdin(Stdio::null()).stdout(listed).stderr(File::create(&said)?);
        match errand::run(&mut command, self.interrupt, Some(deadline))? {
            ErrandEnd::Interrupted => Err(BuildError::Interrupted),
            ErrandEnd::TimedOut | ErrandEnd::Enough => Err(BuildError::TimedOut),
            ErrandEnd::WithStatus(status) if status.success() => Ok(fs::remove_file(said)?),
            ErrandEnd::WithStatus(_) => Err(BuildError::Said(String::from_utf8_lossy(&fs::read(said)?).into_owned())),
        }
    }
}

fn link_files(from: &Path, to: &Path) -> io::Result<()> {
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::hard_link(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// What compilers that make code for this very machine look at.
fn cpu_features() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let of_first = text.split("\n\n").next().unwrap_or_default();
    let changing = |line: &&str| !line.contains("MHz") && !line.contains("bogomips");
    of_first.lines().filter(changing).collect::<Vec<_>>().join("\n")
}

/// The names after the colons of a file for make(1), in which a backslash escapes a blank or a newline.
fn prerequisites(list: &str) -> BTreeSet<String> {
    let joined = list.replace("\\\n", " ").replace("\\ ", "\0");
    let names = joined.lines().filter_map(|line| line.split_once(':')).flat_map(|(_, names)| names.split_whitespace());
    names.map(|name| name.replace('\0', " ").replace("$$", "$")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_what_was_read_are_those_of_make() {
        let list = "/a/b.o: /a/b.c \\\n  /usr/include/stdio.h /my\\ dir/x.h\n\n/usr/include/stdio.h:\n";
        let expected = ["/a/b.c", "/my dir/x.h", "/usr/include/stdio.h"].map(str::to_string);
        assert_eq!(prerequisites(list), expected.into());
    }
}
