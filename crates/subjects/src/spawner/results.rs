//! What a command wrote that times itself: a file, or the folder that criterion keeps.

use foreign::File;
use std::fs;
use std::io;
use std::path::Path;

/// More bytes of a file than these hold no times of one benchmark.
const BYTES_MAX: u64 = 64 << 20;

/// Folders below a folder are looked into so deep.
const DEPTH_MAX: usize = 12;

/// Removes what an execution before this one wrote.
pub fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The file, or those of the folder that hold times; none where there is nothing.
pub fn files(path: &Path) -> io::Result<Vec<File>> {
    match path.is_dir() {
        true => names_in_folder(path)?.iter().map(|name| file(name, &path.join(name))).collect(),
        false if path.exists() => Ok(vec![file("results", path)?]),
        false => Ok(Vec::new()),
    }
}

/// The paths, below a folder, of the files that criterion keeps there with times, in order. A link is not followed.
pub fn names_in_folder(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    below(folder, folder, DEPTH_MAX, &mut found)?;
    found.sort();
    Ok(found)
}

fn below(root: &Path, folder: &Path, depth: usize, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() && depth > 0 {
            below(root, &path, depth - 1, found)?;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        if kind.is_file() && foreign::is_of_folder(&name) {
            found.push(name);
        }
    }
    Ok(())
}

fn file(name: &str, path: &Path) -> io::Result<File> {
    if path.metadata()?.len() > BYTES_MAX {
        return Err(io::Error::other(format!("it is larger than {} MiB", BYTES_MAX >> 20)));
    }
    Ok(File { path: name.to_string(), bytes: fs::read(path)? })
}
