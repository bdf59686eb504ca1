//! What was measured, and where.

use crate::look::Look;
use crate::paint::{Paint, paint};
use crate::printable;
use analysis::Analysis;

/// The title of the plan and the machine.
pub fn title(analysis: &Analysis, look: Look) -> Option<String> {
    let machine = analysis.machine();
    let parts = [
        machine.cpu.clone(),
        Some(format!("{} CPU{}", machine.cpus, if machine.cpus == 1 { "" } else { "s" })),
        machine.kernel.clone(),
        machine.hypervisor.as_ref().map(|name| format!("virtual machine ({name})")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let title = paint(&printable(&analysis.title), Paint::Bold, look.color);
    Some(format!("{title}\n{}\n", paint(&printable(&parts.join(", ")), Paint::Dim, look.color)))
}
