//! Colour, as ANSI escapes. It only repeats what the text says.

/// Colours in use.
#[derive(Clone, Copy, Debug)]
pub enum Paint {
    Bold,
    Dim,
    Good,
    Bad,
    Unsure,
}

/// The text in a colour, or as it is when `color` is off.
pub fn paint(text: &str, how: Paint, color: bool) -> String {
    let code = match how {
        Paint::Bold => "1",
        Paint::Dim => "2",
        Paint::Good => "32",
        Paint::Bad => "31",
        Paint::Unsure => "33",
    };
    if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}
