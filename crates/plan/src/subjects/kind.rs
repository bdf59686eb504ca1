//! A kind of subject, and what is read of one.

use crate::context::PlanContext;
use crate::tree::{Mistakes, Table};
use model::{LanguageTraits, Subject};

/// A kind of subject.
pub trait Kind {
    /// What messages call it.
    fn noun(&self) -> &'static str;

    /// The keys that make a variant one of this kind.
    fn heads<'l>(&self, languages: &'l [LanguageTraits]) -> Vec<&'l str>;

    /// Reads the subject of a variant that has the key `head`, together with every other key that goes with the kind.
    fn read(&self, head: &str, table: &mut Table, context: &PlanContext, mistakes: &mut Mistakes) -> Option<Reading>;
}

/// A subject with what its variant is called when the plan does not say.
#[derive(Debug)]
pub struct Reading {
    /// What is run.
    pub subject: Subject,
    /// The text of a template, on one line.
    pub name: String,
}
