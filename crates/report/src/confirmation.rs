//! Whether a second run says what the first one said.

use crate::columns::{hanging, wrapped};
use crate::numbers::ratio;
use crate::printable;
use crate::style::WIDTH;
use analysis::{Confirmation, Interval, Verdict};

/// A line for each comparison of which the first run established something.
pub fn confirmation(confirmations: &[Confirmation]) -> String {
    const WHOSE: &str = "The report above is that of a second run of fixed size";
    if confirmations.is_empty() {
        let told = format!("{WHOSE}. The first established nothing that it could confirm.");
        return format!("\n{}\n", wrapped(&told, WIDTH));
    }
    let holding = confirmations.iter().filter(|one| one.holds()).count();
    let all = confirmations.len();
    let mut out = format!("\n{WHOSE}. It confirms {holding} of {all}:\n");
    for one in confirmations {
        let point = printable(&one.point.to_string());
        let place = if point.is_empty() { String::new() } else { format!("{point}: ") };
        let again = one.second.as_ref().map_or("not compared".to_string(), said);
        let mark = if one.holds() { "confirmed" } else { "NOT confirmed" };
        let (candidate, baseline, first) = (printable(&one.candidate), printable(&one.baseline), said(&one.first));
        let told = format!("{place}{candidate} against {baseline}: {first} at first, {again} now: {mark}");
        out.push_str(&format!("  {}\n", hanging(&told, WIDTH - 2)));
    }
    out
}

fn said((verdict, interval): &(Verdict, Interval)) -> String {
    format!("{}, {}", verdict.key(), ratio(interval))
}
