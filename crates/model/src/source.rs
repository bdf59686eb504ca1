//! The text of a plan.

/// The text of a plan and the name that messages call it by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// The path of the file, the name of a built-in experiment, or `command line`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// The name of a plan that was written from the command line: nobody has seen its lines.
    pub const COMMAND_LINE: &str = "command line";
}
