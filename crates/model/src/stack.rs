//! Where a program was found each time that somebody looked.

use std::collections::BTreeMap;

/// A function on a stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// Its name; that of its file in brackets where it has none.
    pub function: String,
    /// Whether it is of the kernel.
    pub is_kernel: bool,
}

/// How often each stack was found: frames from the outermost function to the one that ran.
pub type Stacks = BTreeMap<Vec<Frame>, u64>;
