//! The matrix as text: every variant against every other.

use crate::cells::{Cell, MatrixRow, matrix_cells};
use crate::columns::{Text, align, grouped, shorten, widest, width};
use crate::paint::Paint;
use crate::printable;
use crate::style::Style;
use analysis::{Analysis, PointAnalysis};

/// Names longer than this get a number in the head of the matrix.
const NAME_MAX: usize = 16;

/// Rows of the matrix cut names to this.
const ROW_NAME_MAX: usize = 34;

/// Of more variants than this the matrix has one column: everybody against everybody would take pages.
const WHOLE_MAX: usize = 20;

/// The matrix of a point, under its name; the name alone where nothing has a rate.
pub fn matrix(_: &Analysis, point: &PointAnalysis, style: Style) -> Option<String> {
    let (heading, rows) = matrix_cells(point);
    let name = printable(&point.point.to_string());
    let told = point.baseline_row().and_then(|one| rows.iter().position(|row| row.name == one.name));
    let columns = shown(rows.len(), told);
    Some(match rows.as_slice() {
        [] if name.is_empty() => String::new(),
        [] => format!("{name}\n"),
        rows if width(&name) > ROW_NAME_MAX => {
            format!("{}\n{}", shorten(&name, style.width), in_pieces("", heading, rows, &columns, style))
        }
        rows => in_pieces(&name, heading, rows, &columns, style),
    })
}

/// The columns that are shown: of many variants that of the one that sentences compare with.
fn shown(count: usize, told: Option<usize>) -> Vec<usize> {
    match told {
        Some(told) if count > WHOLE_MAX => vec![told],
        _ => (0..count).collect(),
    }
}

/// These columns of the matrix, in as many pieces as the width asks for.
fn in_pieces(corner: &str, heading: &str, rows: &[MatrixRow], columns: &[usize], style: Style) -> String {
    let names: Vec<String> = rows.iter().map(|row| printable(&row.name)).collect();
    let full: usize = columns.iter().map(|column| width(&names[*column]).max(5) + 1).sum();
    let left = names.iter().map(|name| width(name)).max().unwrap_or(0).max(width(corner));
    let numbered = names.iter().any(|name| width(name) > NAME_MAX) && left + 9 + full > style.width;
    let label = |index: usize| if numbered { format!("[{}]", index + 1) } else { names[index].clone() };
    let row_name = |index: usize| match numbered {
        true => shorten(&format!("[{}] {}", index + 1, names[index]), ROW_NAME_MAX),
        false => shorten(&names[index], ROW_NAME_MAX),
    };
    let fixed = (0..rows.len()).map(|index| width(&row_name(index))).max().unwrap_or(0).max(width(corner))
        + 1
        + rows.iter().map(|row| width(&row.rate)).max().unwrap_or(0).max(heading.len());
    let column_width = |column: usize| {
        let cells = rows.iter().map(|row| width(&row.cells[column].text()));
        cells.max().unwrap_or(0).max(width(&label(column))) + 1
    };
    let mut pieces = Vec::new();
    for chunk in grouped(columns.iter().map(|column| column_width(*column)), style.width.saturating_sub(fixed)) {
        let chunk: Vec<usize> = chunk.iter().map(|place| columns[*place]).collect();
        let mut table = vec![vec![Text::plain(corner), Text::plain(heading)]];
        table[0].extend(chunk.iter().map(|column| Text::plain(label(*column))));
        for (index, row) in rows.iter().enumerate() {
            let mut line = vec![Text::plain(row_name(index)), Text::plain(row.rate.clone())];
            line.extend(chunk.iter().map(|column| cell(row.cells[*column], style)));
            table.push(line);
        }
        let widths = stretch(&table, columns.len() == chunk.len());
        pieces.push(align(&table, 1, &widths));
    }
    pieces.join("\n")
}

/// Benchmark.pm makes the columns of the matrix as equal as 80 characters allow; so do we, where the matrix is whole.
fn stretch(table: &[Vec<Text>], is_whole: bool) -> Vec<usize> {
    let columns = table[0].len();
    let mut widths: Vec<usize> = (0..columns).map(|column| widest(table, column)).collect();
    if !is_whole || columns < 3 {
        return widths;
    }
    let target = widths[2..].iter().copied().max().unwrap_or(0);
    let mut total = widths.iter().sum::<usize>() + columns - 1;
    // Narrow columns grow first; equal ones in the order that they had at the beginning.
    let mut order: Vec<usize> = (2..columns).collect();
    order.sort_by_key(|column| widths[*column]);
    while total < 80 {
        let least = widths[order[0]];
        if least == target {
            break;
        }
        for column in &order {
            if widths[*column] > least || total >= 80 {
                break;
            }
            widths[*column] += 1;
            total += 1;
        }
    }
    widths
}

fn cell(cell: Cell, style: Style) -> Text {
    let how = match cell {
        Cell::Itself | Cell::Equivalent => Paint::Dim,
        Cell::Established(percent) if percent > 0.0 => Paint::Good,
        Cell::Established(_) => Paint::Bad,
        Cell::Undecided => Paint::Unsure,
    };
    Text::painted(&cell.text(), how, style.color)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everybody against everybody would be pages.
    #[test]
    fn of_many_variants_one_column_is_shown() {
        let count = WHOLE_MAX + 1;
        let row = |name: usize| MatrixRow {
            name: name.to_string(),
            rate: "1.00/s".to_string(),
            cells: vec![Cell::Equivalent; count],
        };
        let rows: Vec<MatrixRow> = (0..count).map(row).collect();
        let columns = |count: usize| shown(count, Some(3)).len();
        assert_eq!((columns(WHOLE_MAX), columns(count), shown(count, None).len()), (WHOLE_MAX, 1, count));
        let text = in_pieces("", "Rate", &rows, &shown(count, Some(3)), Style { color: false, width: 80 });
        assert_eq!(text.lines().next().map(str::trim_end), Some("     Rate 3"), "{text}");
    }

    #[test]
    fn a_rate_takes_the_columns_that_it_is_seen_in() {
        let row = |name: &str, cells: [Cell; 2]| MatrixRow {
            name: name.to_string(),
            rate: "1.00 µs".to_string(),
            cells: cells.to_vec(),
        };
        let rows = [row("a", [Cell::Itself, Cell::Undecided]), row("b", [Cell::Undecided, Cell::Itself])];
        let text = in_pieces("", "p50", &rows, &[0, 1], Style { color: false, width: 15 });
        assert_eq!(text.lines().count(), 3, "{text}");
    }
}
