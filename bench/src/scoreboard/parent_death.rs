//! prctl(2) with PR_SET_PDEATHSIG: a child that does not outlive this program, however that ends.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The child of this command gets SIGTERM when this program ends.
pub fn ends_with_this(command: &mut Command) -> &mut Command {
    let parent = std::process::id();
    // SAFETY: between fork and exec only prctl(2) and getppid(2) are called, which are safe after a fork of any program.
    unsafe {
        command.pre_exec(move || {
            let refused = libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM) != 0;
            // The parent may have ended before the signal was asked for.
            if refused || libc::getppid() as u32 != parent { Err(io::Error::last_os_error()) } else { Ok(()) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_child_would_be_ended() {
        // A program can ask for its own signal: PR_GET_PDEATHSIG writes it where it is told.
        let ask = format!(
            "my $signal = pack 'i', 0; syscall({}, {}, $signal); print unpack 'i', $signal",
            libc::SYS_prctl,
            libc::PR_GET_PDEATHSIG
        );
        let output = ends_with_this(Command::new("perl").args(["-e", &ask])).output().expect("it can be started");
        assert_eq!(String::from_utf8_lossy(&output.stdout), libc::SIGTERM.to_string());
    }
}
