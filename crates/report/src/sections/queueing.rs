//! What published times and rates say together, by Little's law.

use crate::columns::{Text, align, align_under, wrapped};
use crate::numbers::{count, duration, rate, time};
use crate::printable;
use crate::style::Style;
use analysis::Analysis;

/// A table with the concurrency that the figures imply and with what the difference is without the waiting; nothing without such
/// figures.
pub fn queueing(analysis: &Analysis, style: Style) -> Option<String> {
    let figures = analysis.then_and_now.as_ref()?.queueing();
    let first = figures.first()?.row;
    let other = figures.iter().map(|one| one.row).find(|row| row.variant != row.reference).unwrap_or(first);
    let text = format!(
        "What Little's law says of these figures: time × rate is the number of requests under way; the time of \
         service is 1 / rate, and what {} costs more there is no waiting.",
        printable(&other.variant)
    );
    let out = format!("{}\n\n", wrapped(&text, style.width));
    let heading = ["", "", "time", "rate", "under way", "longer", "busier", "busier now"].map(Text::plain).to_vec();
    let mut table = vec![heading];
    let mut last = String::new();
    for one in figures {
        let point = printable(&one.row.point.to_string());
        let is_reference = one.row.variant == one.row.reference;
        let difference = |nanos: f64| if is_reference { "-".to_string() } else { time(nanos) };
        let cells = [
            if point == last { String::new() } else { point.clone() },
            printable(&one.row.variant),
            time(one.average_ns),
            rate(one.row.then_rate),
            count(one.in_flight),
            difference(one.longer_ns),
            difference(one.busier_ns),
            one.busier_now_ns.as_ref().filter(|_| !is_reference).map_or("-".to_string(), duration),
        ];
        table.push(cells.into_iter().map(Text::plain).collect());
        last = point;
    }
    let table = style.fitting([align(&table, 2, &[]), align_under(&table, 1)]);
    Some(format!("{out}{table}"))
}
