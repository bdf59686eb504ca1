//! Where things are kept that can be made again.

use std::path::PathBuf;

/// `$XDG_CACHE_HOME/cmpthese` or `~/.cache/cmpthese`. `None` without a home.
pub fn directory() -> Option<PathBuf> {
    let directory = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = directory("XDG_CACHE_HOME").or_else(|| Some(directory("HOME")?.join(".cache")))?;
    Some(caches.join("cmpthese"))
}

/// The same; `None` also where nothing can be written to it: the home of a container may be read-only, that of a service may not exist.
pub fn writable() -> Option<PathBuf> {
    directory().filter(|own| std::fs::create_dir_all(own).and_then(|()| tempfile::tempfile_in(own)).is_ok())
}

/// The same, and in its place one for what may be lost.
pub fn directory_or_temporary() -> PathBuf {
    writable().unwrap_or_else(|| std::env::temp_dir().join("cmpthese"))
}
