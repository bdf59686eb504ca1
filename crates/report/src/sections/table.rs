//! A table with a line for each variant, which gives up columns when the width is short.

use crate::columns::{Text, align, shorten};
use crate::printable;
use crate::style::Style;
use analysis::Row;
use model::Metric;

/// A column of the table: what the less important ones give way to when the width is short.
pub struct Column {
    rank: u8,
    pub heading: &'static str,
    /// Of each row.
    pub cells: Vec<String>,
}

/// A line for each row; the columns that do not fit are left out, the least important first.
pub fn table(corner: &str, rows: &[&Row], mut columns: Vec<Column>, style: Style) -> String {
    let names: Vec<String> = rows.iter().map(|row| shorten(&printable(&row.name), 24)).collect();
    loop {
        let mut table = vec![vec![Text::plain(corner)]];
        table[0].extend(columns.iter().map(|column| Text::plain(column.heading)));
        for (index, name) in names.iter().enumerate() {
            let mut line = vec![Text::plain(name.clone())];
            line.extend(columns.iter().map(|column| Text::plain(column.cells[index].clone())));
            table.push(line);
        }
        let text = align(&table, 2, &[]);
        let least = columns.iter().enumerate().max_by_key(|(_, column)| column.rank).map(|(index, _)| index);
        match least.filter(|_| columns.len() > 2 && !style.holds(&text)) {
            Some(least) => drop(columns.remove(least)),
            None => return text,
        }
    }
}

/// What a cell says of a row; nothing where it is not known.
pub type Write<'w> = &'w dyn Fn(&Row) -> Option<String>;

/// A column, unless nothing is known of any row.
pub fn column(rows: &[&Row], rank: u8, heading: &'static str, write: Write) -> Option<Column> {
    let cells: Vec<Option<String>> = rows.iter().map(|row| write(row)).collect();
    let is_known = cells.iter().any(Option::is_some);
    let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".to_string())).collect();
    is_known.then_some(Column { rank, heading, cells })
}

/// What is counted, in the order of `time`; shown where it happens at least once in a hundred iterations.
pub const COUNTS: [(Metric, &str, &str); 10] = [
    (Metric::MinorFaults, "faults", "faults/MiB"),
    (Metric::MajorFaults, "major", "major/MiB"),
    (Metric::ReadCalls, "reads", "reads/MiB"),
    (Metric::WriteCalls, "writes", "writes/MiB"),
    (Metric::BlocksIn, "in", "in/MiB"),
    (Metric::BlocksOut, "out", "out/MiB"),
    (Metric::VoluntarySwitches, "switches", "switches/MiB"),
    (Metric::InvoluntarySwitches, "preempted", "preempted/MiB"),
    (Metric::Collections, "collections", "collections/MiB"),
    (Metric::Compilations, "compiled", "compiled/MiB"),
];

/// Whether something happens often enough to have a column.
pub fn often(rows: &[&Row], metric: Metric) -> bool {
    rows.iter().any(|row| row.metrics.get(&metric).is_some_and(|value| *value >= 0.01))
}
