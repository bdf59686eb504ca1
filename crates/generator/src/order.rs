//! What a batch is made of.

use crate::load::Load;
use crate::target::Target;

/// What a batch is made of.
pub(crate) struct Order<'a> {
    pub(crate) target: &'a Target,
    pub(crate) load: &'a Load,
    pub(crate) requests: u64,
    pub(crate) seed: u64,
    pub(crate) expected_status: u16,
}
