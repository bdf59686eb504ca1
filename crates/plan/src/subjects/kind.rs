//! A kind of subject, and what is read of one.

use crate::context::PlanContext;
use crate::tree::{Mistakes, Table};
use model::{LanguageTraits, Subject};

/// A kind of subject.
pub struct Kind {
    /// What messages call it.
    pub noun: &'static str,
    /// The keys that make a variant one of this kind.
    pub heads: fn(&[LanguageTraits]) -> Vec<&str>,
    /// Reads the subject of a variant that has the key which is given, one of `heads`, together with every other key that
    /// goes with the kind.
    pub read: fn(&str, &mut Table, &PlanContext, &mut Mistakes) -> Option<Reading>,
}

/// A subject with what its variant is called when the plan does not say.
#[derive(Debug)]
pub struct Reading {
    /// What is run.
    pub subject: Subject,
    /// The text of a template, on one line.
    pub name: String,
}
