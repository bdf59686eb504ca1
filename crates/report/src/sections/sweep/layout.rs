//! The table of a sweep as text: a line a variant where all points fit side by side, else a line a point.

use super::bands::Band;
use crate::columns::{Text, pieces, shorten, widest, width};
use crate::printable;
use crate::style::Style;
use crate::sweep_cell::sweep_cell;

/// Lines cut the names of variants to this.
const NAME_MAX: usize = 24;

/// Longer names get a number at the head of a column.
const HEAD_MAX: usize = 12;

/// A way of laying the table out: whether points go down, with a column a variant, or variants, and how many blanks are between columns.
type Layout = (bool, usize);

/// The text of a layout, and whether a table had to be cut into pieces for it.
struct Drawn {
    text: String,
    is_cut: bool,
}

/// The first layout that cuts no table; where all do, the shortest.
pub fn layout(axis: &str, bands: &[Band], variants: &[(usize, String)], style: Style) -> String {
    const LAYOUTS: [Layout; 4] = [(false, 2), (false, 1), (true, 2), (true, 1)];
    let drawn = LAYOUTS.map(|layout| drawn(axis, bands, variants, layout, style));
    let length = |one: &Drawn| if one.is_cut { one.text.lines().count() } else { 0 };
    let least = drawn.into_iter().min_by_key(length);
    least.expect("there are four").text
}

/// What variants are called in the table, and what numbers stand for: names as they are, cut, or, where that would not
/// tell them apart or leave too little of them, numbers.
fn labels(variants: &[(usize, String)], columns_max: usize, style: Style) -> (Vec<String>, String) {
    let names: Vec<String> = variants.iter().map(|(_, name)| printable(name)).collect();
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

/// A table a band, each under its name; what numbers stand for is above them.
fn drawn(axis: &str, bands: &[Band], variants: &[(usize, String)], layout: Layout, style: Style) -> Drawn {
    let (points_down, gap) = layout;
    let (names_max, values_max) = if points_down { (HEAD_MAX, NAME_MAX) } else { (NAME_MAX, usize::MAX) };
    let (labels, key) = labels(variants, names_max, style);
    let table = |band: &Band| {
        let values = band.points.iter().map(|(value, _)| shorten(&printable(&value.to_string()), values_max));
        let head: Vec<Text> = [printable(axis)].into_iter().chain(values).map(Text::plain).collect();
        let line = |(label, (variant, _)): (&String, &(usize, String))| {
            let cells = band.points.iter().map(|(_, point)| sweep_cell(point, *variant).text(style));
            [Text::plain(label.as_str())].into_iter().chain(cells).collect()
        };
        let table: Vec<Vec<Text>> = [head].into_iter().chain(labels.iter().zip(variants).map(line)).collect();
        if points_down { transposed(&table) } else { table }
    };
    let tables: Vec<Vec<Vec<Text>>> = bands.iter().map(table).collect();
    let left = tables.iter().map(|table| widest(table, 0)).max().unwrap_or(0);
    let mut is_cut = false;
    let of_band = |(band, table): (&Band, &Vec<Vec<Text>>)| {
        let pieces = pieces(table, left, style.width, gap);
        is_cut |= pieces.len() > 1;
        let name = printable(&band.name);
        let name = if name.is_empty() { name } else { format!("{name}\n") };
        format!("{name}{}", pieces.join("\n"))
    };
    let told: Vec<String> = bands.iter().zip(&tables).map(of_band).collect();
    Drawn { text: format!("{key}{}", told.join("\n")), is_cut }
}

/// The same with lines and columns exchanged.
fn transposed(table: &[Vec<Text>]) -> Vec<Vec<Text>> {
    (0..table[0].len()).map(|column| table.iter().map(|line| line[column].clone()).collect()).collect()
}
