//! The question and its answer.

use super::date::date;
use super::escape::{escape, sentence};
use crate::answer::answer;
use crate::numbers::cpus;
use analysis::Analysis;

/// The title, the answer, and where and when that was found.
pub fn head(analysis: &Analysis) -> Option<String> {
    let machine = analysis.machine();
    let points = analysis.points.len();
    let parts = [
        machine.cpu.clone(),
        cpus(machine.cpus),
        date(analysis.header.started_at),
        (points > 1).then(|| format!("{points} points")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Some(format!(
        "<header>\n<h1>{}</h1>\n<p class=\"answer\">{}</p>\n<p class=\"quiet\">{}</p>\n</header>\n",
        escape(&analysis.title),
        sentence(&answer(analysis)),
        escape(&parts.join(" · "))
    ))
}
