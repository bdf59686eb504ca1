//! What is built before anything is measured.

use crate::{CommandLine, Need};

/// A program, or any other file, that is built before anything is measured, unless it was built from the same before.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    /// Its name: placeholders and snippets see the path of what was built under it.
    pub name: String,
    /// What it is built from: paths of files beside the plan. The command finds them under the same names in the directory
    /// that it is run in, and nothing else.
    pub files: Vec<String>,
    /// What builds it: the only placeholder is [`Build::OUTPUT`].
    pub line: CommandLine,
    /// Programs that must be installed.
    pub needs: Vec<Need>,
}

impl Build {
    /// The placeholder that stands for the path of what is to be built.
    pub const OUTPUT: &str = "output";
}
