//! Text and lines of pictures.

use super::escape::escape;
use super::marks::{mark, of_variant};
use super::scale::Scale;
use crate::columns::width;
use analysis::Interval;

/// A text at a place; `class` may hold `start`, `middle` or `end`, where the place is in it.
pub fn text(x: f64, y: f64, class: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>\n", escape(text))
}

/// How wide a letter of a picture is on average, in its units: that of DejaVu Sans at the 12.5 units of the style, which is among the widest
/// that readers have.
pub const LETTER: f64 = 7.5;

/// The same of the bold names at lines.
pub const BOLD_LETTER: f64 = 8.2;

/// About how wide the widest of some texts is.
pub fn widest(texts: &[String], letter: f64) -> f64 {
    let of_letter = |one: char| match one {
        'i' | 'j' | 'l' | 'f' | 't' | 'r' | ' ' | ',' | '.' | '(' | ')' | '[' | ']' | '/' => 0.65,
        'm' | 'w' | 'M' | 'W' | '…' | '%' => 1.6,
        'A'..='Z' => 1.25,
        other => 1.05 * width(other.encode_utf8(&mut [0; 4])) as f64,
    };
    let of_text = |text: &String| text.chars().map(of_letter).sum::<f64>();
    letter * texts.iter().map(of_text).fold(0.0, f64::max)
}

/// The room that texts beside a picture take, with the gaps around them.
pub fn beside(texts: &[String]) -> f64 {
    widest(texts, LETTER) + 18.0
}

/// A line.
pub fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) -> String {
    format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>\n")
}

/// Lines across a picture at round values, which are written below it.
pub fn grid(scale: &Scale, [top, bottom]: [f64; 2], ticks_max: usize, write: fn(f64) -> String) -> String {
    let tick = |value: f64| {
        let x = scale.at(value);
        line([x, top], [x, bottom], "grid") + &text(x, bottom + 18.0, "tick middle", &write(value))
    };
    scale.ticks(ticks_max).into_iter().map(tick).collect()
}

/// The mark of a variant in a row, with a text that shows at the pointer, and its interval, where that has an end.
pub fn dot(
    place: usize,
    scale: &Scale,
    y: f64,
    [value, radius]: [f64; 2],
    interval: Option<Interval>,
    tip: &str,
) -> String {
    let reach = |one: Interval| line([scale.at(one.low), y], [scale.at(one.high), y], "interval");
    let reach = interval.filter(|one| one.high.is_finite()).map_or(String::new(), reach);
    of_variant(place, &(reach + &told(&mark(place, scale.at(value), y, radius), "class=\"m\"", tip)))
}

/// What marks stand for, each with its place among the looks, from the left to the right.
pub fn key([left, y]: [f64; 2], marks: &[(usize, String)]) -> String {
    const LETTER: f64 = 6.6;
    let mut x = left;
    let entry = |(place, name): &(usize, String)| {
        let mark = format!("{} class=\"m\"/>", mark(*place, x + 5.0, y - 4.0, 4.0));
        let entry = of_variant(*place, &mark) + &text(x + 14.0, y, "tick start", name);
        x += 30.0 + LETTER * width(name) as f64;
        entry
    };
    marks.iter().map(entry).collect()
}

/// The name of a row whose picture begins at `left`: beside it on wide paper, else above it, each at its own height.
pub fn name(is_wide: bool, left: f64, [beside, above]: [f64; 2], name: &str) -> String {
    match is_wide {
        true => text(left - 14.0, beside, "name end", name),
        false => text(left, above, "name start halo", name),
    }
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
