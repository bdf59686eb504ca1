//! A table as lines, and as Markdown.

use std::fmt::Write;

/// A table: its head, and its rows.
pub struct Table {
    /// What stands above the columns.
    pub head: Vec<&'static str>,
    /// As many cells as the head has.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// With columns that are as wide as what is in them.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.head[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let head = self.head.iter().map(ToString::to_string).collect();
        let mut text = String::new();
        for row in [&head].into_iter().chain(&self.rows) {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
            let _ = writeln!(text, "    {}", cells.join("  ").trim_end());
        }
        text
    }

    /// The same lines in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |\n|{}\n", self.head.join(" | "), " --- |".repeat(self.head.len()));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }
}
