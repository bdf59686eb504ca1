//! Where this program is: it starts itself as its workers.

use crate::exit::Complaint;
use std::path::PathBuf;

/// The path of this program.
pub fn own_path() -> Result<PathBuf, Complaint> {
    std::env::current_exe()
        .map_err(|error| Complaint::system(format!("the path of this program cannot be found: {error}"), None))
}
