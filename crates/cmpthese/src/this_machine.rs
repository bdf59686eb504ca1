//! `cmpthese machine`: what tells this machine from others, and what single events cost on it.

use crate::exit::Outcome;
use crate::remark::remark;
use crate::{cache, output};
use analysis::{Analysis, analyze};
use indicatif::{ProgressBar, ProgressStyle};
use model::{CACHES, Holder, Machine, Run, UnitCosts, bytes_of, format_bytes};
use std::path::PathBuf;
use subjects::{Clock, OnCpu};

/// Steps of the bar.
const STEPS: u64 = 100;

/// The seed of what the probes draw.
const SEED: u64 = 1;

/// What tells this machine, as far as this process may use it, from others.
pub fn here() -> Machine {
    machine::fingerprint(subjects::allowed_cpus().len())
}

/// Shows both. Costs that were measured since the machine was started are known, unless they are to be measured `again`.
pub fn show(again: bool) -> Outcome {
    let machine = here();
    output::print(&fingerprint(&machine))?;
    output::printed(&format!("\n{}", report::unit_costs(&costs(&machine, again, false))))
}

/// What a run says, its differences with what goes with them where that has a price: it was made on this machine, and what events cost here was
/// measured since the machine was started.
pub fn analyzed(run: &Run) -> Analysis {
    let mut analysis = analyze(run);
    let machine = here();
    let path = path().filter(|_| analysis.machine().has_costs_of(&machine));
    if let Some(costs) = path.and_then(|path| probes::known(&path, &machine)) {
        analysis.price(&costs);
    }
    analysis
}

/// What single events cost here: as it was measured since the machine was started, or measured now, `quiet` or not.
pub fn costs(machine: &Machine, again: bool, quiet: bool) -> UnitCosts {
    let path = path();
    let known = path.as_ref().filter(|_| !again).and_then(|path| probes::known(path, machine));
    known.unwrap_or_else(|| measured(machine, path, quiet))
}

/// The file in which costs are kept. `None` without a home.
fn path() -> Option<PathBuf> {
    Some(cache::directory()?.join("unit-costs.json"))
}

fn fingerprint(machine: &Machine) -> String {
    let unknown = || "unknown".to_string();
    let or = |value: &Option<String>, other: &str| value.clone().unwrap_or_else(|| other.to_string());
    let memory =
        machine.memory_bytes.map_or_else(unknown, |bytes| format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64));
    let holding = |holders: &[Holder]| {
        let sizes = holders.iter().filter_map(|what| bytes_of(&machine.landmarks, *what)).map(format_bytes);
        let sizes: Vec<String> = sizes.collect();
        if sizes.is_empty() { unknown() } else { sizes.join(", ") }
    };
    let lines = [
        ("system", or(&machine.system, "unknown")),
        ("kernel", or(&machine.kernel, "unknown")),
        ("architecture", machine.architecture.clone()),
        ("cpu", or(&machine.cpu, "unknown")),
        ("cpus", machine.cpus.to_string()),
        ("memory", memory),
        ("caches", holding(&CACHES)),
        ("pages", holding(&[Holder::Page, Holder::HugePage])),
        ("a pipe", holding(&[Holder::Pipe])),
        ("hypervisor", or(&machine.hypervisor, "none that the processor tells of")),
        ("governor", or(&machine.governor, "not told")),
    ];
    lines.iter().map(|(name, value)| format!("{name:<13} {}\n", report::printable(value))).collect()
}

/// Measures on the quietest CPU, says what could not be measured, and keeps the rest.
fn measured(machine: &Machine, path: Option<PathBuf>, quiet: bool) -> UnitCosts {
    let site = probes::Site {
        scratch: std::env::temp_dir(),
        caches: probes::Caches::of(&machine.landmarks),
        memory_bytes: [machine.memory_bytes, machine::memory_limit()].into_iter().flatten().min(),
        seed: SEED,
    };
    let quietest = subjects::quietest(&Clock::real(), &subjects::allowed_cpus());
    let on_cpu = quietest.map(OnCpu::new);
    // It draws itself on a terminal alone, and between rounds.
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS) };
    bar.set_style(ProgressStyle::with_template("{bar:24} {msg}").expect("the template is fixed").progress_chars("━╸─"));
    bar.set_message("measuring what single events cost on this machine");
    bar.tick();
    let measured = probes::measure(&site, &mut |part| bar.set_position((part * STEPS as f64) as u64));
    bar.finish_and_clear();
    drop(on_cpu);
    for missing in measured.missing.iter().filter(|_| !quiet) {
        let reason = report::printable(&missing.reason);
        remark(&format!("note: not measured: {}: {reason}", missing.event.info().help));
    }
    let worth_keeping = path.filter(|_| !measured.costs.costs.is_empty());
    if let Some(Err(error)) = worth_keeping.map(|path| probes::keep(&path, machine, &measured.costs)) {
        remark(&format!("note: the costs cannot be kept for the next time: {}", report::printable(&error.to_string())));
    }
    measured.costs
}
