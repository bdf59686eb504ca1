//! A host that is tried.

use crate::Worker;
use model::Failure;
use std::collections::BTreeMap;

/// What starts a worker without waiting for it.
pub type Start<'a> = dyn Fn() -> Result<Box<dyn Worker>, Failure> + 'a;

/// A host that is tried.
pub struct Candidate<'a> {
    /// Starts it afresh: each promise is tried on a worker of its own.
    pub start: &'a Start<'a>,
    /// Code in its language, by behaviour.
    pub snippets: &'a BTreeMap<String, String>,
    /// What those of them return that do not return what snippets return when nobody says.
    pub returns: &'a BTreeMap<String, String>,
    /// How long a reply may take, in nanoseconds.
    pub limit_ns: u64,
}
