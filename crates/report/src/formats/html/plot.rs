//! Text and lines of pictures.

use super::escape::escape;

/// A text at a place; `class` may hold `start`, `middle` or `end`, where the place is in it.
pub fn text(x: f64, y: f64, class: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>\n", escape(text))
}

/// A line.
pub fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) -> String {
    format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>\n")
}

/// A box.
pub fn rect([x, y]: [f64; 2], [width, height]: [f64; 2], class: &str) -> String {
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" class=\"{class}\"/>\n",
        width.max(0.0)
    )
}

/// Whatever was begun and not ended, with a text that shows at the pointer.
pub fn told(begun: &str, attributes: &str, tip: &str) -> String {
    format!("{begun} {attributes}><title>{}</title></{}>\n", escape(tip), element(begun))
}

fn element(begun: &str) -> &str {
    begun[1..].split(' ').next().unwrap_or("g")
}
