//! Tables of HTML, each in a box of its own that scrolls.

use super::escape::{escape, escape_lines};
use super::marks::shown;
use crate::columns::width;
use analysis::Verdict;

/// A longer name of a line has several lines where there is little room, instead of one for each word.
const NAME: usize = 16;

/// A cell: its text, escaped already, and the class of its look.
#[derive(Clone, Debug)]
pub struct Cell {
    html: String,
    class: &'static str,
    columns: usize,
}

impl Cell {
    /// A cell of any text.
    pub fn text(text: impl AsRef<str>) -> Cell {
        Cell::of_class(text, "")
    }

    /// A cell with a look.
    pub fn of_class(text: impl AsRef<str>, class: &'static str) -> Cell {
        Cell { html: escape(text.as_ref()), class, columns: 1 }
    }

    /// A cell of a verdict: its sign, and a text.
    pub fn of_verdict(verdict: Verdict, text: &str) -> Cell {
        let (_, class, sign) = shown(verdict);
        Cell::of_class(format!("{sign} {text}"), class)
    }

    /// A cell of several columns, for a text instead of numbers, which may have several lines.
    pub fn of_columns(text: impl AsRef<str>, columns: usize) -> Cell {
        Cell { columns, html: escape_lines(text.as_ref()), class: "long" }
    }

    /// A text of one column.
    fn is_long(&self) -> bool {
        self.class == "long" && self.columns == 1
    }

    fn written(&self) -> String {
        let class = if self.class.is_empty() { String::new() } else { format!(" class=\"{}\"", self.class) };
        let span = if self.columns > 1 { format!(" colspan=\"{}\"", self.columns) } else { String::new() };
        format!("<td{class}{span}>{}</td>", self.html)
    }
}

/// A table; the first cell of a line names it.
pub fn table(caption: &str, heading: &[String], lines: &[(String, Vec<Cell>)]) -> String {
    // What is written to the left has its name there.
    let is_long =
        |place: usize| lines.iter().any(|(_, cells)| place > 0 && cells.get(place - 1).is_some_and(Cell::is_long));
    let head = heading.iter().enumerate().map(|(place, text)| {
        let class = if is_long(place) { " class=\"long\"" } else { "" };
        format!("<th scope=\"col\"{class}>{}</th>", escape(text))
    });
    let head: String = head.collect();
    let line = |(name, cells): &(String, Vec<Cell>)| {
        let cells: String = cells.iter().map(Cell::written).collect();
        let class = if width(name) > NAME { " class=\"name\"" } else { "" };
        format!("<tr><th scope=\"row\"{class}>{}</th>{cells}</tr>\n", escape(name))
    };
    let body: String = lines.iter().map(line).collect();
    let caption = escape(caption);
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\"><table><caption>{caption}</caption>\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )
}
