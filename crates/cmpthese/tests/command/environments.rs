//! Slower machines. Where no control group can be made, what needs one is left out with a printed reason.

use crate::process::Process;
use crate::stage::Stage;
use crate::transcript::without_measurements;
use insta::assert_snapshot;
use std::path::Path;

const ENVIRONMENTS: &str = "
budget = '800ms'
environment.whole = {}
environment.quarter = { cpus = 0.25 }
";

/// What keeps a CPU busy, each with the file that it needs.
const BUSY: [(&str, &str); 2] = [
    ("a command", "[[variant]]\nname = 'burns'\nkeep = true\ncommand = ['perl', '-e', '1 for 1..1000000']\n"),
    (
        "a server",
        "load = { slice = '20ms', connections = 2 }\n[server.python]\nfiles = ['server.py']\ncommand = ['python3', 'server.py', '{port}']\n\
         [[variant]]\nname = 'burns'\nkeep = true\nhttp = '/'\n",
    ),
];

/// CPU time over elapsed time of the only variant at all points; what it said instead where there is no control group.
fn shares(plan: &str) -> Result<Vec<f64>, String> {
    let stage = Stage::with("plan.toml", plan);
    stage.write("server.py", include_str!("http/server.py"));
    let process = Process::start(&stage, "cmpthese run plan.toml --seed 1 --no-history --json report.json");
    let own_groups = format!("cmpthese-{}-", process.id());
    let outcome = process.end();
    if let Some(reason) = outcome.stdout.lines().find(|line| line.contains("is not to be had")) {
        return Err(reason.to_string());
    }
    assert!(!any_group(Path::new("/sys/fs/cgroup"), &own_groups, 4), "a control group is left");
    let report = std::fs::read_to_string(stage.path("report.json")).expect(&outcome.stdout);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let points = report["points"].as_array().unwrap().iter();
    Ok(points.map(|point| point["variants"][0]["cpu_share"].as_f64().expect(&outcome.stdout)).collect())
}

/// Whether a control group whose name begins so is below a directory, so deep at most.
fn any_group(directory: &Path, start: &str, depth: usize) -> bool {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut below = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    below.any(|entry| {
        entry.file_name().to_string_lossy().starts_with(start)
            || (depth > 0 && any_group(&entry.path(), start, depth - 1))
    })
}

/// What else the machine does makes the share smaller, never larger.
#[test]
fn a_quarter_of_a_cpu_is_all_that_is_used() {
    for (what, variant) in BUSY {
        match shares(&format!("{ENVIRONMENTS}{variant}")).as_deref() {
            Ok([whole, quarter]) => assert!(quarter <= &0.35, "{what}: {whole} and {quarter}"),
            Ok(other) => panic!("{what}: {other:?}"),
            Err(reason) => eprintln!("left out, no control group can be made here: {reason}"),
        }
    }
}

/// More CPUs than there are, and a part of one where no control group can be made.
#[test]
fn environments_that_are_not_to_be_had() {
    let stage = Stage::with(
        "plan.toml",
        "budget = '100ms'\nenvironment.huge = { cpus = 10000 }\nenvironment.quarter = { cpus = 0.25 }\n\
         [[variant]]\nname = 'true'\nkeep = true\ncommand = ['true']\n",
    );
    let outcome = stage.run(&stage.unprivileged("cmpthese run plan.toml --seed 1 --no-history"));
    let of_machine = |line: &str| match (line.split_once("no less than the "), line.split_once("cannot be made here ("))
    {
        (Some((before, _)), _) => format!("{before}no less than the [CPUs] of this machine"),
        (_, Some((before, _))) => format!("{before}cannot be made here ([reasons])"),
        (None, None) => line.to_string(),
    };
    // Where a sentence is folded depends on what this machine lacks.
    let unfolded = outcome.transcript().replace("\n      ", " ");
    let transcript = unfolded.lines().map(of_machine).collect::<Vec<_>>().join("\n");
    let (_, answer) = transcript.split_once('\n').expect("the line that was typed depends on who runs the test");
    assert_snapshot!(without_measurements(answer));
}
