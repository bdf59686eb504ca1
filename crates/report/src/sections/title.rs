//! What was measured, what came of it, and where.

use crate::answer::answer;
use crate::columns::wrapped;
use crate::numbers::cpus;
use crate::paint::{Paint, paint};
use crate::printable;
use crate::style::Style;
use analysis::Analysis;

/// The title of the plan, the answer to its question, and the machine.
pub fn title(analysis: &Analysis, style: Style) -> Option<String> {
    let machine = analysis.machine();
    let parts = [
        machine.cpu.clone(),
        cpus(machine.cpus),
        machine.kernel.clone(),
        machine.hypervisor.as_ref().map(|name| format!("virtual machine ({name})")),
    ];
    let mut parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        parts.push("on a machine that is not named".to_string());
    }
    let answer = wrapped(&printable(&answer(analysis)), style.width);
    Some(format!(
        "{}\n{}\n{}\n",
        printable(&analysis.title),
        paint(&answer, Paint::Bold, style.color),
        paint(&printable(&parts.join(", ")), Paint::Dim, style.color)
    ))
}
