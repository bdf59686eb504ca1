//! How differences grow with the work that all variants share.

use super::table::{Cell, table};
use crate::numbers::{duration, percents};
use crate::sections::shape;
use analysis::{Analysis, Cost};

/// A table; nothing where the plan does not say what the work is.
pub fn overheads(analysis: &Analysis) -> Option<String> {
    let first = analysis.overheads.first()?;
    let (along, share) = (format!("along {}", first.axis.param), format!("share of {}", first.baseline));
    let heading = ["variant", "of", &along, "fixed", &share, "shape"].map(str::to_string);
    let line = |one: &analysis::Overhead| {
        let cost = match one.cost {
            Cost::Time => "time",
            Cost::ServerCpu => "CPU of its server",
        };
        let (fixed, share) = (duration(&one.line.fixed), percents(&one.line.share));
        let cells = [cost.to_string(), one.point.to_string(), fixed, share, shape(one.shape).to_string()];
        (one.candidate.clone(), cells.into_iter().map(Cell::text).collect())
    };
    let lines: Vec<(String, Vec<Cell>)> = analysis.overheads.iter().map(line).collect();
    let caption = format!("Difference to {} = fixed + share × its time", first.baseline);
    Some(format!("<section>\n<h2>Overhead</h2>\n{}</section>\n", table(&caption, &heading, &lines)))
}
