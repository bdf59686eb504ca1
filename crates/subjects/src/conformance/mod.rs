//! What every host promises by `docs/protocol.md`, tried on one: by the tests on the languages under `workers/`, and by
//! `cmpthese conformance` on a worker of somebody's own.
//!
//! [`conformance`] runs all that it can with the snippets that it is given. A promise is a line in `PROMISES`, a snippet that it
//! needs one of the keys of `[conformance]` in a `worker.toml`.

mod candidate;
mod promises;
mod session;

use crate::{Confined, Interrupt, LaunchDraw, Worker, host};
use model::Failure;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub use candidate::{Candidate, Start};

/// An endless loop, which the tests of built-in hosts end.
const OF_TESTS: &str = "hang";

/// The tables of a `worker.toml` that are snippets for this.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Snippets {
    /// Code by behaviour.
    #[serde(default)]
    pub conformance: BTreeMap<String, String>,
    /// What it returns.
    #[serde(default)]
    pub conformance_returns: BTreeMap<String, String>,
}

impl Snippets {
    /// Reads them.
    ///
    /// # Errors
    /// What is wrong with the text, in the words of the reader of TOML, or a snippet that no promise takes.
    pub fn parse(text: &str) -> Result<Snippets, String> {
        let snippets: Snippets = toml::from_str(text).map_err(|error| error.message().to_string())?;
        let known: BTreeSet<&str> = promises::PROMISES.iter().flat_map(|one| one.snippets).copied().collect();
        let told = [&snippets.conformance, &snippets.conformance_returns].into_iter().flat_map(BTreeMap::keys);
        let unknown = told.map(String::as_str).find(|key| !known.contains(key) && *key != OF_TESTS);
        match unknown {
            Some(key) => Err(format!("no promise takes `{key}`, but {}", Vec::from_iter(known).join(", "))),
            None if snippets.conformance.is_empty() => Err("there are none".to_string()),
            None => Ok(snippets),
        }
    }
}

/// Starts a worker of somebody's own.
pub fn start(argv: &[String], interrupt: &Interrupt) -> Result<Box<dyn Worker>, Failure> {
    let mut started = host::start_own(argv, &[LaunchDraw::default()], &Confined::default(), interrupt)?;
    Ok(started.remove(0))
}

/// What came of a promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Held,
    /// It does not: a sentence without a final dot.
    Broken(String),
    /// There is no snippet for it: the keys that are missing.
    NotTried(Vec<&'static str>),
}

/// A promise with what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The promise, as a sentence without a final dot.
    pub promise: &'static str,
    /// What came of it.
    pub outcome: Outcome,
}

/// Tries every promise.
pub fn conformance(candidate: &Candidate) -> Vec<Finding> {
    let tried = |promise: &promises::Promise| {
        let is_missing = |key: &&&'static str| !candidate.snippets.contains_key(**key);
        let missing: Vec<&'static str> = promise.snippets.iter().filter(is_missing).copied().collect();
        let outcome = match missing.is_empty() {
            false => Outcome::NotTried(missing),
            true => (promise.holds)(candidate).map_or_else(Outcome::Broken, |()| Outcome::Held),
        };
        Finding { promise: promise.sentence, outcome }
    };
    promises::PROMISES.iter().map(tried).collect()
}
