//! perf_event_open(2): a counter of the kernel or of the CPU, attached to a process.

use crate::system::outcome::checked;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::FromRawFd;

/// Where the kernel counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The CPU itself: PERF_TYPE_HARDWARE.
    Hardware = 0,
    /// The kernel: PERF_TYPE_SOFTWARE.
    Software = 1,
}

/// Whose events are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of the process, and of every thread and process that it starts from now on.
    WithDescendants,
    /// Those of the process's first thread.
    Alone,
}

/// A counter that counts.
pub struct Counter {
    file: File,
}

/// struct perf_event_attr as far as its first version goes (PERF_ATTR_SIZE_VER0), which every kernel takes.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup: u32,
    breakpoint_type: u32,
    breakpoint_address: u64,
}

/// The bit of `flags` that lets children inherit the counter.
const INHERIT: u64 = 1 << 1;

/// The value, the time that it was wanted, and the time that it counted: less when there are more counters than the CPU has.
const VALUE_AND_TIMES: u64 = 3;

const CLOSE_ON_EXEC: libc::c_ulong = 8;

impl Counter {
    /// Attaches a counter to a process that this one may watch; 0 is the calling thread. `config` is one of PERF_COUNT_HW_* or PERF_COUNT_SW_*.
    pub fn attach(source: Source, config: u64, pid: i32, scope: Scope) -> io::Result<Counter> {
        let attributes = Attributes {
            kind: source as u32,
            size: size_of::<Attributes>() as u32,
            config,
            read_format: VALUE_AND_TIMES,
            flags: if scope == Scope::WithDescendants { INHERIT } else { 0 },
            ..Attributes::default()
        };
        // SAFETY: the structure is as large as it says, and outlives the call; the other arguments are integers.
        let opened = unsafe { libc::syscall(libc::SYS_perf_event_open, &attributes, pid, -1, -1, CLOSE_ON_EXEC) };
        let descriptor = checked(opened as i32)?;
        // SAFETY: the kernel has just opened it, and nobody else knows of it.
        Ok(Counter { file: unsafe { File::from_raw_fd(descriptor) } })
    }

    /// What it stands at.
    pub fn read(&self) -> io::Result<Stand> {
        let mut fields = [0; 24];
        (&self.file).read_exact(&mut fields)?;
        let [value, wanted, counted] =
            [0, 8, 16].map(|at| u64::from_ne_bytes(fields[at..at + 8].try_into().expect("eight bytes")));
        Ok(Stand { value, wanted, counted })
    }
}

/// What a counter stands at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// Events.
    pub value: u64,
    /// How long it was to count, in nanoseconds.
    pub wanted: u64,
    /// How long it did: less when it shares the counters of the CPU with others.
    pub counted: u64,
}

impl Stand {
    /// The events since an earlier stand, scaled up to the whole time; `None` when it never counted.
    pub fn since(&self, earlier: &Stand) -> Option<u64> {
        let [value, wanted, counted] = [
            self.value.saturating_sub(earlier.value),
            self.wanted.saturating_sub(earlier.wanted),
            self.counted.saturating_sub(earlier.counted),
        ];
        match counted {
            _ if counted == wanted => Some(value),
            0 => None,
            _ => Some((value as f64 * wanted as f64 / counted as f64).round() as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// PERF_COUNT_SW_PAGE_FAULTS.
    const FAULTS: u64 = 2;

    #[test]
    fn a_counter_sees_the_children_when_it_shall() {
        let attach = |scope| Counter::attach(Source::Software, FAULTS, 0, scope);
        let (both, alone) = match (attach(Scope::WithDescendants), attach(Scope::Alone)) {
            (Ok(both), Ok(alone)) => (both, alone),
            (Err(error), _) | (_, Err(error)) => return assert_eq!(error.kind(), io::ErrorKind::PermissionDenied),
        };
        Command::new("true").status().unwrap();
        let (both, alone) = (both.read().unwrap().value, alone.read().unwrap().value);
        assert!(both >= alone + 20, "a program cannot start with fewer faults: {both} and {alone}");
    }

    #[test]
    fn what_was_counted_part_of_the_time_is_scaled_and_what_never_counted_is_no_zero() {
        let stand = |value, wanted, counted| Stand { value, wanted, counted };
        assert_eq!(stand(150, 30, 20).since(&stand(50, 10, 10)), Some(200));
        assert_eq!(stand(7, 30, 30).since(&stand(5, 10, 10)), Some(2));
        assert_eq!(stand(5, 30, 10).since(&stand(5, 10, 10)), None);
    }
}
