//! What a batch is made of.

use crate::counting::LeadIn;
use crate::load::Load;
use crate::target::Target;

/// What a batch is made of.
pub(crate) struct Order<'a> {
    pub(crate) target: &'a Target,
    pub(crate) load: &'a Load,
    pub(crate) requests: u64,
    /// What is sent before them; nothing where the batch is one by itself.
    pub(crate) lead_in: Option<LeadIn>,
    pub(crate) seed: u64,
    /// That of every whole response; that of the first one, from 200 to 399, when `None`.
    pub(crate) expected_status: Option<u16>,
}
