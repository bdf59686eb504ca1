//! Who wants to see what is read of a response.

/// Who wants to see what is read.
pub(crate) trait Keeper {
    /// A head that is not interim.
    fn head(&mut self, status: u16, headers: &[httparse::Header]);
    /// The next bytes of the body.
    fn body(&mut self, bytes: &[u8]);
}

/// Keeps nothing.
pub(crate) struct Nothing;

impl Keeper for Nothing {
    fn head(&mut self, _: u16, _: &[httparse::Header]) {}
    fn body(&mut self, _: &[u8]) {}
}
