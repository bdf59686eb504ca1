//! The style of a text report.

use crate::columns::width;

/// How wide a line of that is which knows of no place.
pub const WIDTH: usize = 80;

/// What the place where a text is read allows.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether ANSI colours may be used.
    pub color: bool,
    /// How many columns a line may take.
    pub width: usize,
}

impl Style {
    /// No colours and no end of a line, for formats that lay out what is said.
    pub const UNBOUNDED: Style = Style { color: false, width: usize::MAX };

    /// Whether a text fits there.
    pub fn holds(self, text: &str) -> bool {
        text.lines().all(|line| width(line) <= self.width)
    }

    /// The first of some layouts that fits there, the last where none does; what comes after it is not made.
    pub fn fitting(self, layouts: impl IntoIterator<Item = String>) -> String {
        let mut last = String::new();
        for layout in layouts {
            if self.holds(&layout) {
                return layout;
            }
            last = layout;
        }
        last
    }
}
