//! The style of a text report.

/// What the place where a text is read allows.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether ANSI colours may be used.
    pub color: bool,
    /// How many columns a line may take.
    pub width: usize,
}
