//! What must be installed.

/// Something that must be installed for a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// A module of the snippet's language, or the name of a program for commands.
    pub name: String,
    /// The Debian package that brings it.
    pub package: Option<String>,
}
