//! The text of Go's benchmarks, which benchstat reads: a line a launch. `benchstat -col /variant FILE` lays variants side by side.
//!
//! Source: the Go benchmark data format, golang.org/design/14313-benchmark-format. No name holds white space there, `/` sets sub-names
//! apart, and a number behind the last `-` is GOMAXPROCS, so it always stands there.

use super::timed::{Timed, measured_by, pairing_lost, timed};
use crate::printable;
use analysis::Analysis;

/// Writes it.
pub fn write(analysis: &Analysis) -> String {
    let machine = analysis.machine();
    let cpu = machine.cpu.as_deref().unwrap_or(&machine.architecture);
    let mut out = format!(
        "tool: {}\ntitle: {}\ncpu: {}\nnote: {}\n\n",
        printable(&measured_by(analysis)),
        printable(&analysis.title),
        printable(cpu),
        printable(&pairing_lost(analysis)),
    );
    // benchstat compares with the first that it finds.
    let mut all = timed(analysis);
    all.sort_by_key(|one| !one.standing.is_baseline);
    for timed in &all {
        let (name, iterations) = (name(timed, machine.cpus.max(1)), timed.iterations());
        for nanos in timed.launches_ns() {
            // Megabytes of a million bytes, as Go's `SetBytes` has it.
            let rate = timed.standing.row.bytes_per_second_in(nanos);
            let rate = rate.map_or(String::new(), |rate| format!(" {} MB/s", rate / 1e6));
            out.push_str(&format!("{name} {iterations} {nanos} ns/op{rate}\n"));
        }
    }
    out
}

/// `BenchmarkRun/variant=sort/size=16384-2`.
fn name(timed: &Timed, cpus: usize) -> String {
    let variant = [("variant".to_string(), timed.name.clone())];
    let parts = variant.iter().chain(&timed.params);
    let parts: String = parts.map(|(name, value)| format!("/{name}={}", one_word(&printable(value)))).collect();
    format!("BenchmarkRun{parts}-{cpus}")
}

fn one_word(text: &str) -> String {
    let one = |character: char| match character {
        '/' => "\\x2F".to_string(),
        _ if character.is_whitespace() => "␣".to_string(),
        other => other.to_string(),
    };
    text.chars().map(one).collect()
}
