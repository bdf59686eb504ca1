//! The files of other tools, as bytes.

use crate::exit::Complaint;
use crate::output;
use foreign::File;
use std::io::Read;
use std::path::Path;

/// More bytes than these are not read: a file of times has kilobytes, rarely megabytes.
const BYTES_MAX: u64 = 64 << 20;

/// More files of a folder are not read.
const FILES_MAX: usize = 10_000;

/// The file, or of a folder those that criterion keeps. `-` is standard input.
pub fn files(path: &Path) -> Result<Vec<File>, Complaint> {
    let trouble = |error: std::io::Error| {
        let help = "give the path of a file that a tool wrote, or of the folder target/criterion".to_string();
        Complaint::system(format!("{} cannot be read: {error}", output::shown(path)), Some(help))
    };
    if path == Path::new("-") {
        return Ok(vec![file("-", &mut std::io::stdin().lock(), path)?]);
    }
    let read = |name: &str, at: &Path| file(name, &mut std::fs::File::open(at).map_err(trouble)?, at);
    if !path.is_dir() {
        return Ok(vec![read(&path.file_name().unwrap_or_default().to_string_lossy(), path)?]);
    }
    let found = subjects::spawner::names_in_folder(path).map_err(trouble)?;
    if found.len() > FILES_MAX {
        let help = "give the folder of one group of benchmarks below it".to_string();
        return Err(Complaint::usage(format!("{} has more than {FILES_MAX} files", output::shown(path)), Some(help)));
    }
    found.iter().map(|name| read(name, &path.join(name))).collect()
}

fn file(name: &str, source: &mut dyn Read, path: &Path) -> Result<File, Complaint> {
    let mut bytes = Vec::new();
    let read = source.take(BYTES_MAX + 1).read_to_end(&mut bytes);
    read.map_err(|error| Complaint::system(format!("{} cannot be read: {error}", output::shown(path)), None))?;
    if bytes.len() as u64 > BYTES_MAX {
        let message = format!("{} is larger than {} MiB, the most that is read", output::shown(path), BYTES_MAX >> 20);
        return Err(Complaint::usage(message, Some("export fewer benchmarks at a time".to_string())));
    }
    Ok(File { path: name.to_string(), bytes })
}
