//! posix_spawn(3): the cheapest way to start a program. glibc makes it with CLONE_VM | CLONE_VFORK, so its cost does not
//! grow with the memory of whoever calls it.

use std::ffi::{CString, c_char};
use std::io;
use std::os::fd::RawFd;
use std::ptr;

/// The variable that lengthens the environment.
const PADDING_NAME: &str = "CMPTHESE_PADDING=";

/// The most bytes by which it does.
const PADDING_MAX: usize = 1 << 12;

/// A program ready to be started again and again. Everything that posix_spawn needs is built once: what is done between two
/// starts pushes the caches out, and would be seen in the time of short programs.
pub struct Spawn {
    path: CString,
    actions: libc::posix_spawn_file_actions_t,
    attributes: libc::posix_spawnattr_t,
    argv: Vec<*mut c_char>,
    envp: Vec<*mut c_char>,
    /// `CMPTHESE_PADDING=xxx…`, ended by a zero byte at the current length; the first of `envp` points to it.
    padding: Vec<u8>,
    padding_end: usize,
    _texts: Vec<CString>,
}

impl Spawn {
    /// `path` is the file that is executed, `argv` includes the program's name as it was typed, `env` is the whole
    /// environment as `NAME=value`, `standard` are the descriptors that become standard input, output and error; they must
    /// stay open. The child gets a process group of its own, no blocked signals, and SIGPIPE as it is by default (Rust
    /// programs ignore it, and that would be inherited).
    pub fn new(
        path: CString,
        argv: Vec<CString>,
        env: Vec<CString>,
        cwd: Option<CString>,
        standard: [RawFd; 3],
    ) -> io::Result<Spawn> {
        let mut padding = vec![b'x'; PADDING_NAME.len() + PADDING_MAX + 1];
        padding[..PADDING_NAME.len()].copy_from_slice(PADDING_NAME.as_bytes());
        padding[PADDING_NAME.len()] = 0;
        let pointers = |texts: &[CString]| texts.iter().map(|text| text.as_ptr().cast_mut()).collect::<Vec<_>>();
        let mut argv_pointers = pointers(&argv);
        argv_pointers.push(ptr::null_mut());
        let mut envp = vec![padding.as_mut_ptr().cast::<c_char>()];
        envp.extend(pointers(&env));
        envp.push(ptr::null_mut());
        Ok(Spawn {
            path,
            actions: actions(standard, cwd.as_ref())?,
            attributes: attributes()?,
            argv: argv_pointers,
            envp,
            padding,
            padding_end: PADDING_NAME.len(),
            _texts: argv.into_iter().chain(env).collect(),
        })
    }

    /// From now on the child gets a session of its own, which has no terminal, and with it its group.
    pub fn in_own_session(&mut self) -> io::Result<()> {
        let flags = libc::c_int::from(libc::POSIX_SPAWN_SETSID) | ALWAYS;
        // SAFETY: the object was initialised when the value was made.
        check(unsafe { libc::posix_spawnattr_setflags(&mut self.attributes, flags as libc::c_short) })
    }

    /// Sets how many bytes the environment is longer, at most a page.
    pub fn pad(&mut self, bytes: usize) {
        self.padding[self.padding_end] = b'x';
        self.padding_end = PADDING_NAME.len() + bytes.min(PADDING_MAX);
        self.padding[self.padding_end] = 0;
    }

    /// Starts the program; the result is its process ID. This is the timed call.
    #[inline]
    pub fn start(&self) -> io::Result<i32> {
        let mut pid = 0;
        // SAFETY: both arrays end with a null pointer and point to strings that `self` keeps alive and in place.
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

impl Drop for Spawn {
    fn drop(&mut self) {
        // SAFETY: both were initialised when the value was made.
        unsafe {
            libc::posix_spawn_file_actions_destroy(&mut self.actions);
            libc::posix_spawnattr_destroy(&mut self.attributes);
        }
    }
}

fn actions(standard: [RawFd; 3], cwd: Option<&CString>) -> io::Result<libc::posix_spawn_file_actions_t> {
    // SAFETY: an opaque C structure that the init call below fills in.
    let mut actions = unsafe { std::mem::zeroed() };
    // SAFETY: the object is valid for the calls; glibc copies the directory's name.
    unsafe {
        check(libc::posix_spawn_file_actions_init(&mut actions))?;
        for (target, descriptor) in standard.into_iter().enumerate() {
            check(libc::posix_spawn_file_actions_adddup2(&mut actions, descriptor, target as i32))?;
        }
        if let Some(cwd) = cwd {
            check(libc::posix_spawn_file_actions_addchdir_np(&mut actions, cwd.as_ptr()))?;
        }
    }
    Ok(actions)
}

/// No blocked signals, and SIGPIPE as it is by default.
const ALWAYS: libc::c_int = libc::POSIX_SPAWN_SETSIGDEF | libc::POSIX_SPAWN_SETSIGMASK;

fn attributes() -> io::Result<libc::posix_spawnattr_t> {
    // SAFETY: opaque C structures that the init calls below fill in.
    let (mut attributes, mut signals): (_, libc::sigset_t) = unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    let flags = libc::POSIX_SPAWN_SETPGROUP | ALWAYS;
    // SAFETY: both objects are valid for the calls.
    unsafe {
        check(libc::posix_spawnattr_init(&mut attributes))?;
        libc::sigemptyset(&mut signals);
        check(libc::posix_spawnattr_setsigmask(&mut attributes, &signals))?;
        libc::sigaddset(&mut signals, libc::SIGPIPE);
        check(libc::posix_spawnattr_setsigdefault(&mut attributes, &signals))?;
        check(libc::posix_spawnattr_setpgroup(&mut attributes, 0))?;
        check(libc::posix_spawnattr_setflags(&mut attributes, flags as libc::c_short))?;
    }
    Ok(attributes)
}

fn check(code: i32) -> io::Result<()> {
    if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) }
}
