//! What is done between fork and exec of a worker, and how its process group is ended.

use crate::confinement::Confined;
use crate::system::outcome::{checked, sysconf};
use crate::system::{affinity, parent, resource_limit};
use std::io;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Gives a worker its descriptors (ours, and the places where it has them), a CPU when there is one for it, and a process group of
/// its own (a Ctrl-C at the terminal is for the scheduler alone), and lets the kernel end it with the scheduler, however that ends: by
/// SIGKILL, because a snippet may ignore anything else, and nobody would be left to keep its time. `layout` is where its memory lies:
/// [`lay_out`].
pub fn before_exec(
    command: &mut Command,
    mut places: Vec<(RawFd, RawFd)>,
    cpu: Option<usize>,
    layout: Option<u64>,
    confined: Confined,
) {
    let gap = stack_gap();
    command.process_group(0);
    // SAFETY: the closure makes system calls that are safe between fork and exec, and allocates nothing.
    unsafe {
        command.pre_exec(move || {
            confined.enter()?;
            place(&mut places)?;
            // A worker that cannot be bound runs anywhere: slower to settle, not wrong.
            cpu.into_iter().for_each(|cpu| drop(affinity::bind(0, cpu)));
            layout.map_or(Ok(()), |pages| lay_out(pages, gap))?;
            parent::end_with(libc::SIGKILL)
        });
    }
}

/// Gives the keeper of a server the pipe that tells it how long to keep it, and a process group of its own.
pub fn before_exec_of_keeper(command: &mut Command, life_reader: RawFd, confined: Confined) {
    command.process_group(0);
    // SAFETY: the closure makes system calls that are safe between fork and exec, and allocates nothing.
    unsafe {
        command.pre_exec(move || {
            confined.enter()?;
            place(&mut [(life_reader, protocol::REQUEST_FD)])
        });
    }
}

/// The smallest distance between the top of the stack and what is mapped below it, in bytes: `mmap_base` of the kernel (x86,
/// arm64, riscv).
const STACK_GAP_MIN: u64 = 128 << 20;

/// The distance that libraries get, in bytes. Where the kernel draws, they lie terabytes below the stack; within half a gigabyte of it, where
/// they are when nothing is drawn, a loop of Python and `sprintf` in C took a fifth longer on a Xeon, whatever the place there (decisions:
/// workers). A thread whose program names no size for its stack takes as much of the address space.
const STACK_GAP: u64 = 1 << 30;

/// The size of a page, or a part of it.
const PAGE: u64 = 4096;

/// The distance between stack and libraries, in bytes, that a worker gets: [`STACK_GAP`] where each of its threads finds room for a stack of that size. That is not so where
/// addresses are limited, where the kernel promises no more memory than there is (`vm.overcommit_memory`), nor where there is little memory, because the kernel refuses a
/// piece larger than all of it.
fn stack_gap() -> u64 {
    let is_strict = std::fs::read("/proc/sys/vm/overcommit_memory").is_ok_and(|mode| mode.starts_with(b"2"));
    let is_unlimited = resource_limit::of(libc::RLIMIT_AS).is_some_and(|space| space.rlim_cur == libc::RLIM_INFINITY);
    let has_room = is_unlimited && !is_strict && memory() >= 4 * STACK_GAP;
    if has_room { STACK_GAP } else { STACK_GAP_MIN }
}

/// The bytes of memory of the machine; 0 where it is not told.
fn memory() -> u64 {
    [libc::_SC_PHYS_PAGES, libc::_SC_PAGESIZE].map(|name| sysconf(name).unwrap_or(0)).into_iter().product()
}

/// Lays the memory of this process out without chance from its next exec on, and moves the libraries by so many pages, from `gap` bytes below the stack on.
///
/// With addresses that the kernel draws, two processes that run the same code differ by several per cent (of a Perl loop of
/// 10 µs: 4.5 % from launch to launch, 1 % without). What is compared shall have the same luck; so the luck of a launch is drawn
/// by the scheduler, once for all its workers. The libraries lie below the room for the stack, which its limit decides.
fn lay_out(pages: u64, gap: u64) -> io::Result<()> {
    // SAFETY: the calls take integers, and keep nothing.
    let fixed = unsafe {
        let persona = libc::personality(0xffff_ffff);
        libc::personality(persona as libc::c_ulong | libc::ADDR_NO_RANDOMIZE as libc::c_ulong)
    };
    // Where it is forbidden (some containers), chance goes on, and results are less sharp.
    if fixed < 0 {
        return Ok(());
    }
    let Some(mut stack) = resource_limit::of(libc::RLIMIT_STACK) else { return Ok(()) };
    let room = (gap + pages * PAGE) as libc::rlim_t;
    if stack.rlim_max < room || stack.rlim_cur > gap as libc::rlim_t {
        return Ok(()); // a stack of a size that somebody wants: it stays
    }
    stack.rlim_cur = room;
    resource_limit::set(libc::RLIMIT_STACK, &stack)
}

/// Moves descriptors to their places by way of numbers above all of these, because any may stand at another's place.
fn place(places: &mut [(RawFd, RawFd)]) -> io::Result<()> {
    let above = places.iter().map(|(_, place)| place + 1).max().unwrap_or(0);
    // SAFETY: descriptors are integers; a bad one makes the call fail.
    unsafe {
        for (descriptor, _) in places.iter_mut() {
            *descriptor = libc::fcntl(*descriptor, libc::F_DUPFD_CLOEXEC, above);
        }
        for (descriptor, place) in places {
            checked(*descriptor).and_then(|descriptor| checked(libc::dup2(descriptor, *place)))?;
        }
    }
    Ok(())
}

/// Sends a signal to every process of a group. Whether any got it: a group that is gone did not, nor one that is all of
/// another user, as of sudo.
pub fn signal_group(leader: i32, signal: i32) -> bool {
    // SAFETY: the call takes two integers.
    unsafe { libc::kill(-leader, signal) == 0 }
}

/// `signal 9 (SIGKILL)`.
pub fn signal_text(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name})"),
        None => format!("signal {signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the last library and the stack of a process begin that is laid out with so many pages.
    fn places(pages: u64) -> [u64; 2] {
        let mut command = Command::new("cat");
        before_exec(command.arg("/proc/self/maps"), Vec::new(), None, Some(pages), Confined::default());
        let output = command.output().expect("there is a cat");
        let maps = String::from_utf8(output.stdout).expect("maps are text");
        let begin = |line: &str| line.split_once('-').and_then(|(begin, _)| u64::from_str_radix(begin, 16).ok());
        let last = |name: &str| maps.lines().rev().find(|line| line.contains(name)).and_then(begin);
        [last("libc.so"), last("[stack]")].map(|place| place.expect("it has one"))
    }

    #[test]
    fn libraries_lie_far_from_the_stack_and_where_they_are_told() {
        let [library, stack] = places(0);
        assert!(stack - library >= STACK_GAP, "{library:x}, {stack:x}");
        assert_eq!(places(0)[0], library, "nothing is drawn by the kernel");
        assert_eq!(places(16)[0], library - 16 * PAGE);
    }
}
