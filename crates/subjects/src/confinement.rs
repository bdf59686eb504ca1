//! A slower machine: the part of the CPUs that workers, servers and all that they start may use.

use crate::system::affinity;
use crate::system::cgroup::CpuQuota;
use crate::system::outcome::checked;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

/// Less than the whole machine, for as long as it is kept.
#[derive(Debug)]
pub enum Confinement {
    /// A control group.
    Quota(CpuQuota),
    /// Some of the CPUs.
    Cpus(Vec<usize>),
}

/// What a process does before its program is started, so that it is confined.
#[derive(Clone, Debug, Default)]
pub struct Confined {
    /// The file to write `0` to.
    pub procs: Option<CString>,
    /// The CPUs to be bound to; any when empty.
    pub cpus: Vec<usize>,
}

impl Confinement {
    /// So many CPUs, or a part of one, together for all that is confined.
    ///
    /// # Errors
    /// Why it cannot be had here, as a sentence without a final dot.
    pub fn to(cpus: f64) -> Result<Confinement, String> {
        let allowed = affinity::allowed();
        if cpus >= allowed.len() as f64 {
            let why = format!("{cpus} CPUs are no less than the {} of this machine", allowed.len());
            return if cpus == allowed.len() as f64 { Ok(Confinement::Cpus(allowed)) } else { Err(why) };
        }
        match CpuQuota::new(cpus) {
            Ok(quota) => Ok(Confinement::Quota(quota)),
            // Whole CPUs can be had without the help of an administrator.
            Err(_) if cpus >= 1.0 && cpus.fract() == 0.0 => {
                Ok(Confinement::Cpus(allowed.into_iter().take(cpus as usize).collect()))
            }
            Err(why) => Err(format!("a part of a CPU needs a control group, which cannot be made here ({why})")),
        }
    }

    /// What those who are confined do.
    pub fn confined(&self) -> Confined {
        match self {
            Confinement::Quota(quota) => {
                let path = CString::new(quota.procs().as_os_str().as_bytes()).expect("the path was made from words");
                Confined { procs: Some(path), cpus: Vec::new() }
            }
            Confinement::Cpus(cpus) => Confined { procs: None, cpus: cpus.clone() },
        }
    }
}

impl Confined {
    /// Whether there is a part of the machine that it stands for.
    pub(crate) fn is_any(&self) -> bool {
        self.procs.is_some() || !self.cpus.is_empty()
    }

    /// Those of some CPUs that may be used; all that may be where none of them is one, or none are named.
    pub(crate) fn within(&self, cpus: &[usize]) -> Vec<usize> {
        if self.cpus.is_empty() {
            return cpus.to_vec();
        }
        let both: Vec<usize> = cpus.iter().copied().filter(|cpu| self.cpus.contains(cpu)).collect();
        if both.is_empty() { self.cpus.clone() } else { both }
    }

    /// Those of some CPUs that are no part of it; all where that leaves none, or it is any.
    pub fn beside(&self, cpus: Vec<usize>) -> Vec<usize> {
        let beside: Vec<usize> = cpus.iter().copied().filter(|cpu| !self.cpus.contains(cpu)).collect();
        if beside.is_empty() { cpus } else { beside }
    }

    /// Confines the calling process. Safe between fork and exec: it makes system calls only.
    pub(crate) fn enter(&self) -> std::io::Result<()> {
        if let Some(procs) = &self.procs {
            write_zero(procs)?;
        }
        if self.cpus.is_empty() { Ok(()) } else { affinity::bind_to(0, &self.cpus) }
    }
}

fn write_zero(path: &CString) -> std::io::Result<()> {
    // SAFETY: the path is a C string that outlives the call; the bytes are a literal; the descriptor is our own.
    let written = unsafe {
        let descriptor = checked(libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC))?;
        let written = libc::write(descriptor, c"0".as_ptr().cast(), 1);
        libc::close(descriptor);
        written
    };
    if written == 1 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_stays_within_the_cpus_of_its_environment() {
        let within =
            |confined: &[usize], cpus: &[usize]| Confined { procs: None, cpus: confined.to_vec() }.within(cpus);
        assert_eq!(within(&[], &[1, 2]), [1, 2]);
        assert_eq!(within(&[0, 1], &[1, 2]), [1]);
        assert_eq!(within(&[0], &[1, 2]), [0], "what sends the requests was given the only one");
        assert_eq!(within(&[0], &[]), [0]);
    }

    #[test]
    fn what_sends_requests_is_beside_the_environment_where_it_can_be() {
        let beside = |confined: &[usize]| Confined { procs: None, cpus: confined.to_vec() }.beside(vec![0, 1, 2]);
        assert_eq!(beside(&[]), [0, 1, 2]);
        assert_eq!(beside(&[0, 1]), [2]);
        assert_eq!(beside(&[0, 1, 2]), [0, 1, 2]);
    }
}
