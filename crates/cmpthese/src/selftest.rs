//! `cmpthese selftest`: what the promises of the program come to on this machine.

use crate::exit::{Complaint, Exit, Outcome};
use crate::own_path::own_path;
use crate::progress::{Progress, Shown};
use crate::record::{self, RunResources};
use crate::remark::remark;
use crate::{output, plan_source, this_machine};
use analysis::{Analysis, Comparison, Reason, Verdict};
use machine::Surroundings;
use model::{Failure, Machine, Run, RunHeader, Source, format_duration};
use plan::quick::{Quick, QuickKind};
use report::printable;
use std::cell::RefCell;
use std::time::Instant;

/// The first argument that makes this program do some arithmetic and end: a command of a known kind that every machine has.
pub const SPIN_WORD: &str = "__spin";

/// Steps of the command: a few milliseconds.
const COMMAND_STEPS: u64 = 3_000_000;

/// How often each kind is compared with itself.
const REPETITIONS: u64 = 30;

/// The part of the time that goes to one long comparison of each kind; the rest is for the repetitions.
const LONG: f64 = 0.2;

/// Times for which the smallest effect is told, in seconds.
const SECONDS: [f64; 3] = [1.0, 5.0, 30.0];

/// What is compared with itself.
struct Check {
    name: &'static str,
    kind: QuickKind,
    subject: String,
}

/// What was found about a kind.
struct CheckResult {
    claims: u64,
    repetitions: u64,
    /// Nanoseconds of one of them.
    each_ns: f64,
    /// The relative difference that the long comparison would have found, and its time in seconds.
    detectable: Option<(f64, f64)>,
    inside: Option<f64>,
}

/// Runs the test for so long, and prints what it found.
pub fn selftest(budget: &str, quiet: bool) -> Outcome {
    let budget_ns = plan_source::duration_ns("--budget", budget)?;
    let resources = record::resources()?;
    let kinds = kinds()?;
    let share_ns = budget_ns as f64 / kinds.len() as f64;
    let mut text = String::new();
    let mut breaks_promise = false;
    for kind in &kinds {
        if !quiet {
            remark(&format!("{} against themselves, {} ...", kind.name, format_duration(share_ns)));
        }
        let Some(finding) = examine(kind, share_ns, &resources)? else { return Ok(Exit::Interrupted) };
        breaks_promise |= stats::proportion_interval(finding.claims, finding.repetitions).0 > 0.05;
        text.push_str(&paragraph(kind.name, &finding));
    }
    let advice = advice(&machine::surroundings(), &this_machine::here());
    text.push_str("What makes times uneven here, and what to do about it\n");
    advice.iter().for_each(|line| text.push_str(&format!("  - {line}\n")));
    if advice.is_empty() {
        text.push_str("  nothing that can be seen\n");
    }
    output::print(&text)?;
    Ok(if breaks_promise { Exit::NotAllWell } else { Exit::Success })
}

/// Commands, and snippets of the first language that is there.
fn kinds() -> Result<Vec<Check>, Complaint> {
    let own = own_path()?;
    let own = own.to_string_lossy().replace('\'', "'\\''");
    let command = format!("'{own}' {SPIN_WORD} {COMMAND_STEPS}");
    let mut kinds = vec![Check { name: "Commands", kind: QuickKind::Commands, subject: command }];
    let snippets = [
        ("Perl snippets", "perl", "perl", "my $x = 0; $x += $_ for 1..2000; $x"),
        (
            "C snippets",
            "c",
            "gcc",
            "unsigned x = 1; for (int i = 0; i < 20000; i++) x = x * 1664525u + 1013904223u; return x;",
        ),
    ];
    for (name, language, program, code) in snippets {
        if subjects::program::find(program, None).is_ok() {
            let kind = QuickKind::Snippets { language: language.to_string() };
            kinds.push(Check { name, kind, subject: code.to_string() });
            break;
        }
    }
    Ok(kinds)
}

/// `None` when the run shall stop.
fn examine(kind: &Check, share_ns: f64, resources: &RunResources) -> Result<Option<CheckResult>, Complaint> {
    let each_ns = share_ns * (1.0 - LONG) / REPETITIONS as f64;
    let mut claims = 0;
    for repetition in 0..REPETITIONS {
        let analysis = compare(kind, each_ns, repetition, resources)?;
        if analysis.end != Some(model::End::Complete) {
            return Ok(None);
        }
        let is_claim = |comparison: &Comparison| matches!(comparison.verdict, Verdict::Faster | Verdict::Slower);
        claims += u64::from(analysis.points.iter().flat_map(|point| &point.comparisons).any(is_claim));
    }
    let started = Instant::now();
    let long = compare(kind, share_ns * LONG, REPETITIONS, resources)?;
    if long.end != Some(model::End::Complete) {
        return Ok(None);
    }
    let seconds = started.elapsed().as_secs_f64();
    let point = long.points.first();
    let detectable = point.and_then(|point| point.comparisons.first()).map(|comparison| comparison.detectable);
    Ok(Some(CheckResult {
        claims,
        repetitions: REPETITIONS,
        each_ns,
        detectable: detectable.filter(|detectable| detectable.is_finite()).map(|detectable| (detectable, seconds)),
        inside: point.and_then(|point| point.inside),
    }))
}

/// Compares a kind with itself, recording nothing. With a margin of zero nobody is equivalent, so all the time is used.
fn compare(kind: &Check, budget_ns: f64, repetition: u64, resources: &RunResources) -> Result<Analysis, Complaint> {
    let subjects = vec![kind.subject.clone(); 2];
    let quick = Quick { kind: kind.kind.clone(), subjects, margin: Some("0%".to_string()), ..Quick::default() };
    let source: Source =
        plan::quick::source(&quick).map_err(|error| Complaint::system(error.message, Some(error.help)))?;
    let header = RunHeader {
        version: env!("CARGO_PKG_VERSION").to_string(),
        seed: u64::from(std::process::id()) << 32 | repetition,
        budget_ns: budget_ns as u64,
        source: source.clone(),
        machine: this_machine::here(),
        ..RunHeader::default()
    };
    let run = Run::new(header, plan_source::parse(source, false)?);
    let mut judge = analysis::Judge::of(&run);
    let so_far = RefCell::default();
    let progress = Progress::new(&run, Shown::Nothing, &so_far);
    let (run, _) = record::record(run, &mut judge, None, resources, progress)?;
    let analysis = analysis::analyze(&run);
    let failed = analysis.points.iter().flat_map(|point| &point.excluded).find_map(|one| match &one.reason {
        Reason::Failed(failure) => Some(failure.clone()),
        Reason::Skipped(_) | Reason::Differs { .. } => None,
    });
    match failed {
        Some(Failure { message, help, .. }) => {
            Err(Complaint::system(format!("{} cannot be measured here: {}", kind.name, printable(&message)), help))
        }
        None => Ok(analysis),
    }
}

fn paragraph(name: &str, finding: &CheckResult) -> String {
    let (low, high) = stats::proportion_interval(finding.claims, finding.repetitions);
    let mut text = format!(
        "{name}\n  called different from themselves in {} of {} runs of {} (that is {:.0} % to {:.0} %; promised are 5 % at most)\n",
        finding.claims,
        finding.repetitions,
        format_duration(finding.each_ns),
        low * 100.0,
        high * 100.0,
    );
    match finding.detectable {
        Some((detectable, seconds)) => {
            let within = |wanted: f64| format!("{:.2} % in {wanted} s", detectable * (seconds / wanted).sqrt() * 100.0);
            let effects = SECONDS.map(within).join(", ");
            text.push_str(&format!("  differences that are found four times out of five: {effects}\n"));
        }
        None => text.push_str("  too few launches to tell which differences are found\n"),
    }
    if let Some(inside) = finding.inside {
        text.push_str(&format!("  {:.0} % of the time goes into what is measured\n", inside * 100.0));
    }
    text.push('\n');
    text
}

/// What can be done about the noise that is seen.
fn advice(seen: &Surroundings, machine: &Machine) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some(governor) = seen.governors.iter().find(|governor| *governor != "performance") {
        advice.push(format!(
            "the frequency governor is {governor}: speed follows the load; `cpupower frequency-set -g performance` holds it"
        ));
    }
    if seen.boost == Some(true) {
        advice.push(
            "CPUs may boost for a while: what runs first runs faster; write 0 to /sys/devices/system/cpu/cpufreq/boost (Intel: 1 to \
             intel_pstate/no_turbo) for even times"
                .to_string(),
        );
    }
    if seen.smt == Some(true) {
        advice.push(
            "two CPUs share a core: a neighbour takes half of it; write off to /sys/devices/system/cpu/smt/control"
                .to_string(),
        );
    }
    if let Some(load) = seen.load.filter(|load| *load > 0.5 * machine.cpus as f64 + 1.0) {
        advice
            .push(format!("the load is {load:.1} on {} CPUs: end what else is running, and test again", machine.cpus));
    }
    if let Some(stolen) = seen.stolen.filter(|stolen| *stolen > 0.002) {
        advice.push(format!(
            "the hypervisor gave {:.1} % of the time to other machines: blocks that this hits are voided; a machine with CPUs of \
             its own does better",
            stolen * 100.0
        ));
    }
    if let Some(name) = &machine.hypervisor {
        advice.push(format!(
            "this is a virtual machine ({}): its neighbours share caches and memory with it, which nothing here can see; longer \
             budgets average that out",
            report::printable(name)
        ));
    }
    if seen.random_layout == Some(false) {
        advice.push(
            "processes are not laid out in memory anew at every start, so a result may rest on one layout: write 2 to \
             /proc/sys/kernel/randomize_va_space"
                .to_string(),
        );
    }
    if seen.on_battery == Some(true) {
        advice.push("it runs on a battery: plug it in".to_string());
    }
    if machine.cpus == 1 {
        advice.push("there is one CPU: this program shares it with what it measures".to_string());
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_is_set_for_measuring_needs_no_advice() {
        let seen = Surroundings {
            governors: vec!["performance".to_string()],
            boost: Some(false),
            smt: Some(false),
            load: Some(0.2),
            stolen: Some(0.0),
            random_layout: Some(true),
            on_battery: Some(false),
        };
        assert!(advice(&seen, &Machine { cpus: 4, ..Machine::default() }).is_empty());
    }

    #[test]
    fn every_trouble_has_its_advice() {
        let seen = Surroundings {
            governors: vec!["powersave".to_string()],
            boost: Some(true),
            smt: Some(true),
            load: Some(9.0),
            stolen: Some(0.1),
            random_layout: Some(false),
            on_battery: Some(true),
        };
        let machine = Machine { cpus: 1, hypervisor: Some("Test".to_string()), ..Machine::default() };
        assert_eq!(advice(&seen, &machine).len(), 9);
    }

    #[test]
    fn what_is_found_is_told_with_its_uncertainty() {
        let finding = CheckResult {
            claims: 1,
            repetitions: 30,
            each_ns: 800e6,
            detectable: Some((0.01, 4.0)),
            inside: Some(0.93),
        };
        insta::assert_snapshot!(paragraph("Commands", &finding), @r"
        Commands
          called different from themselves in 1 of 30 runs of 800.0 ms (that is 0 % to 17 %; promised are 5 % at most)
          differences that are found four times out of five: 2.00 % in 1 s, 0.89 % in 5 s, 0.37 % in 30 s
          93 % of the time goes into what is measured
        ");
    }
}
