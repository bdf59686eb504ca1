//! What is told along an axis of the sweep: where two variants change places, and how times grow.

use super::escape::escape;
use super::said::list;
use super::table::{Cell, table};
use crate::places::and_place;
use crate::printable;
use crate::sections::{changes_of_places, laws_by_axis};
use crate::sizes::unit;
use analysis::Analysis;

/// A sentence for each pair that changes places or has a baseline in it; nothing without an axis of enough numbers.
pub fn crossovers(analysis: &Analysis) -> Option<String> {
    let told: String = changes_of_places(analysis)
        .iter()
        .map(|along| {
            let title = format!("Crossovers along {}{}", printable(&along.axis.param), and_place(along.point));
            format!("<h2>{}</h2>\n{}", escape(&title), list(along.sentences.iter().map(|told| escape(told))))
        })
        .collect();
    (!told.is_empty()).then(|| format!("<section>\n{told}</section>\n"))
}

/// A table for each axis and combination of the other parameters, with what does not fit into it.
pub fn laws(analysis: &Analysis) -> Option<String> {
    let told: String = laws_by_axis(analysis)
        .iter()
        .map(|laws| {
            let param = printable(&laws.axis.param);
            let title = format!("Laws along {param}{}", and_place(laws.point));
            let formula = format!("time = fixed + per {} × {param}", unit(laws.axis));
            let heading = [vec!["variant".to_string()], laws.headings().to_vec()].concat();
            let lines: Vec<(String, Vec<Cell>)> =
                laws.lines().into_iter().map(|(name, cells)| (name, cells.map(Cell::text).to_vec())).collect();
            let table = if lines.is_empty() { String::new() } else { table(&formula, &heading, &lines) };
            format!("<h2>{}</h2>\n{table}{}", escape(&title), list(laws.sentences().iter().map(|told| escape(told))))
        })
        .collect();
    (!told.is_empty()).then(|| format!("<section>\n{told}</section>\n"))
}
