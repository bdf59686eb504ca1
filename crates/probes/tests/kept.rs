//! The file of costs: what is kept is known again, and nothing else.

use cmpthese_probes::{keep, known};
use model::{CostlyEvent, Machine, UnitCost, UnitCosts};
use std::fs;

fn here() -> Machine {
    let text = |text: &str| Some(text.to_string());
    Machine { cpu: text("Invented 9000"), kernel: text("Linux 6.1"), boot: text("first"), ..Machine::default() }
}

fn costs() -> UnitCosts {
    let cost = UnitCost { event: CostlyEvent::SystemCall, ns: 100.0, low_ns: 99.0, high_ns: 101.0 };
    UnitCosts { costs: vec![cost] }
}

#[test]
fn what_is_kept_is_known_until_the_machine_is_another() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("deep/er/unit-costs.json");
    assert_eq!(known(&path, &here()), None);
    keep(&path, &here(), &costs()).unwrap();
    assert_eq!(known(&path, &here()), Some(costs()));
    let other = |cpu: &str, kernel: &str| Machine { cpu: Some(cpu.into()), kernel: Some(kernel.into()), ..here() };
    assert_eq!(known(&path, &other("Invented 9001", "Linux 6.1")), None);
    assert_eq!(known(&path, &other("Invented 9000", "Linux 6.2")), None);
}

#[test]
fn another_start_of_the_machine_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("unit-costs.json");
    for boot in [Some("second".to_string()), None] {
        let then = Machine { boot, ..here() };
        keep(&path, &then, &costs()).unwrap();
        assert_eq!(known(&path, &here()), None);
        keep(&path, &here(), &costs()).unwrap();
        assert_eq!(known(&path, &then), None);
    }
}

#[test]
fn a_file_that_is_broken_or_makes_no_sense_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("unit-costs.json");
    keep(&path, &here(), &costs()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(known(&path, &here()).is_some());
    for (part, broken) in [
        ("\"version\": 6", "\"version\": 2"),
        ("system_call", "an_event_of_later"),
        ("99.0", "-1.0"),
        ("99.0", "102.0"),
        ("99.0", "null"),
        ("}", ""),
    ] {
        assert!(text.contains(part), "{text}");
        fs::write(&path, text.replacen(part, broken, 1)).unwrap();
        assert_eq!(known(&path, &here()), None, "{broken}");
    }
    fs::write(&path, [0xff, 0x00]).unwrap();
    assert_eq!(known(&path, &here()), None);
}
