//! The database file: how it is opened, and which accidents its content survives.
//!
//! Every event is a transaction in SQLite's write-ahead log with `synchronous = NORMAL`
//! (<https://sqlite.org/wal.html>).
//!
//! - The process is killed, at any moment: every append that returned is there, and none is there by half. The log was
//!   handed to the kernel by write(2), and the kernel outlives the process.
//! - The power fails, or the kernel crashes: what the kernel had not written yet is lost. That is at most what came
//!   after the last [`checkpoint`], so about one point; what is left ends at some event and is not damaged.
//!
//! `synchronous = FULL` would keep the second kind too, by an fsync(2) after every block. It was rejected because it
//! disturbs what is measured: it waits for the disk, empties its caches and wakes kernel threads just before the next
//! block, and a point that is lost to a power cut can be measured again.

use crate::HistoryError;
use crate::schema::{self, Content};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a writer waits for another one. Transactions take microseconds, so whoever is still waiting then would wait
/// for ever: a person keeps a transaction open in a shell.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How large the log grows before SQLite writes it back by itself, in pages of 4 KiB. Writing back calls fsync(2), so
/// it is left to [`checkpoint`]; the limit only keeps an endless point from filling the disk.
const LOG_PAGES_MAX: i64 = 1 << 14;

/// Opens a database for recording, and makes it with its directories when it is absent.
pub fn open_or_create(path: &Path) -> Result<Connection, HistoryError> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    create_directories(directory).map_err(|error| HistoryError::from_open(path, &error))?;
    connect(path, OpenFlags::SQLITE_OPEN_CREATE)
}

/// Opens a database that must be there.
pub fn open_existing(path: &Path) -> Result<Connection, HistoryError> {
    match path.try_exists() {
        Ok(true) => connect(path, OpenFlags::empty()),
        Ok(false) => Err(HistoryError::NotFound { path: path.to_path_buf() }),
        Err(error) => Err(HistoryError::from_open(path, &error)),
    }
}

/// The path as SQLite may see it. Relative names such as `:memory:` or `file:x` mean something special to SQLite;
/// absolute ones never do.
pub fn absolute(path: &Path) -> Result<PathBuf, HistoryError> {
    std::path::absolute(path).map_err(|error| HistoryError::from_open(path, &error))
}

/// Writes the log back into the database file. Called where no block is near, because it waits for the disk. Failing is
/// harmless: the log keeps everything, and the next append reports a disk that is full.
pub fn checkpoint(connection: &Connection) {
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
}

/// As [`std::fs::create_dir_all`], but a file in place of the last directory is called what it is.
fn create_directories(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

fn connect(path: &Path, creation: OpenFlags) -> Result<Connection, HistoryError> {
    let from_sqlite = |error| HistoryError::from_sqlite(path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | creation;
    let connection = Connection::open_with_flags(path, flags).map_err(from_sqlite)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(from_sqlite)?;
    let path = path.to_path_buf();
    match schema::inspect(&connection).map_err(from_sqlite)? {
        Content::Foreign => return Err(HistoryError::NotAHistory { path }),
        Content::NewerHistory { found } => {
            return Err(HistoryError::Newer { path, found, known: schema::known_version() });
        }
        Content::History => {}
    }
    configure(&connection).and_then(|()| schema::migrate(&connection)).map_err(from_sqlite)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    use_log(connection)?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES_MAX)?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Turns on the write-ahead log, which the file then keeps. SQLite does not wait for its lock here as it does
/// elsewhere, so that of two processes that create a history together one would be refused.
fn use_log(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 0..BUSY_TIMEOUT.as_millis() / PAUSE.as_millis() {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => std::thread::sleep(PAUSE),
            other => return other,
        }
    }
    connection.pragma_update(None, "journal_mode", "wal")
}
