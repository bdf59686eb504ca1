//! What the cells of a sweep mean; of the signs only those that it shows.

use crate::cases::quoted;
use crate::columns::wrapped;
use crate::numbers::percent;
use crate::paint::{Paint, paint};
use crate::printable;
use crate::standing::common_baseline;
use crate::style::Style;
use crate::sweep_cell::SweepCell;
use analysis::{Analysis, Verdict, Why};

/// The lines below the table.
pub fn legend(analysis: &Analysis, axis: &str, cells: &[SweepCell], style: Style) -> String {
    let has = |wanted: fn(&SweepCell) -> bool| cells.iter().any(wanted);
    let has_times = has(|cell| matches!(cell, SweepCell::Time(_)));
    let has_others =
        has(|cell| !matches!(cell, SweepCell::Time(_) | SweepCell::Absent | SweepCell::Wrong | SweepCell::Failed));
    let is_open =
        |cell: &SweepCell| matches!(cell, SweepCell::Compared(Verdict::Undecided(_), _) | SweepCell::NotCompared(_));
    let what = match common_baseline(&analysis.points) {
        _ if !has_times => None,
        _ if !has_others => Some("times".to_string()),
        Some(row) => {
            Some(format!("{}: its time; the others: theirs over that, so below 1 is faster", quoted(&row.name)))
        }
        None => Some(
            "a time where the others are compared with it; else the time over that, so below 1 is faster".to_string(),
        ),
    };
    let signs = [
        has(|cell| matches!(cell, SweepCell::Compared(Verdict::Equivalent, _)))
            .then(|| format!("≈ the same within {}", percent(analysis.margin))),
        has(is_open).then(|| format!("? not established{}", reasons(cells))),
        has(|cell| *cell == SweepCell::Wrong).then(|| "wrong: another answer, so not ranked".to_string()),
        has(|cell| *cell == SweepCell::Timeless).then(|| "none: no time that could be told".to_string()),
        has(|cell| *cell == SweepCell::Absent).then(|| "- not measured there".to_string()),
    ];
    let told: Vec<String> = what.into_iter().chain(signs.into_iter().flatten()).collect();
    let more = format!("every point in full: --verbose; one: cmpthese show --point {axis}=…");
    let lines = [told.join("; "), more].into_iter().filter(|line| !line.is_empty());
    lines.map(|line| format!("{}\n", painted(&line, style))).collect()
}

fn painted(line: &str, style: Style) -> String {
    let lines = wrapped(&printable(line), style.width);
    lines.split('\n').map(|line| paint(line, Paint::Dim, style.color)).collect::<Vec<_>>().join("\n")
}

/// Why nothing is established, where that is more than the noise.
fn reasons(cells: &[SweepCell]) -> String {
    const REASONS: [(Why, &str); 6] = [
        (Why::TooFewLaunches, "too few launches"),
        (Why::DependsOnCount, "it depends on how often they ran"),
        (Why::CloneDiffers, "a second copy differs by as much"),
        (Why::GeneratorLimited, "the generator may have been the limit"),
        (Why::SingleFigure, "a single figure, and no interval"),
        (Why::NoSpread, "all values alike, and no interval"),
    ];
    let is_so =
        |cell: &SweepCell, why: Why| matches!(cell, SweepCell::Compared(Verdict::Undecided(own), _) if *own == why);
    let count = |why| cells.iter().filter(|cell| is_so(cell, why)).count();
    let counted = REASONS.iter().map(|(why, words)| (count(*why), *words)).filter(|(count, _)| *count > 0);
    let told: Vec<String> = counted.map(|(count, words)| format!("{count} of them: {words}")).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}
