//! The table of a sweep as text: a line a variant where all points fit side by side, else a line a point.

use super::bands::Band;
use crate::columns::{Text, align, grouped, shorten, widest, width};
use crate::printable;
use crate::style::Style;
use crate::sweep_cell::SweepCell;

/// Lines cut the names of variants to this.
const NAME_MAX: usize = 24;

/// Longer names get a number at the head of a column.
const HEAD_MAX: usize = 12;

/// A line of a band: a variant, and a cell for each of the band's points.
pub struct Line {
    /// The variant's name.
    pub name: String,
    /// What is said of it, point by point.
    pub cells: Vec<SweepCell>,
}

/// A band with its lines.
pub type Filled<'a> = (Band<'a>, Vec<Line>);

/// A way of laying the table out.
type Layout = fn(&str, &[Filled], Style, usize) -> Drawn;

/// What makes the cells of a band, its head among them.
type Cells<'f> = &'f dyn Fn(&Filled) -> Vec<Vec<Text>>;

/// The text of a layout, and whether a table had to be cut into pieces for it.
struct Drawn {
    text: String,
    is_cut: bool,
}

/// The first layout that cuts no table; where all do, the shortest.
pub fn layout(axis: &str, bands: &[Filled], style: Style) -> String {
    const LAYOUTS: [(Layout, usize); 4] = [(variants_down, 2), (variants_down, 1), (points_down, 2), (points_down, 1)];
    let drawn = LAYOUTS.map(|(layout, gap)| layout(axis, bands, style, gap));
    let length = |one: &Drawn| if one.is_cut { one.text.lines().count() } else { 0 };
    let least = drawn.into_iter().min_by_key(length);
    least.expect("there are four").text
}

/// A line a variant, a column a point.
fn variants_down(axis: &str, bands: &[Filled], style: Style, gap: usize) -> Drawn {
    let (labels, key) = labels(bands, NAME_MAX, style);
    let table = |(band, lines): &Filled| {
        let values = band.points.iter().map(|(value, _)| Text::plain(printable(&value.to_string())));
        let head = [Text::plain(printable(axis))].into_iter().chain(values).collect();
        let line = |(label, line): (&String, &Line)| {
            [Text::plain(label.clone())].into_iter().chain(line.cells.iter().map(|cell| cell.text(style))).collect()
        };
        [head].into_iter().chain(labels.iter().zip(lines).map(line)).collect()
    };
    drawn(bands, &table, key, style, gap)
}

/// A line a point, a column a variant.
fn points_down(axis: &str, bands: &[Filled], style: Style, gap: usize) -> Drawn {
    let (labels, key) = labels(bands, HEAD_MAX, style);
    let table = |(band, lines): &Filled| {
        let head = [printable(axis)].into_iter().chain(labels.iter().cloned());
        let mut table: Vec<Vec<Text>> = vec![head.map(Text::plain).collect()];
        table.extend(band.points.iter().enumerate().map(|(place, (value, _))| {
            let value = Text::plain(shorten(&printable(&value.to_string()), NAME_MAX));
            [value].into_iter().chain(lines.iter().map(|line| line.cells[place].text(style))).collect()
        }));
        table
    };
    drawn(bands, &table, key, style, gap)
}

/// What variants are called in the table, and what numbers stand for: names as they are, cut, or, where that would not
/// tell them apart or leave too little of them, numbers.
fn labels(bands: &[Filled], columns_max: usize, style: Style) -> (Vec<String>, String) {
    let names: Vec<String> = bands[0].1.iter().map(|line| printable(&line.name)).collect();
    let cut: Vec<String> = names.iter().map(|name| shorten(name, columns_max)).collect();
    let is_one_of_several = |name: &String| cut.iter().filter(|other| *other == name).count() > 1;
    let is_long = |name: &String| columns_max == HEAD_MAX && width(name) > HEAD_MAX;
    if !cut.iter().any(is_one_of_several) && !names.iter().any(is_long) {
        return (cut, String::new());
    }
    let number = |place: usize| format!("[{}]", place + 1);
    let lines =
        names.iter().enumerate().map(|(place, name)| shorten(&format!("{} {name}", number(place)), style.width));
    let key = lines.map(|line| format!("{line}\n")).collect::<String>() + "\n";
    ((0..names.len()).map(number).collect(), key)
}

/// A table a band, each under its name; `key` stands above them.
fn drawn(bands: &[Filled], table: Cells, key: String, style: Style, gap: usize) -> Drawn {
    let tables: Vec<Vec<Vec<Text>>> = bands.iter().map(table).collect();
    let left = tables.iter().map(|table| widest(table, 0)).max().unwrap_or(0);
    let mut is_cut = false;
    let of_band = |((band, _), table): (&Filled, &Vec<Vec<Text>>)| {
        let pieces = pieces(table, left, style.width, gap);
        is_cut |= pieces.len() > 1;
        let name = printable(&band.name);
        let name = if name.is_empty() { name } else { format!("{name}\n") };
        format!("{name}{}", pieces.join("\n"))
    };
    let told: Vec<String> = bands.iter().zip(&tables).map(of_band).collect();
    Drawn { text: format!("{key}{}", told.join("\n")), is_cut }
}

/// A table in as many pieces as the width asks for, each with the first column.
fn pieces(table: &[Vec<Text>], left: usize, width: usize, gap: usize) -> Vec<String> {
    let widths = (1..table[0].len()).map(|column| gap + widest(table, column));
    let groups = grouped(widths, width.saturating_sub(left));
    let piece = |group: &Vec<usize>| {
        let columns = || [0].into_iter().chain(group.iter().map(|column| column + 1));
        let of_row = |row: &Vec<Text>| columns().map(|column| row[column].clone()).collect();
        align(&table.iter().map(of_row).collect::<Vec<Vec<Text>>>(), gap, &[left])
    };
    groups.iter().map(piece).collect()
}
