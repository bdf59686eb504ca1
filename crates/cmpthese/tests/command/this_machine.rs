//! What is shown of the machine. Costs are never measured here: the file of known ones is written first.

use crate::stage::Stage;
use insta::assert_snapshot;
use model::{CostlyEvent, UnitCost, UnitCosts};

#[test]
fn the_machine_in_words_and_what_is_known_of_its_costs() {
    let stage = Stage::new();
    known_costs(&stage);
    let outcome = stage.run("cmpthese machine");
    let (words, table) = outcome.stdout.split_once("\n\n").expect("a line between them");
    let names: Vec<&str> = words.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        names,
        ["system", "kernel", "architecture", "cpu", "cpus", "memory", "hypervisor", "governor"],
        "{words}"
    );
    let known: String = table.lines().take(3).map(|line| format!("{line}\n")).collect();
    assert_snapshot!(known, @r"
    What an event costs here, with its interval at 95 %:
           -  not measured               a system call that does nothing
      125 ps  [120, 130]      8.00 GB/s  a byte that read(2) copies out of the page cache into a buffer in use
    ");
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", 0));
}

#[test]
fn help_of_it() {
    assert_snapshot!(Stage::new().session(&["cmpthese machine -h"]), @r"
    $ cmpthese machine -h
    Show what is known of this machine, and what single events cost on it

    Usage: cmpthese machine [OPTIONS]

    Options:
          --again  Measure the costs again, though they were measured since the machine was started
      -h, --help   Print help
    ");
}

/// Writes the file of costs that were measured since the machine was started.
pub fn known_costs(stage: &Stage) {
    let cost = UnitCost { event: CostlyEvent::ReadByte, ns: 0.125, low_ns: 0.12, high_ns: 0.1305 };
    let costs = UnitCosts { boot: probes::boot().expect("Linux tells it"), costs: vec![cost] };
    probes::keep(&stage.path(".cache/cmpthese/unit-costs.json"), &machine::fingerprint(1), &costs).unwrap();
}
