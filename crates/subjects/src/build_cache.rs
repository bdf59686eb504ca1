//! What was built, kept by the content of what it was built from: compiled snippets and the programs of `[build]`.
//!
//! An entry is a directory. It is made under another name and then renamed, so that it is whole when it is there, and two
//! runs that build the same thing at the same time do not disturb each other: the second finds that the first has been.

use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What nobody has used for so long may go: every change of what is built leaves another entry, of megabytes where it is a program.
const UNUSED_MAX: Duration = Duration::from_secs(30 * 24 * 3600);

/// The directory where everything that was built lies.
#[derive(Clone, Debug)]
pub struct BuildCache {
    directory: PathBuf,
}

/// What an entry is built from. Everything that can change the outcome must be in it.
#[derive(Clone, Default)]
pub struct BuildKey {
    digest: Sha256,
}

impl BuildKey {
    /// The key with one more ingredient. The order counts, and so does where one ends and the next begins.
    pub fn with(mut self, ingredient: impl AsRef<[u8]>) -> BuildKey {
        let bytes = ingredient.as_ref();
        self.digest.update((bytes.len() as u64).to_le_bytes());
        self.digest.update(bytes);
        self
    }

    /// The digest of all ingredients, in hexadecimal digits.
    pub fn text(self) -> String {
        self.digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl BuildCache {
    /// How the name of a directory begins that becomes an entry.
    pub(crate) const FRESH: &str = ".fresh-";

    /// The cache in a directory, which is made when the first entry is.
    pub fn new(directory: PathBuf) -> BuildCache {
        BuildCache { directory }
    }

    /// The directory where they lie.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The directory of an entry. When there is none yet, `make` fills a fresh directory that becomes it; if that fails, no
    /// trace remains.
    pub fn entry<E: From<io::Error>>(
        &self,
        key: BuildKey,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let entry = self.directory.join(key.text());
        if entry.is_dir() {
            // When it was last used; one of somebody else's cannot be marked.
            let _ = File::open(&entry).and_then(|known| known.set_modified(SystemTime::now()));
            return Ok(entry);
        }
        fs::create_dir_all(&self.directory)?;
        // As mkdir(2) makes it, less the umask: a server that drops root reads what lies in it.
        let permissions = fs::Permissions::from_mode(0o777);
        let fresh =
            tempfile::Builder::new().prefix(BuildCache::FRESH).permissions(permissions).tempdir_in(&self.directory)?;
        make(fresh.path())?;
        match fs::rename(fresh.path(), &entry) {
            // Somebody else was faster.
            Err(_) if entry.is_dir() => Ok(entry),
            renamed => Ok(renamed.map(|()| entry)?),
        }
    }

    /// Removes what nobody has used for long. Not for a cache whose paths are in plans: these are used without asking for the entry.
    pub fn remove_unused(&self) {
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let unused = entry.metadata().and_then(|known| known.modified()).ok().and_then(|last| last.elapsed().ok());
            if unused.is_some_and(|unused| unused > UNUSED_MAX) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(words: &[&str]) -> BuildKey {
        words.iter().fold(BuildKey::default(), |key, word| key.with(word))
    }

    #[test]
    fn what_was_made_is_found_again_and_what_failed_leaves_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let cache = BuildCache::new(scratch.path().join("cache"));
        let make = |content: &'static str| move |at: &Path| fs::write(at.join("program"), content);
        let first = cache.entry(key(&["cc", "a"]), make("first")).unwrap();
        let again = cache.entry(key(&["cc", "a"]), make("never made")).unwrap();
        let other = cache.entry(key(&["cca"]), make("other")).unwrap();
        assert_eq!(first, again);
        assert_eq!(fs::read_to_string(first.join("program")).unwrap(), "first");
        assert_eq!(fs::read_to_string(other.join("program")).unwrap(), "other");

        // What nobody has used for long goes when something is built, and what is used stays.
        let long_ago = SystemTime::now() - 2 * UNUSED_MAX;
        for entry in [&first, &other] {
            File::open(entry).unwrap().set_modified(long_ago).unwrap();
        }
        cache.entry(key(&["cc", "a"]), make("never made")).unwrap();
        cache.remove_unused();
        let third = cache.entry(key(&["c"]), make("third")).unwrap();
        assert_eq!([first, other, third].map(|entry| entry.is_dir()), [true, false, true]);

        let failed = cache.entry(key(&["cc", "b"]), |_| Err(io::Error::other("broken")));
        assert_eq!(failed.unwrap_err().to_string(), "broken");
        assert_eq!(fs::read_dir(scratch.path().join("cache")).unwrap().count(), 2);
    }
}
