//! Files that are no history, or none that can be used: each is refused with its reason and left as it is.

use crate::invented::{header, recorded};
use cmpthese_history::{History, HistoryError};
use rusqlite::Connection;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Both ways to open must refuse, with the same message, and change nothing.
fn assert_refused(path: &Path, message: &str) {
    let before = fs::read(path).ok();
    for open in [History::open, History::open_existing] {
        let error = open(path).unwrap_err();
        assert_eq!(error.to_string(), message.replace("PATH", &path.display().to_string()));
        assert!(error.help().is_some());
    }
    assert_eq!(fs::read(path).ok(), before);
}

#[test]
fn a_reader_is_told_that_nothing_is_there() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("none/history.db");
    let error = History::open_existing(&path).unwrap_err();
    assert_eq!(error, HistoryError::NotFound { path: path.clone() });
    assert_eq!(error.to_string(), format!("find a history at {}: nothing has been recorded yet", path.display()));
    assert!(!path.parent().unwrap().exists());
}

#[test]
fn garbage_is_no_history() {
    let directory = TempDir::new().unwrap();
    for (name, garbage) in [("text", "#!/bin/sh\n".repeat(1000)), ("short", "no".into())] {
        let path = directory.path().join(name);
        fs::write(&path, garbage).unwrap();
        assert_refused(&path, "open the history at PATH: the file is not a history of cmpthese");
    }
}

#[test]
fn the_database_of_another_program_is_no_history() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("bookmarks.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE bookmark (url TEXT)").unwrap();
    assert_refused(&path, "open the history at PATH: the file is not a history of cmpthese");
}

#[test]
fn a_newer_version_is_refused() {
    let (scratch, _) = recorded();
    drop(scratch.history);
    Connection::open(&scratch.path).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    assert_refused(
        &scratch.path,
        "open the history at PATH: it has version 1000, and this program knows versions up to 6",
    );
}

#[test]
fn a_directory_is_no_file() {
    let directory = TempDir::new().unwrap();
    assert_refused(directory.path(), "open the history at PATH: is a directory");
}

#[test]
fn a_file_is_no_directory() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    assert_refused(&directory.path().join("file/history.db"), "open the history at PATH: not a directory");
}

#[test]
fn names_that_are_special_to_sqlite_are_plain_names() {
    let directory = TempDir::new().unwrap();
    for name in [":memory:", "file:history.db?mode=memory", "hïstory %41.db"] {
        let path = directory.path().join(name);
        History::open(&path).unwrap().begin(&header(), "").unwrap();
        assert!(path.is_file(), "{name}");
    }
}

#[test]
fn an_empty_file_becomes_a_history() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("history.db");
    fs::write(&path, "").unwrap();
    History::open(&path).unwrap().begin(&header(), "").unwrap();
}

/// Root may write anywhere, so this test starts itself again as somebody who may not.
#[test]
fn what_may_not_be_written_is_refused() {
    if let Some(directory) = std::env::var_os("UNWRITABLE_DIRECTORY") {
        return assert_unwritable(Path::new(&directory));
    }
    let directory = TempDir::new().unwrap();
    let locked = directory.path().join("locked");
    fs::create_dir(&locked).unwrap();
    drop(History::open(&locked.join("history.db")).unwrap());
    fs::write(locked.join("secret.db"), "").unwrap();
    fs::set_permissions(locked.join("secret.db"), Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(&locked, Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).unwrap();
    // The directory of the build may be closed to others.
    let program = directory.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let user = match fs::metadata(&locked).unwrap().uid() {
        0 => 65534,
        myself => myself,
    };
    let status = Command::new(program)
        .args(["--exact", "opening::what_may_not_be_written_is_refused"])
        .env("UNWRITABLE_DIRECTORY", &locked)
        .uid(user)
        .status();
    fs::set_permissions(&locked, Permissions::from_mode(0o755)).unwrap();
    assert!(status.unwrap().success());
}

fn assert_unwritable(directory: &Path) {
    let refusal = |name: &str| {
        let path = directory.join(name);
        let error = History::open(&path).unwrap_err();
        assert!(error.help().unwrap().contains("--history PATH"));
        error.to_string().replace(&path.display().to_string(), "PATH")
    };
    assert_eq!(refusal("new.db"), "open the history at PATH: permission denied");
    assert_eq!(refusal("deep/new.db"), "open the history at PATH: permission denied");
    assert_eq!(refusal("secret.db"), "open the history at PATH: permission denied");
    assert_eq!(refusal("history.db"), "write to the history at PATH: the file or its directory is read-only");
}
