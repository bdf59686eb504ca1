//! What should be known beside the verdicts: notes, the machine, how it was measured, the plan.

use super::date::date;
use super::escape::{escape, escape_lines, sentence};
use crate::numbers::percent;
use analysis::{Analysis, Imported};
use model::{End, format_duration};

/// The notes on the whole run.
pub fn notes(analysis: &Analysis) -> Option<String> {
    let notes: String =
        crate::notes::notes(analysis).iter().map(|note| format!("<li>{}</li>\n", sentence(note))).collect();
    (!notes.is_empty())
        .then(|| format!("<section>\n<h2>Worth knowing</h2>\n<ul class=\"said\">\n{notes}</ul>\n</section>\n"))
}

/// The machine that it ran on.
pub fn machine(analysis: &Analysis) -> Option<String> {
    let machine = analysis.machine();
    let memory = machine.memory_bytes.map(|bytes| format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64));
    let entries = [
        ("CPU", machine.cpu.clone()),
        ("CPUs", Some(machine.cpus).filter(|cpus| *cpus > 0).map(|cpus| cpus.to_string())),
        ("architecture", Some(machine.architecture.clone()).filter(|name| !name.is_empty())),
        ("memory", memory),
        ("system", machine.system.clone()),
        ("kernel", machine.kernel.clone()),
        ("hypervisor", machine.hypervisor.clone()),
        ("governor", machine.governor.clone()),
    ];
    let is_named = entries.iter().any(|(_, value)| value.is_some());
    is_named.then(|| format!("<section>\n<h2>The machine</h2>\n{}</section>\n", list(&entries)))
}

/// How much was measured, and how what is said is meant.
pub fn method(analysis: &Analysis) -> Option<String> {
    if let Some(imported) = &analysis.imported {
        return Some(of_an_import(analysis, imported));
    }
    let total = |count: fn(&analysis::PointAnalysis) -> usize| -> String {
        analysis.points.iter().map(count).sum::<usize>().to_string()
    };
    let end = match analysis.end {
        Some(End::Complete) => "complete",
        Some(End::Interrupted) => "stopped before its end",
        Some(End::HistoryLost) => "cut off",
        None => "unfinished",
    };
    let entries = [
        ("run", Some(end.to_string())),
        ("started", date(analysis.header.started_at)),
        ("launches", Some(total(|point| point.launches))),
        ("blocks", Some(total(|point| point.blocks))),
        ("blocks that do not count", Some(total(|point| point.voided)).filter(|voided| voided != "0")),
        ("budget", Some(format_duration(analysis.header.budget_ns as f64))),
        ("margin", Some(percent(analysis.margin))),
        ("comparisons judged together", Some(analysis.family.to_string())),
        ("seed", Some(analysis.header.seed.to_string())),
        ("cmpthese", Some(analysis.header.version.clone())),
    ];
    Some(format!(
        "<section>\n<h2>How it was measured</h2>\n<p>A launch starts every way anew. In each of its blocks every way runs once, in random order, \
         so that two are compared under the same conditions. An interval is what the ratio may be, over all comparisons of the run together: at \
         most one run of twenty holds a false difference. A difference that is not established is not printed as one.</p>\n{}</section>\n",
        list(&entries)
    ))
}

/// The same of what another tool measured.
fn of_an_import(analysis: &Analysis, imported: &Imported) -> String {
    let entries = [
        ("tool", Some(imported.tool.clone())),
        ("date", date(analysis.header.started_at)),
        ("values", Some(imported.values.to_string())),
        ("margin", Some(percent(analysis.margin))),
        ("comparisons judged together", Some(analysis.family.to_string())),
        ("cmpthese", Some(analysis.header.version.clone())),
    ];
    format!(
        "<section>\n<h2>How it was measured</h2>\n<p>Another tool measured it, one way after the other, and not side by side. An interval is what the \
         ratio may be if nothing else changed in between (Welch), over all comparisons together. A difference that is not established is not \
         printed as one.</p>\n{}</section>\n",
        list(&entries)
    )
}

/// The text of the plan.
pub fn plan(analysis: &Analysis) -> Option<String> {
    let source = &analysis.header.source;
    Some(format!(
        "<section>\n<h2>The plan</h2>\n<details><summary>{}</summary>\n<pre tabindex=\"0\"><code>{}</code></pre>\n</details>\n</section>\n",
        escape(&source.name),
        escape_lines(&source.text)
    ))
}

fn list(entries: &[(&str, Option<String>)]) -> String {
    let known = entries.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let lines: String =
        known.map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(value))).collect();
    format!("<dl>\n{lines}</dl>\n")
}
