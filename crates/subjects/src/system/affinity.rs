//! sched_setaffinity(2): on which CPU a process runs.

use crate::system::outcome::{checked, sysconf};
use std::io;

/// Binds a process to one CPU.
pub fn bind(pid: i32, cpu: usize) -> io::Result<()> {
    bind_to(pid, &[cpu])
}

/// Binds a process to some CPUs. The process 0 is the calling thread.
pub fn bind_to(pid: i32, cpus: &[usize]) -> io::Result<()> {
    // SAFETY: cpu_set_t is a plain array of bits, for which all zeroes is a valid value.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for cpu in cpus {
        if *cpu >= libc::CPU_SETSIZE as usize {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // SAFETY: the index is within the set, which was checked above.
        unsafe { libc::CPU_SET(*cpu, &mut set) };
    }
    // SAFETY: the set outlives the call and its size is the one given.
    checked(unsafe { libc::sched_setaffinity(pid, size_of::<libc::cpu_set_t>(), &set) }).map(drop)
}

/// The CPU on which the calling thread runs at this moment, where the kernel tells.
pub fn current() -> Option<usize> {
    // SAFETY: the call takes nothing and returns an integer, which is negative where it is not known.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

/// While it lives, the calling thread runs on one CPU.
pub struct OnCpu {
    before: Vec<usize>,
}

impl OnCpu {
    /// Moves the calling thread to a CPU; one that cannot be moved stays where it is.
    pub fn new(cpu: usize) -> OnCpu {
        let before = allowed();
        let _ = bind(0, cpu);
        OnCpu { before }
    }
}

impl Drop for OnCpu {
    fn drop(&mut self) {
        let _ = bind_to(0, &self.before);
    }
}

/// How many CPUs the machine has, whichever this program may use.
pub fn online() -> u64 {
    sysconf(libc::_SC_NPROCESSORS_ONLN).unwrap_or(1).max(1)
}

/// The CPUs that the calling thread may run on.
pub fn allowed() -> Vec<usize> {
    // SAFETY: as above.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is writable and its size is the one given.
    if unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) } != 0 {
        return Vec::new();
    }
    // SAFETY: every index is within the set.
    (0..libc::CPU_SETSIZE as usize).filter(|cpu| unsafe { libc::CPU_ISSET(*cpu, &set) }).collect()
}
