//! A process that is started, does nothing, and is waited for: `true` by posix_spawn(3), which the standard library takes, so that the cost
//! does not grow with the memory of this program. It holds exec, the dynamic linker and the end of the process: lmbench's lat_proc "exec".

use crate::probe::{Prepared, Site};
use std::io;
use std::path::Path;
use std::process::Command;

/// Where `true` is.
const PATHS: [&str; 2] = ["/bin/true", "/usr/bin/true"];

/// See the head of this file.
pub fn prepare(_site: &Site) -> io::Result<Prepared> {
    let path = PATHS.iter().find(|path| Path::new(path).exists());
    let path = path.ok_or_else(|| io::Error::other("there is no /bin/true"))?;
    let mut command = Command::new(path);
    Ok(Prepared::alone(move |dose: u64| -> io::Result<()> {
        for _ in 0..dose {
            let status = command.spawn()?.wait()?;
            if !status.success() {
                return Err(io::Error::other(format!("true ended with {status}")));
            }
        }
        Ok(())
    }))
}
