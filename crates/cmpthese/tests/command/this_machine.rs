//! What is shown of the machine. Costs are never measured here: the file of known ones is written first.

use crate::stage::Stage;
use insta::assert_snapshot;
use model::{CostlyEvent, UnitCost, UnitCosts};
use rusqlite::Connection;

#[test]
fn the_machine_in_words_and_what_is_known_of_its_costs() {
    let stage = Stage::new();
    known_costs(&stage);
    let outcome = stage.run("cmpthese machine");
    let (words, table) = outcome.stdout.split_once("\n\n").expect("a line between them");
    let names: Vec<&str> = words.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        names,
        ["system", "kernel", "architecture", "cpu", "cpus", "memory", "caches", "pages", "a", "hypervisor", "governor"],
        "{words}"
    );
    let known: String = table.lines().skip(4).take(3).map(|line| format!("{line}\n")).collect();
    assert_snapshot!(known, @r"
           -  not measured               a byte that read(2) copies of a file of 256
                                         KiB in the page cache
      125 ps  [120, 130]      8.00 GB/s  the same of a file of 8 MiB
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

const TWO: &str = "baseline = 'one'\nbudget = '1s'\n[[variant]]\nname = 'one'\nsim = { time = '1us' }\n\
    [[variant]]\nname = 'two'\nsim = { time = '2us' }\n";

/// Differences have a price only where events cost what they cost when the run was made.
#[test]
fn a_run_is_priced_on_its_own_machine_and_until_that_is_started_again() {
    let stage = Stage::with("plan.toml", TWO);
    let ledger = |line: &str| {
        let report: serde_json::Value = serde_json::from_str(&stage.run(line).stdout).expect("a report");
        report["ledger"].as_array().expect("a list").len()
    };
    assert_eq!(ledger("cmpthese run plan.toml --seed 1 --json -"), 0, "no costs are known");
    known_costs(&stage);
    assert_eq!(ledger("cmpthese show 1 --json -"), 1);
    let explained = stage.run("cmpthese explain 1");
    assert!(explained.stdout.contains("no explanation"), "{}", explained.stdout);
    let database = Connection::open(stage.history()).unwrap();
    let explanation: serde_json::Value =
        serde_json::from_str(&stage.run("cmpthese explain 1 two one --json -").stdout).expect("JSON alone");
    assert_eq!(
        (&explanation["costs"][0]["event"], &explanation["costs"][0]["per"]),
        (&"read_byte_8m".into(), &"byte".into())
    );
    assert_eq!(explanation["ledger"][0]["candidate"], "two");
    let both = stage.run("cmpthese explain 1 two one --json explained.json");
    assert!(both.stdout.contains("no explanation"), "{}", both.stdout);
    let kept = std::fs::read_to_string(stage.path("explained.json")).expect("it was written");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&kept).expect("it is JSON"), explanation);
    let refused = stage.run("cmpthese explain 1 --json nowhere/explained.json");
    assert_eq!((refused.stdout.as_str(), refused.code), ("", 3), "{}", refused.stderr);
    let boot = machine::fingerprint(1).boot.expect("Linux tells it");
    database.execute("UPDATE run SET machine = replace(machine, ?1, 'the one before')", [&boot]).unwrap();
    assert_eq!(ledger("cmpthese show 1 --json -"), 0);
    let before = stage.session(&["cmpthese explain 1"]);
    database.execute("UPDATE run SET machine = replace(machine, '\"cpu\":\"', '\"cpu\":\"not ')", []).unwrap();
    assert_eq!(ledger("cmpthese show 1 --json -"), 0);
    assert_snapshot!(format!("{before}\n{}", stage.session(&["cmpthese explain 1"])), @r"
    $ cmpthese explain 1
    2> error: run 1 was made before this machine was last started, when events had other costs
    2> help: run it again, then explain that run
    exit code 2

    $ cmpthese explain 1
    2> error: run 1 was made on another machine or kernel, where events have other costs
    2> help: explain it there
    exit code 2
    ");
}

/// Writes the file of costs that were measured since the machine was started.
pub fn known_costs(stage: &Stage) {
    let cost = UnitCost { event: CostlyEvent::ReadByte8M, ns: 0.125, low_ns: 0.12, high_ns: 0.1305 };
    let costs = UnitCosts { costs: vec![cost] };
    probes::keep(&stage.path(".cache/cmpthese/unit-costs.json"), &machine::fingerprint(1), &costs).unwrap();
}
