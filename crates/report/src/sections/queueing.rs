//! What published times and rates say together, by Little's law.

use crate::columns::{Text, align, align_under, wrapped};
use crate::numbers::{count, duration, rate, time};
use crate::printable;
use crate::style::Style;
use analysis::Analysis;

/// The concurrency that published figures imply, and what the difference is without the waiting.
pub struct Queueing {
    /// What the columns are.
    pub text: String,
    /// A point, a variant, and what stands below [`Queueing::HEADINGS`].
    pub lines: Vec<[String; 8]>,
}

impl Queueing {
    pub const HEADINGS: [&str; 6] = ["time", "rate", "under way", "longer", "busier", "busier now"];

    /// What is told; nothing without such figures.
    pub fn of(analysis: &Analysis) -> Option<Queueing> {
        let figures = analysis.then_and_now.as_ref()?.queueing();
        let first = figures.first()?.row;
        let other = figures.iter().map(|one| one.row).find(|row| row.variant != row.reference).unwrap_or(first);
        let text = format!(
            "What Little's law says of these figures: time × rate is the number of requests under way; the time of \
             service is 1 / rate, and what {} costs more there is no waiting.",
            printable(&other.variant)
        );
        let lines = figures.iter().map(|one| {
            let is_reference = one.row.variant == one.row.reference;
            let difference = |nanos: f64| if is_reference { "-".to_string() } else { time(nanos) };
            [
                printable(&one.row.point.to_string()),
                printable(&one.row.variant),
                time(one.average_ns),
                rate(one.row.then_rate),
                count(one.in_flight),
                difference(one.longer_ns),
                difference(one.busier_ns),
                one.busier_now_ns.as_ref().filter(|_| !is_reference).map_or("-".to_string(), duration),
            ]
        });
        Some(Queueing { text, lines: lines.collect() })
    }
}

/// The text, and a table in which a point is named once.
pub fn queueing(analysis: &Analysis, style: Style) -> Option<String> {
    let Queueing { text, lines } = Queueing::of(analysis)?;
    let mut table = vec![["", ""].into_iter().chain(Queueing::HEADINGS).map(Text::plain).collect()];
    let mut last = String::new();
    for mut cells in lines {
        let point = cells[0].clone();
        if point == last {
            cells[0].clear();
        }
        table.push(cells.into_iter().map(Text::plain).collect());
        last = point;
    }
    let table = style.fitting([align(&table, 2, &[]), align_under(&table, 1)]);
    Some(format!("{}\n\n{table}", wrapped(&text, style.width)))
}
