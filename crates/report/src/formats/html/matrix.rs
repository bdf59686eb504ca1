//! Everybody against everybody: numbers, with colours for how far apart two are.

use super::escape::escape;
use crate::cells::{Cell, LATENCY, MatrixRow, matrix_cells};
use analysis::PointAnalysis;

/// Larger ones nobody reads.
const ROWS_MAX: usize = 40;

/// The matrix of a point; nothing for fewer than three variants, whose one comparison is told already.
pub fn matrix(point: &PointAnalysis) -> Option<String> {
    let (heading, rows) = matrix_cells(point);
    if rows.len() < 3 || rows.len() > ROWS_MAX {
        return None;
    }
    let head: String = rows.iter().map(|row| format!("<th scope=\"col\">{}</th>", escape(&row.name))).collect();
    let body: String = rows.iter().map(line).collect();
    // Where the rate is planned, the cells are of latencies.
    let caption = match heading {
        LATENCY => "How much higher the p50 of a column is than that of a line",
        _ => "How much higher the rate of a line is than that of a column",
    };
    Some(format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Everybody against everybody\"><table class=\"matrix\">\
         <caption>{caption}</caption>\
         <thead><tr><th scope=\"col\">variant</th><th scope=\"col\">{heading}</th>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    ))
}

fn line(row: &MatrixRow) -> String {
    let cells: String =
        row.cells.iter().map(|cell| format!("<td{}>{}</td>", class(*cell), escape(&cell.text()))).collect();
    format!("<tr><th scope=\"row\">{}</th><td>{}</td>{cells}</tr>\n", escape(&row.name), escape(&row.rate))
}

/// Three depths of two colours, at a fifth and at twice; what is not established has none.
fn class(cell: Cell) -> String {
    let Cell::Established(percent) = cell else { return String::new() };
    let times = (1.0 + percent / 100.0).max(f64::MIN_POSITIVE);
    let depth = match times.max(1.0 / times) {
        apart if apart < 1.2 => 1,
        apart if apart < 2.0 => 2,
        _ => 3,
    };
    format!(" class=\"{}{depth}\"", if percent > 0.0 { "up" } else { "down" })
}
