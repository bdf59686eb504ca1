//! Directories of a run: one for hosts and fixtures, and one of each of its servers. What a run that was killed left behind is removed by the next one.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// What the names of the directories begin with.
const PREFIX: &str = "cmpthese-";

/// A file in each that its run holds locked as long as it lives.
const LOCK: &str = ".cmpthese.lock";

/// A directory that is removed when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes that of a run below a directory for what is temporary, and removes there what others left.
    pub fn below(parent: &Path) -> io::Result<Scratch> {
        remove_orphans(parent);
        Scratch::of_mode(parent, PREFIX, 0o700)
    }

    /// Makes that of a server. Others than this user may have to read in it: a server that was started as root gives its rights up.
    pub fn of_server(parent: &Path) -> io::Result<Scratch> {
        Scratch::of_mode(parent, &format!("{PREFIX}server-"), 0o755)
    }

    fn of_mode(parent: &Path, prefix: &str, mode: u32) -> io::Result<Scratch> {
        let permissions = Permissions::from_mode(mode);
        let directory = tempfile::Builder::new().prefix(prefix).permissions(permissions.clone()).tempdir_in(parent)?;
        // The umask has taken its part.
        fs::set_permissions(directory.path(), permissions)?;
        // It gets its name when it is locked: who finds it unlocked may remove the directory.
        let unnamed = directory.path().join(".locking");
        let lock = File::create(&unnamed)?;
        lock.lock()?;
        fs::rename(unnamed, directory.path().join(LOCK))?;
        Ok(Scratch { directory, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Removes the directories whose runs are dead. One that cannot be removed, or is of another program, stays.
fn remove_orphans(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_ours = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        if let (true, Ok(lock)) = (is_ours, File::open(path.join(LOCK)))
            && lock.metadata().is_ok_and(|lock| lock.is_file() && lock.len() == 0)
            && lock.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_is_removed_and_what_lives_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let (dead, foreign) = (parent.path().join("cmpthese-dead"), parent.path().join("cmpthese-foreign"));
        fs::create_dir(&dead).unwrap();
        fs::create_dir(&foreign).unwrap();
        fs::write(dead.join(LOCK), "").unwrap();
        let living = Scratch::below(parent.path()).unwrap();
        let server = Scratch::of_server(parent.path()).unwrap();
        let another = Scratch::below(parent.path()).unwrap();
        assert!(!dead.exists() && foreign.exists() && living.path().exists() && another.path().exists());
        assert!(server.path().exists());
    }
}
