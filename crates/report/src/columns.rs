//! Columns of text aligned for a terminal.

use crate::paint::{Paint, paint};
use unicode_width::UnicodeWidthStr;

/// A text for a cell: what is shown, and how many columns it takes when colour is left out.
#[derive(Clone, Debug, Default)]
pub struct Text {
    shown: String,
    width: usize,
}

impl Text {
    /// Text without colour.
    pub fn plain(text: impl Into<String>) -> Text {
        let shown = text.into();
        Text { width: width(&shown), shown }
    }

    /// Text in a colour, whose escapes take no columns, or as it is when `color` is off.
    pub fn painted(plain: &str, how: Paint, color: bool) -> Text {
        Text { shown: paint(plain, how, color), width: width(plain) }
    }
}

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Lines of cells, the first column flush left, the others flush right, at least `gap` blanks between them.
pub fn align(rows: &[Vec<Text>], gap: usize, widths_min: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wanted = |column: usize| widths_min.get(column).copied().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(|column| widest(rows, column).max(wanted(column))).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.width);
            match column {
                0 => line.push_str(&format!("{}{padding}", cell.shown)),
                _ => line.push_str(&format!("{}{padding}{}", " ".repeat(gap), cell.shown)),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The same with what stands in the first column as lines of their own, each above the line that it stood in.
pub fn align_under(rows: &[Vec<Text>], gap: usize) -> String {
    let rest: Vec<Vec<Text>> = rows.iter().map(|row| row[1..].to_vec()).collect();
    let aligned = align(&rest, gap, &[]);
    let line = |(row, line): (&Vec<Text>, &str)| match row[0].width {
        0 => format!("{line}\n"),
        _ => format!("{}\n{line}\n", row[0].shown),
    };
    rows.iter().zip(aligned.lines()).map(line).collect()
}

/// The width of the widest cell of a column.
pub fn widest(rows: &[Vec<Text>], column: usize) -> usize {
    rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width).max().unwrap_or(0)
}

/// Columns, by their numbers, in groups that fit into so much room; a column that does not is a group of its own.
pub fn grouped(widths: impl IntoIterator<Item = usize>, room: usize) -> Vec<Vec<usize>> {
    let (mut groups, mut used): (Vec<Vec<usize>>, usize) = (Vec::new(), 0);
    for (column, width) in widths.into_iter().enumerate() {
        match groups.last_mut().filter(|_| used + width <= room) {
            Some(group) => group.push(column),
            None => {
                groups.push(vec![column]);
                used = 0;
            }
        }
        used += width;
    }
    groups
}

/// A table in as many pieces as the room asks for, each with the first column, which is `left` wide at least.
pub fn pieces(table: &[Vec<Text>], left: usize, room: usize, gap: usize) -> Vec<String> {
    let widths = (1..table[0].len()).map(|column| gap + widest(table, column));
    let piece = |group: Vec<usize>| {
        let columns = || [0].into_iter().chain(group.iter().map(|column| column + 1));
        let of_row = |row: &Vec<Text>| columns().filter_map(|column| row.get(column)).cloned().collect();
        align(&table.iter().map(of_row).collect::<Vec<Vec<Text>>>(), gap, &[left])
    };
    grouped(widths, room.saturating_sub(left)).into_iter().map(piece).collect()
}

/// Lines that are no wider than that, unless a word is.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= columns {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join("\n")
}

/// The same with every line but the first indented, so that it can be told from the next one.
pub fn hanging(text: &str, columns: usize) -> String {
    const INDENT: &str = "      ";
    wrapped(text, columns.saturating_sub(INDENT.len())).replace('\n', &format!("\n{INDENT}"))
}

/// Lines that belong to the one above them.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A name cut in the middle to a width, with an ellipsis where something is missing.
pub fn shorten(text: &str, columns_max: usize) -> String {
    if width(text) <= columns_max {
        return text.to_string();
    }
    let keep = columns_max.saturating_sub(1);
    let take = |characters: &mut dyn Iterator<Item = char>, room: usize| {
        let mut taken = String::new();
        for character in characters {
            if width(&taken) + width(character.encode_utf8(&mut [0; 4])) > room {
                break;
            }
            taken.push(character);
        }
        taken
    };
    let front = take(&mut text.chars(), keep.div_ceil(2));
    let back: String = take(&mut text.chars().rev(), keep / 2).chars().rev().collect();
    format!("{front}…{back}")
}
