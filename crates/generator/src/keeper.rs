//! Who wants to see what is read of a response.

use httparse::Header;

/// Who wants to see what is read.
pub trait Keeper {
    /// The head, unless it is interim: it comes once, before the body.
    fn head(&mut self, status: u16, headers: &[Header]);
    /// The next bytes of the body, without transfer coding.
    fn body(&mut self, bytes: &[u8]);
}

/// Keeps nothing.
pub(crate) struct Nothing;

impl Keeper for Nothing {
    fn head(&mut self, _: u16, _: &[Header]) {}
    fn body(&mut self, _: &[u8]) {}
}
