//! What can go wrong with a history, and what to do then.

use crate::{Record, RunId};
use rusqlite::{ErrorCode, ffi};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Why a history could not be used. Each message completes "failed to …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages name every field")]
pub enum HistoryError {
    /// No file is there.
    #[error("find a history at {}: nothing has been recorded yet", path.display())]
    NotFound { path: PathBuf },
    /// The file cannot be opened or created.
    #[error("open the history at {}: {why}", path.display())]
    CannotOpen { path: PathBuf, why: String },
    /// The file holds something else.
    #[error("open the history at {}: the file is not a history of cmpthese", path.display())]
    NotAHistory { path: PathBuf },
    /// The schema is that of a newer program.
    #[error(
        "open the history at {}: it has version {found}, and this program knows versions up to {known}",
        path.display()
    )]
    Newer { path: PathBuf, found: i64, known: i64 },
    /// The file may be read but not written.
    #[error("write to the history at {}: the file or its directory is read-only", path.display())]
    ReadOnly { path: PathBuf },
    /// No space is left.
    #[error("write to the history at {}: the disk is full", path.display())]
    Full { path: PathBuf },
    /// Another program kept the database locked.
    #[error("write to the history at {}: another program keeps it locked", path.display())]
    Busy { path: PathBuf },
    /// The database is damaged.
    #[error("read the history at {}: it is damaged ({why})", path.display())]
    Corrupt { path: PathBuf, why: String },
    /// Any other trouble of the database or its disk.
    #[error("use the history at {}: {why}", path.display())]
    Storage { path: PathBuf, why: String },
    /// No run has this number.
    #[error("find run {run} in the history at {}", path.display())]
    NoSuchRun { path: PathBuf, run: RunId, nearest: Vec<RunId> },
    /// The block is there already: its point, launch and block are those of an earlier one.
    #[error("record block {block} of launch {launch} of point {point} in run {run}: it is recorded already")]
    RecordedTwice { run: RunId, point: usize, launch: usize, block: usize },
    /// A record is not what was written.
    #[error("read {record}: it is damaged ({why})")]
    Damaged { record: Record, why: String },
    /// A record holds what this program does not know.
    #[error("read {record}: this version of cmpthese does not know what it holds ({why})")]
    Unknown { record: Record, why: String },
    /// An event names a point or a variant that the plan does not have.
    #[error("read {record}: it names a point or a variant that the plan of its run does not have")]
    Mismatch { record: Record, version: String },
    /// The text of the plan is refused by whoever reads plans now.
    #[error("read the plan of run {run}: {why}")]
    Plan { run: RunId, version: String, why: String },
    /// Somebody else is recording the run.
    #[error("continue run {run}: {} is working on it", name_process(*process))]
    Claimed { run: RunId, process: Option<u32> },
    /// The file that marks a run as taken cannot be made or locked.
    #[error("claim run {run} by locking {}: {why}", path.display())]
    CannotClaim { run: RunId, path: PathBuf, why: String },
}

impl HistoryError {
    /// What to do next, as sentences without a final dot; `None` when there is nothing better than to read the message.
    pub fn help(&self) -> Option<String> {
        let elsewhere = "pass --history PATH to record elsewhere";
        let help = match self {
            HistoryError::NotFound { .. } => {
                "record a run with `cmpthese run PLAN`, or pass --history PATH to read elsewhere".into()
            }
            HistoryError::CannotOpen { .. } | HistoryError::ReadOnly { .. } => {
                format!("{elsewhere}; to read this one, copy it to a directory that you may write to")
            }
            HistoryError::NotAHistory { .. } => format!("the file was left as it is; {elsewhere}"),
            HistoryError::Newer { .. } => format!("the file was left as it is; update cmpthese, or {elsewhere}"),
            HistoryError::Full { .. } => {
                format!("what was recorded before is safe; free some space, or {elsewhere}")
            }
            HistoryError::Busy { path } => {
                let path = path.display();
                format!("`fuser -v '{path}'` names the programs that use it; end the one that keeps it locked")
            }
            HistoryError::Corrupt { path, .. } => {
                let rescue = format!("sqlite3 '{}' .recover | sqlite3 rescued.db", path.display());
                format!("rescue what is left with `{rescue}`, then pass --history rescued.db")
            }
            HistoryError::Storage { .. } => elsewhere.into(),
            HistoryError::NoSuchRun { nearest, .. } => name_runs(nearest),
            HistoryError::Damaged { .. } => "the other runs can still be read; repeat this one".into(),
            HistoryError::Unknown { .. } => {
                "another version of cmpthese recorded it: update cmpthese to read it".into()
            }
            HistoryError::Mismatch { version, .. } | HistoryError::Plan { version, .. } => {
                format!("cmpthese {version} recorded it: read it with that version, or repeat it with this one")
            }
            HistoryError::Claimed { .. } => {
                "wait until it has ended, or end it; a killed process gives its run back".into()
            }
            HistoryError::RecordedTwice { .. } | HistoryError::CannotClaim { .. } => return None,
        };
        Some(help)
    }

    /// What an error of SQLite means for the history at `path`.
    pub(crate) fn from_sqlite(path: &Path, error: rusqlite::Error) -> HistoryError {
        let why = error.to_string();
        let path = path.to_path_buf();
        let rusqlite::Error::SqliteFailure(failure, _) = error else { return HistoryError::Corrupt { path, why } };
        match failure.code {
            ErrorCode::DiskFull => HistoryError::Full { path },
            // Where the disk has no room for it, SQLite cannot make the index of the write-ahead log.
            ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE => {
                HistoryError::Full { path }
            }
            ErrorCode::NotADatabase => HistoryError::NotAHistory { path },
            ErrorCode::DatabaseCorrupt => HistoryError::Corrupt { path, why },
            ErrorCode::ReadOnly => HistoryError::ReadOnly { path },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => HistoryError::Busy { path },
            ErrorCode::CannotOpen | ErrorCode::PermissionDenied => cannot_open(path, why),
            _ => HistoryError::Storage { path, why },
        }
    }

    /// What an error of the operating system means for a history that is being opened.
    pub(crate) fn from_open(path: &Path, error: &io::Error) -> HistoryError {
        let path = path.to_path_buf();
        match error.kind() {
            io::ErrorKind::StorageFull => HistoryError::Full { path },
            kind => HistoryError::CannotOpen { path, why: kind.to_string() },
        }
    }
}

/// SQLite says only that it cannot open the file, so the reason is asked from the system.
fn cannot_open(path: PathBuf, why: String) -> HistoryError {
    let directory = path.parent().unwrap_or(Path::new("/"));
    match readable(&path).and_then(|()| writable(directory)) {
        Err(error) => HistoryError::from_open(&path, &error),
        Ok(()) => HistoryError::CannotOpen { path, why },
    }
}

fn readable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match File::open(path) {
        // Closing it would drop the locks of every connection that this process has to the file (fcntl(2)).
        Ok(file) => std::mem::forget(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Whether files can be made in a directory; only trying tells, because permissions are not the only hindrance.
fn writable(directory: &Path) -> io::Result<()> {
    let probe = directory.join(format!(".cmpthese-probe-{}", std::process::id()));
    File::create_new(&probe)?;
    std::fs::remove_file(&probe)
}

fn name_process(process: Option<u32>) -> String {
    process.map_or("another process".into(), |process| format!("process {process}"))
}

fn name_runs(runs: &[RunId]) -> String {
    let names: Vec<String> = runs.iter().map(RunId::to_string).collect();
    match names.as_slice() {
        [] => "nothing has been recorded yet".into(),
        [only] => format!("the only run is {only}"),
        [others @ .., last] => {
            format!("the nearest runs are {} and {last}; `cmpthese list --all` shows them", others.join(", "))
        }
    }
}
