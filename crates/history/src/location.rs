//! Where the history lies when nobody says otherwise.

use std::ffi::OsString;
use std::path::PathBuf;

/// The path of the history: in `$XDG_DATA_HOME` or `~/.local/share`. `None` when the environment names no home.
///
/// `variable` looks up an environment variable; [`std::env::var_os`] does. Relative paths count as unset, as the XDG
/// Base Directory Specification asks.
pub fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let directory = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = directory("XDG_DATA_HOME").or_else(|| Some(directory("HOME")?.join(".local/share")))?;
    Some(data.join("cmpthese/history.db"))
}
