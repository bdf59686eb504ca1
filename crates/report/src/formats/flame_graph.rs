//! Flame graphs of two variants, one above the other and on one scale: a function is as wide as the time that it takes with all that it calls, and lies on who called it. What takes more
//! than in the other, wherever it is called, is red, what takes less is blue (after Gregg's differential flame graphs).

use super::html::escape;
use crate::places::and_place;
use crate::profile::{function, variant};
use analysis::{Call, PointAnalysis, Profile};
use model::format_duration;

/// The width of the picture and of what is around the graphs, in pixels.
const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 10.0;

/// The height of a function, and of a heading.
const ROW: f64 = 17.0;
const HEADING: f64 = 44.0;

/// A function that would be narrower is not drawn.
const NARROWEST: f64 = 0.3;

/// What a letter takes.
const LETTER: f64 = 7.4;

/// A function of which the other takes so many times as much or as little has the full colour.
const FULL: f64 = 2.0;

/// The picture, as a file of its own.
pub fn flame_graph(point: &PointAnalysis, found: &Profile) -> String {
    let most = found.sides.iter().map(|side| side.cpu_ns).fold(0.0, f64::max);
    let scale = if most > 0.0 { (WIDTH - 2.0 * MARGIN) / most } else { 0.0 };
    let (mut body, mut top) = (String::new(), MARGIN);
    for index in [0, 1] {
        let (name, other) = (variant(point, found, index), variant(point, found, 1 - index));
        let graph = Graph { side: index, scale, other: &other, cpu_ns: found.sides[index].cpu_ns };
        let depth = found.calls.iter().map(|call| graph.depth(call)).max().unwrap_or(0) as f64;
        let place = and_place(&point.point);
        let heading = format!("{name}{place}: {} of the CPU an iteration", format_duration(found.sides[index].cpu_ns));
        body.push_str(&format!(
            "<text x=\"{MARGIN}\" y=\"{:.1}\" class=\"head\">{}</text>\n",
            top + 16.0,
            escape(&heading)
        ));
        let legend = format!("red: more than in {other}, blue: less");
        body.push_str(&format!("<text x=\"{MARGIN}\" y=\"{:.1}\">{}</text>\n", top + 33.0, escape(&legend)));
        let bottom = top + HEADING + depth * ROW;
        graph.draw_all(&found.calls, MARGIN, bottom, &mut body);
        top = bottom + MARGIN;
    }
    let style = "text{font:12px Verdana,'DejaVu Sans',sans-serif;fill:#111}.head{font-size:15px;font-weight:bold}\
        rect{stroke:#fff;stroke-width:.5}g:hover>rect{stroke:#111;stroke-width:1}";
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {top:.0}\" width=\"{WIDTH}\" height=\"{top:.0}\" role=\"img\" \
         aria-label=\"Flame graphs of {} and {}\">\n<style>{style}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n",
        escape(&variant(point, found, 0)),
        escape(&variant(point, found, 1))
    )
}

/// One of the two.
struct Graph<'a> {
    side: usize,
    /// Pixels a nanosecond.
    scale: f64,
    other: &'a str,
    cpu_ns: f64,
}

impl Graph<'_> {
    fn width(&self, call: &Call) -> f64 {
        call.ns[self.side] * self.scale
    }

    /// How many functions lie on each other.
    fn depth(&self, call: &Call) -> usize {
        if self.width(call) < NARROWEST {
            return 0;
        }
        1 + call.calls.iter().map(|inner| self.depth(inner)).max().unwrap_or(0)
    }

    /// Draws calls side by side, from the left.
    fn draw_all(&self, calls: &[Call], left: f64, bottom: f64, body: &mut String) {
        let mut left = left;
        for call in calls {
            let width = self.width(call);
            if width >= NARROWEST {
                self.draw(call, left, bottom, body);
                self.draw_all(&call.calls, left, bottom - ROW, body);
            }
            left += width;
        }
    }

    fn draw(&self, call: &Call, left: f64, bottom: f64, body: &mut String) {
        let [own, other] = [self.side, 1 - self.side].map(|side| call.anywhere_ns[side]);
        let name = function(&call.frame, usize::MAX);
        let part = 100.0 * call.ns[self.side] / self.cpu_ns.max(f64::MIN_POSITIVE);
        let time = |ns: f64| if ns == 0.0 { "not seen".to_string() } else { format_duration(ns) };
        let (here, all) = (time(call.ns[self.side]), time(own));
        let title =
            format!("{name}: {here} here, {part:.1} %; {all} wherever it is called; {} in {}", time(other), self.other);
        let (width, top) = (self.width(call), bottom - ROW);
        body.push_str(&format!(
            "<g><title>{}</title><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{ROW}\" fill=\"{}\"/>",
            escape(&title),
            colour(own, other)
        ));
        let letters = ((width - 4.0) / LETTER) as usize;
        if letters >= 3 {
            let text: String = match name.chars().count() > letters {
                true => name.chars().take(letters - 1).chain(['…']).collect(),
                false => name,
            };
            body.push_str(&format!("<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", left + 2.0, bottom - 4.5, escape(&text)));
        }
        body.push_str("</g>\n");
    }
}

/// From blue by grey to red, all of them light under black letters.
fn colour(own: f64, other: f64) -> String {
    let much = (own / other).ln() / FULL.ln();
    let much = if much.is_nan() { 0.0 } else { much.clamp(-1.0, 1.0) };
    let (near, far) = ([222.0, 222.0, 222.0], if much > 0.0 { [255.0, 138.0, 120.0] } else { [130.0, 180.0, 255.0] });
    let part = |index: usize| (near[index] + (far[index] - near[index]) * f64::abs(much)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}
