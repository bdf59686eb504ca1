//! Code that both measure.

/// Code in a language.
pub struct Case {
    /// The language, and what it does.
    pub name: String,
    pub language: &'static str,
    pub code: String,
}
