//! The wish of the person at the keyboard to stop, as something that a wait can watch.

use crate::system::poll::{self, Watch};
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

/// A descriptor that becomes readable when the run shall stop, and stays so: a byte for each time that somebody wishes it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Option<Rc<OwnedFd>>);

impl Interrupt {
    /// Watches a descriptor that nobody reads: the read end of a pipe to which a signal handler writes.
    pub fn watching(descriptor: OwnedFd) -> Interrupt {
        Interrupt(Some(Rc::new(descriptor)))
    }

    /// Whether the run shall stop.
    pub fn raised(&self) -> bool {
        let mut watches = [self.watch()];
        poll::wait(&mut watches, Some(0)).is_ok() && watches[0].ready
    }

    /// Whether somebody has wished so more than once.
    pub fn is_urgent(&self) -> bool {
        let Some(descriptor) = &self.0 else { return false };
        let mut signals: libc::c_int = 0;
        // SAFETY: FIONREAD writes an int, how many bytes can be read; the descriptor is open as long as it is owned.
        let asked = unsafe { libc::ioctl(descriptor.as_raw_fd(), libc::FIONREAD, &mut signals) };
        asked == 0 && signals > 1
    }

    /// For a wait that also watches other things.
    pub(crate) fn watch(&self) -> Watch {
        Watch::new(self.0.as_ref().map(|descriptor| descriptor.as_raw_fd()))
    }
}
