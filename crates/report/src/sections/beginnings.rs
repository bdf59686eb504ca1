//! Start-up, first iteration and steady state beside each other.

use crate::beginnings::{COLUMNS, beginning_lines, overtaken};
use crate::columns::{Text, align, align_under, shorten, wrapped};
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis};

/// What names are cut to, in characters.
const NAME_MAX: usize = 24;

/// A table with the three numbers of each variant and their ratios, and who has finished first up to when; nothing where no start was timed.
pub fn beginnings(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let lines = beginning_lines(point);
    let base = point.baseline_row().filter(|_| lines.iter().any(|line| line.ratios.is_some()));
    let below = base.map(|row| format!("; below each the ratio to {}", printable(&row.name)));
    let title = "Start-up, first iteration, steady state";
    let heading = format!("{title}{}", below.unwrap_or_default());
    let heading = wrapped(&heading, style.width).replacen(title, &paint(title, Paint::Bold, style.color), 1);
    let mut table = vec![std::iter::once("").chain(COLUMNS).map(Text::plain).collect::<Vec<Text>>()];
    for line in &lines {
        let name = shorten(&printable(&line.row.name), NAME_MAX);
        table.push(std::iter::once(name).chain(line.times.clone()).map(Text::plain).collect());
        let ratios = line.ratios.clone().map(|ratios| std::iter::once(String::new()).chain(ratios));
        table.extend(ratios.map(|ratios| ratios.map(Text::plain).collect()));
    }
    let beside = align(&table, 2, &[]);
    // What stands below a name is not flush with it.
    table.iter_mut().for_each(|line| line.insert(1, Text::default()));
    let table = style.fitting([beside, align_under(&table, 2)]);
    let sentence = overtaken(point).map(|told| format!("{}\n", wrapped(&told, style.width)));
    (!lines.is_empty()).then(|| format!("{heading}\n\n{table}{}", sentence.unwrap_or_default()))
}
