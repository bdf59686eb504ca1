//! The file that a program's name stands for.

use protocol::{ErrorKind, WorkerError};
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Finds a program as execvp(3) does: by `PATH`, or as a path that counts from `cwd`. The result is absolute, and a link
/// is not followed: programs such as busybox look at the name that they are called by. The error tells a program that is
/// missing from one that is not executable.
pub fn find(name: &str, cwd: Option<&str>) -> Result<PathBuf, WorkerError> {
    find_along(None, name, cwd)
}

/// The same along another `PATH`, where there is one.
pub fn find_along(other: Option<&str>, name: &str, cwd: Option<&str>) -> Result<PathBuf, WorkerError> {
    if name.is_empty() {
        return Err(WorkerError::died("the name of the program is empty"));
    }
    let candidates: Vec<PathBuf> = if name.contains('/') {
        vec![Path::new(cwd.unwrap_or(".")).join(name)]
    } else {
        let path = other.map(OsString::from).or_else(|| std::env::var_os("PATH"));
        let path = path.unwrap_or_else(|| "/usr/bin:/bin".into());
        std::env::split_paths(&path).map(|directory| directory.join(name)).collect()
    };
    if let Some(found) = candidates.iter().find(|candidate| is_executable(candidate)) {
        return Ok(std::path::absolute(found).unwrap_or_else(|_| found.clone()));
    }
    match candidates.iter().find(|candidate| candidate.exists()) {
        Some(directory) if directory.is_dir() && name.contains('/') => {
            Err(WorkerError::died(format!("{name} is a directory")))
        }
        Some(file) if !file.is_dir() => {
            let told = if name.contains('/') { Path::new(name) } else { file };
            Err(WorkerError::died(format!("{} is not executable", told.display())))
        }
        _ => Err(WorkerError::new(ErrorKind::Missing, name.to_string())),
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
