//! What is done between fork and exec of a worker, and how its process group is ended.

use std::io;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Gives a worker its pipes and a process group of its own (a Ctrl-C at the terminal is for the scheduler alone), and
/// lets the kernel end it with the scheduler, however that ends: by SIGKILL, because a snippet may ignore anything else,
/// and nobody would be left to keep its time.
pub fn before_exec(command: &mut Command, request_reader: RawFd, reply_writer: RawFd) {
    command.process_group(0);
    // SAFETY: the closure makes system calls that are safe between fork and exec, and allocates nothing.
    unsafe {
        command.pre_exec(move || {
            place(request_reader, reply_writer)?;
            match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
}

/// Moves the two descriptors to their places by way of high numbers, because either may stand at the other's place.
fn place(request_reader: RawFd, reply_writer: RawFd) -> io::Result<()> {
    // SAFETY: descriptors are integers; a bad one makes the call fail.
    unsafe {
        let high_reader = libc::fcntl(request_reader, libc::F_DUPFD_CLOEXEC, 10);
        let high_writer = libc::fcntl(reply_writer, libc::F_DUPFD_CLOEXEC, 10);
        if high_reader < 0
            || high_writer < 0
            || libc::dup2(high_reader, protocol::REQUEST_FD) < 0
            || libc::dup2(high_writer, protocol::REPLY_FD) < 0
        {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Takes back what [`before_exec`] arranged: the spawner notices by its pipe that the scheduler is gone, and has a command
/// to end before it goes itself.
pub fn outlive_scheduler() -> io::Result<()> {
    // SAFETY: the call takes integers.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends every process of a group.
pub fn kill_group(leader: i32) {
    // SAFETY: the call takes two integers; a group that is gone makes it fail, which is as good.
    unsafe { libc::kill(-leader, libc::SIGKILL) };
}

/// `signal 9 (SIGKILL)`.
pub fn signal_text(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name})"),
        None => format!("signal {signal}"),
    }
}
