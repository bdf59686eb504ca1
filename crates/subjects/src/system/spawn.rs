//! posix_spawn(3): the cheapest way to start a program. glibc makes it with CLONE_VM | CLONE_VFORK, so its cost does not
//! grow with the memory of whoever calls it.

use std::ffi::{CString, c_char};
use std::io;
use std::os::fd::RawFd;
use std::ptr;

/// A program ready to be started again and again: all memory that posix_spawn needs is set up outside the timed region.
pub struct Spawn {
    path: CString,
    argv: Vec<CString>,
    env: Vec<CString>,
    cwd: Option<CString>,
}

/// One start: the attribute objects of posix_spawn and the argument arrays.
pub struct SpawnReady<'a> {
    path: &'a CString,
    actions: libc::posix_spawn_file_actions_t,
    attributes: libc::posix_spawnattr_t,
    argv: Vec<*mut c_char>,
    envp: Vec<*mut c_char>,
    _padding: CString,
}

impl Spawn {
    /// `path` is the file that is executed, `argv` includes the program's name as it was typed, `env` is the whole
    /// environment as `NAME=value`.
    pub fn new(path: CString, argv: Vec<CString>, env: Vec<CString>, cwd: Option<CString>) -> Spawn {
        Spawn { path, argv, env, cwd }
    }

    /// Prepares one start with these descriptors as standard input, output and error, and an environment that is longer
    /// by `padding` bytes. The child gets a process group of its own, no blocked signals, and SIGPIPE as it is by default
    /// (Rust programs ignore it, and that would be inherited).
    pub fn ready(&self, standard: [RawFd; 3], padding: usize) -> io::Result<SpawnReady<'_>> {
        let pad = CString::new(format!("CMPTHESE_PADDING={}", "x".repeat(padding))).expect("no zero byte inside");
        let mut argv: Vec<*mut c_char> = self.argv.iter().map(|word| word.as_ptr().cast_mut()).collect();
        argv.push(ptr::null_mut());
        let mut envp: Vec<*mut c_char> = vec![pad.as_ptr().cast_mut()];
        envp.extend(self.env.iter().map(|entry| entry.as_ptr().cast_mut()));
        envp.push(ptr::null_mut());
        // SAFETY: both are opaque C structures that the init calls below fill in.
        let (mut actions, mut attributes) = unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
        // SAFETY: the two objects are valid for the calls, the descriptors are open, the strings outlive the calls
        // (glibc copies the directory's name).
        unsafe {
            check(libc::posix_spawn_file_actions_init(&mut actions))?;
            for (target, descriptor) in standard.into_iter().enumerate() {
                check(libc::posix_spawn_file_actions_adddup2(&mut actions, descriptor, target as i32))?;
            }
            if let Some(cwd) = &self.cwd {
                check(libc::posix_spawn_file_actions_addchdir_np(&mut actions, cwd.as_ptr()))?;
            }
            check(libc::posix_spawnattr_init(&mut attributes))?;
            let mut signals: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut signals);
            check(libc::posix_spawnattr_setsigmask(&mut attributes, &signals))?;
            libc::sigaddset(&mut signals, libc::SIGPIPE);
            check(libc::posix_spawnattr_setsigdefault(&mut attributes, &signals))?;
            check(libc::posix_spawnattr_setpgroup(&mut attributes, 0))?;
            let flags = libc::POSIX_SPAWN_SETPGROUP | libc::POSIX_SPAWN_SETSIGDEF | libc::POSIX_SPAWN_SETSIGMASK;
            check(libc::posix_spawnattr_setflags(&mut attributes, flags as libc::c_short))?;
        }
        Ok(SpawnReady { path: &self.path, actions, attributes, argv, envp, _padding: pad })
    }
}

impl SpawnReady<'_> {
    /// Starts the program; the result is its process ID. This is the timed call.
    #[inline]
    pub fn start(&self) -> io::Result<i32> {
        let mut pid = 0;
        // SAFETY: both arrays end with a null pointer and point to strings that `self` keeps alive.
        let outcome = unsafe {
            libc::posix_spawn(
                &mut pid,
                self.path.as_ptr(),
                &self.actions,
                &self.attributes,
                self.argv.as_ptr(),
                self.envp.as_ptr(),
            )
        };
        check(outcome).map(|()| pid)
    }
}

impl Drop for SpawnReady<'_> {
    fn drop(&mut self) {
        // SAFETY: both were initialised when the value was made.
        unsafe {
            libc::posix_spawn_file_actions_destroy(&mut self.actions);
            libc::posix_spawnattr_destroy(&mut self.attributes);
        }
    }
}

fn check(code: i32) -> io::Result<()> {
    if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) }
}
