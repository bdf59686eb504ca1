//! A line for each variant against the one that sentences compare with.

use crate::columns::{shorten, width, wrapped};
use crate::explanation::goes_with;
use crate::numbers::{extremes, factor, percent, ratio};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::standing::{Found, Standing, standings};
use crate::style::Style;
use analysis::{Analysis, PointAnalysis, Row, Verdict, Why};

/// Lines with longer beginnings are not aligned with the others.
const HEAD_MAX: usize = 40;

/// What stands beneath a verdict is set in.
const INDENT: &str = "  ";

/// What is established of each variant, the fastest first.
pub fn verdicts(analysis: &Analysis, point: &PointAnalysis, style: Style) -> Vec<String> {
    let told = |one: Standing| {
        let found = one.found.filter(|_| !one.is_limit)?;
        let (head, rest) = verdict(analysis, point, one.row, found, style.color);
        Some((head, rest, beneath(analysis, point, one.row, style)))
    };
    let lines: Vec<([String; 2], String, String)> = standings(point).into_iter().filter_map(told).collect();
    let left = lines.iter().map(|([plain, _], ..)| width(plain)).max().unwrap_or(0).min(HEAD_MAX);
    let line = |([plain, painted], rest, beneath): &([String; 2], String, String)| {
        let gap = left.saturating_sub(width(plain)) + 2;
        let rest = match width(plain) + gap + width(rest) <= style.width {
            true => format!("{}{rest}", " ".repeat(gap)),
            false => set_in(rest, style),
        };
        format!("{painted}{rest}{beneath}")
    };
    lines.iter().map(line).collect()
}

/// What goes with a difference, in lines of its own; nothing where that is not known.
fn beneath(analysis: &Analysis, point: &PointAnalysis, row: &Row, style: Style) -> String {
    let told = analysis.ledger(point, row.variant).and_then(goes_with);
    told.map_or(String::new(), |sentence| set_in(&sentence, style))
}

/// Lines of its own below a verdict.
fn set_in(sentence: &str, style: Style) -> String {
    let lines = wrapped(sentence, style.width.saturating_sub(INDENT.len()));
    lines.lines().map(|line| format!("\n{INDENT}{line}")).collect()
}

/// The beginning of a sentence about a comparison, plain and painted, and its rest. It is two names with a coloured word
/// between them, or one name and the word.
fn verdict(analysis: &Analysis, point: &PointAnalysis, row: &Row, found: Found, color: bool) -> ([String; 2], String) {
    let base = point.baseline_row().map_or("", |row| &row.name);
    let margin = percent(analysis.margin);
    let (name, base) = (shorten(&printable(&row.name), 28), shorten(&printable(base), 28));
    let times = ratio(&found.ratio);
    let head = |word, how, rest: &str| [false, color].map(|color| format!("{name} {}{rest}", paint(word, how, color)));
    let other = format!(" {base}");
    match found.verdict {
        Verdict::Equivalent => (head("≈", Paint::Dim, &other), format!("ratio {times}: the same within {margin}")),
        Verdict::Slower => (head("is slower", Paint::Bad, ""), format!("ratio {times} to {base}")),
        Verdict::Faster => (head("is faster", Paint::Good, ""), format!("ratio {times} to {base}")),
        Verdict::Undecided(why) => (head("?", Paint::Unsure, &other), undecided(why, &found)),
    }
}

fn undecided(why: Why, Found { ratio: found, comparison, is_turned, .. }: &Found) -> String {
    match why {
        Why::GeneratorLimited => format!("ratio {}: not judged; the generator may have been the limit", ratio(found)),
        Why::SingleFigure => format!("ratio {}: not judged; a single figure, and no interval", factor(found.point)),
        Why::NoSpread => format!("ratio {}: not judged; all values alike, and no interval", factor(found.point)),
        Why::DependsOnCount => {
            // With few launches there is no interval, and two ratios that were seen.
            let is_known = found.low > 0.0 && found.high.is_finite();
            let seen = comparison.by_count.filter(|_| !is_known).map(|by_count| extremes(by_count.ratios(*is_turned)));
            let [low, high] = seen.unwrap_or([found.low, found.high]).map(factor);
            format!("ratio {low} to {high}: undecided; it depends on how often they ran")
        }
        Why::TooFewLaunches => format!("ratio {}: undecided; too few launches to tell", factor(found.point)),
        Why::Open | Why::CloneDiffers => {
            let detectable = Some(comparison.detectable).filter(|detectable| detectable.is_finite());
            let found_too = detectable.map(|detectable| format!("; {} would have been found", percent(detectable)));
            format!("ratio {}: undecided{}", ratio(found), found_too.unwrap_or_default())
        }
    }
}
