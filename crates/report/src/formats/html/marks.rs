//! The looks of variants and verdicts: shapes, dashes, words and colours, none of which says anything alone.

use analysis::Verdict;

/// Colours of the style, dashes of lines and shapes of marks repeat after so many variants, at different lengths.
const COLORS: usize = 8;

/// Lengths of strokes and gaps.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The class of a variant's colour.
pub fn color_class(place: usize) -> String {
    format!("c{}", place % COLORS)
}

/// What is drawn of it, in its colour, and can be switched off with it.
pub fn of_variant(place: usize, drawn: &str) -> String {
    format!("<g class=\"{}\" data-v=\"{place}\">{drawn}</g>\n", color_class(place))
}

/// The attribute of its line.
pub fn dash(place: usize) -> String {
    match DASHES[place % DASHES.len()] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    }
}

/// Its mark at a place, without its end: attributes can follow.
pub fn mark(place: usize, x: f64, y: f64, radius: f64) -> String {
    let r = radius;
    match place % 5 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\""),
        1 => polygon(x, y, &[(-r, -r), (r, -r), (r, r), (-r, r)]),
        2 => polygon(x, y, &[(0.0, -1.3 * r), (1.2 * r, r), (-1.2 * r, r)]),
        3 => polygon(x, y, &[(0.0, -1.4 * r), (1.4 * r, 0.0), (0.0, 1.4 * r), (-1.4 * r, 0.0)]),
        _ => polygon(x, y, &[(-1.2 * r, -r), (1.2 * r, -r), (0.0, 1.3 * r)]),
    }
}

fn polygon(x: f64, y: f64, corners: &[(f64, f64)]) -> String {
    let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    format!("<polygon points=\"{}\"", corners.join(" "))
}

/// The shape of the limit, which has no verdict: a triangle that stands on its tip.
pub const LIMIT: usize = 4;

/// The looks of a verdict: its shape among the marks (circle, square, diamond, triangle), the class of its colour, and its sign, where there is no
/// room for the word.
pub fn shown(verdict: Verdict) -> (usize, &'static str, &'static str) {
    match verdict {
        Verdict::Faster => (0, "faster", "▾"),
        Verdict::Slower => (1, "slower", "▴"),
        Verdict::Equivalent => (3, "same", "≈"),
        Verdict::Undecided(_) => (2, "open", "?"),
    }
}
