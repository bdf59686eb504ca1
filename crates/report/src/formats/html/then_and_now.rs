//! The numbers of a post beside the new ones, as ratios to the same variant, because machines differ.

use super::escape::escape;
use super::figure::{Figure, Paper, figure};
use super::left_out::left_out;
use super::plot::{self, beside, dot, grid, key, line};
use super::said::list;
use super::scale::{Scale, short};
use super::table::{Cell, table};
use crate::columns::shorten;
use crate::numbers::{count, extremes, rate, ratio};
use crate::places::Places;
use crate::printable;
use crate::sections::{Queueing, TheirLaws};
use analysis::{Analysis, ThenAndNowRow, Verdict};

/// More rows are no picture.
const ROWS_MAX: usize = 60;

/// A picture and a table; nothing where nothing was published.
pub fn then_and_now(analysis: &Analysis) -> Option<String> {
    let published = analysis.then_and_now.as_ref()?;
    let machine = published.machine.as_ref().map_or(String::new(), |machine| format!(" ({})", escape(machine)));
    let mut rows: Vec<&ThenAndNowRow> = published.rows.iter().filter(|row| row.variant != row.reference).collect();
    let what = ["more row is in the table.", "more rows are in the table."];
    let more = left_out(rows.len().saturating_sub(ROWS_MAX), what);
    rows.truncate(ROWS_MAX);
    let heading = ["point", "variant", "then", "ratio then", "now", "ratio now"].map(str::to_string);
    let lines: Vec<(String, Vec<Cell>)> = published.rows.iter().map(numbers).collect();
    let title = "Time as a multiple of the same variant, then and now";
    let numbers = table(title, &heading, &lines);
    let around = Figure {
        id: "then-and-now".to_string(),
        title: title.to_string(),
        description: "For each variant the published ratio and the one that was measured here, which has its interval; the axis is logarithmic.".to_string(),
        legend: Vec::new(),
        numbers,
    };
    let shown = if rows.is_empty() { around.numbers.clone() } else { figure(&around, |paper| draw(paper, &rows)) };
    let their_laws: String = TheirLaws::of(analysis).into_iter().map(their_laws_told).collect();
    let queueing = Queueing::of(analysis).map_or(String::new(), queueing_told);
    Some(format!(
        "<section>\n<h2>Then and now</h2>\n<p class=\"quiet\">Published: {}{machine}</p>\n{shown}{more}{their_laws}{queueing}</section>\n",
        escape(&published.source)
    ))
}

fn their_laws_told(TheirLaws { title, headings, lines, sentences }: TheirLaws) -> String {
    let line = |[name, cells @ ..]: [String; 5]| (name, cells.map(Cell::text).to_vec());
    let headings: Vec<String> = std::iter::once("variant".to_string()).chain(headings).collect();
    table(&title, &headings, &lines.into_iter().map(line).collect::<Vec<_>>())
        + &list(sentences.iter().map(|told| escape(told)))
}

fn queueing_told(Queueing { text, lines }: Queueing) -> String {
    let line = |[point, cells @ ..]: [String; 8]| (point, cells.map(Cell::text).to_vec());
    let lines: Vec<(String, Vec<Cell>)> = lines.into_iter().map(line).collect();
    let headings: Vec<String> =
        ["point", "variant"].into_iter().chain(Queueing::HEADINGS).map(str::to_string).collect();
    let table = table("By Little's law", &headings, &lines);
    format!("<p>{}</p>\n{table}", escape(&text))
}

fn numbers(row: &ThenAndNowRow) -> (String, Vec<Cell>) {
    let label = row.label.as_ref().map_or(String::new(), |label| format!(" (then called {label})"));
    let is_reference = row.variant == row.reference;
    let now = match (&row.now_ratio, row.now_verdict) {
        _ if is_reference => "1".to_string(),
        (Some(_), Some(Verdict::Equivalent)) => "≈ 1".to_string(),
        (Some(interval), Some(Verdict::Undecided(_))) => format!("? {}", count(interval.point)),
        (Some(interval), _) => ratio(interval),
        _ => "–".to_string(),
    };
    let cells = [
        format!("{}{label}", row.variant),
        rate(row.then_rate),
        if is_reference { "1".to_string() } else { count(row.then_ratio) },
        row.now_rate.map_or("–".to_string(), rate),
        now,
    ];
    (row.point.to_string(), cells.into_iter().map(Cell::text).collect())
}

fn draw(paper: Paper, rows: &[&ThenAndNowRow]) -> (String, f64) {
    let is_wide = paper == Paper::Wide;
    let places = Places::new(rows.iter().map(|row| &row.point));
    let place = |row: &ThenAndNowRow| match places.own(&row.point) {
        own if own.is_empty() => own,
        own => format!("{own}, "),
    };
    let own: Vec<String> = rows.iter().map(|row| printable(&format!("{}{}", place(row), row.variant))).collect();
    let names: Vec<String> = own.iter().map(|own| shorten(own, 48)).collect();
    let left = if is_wide { beside(&names) } else { 10.0 };
    let right = paper.width() - 24.0;
    let (row_height, top) = if is_wide { (26.0, 6.0) } else { (40.0, 6.0) };
    let bottom = top + row_height * rows.len() as f64;
    let values = rows.iter().flat_map(|row| [Some(row.then_ratio), row.now_ratio.map(|ratio| ratio.point)]).flatten();
    let [low, high] = extremes(values.filter(|value| value.is_finite() && *value > 0.0).chain([1.0]));
    let scale = Scale::log([low / 1.15, high * 1.15], [left, right]);
    let mut out = grid(&scale, [top, bottom], if is_wide { 8 } else { 5 }, short);
    out.push_str(&line([scale.at(1.0), top], [scale.at(1.0), bottom], "one"));
    for (index, (row, own)) in rows.iter().zip(&own).enumerate() {
        let top = top + row_height * index as f64;
        let y = if is_wide { top + row_height / 2.0 } else { top + 29.0 };
        out.push_str(&plot::name(is_wide, left, [y + 4.5, top + 15.0], &names[index]));
        if let Some(now) = &row.now_ratio {
            out.push_str(&line([scale.at(row.then_ratio), y], [scale.at(now.point), y], "reach"));
            let tip = format!("{own}, now: {}", ratio(now));
            out.push_str(&dot(0, &scale, y, [now.point, 4.5], Some(*now), &tip));
        }
        let tip = format!("{own}, then: {}", count(row.then_ratio));
        out.push_str(&dot(1, &scale, y, [row.then_ratio, 4.0], None, &tip));
    }
    let marks = [(1, "then".to_string()), (0, "now".to_string())];
    (out + &key([left, bottom + 42.0], &marks), bottom + 52.0)
}
