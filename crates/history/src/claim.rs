//! The right to append to a run: one process at a time.
//!
//! A claim is a lock (flock(2)) on a file beside the database. The kernel lets go of it when the process ends, however
//! it ends. Rejected: a row in the database with a process id, which outlives a process that is killed, and process ids
//! come round again.

use crate::{HistoryError, RunId};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The right to append to a run, until it is dropped.
#[derive(Debug)]
#[must_use = "the run is free again as soon as the claim is dropped"]
pub struct Claim {
    path: PathBuf,
    /// Holds the lock: closing it lets go.
    _file: File,
}

impl Claim {
    /// Locks the file of a run of the database at `database`.
    pub(crate) fn take(database: &Path, run: RunId) -> Result<Claim, HistoryError> {
        let path = lock_path(&canonical(database), run);
        loop {
            match lock(&path) {
                Ok(file) if is_at(&file, &path) => return Ok(Claim { path, _file: file }),
                // An earlier owner removed the file between opening and locking it: this lock keeps nobody out.
                Ok(_) => {}
                Err(TryLockError::WouldBlock) => return Err(HistoryError::Claimed { run, process: owner(&path) }),
                Err(TryLockError::Error(error)) => {
                    return Err(HistoryError::CannotClaim { run, path, why: error.kind().to_string() });
                }
            }
        }
    }
}

/// The file of a claim that is younger may be about to be locked.
const YOUNG: Duration = Duration::from_secs(60);

/// Removes the files of claims whose processes were killed: they keep nobody out, and nobody else would.
pub(crate) fn remove_dead(database: &Path) {
    let database = canonical(database);
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    let beside = database.parent().and_then(|directory| std::fs::read_dir(directory).ok());
    for path in beside.into_iter().flatten().flatten().map(|entry| entry.path()) {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let is_claim =
            own.strip_prefix(&*name).is_some_and(|rest| rest.starts_with("-run-") && rest.ends_with(".lock"));
        let is_old = |file: &File| Some(file.metadata().ok()?.modified().ok()?.elapsed().ok()? > YOUNG);
        if let (true, Ok(file)) = (is_claim, File::open(&path))
            && is_old(&file) == Some(true)
            && file.try_lock().is_ok()
            && is_at(&file, &path)
        {
            let _ = std::fs::remove_file(&path);
        }
    }
}

impl Drop for Claim {
    /// Removes the file while it is still locked, so that nobody else's file is removed. Failing leaves an unlocked
    /// file, which the next claim takes.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Two names of one database must lead to one lock.
fn canonical(database: &Path) -> PathBuf {
    database.canonicalize().unwrap_or(database.to_path_buf())
}

fn lock_path(database: &Path, run: RunId) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(format!("-run-{run}.lock"));
    path.into()
}

fn lock(path: &Path) -> Result<File, TryLockError> {
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(TryLockError::Error)?;
    file.try_lock()?;
    // Who holds the claim is a courtesy to who is refused; the claim is as good without it.
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
    Ok(file)
}

fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let opened = file.metadata().map(identity);
    let there = std::fs::metadata(path).map(identity);
    matches!((opened, there), (Ok(opened), Ok(there)) if opened == there)
}

fn owner(path: &Path) -> Option<u32> {
    std::fs::read_to_string(path).ok()?.parse().ok()
}
