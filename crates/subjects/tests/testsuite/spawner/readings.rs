//! What is read of a command: times, faults, switches, calls and bytes, its own and of its children.

use crate::stage::{Actor, STAND_IN, Stage, command, shell};
use cmpthese_subjects::Context;
use model::Metric;
use protocol::CommandCase;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// Two runs that differ by a known number of calls of a known size differ by just these.
#[test]
fn reads_and_writes_are_counted_exactly() {
    let mut spawner = Stage::new().spawner();
    let mut copy = |blocks: u64, iterations: u64| {
        let count = format!("count={blocks}");
        spawner.prepare(command(&["dd", "if=/dev/zero", "of=/dev/null", "bs=4096", &count, "status=none"]));
        let batch = spawner.run(iterations);
        [Metric::ReadCalls, Metric::WriteCalls, Metric::ReadBytes, Metric::WriteBytes]
            .map(|metric| batch.reading(metric))
    };
    let (few, many) = (copy(100, 3), copy(1100, 3));
    let difference: Vec<u64> = many.iter().zip(few).map(|(many, few)| many - few).collect();
    assert_eq!(difference, [3000, 3000, 3000 * 4096, 3000 * 4096]);
    assert_eq!(copy(100, 6), few.map(|total| 2 * total), "totals over the batch");
}

/// Only root may read /proc/PID/io of a process that has ended.
#[test]
fn reads_and_writes_are_counted_without_privileges() {
    let stage = Stage::new();
    let program = stage.text("stand-in");
    fs::copy(STAND_IN, &program).expect("the stage can be written");
    fs::set_permissions(stage.directory(), Permissions::from_mode(0o755)).expect("the directory is ours");
    let own_id = Command::new("id").arg("-u").output().expect("id can be started").stdout;
    let as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"].map(str::to_string);
    let as_it_is = if own_id == b"0\n" { as_nobody.to_vec() } else { Vec::new() };
    let spawner = as_it_is.into_iter().chain([program, "spawner".to_string()]).collect();
    let spawner = cmpthese_subjects::command::start(&Context { spawner, ..stage.context.clone() });
    let mut spawner = Actor::greeted(spawner.expect("setpriv can be started"));
    let absent = spawner.hello.absent.clone();
    assert!(!absent.keys().any(|metric| metric.starts_with("read_") || metric.starts_with("write_")), "{absent:?}");
    spawner.prepare(command(&["dd", "if=/dev/zero", "of=/dev/null", "bs=4096", "count=100", "status=none"]));
    let batch = spawner.run(2);
    let written = [Metric::WriteCalls, Metric::WriteBytes].map(|metric| batch.reading(metric));
    assert_eq!(written, [200, 200 * 4096]);
}

/// What the command's own children do is counted when it waits for them.
#[test]
fn readings_hold_the_children_that_were_waited_for() {
    let mut spawner = Stage::new().spawner();
    let copy = "dd if=/dev/zero of=/dev/null bs=4096 count=1000 status=none";
    let mut written = |script: String| {
        spawner.prepare(shell(&script));
        spawner.run(1).reading(Metric::WriteBytes)
    };
    assert_eq!(written(format!("{copy}; {copy}; true")) - written("true".to_string()), 2 * 4_096_000);
    assert_eq!(written("true".to_string()), 0);
}

/// A pipeline, and a grandchild that nobody waits for because it left its session and its parent ended: it has finished
/// before the command does.
#[test]
fn readings_hold_a_pipeline_and_a_detached_grandchild() {
    let stage = Stage::new();
    let mut spawner = stage.spawner();
    let mut written = |script: &str| {
        spawner.prepare(CommandCase { cwd: Some(stage.text("")), ..shell(script) });
        spawner.run(1).reading(Metric::WriteBytes)
    };
    assert_eq!(written("head -c 10000000 /dev/zero | cat | cat > /dev/null"), 30_000_000);
    let copy = "dd if=/dev/zero of=/dev/null bs=4096 count=1000 status=none";
    let detached = format!("mkfifo done; (setsid sh -c '{copy}; echo > done' &) ; read -r line < done; rm done");
    // One byte is that of echo.
    assert_eq!(written(&detached) - written("mkfifo done; rm done"), 4_096_000 + 1);
    let busy = "perl -e '1 while (times)[0] < 0.1'";
    spawner.prepare(CommandCase {
        cwd: Some(stage.text("")),
        ..shell(&format!("mkfifo done; (setsid sh -c \"{busy}; echo > done\" &) ; read -r line < done; rm done"))
    });
    assert!(spawner.run(1).reading(Metric::User) >= 80_000_000);
}

/// Faults, calls and bytes of a program in C that makes an exactly known number of each, against the same program that
/// makes none. Where its stack and its libraries lie is drawn at every start, which may take a few pages more or less: so
/// faults are those of the middle one of several starts.
#[test]
fn faults_calls_and_bytes_are_exact() {
    let stage = Stage::new();
    let program = compiled(&stage, "exact");
    let mut spawner = stage.spawner();
    let mut readings = |words: [&str; 4]| {
        spawner.prepare(command(&[&[program.as_str()][..], &words[..]].concat()));
        let mut runs: Vec<_> = (0..21).map(|_| spawner.run(1)).collect();
        runs.sort_by_key(|run| run.reading(Metric::MinorFaults));
        runs.swap_remove(10)
    };
    let none = readings(["0", "0", "0", "512"]);
    let some = readings(["1000", "300", "200", "512"]);
    let more = |metric| some.reading(metric) - none.reading(metric);
    assert!(more(Metric::MinorFaults).abs_diff(1000) <= 1, "{} faults", more(Metric::MinorFaults));
    assert_eq!([Metric::ReadCalls, Metric::WriteCalls].map(more), [300, 200]);
    assert_eq!([Metric::ReadBytes, Metric::WriteBytes].map(more), [300 * 512, 200 * 512]);
}

/// The peak of a program is its own, whatever is in the memory of whoever started it.
#[test]
fn the_peak_of_a_small_program_is_its_own() {
    let stage = Stage::new();
    let program = compiled(&stage, "exact");
    let mut spawner = stage.spawner().ready(command(&[&program, "732", "0", "0", "512"]));
    let peak = spawner.run(1).reading(Metric::PeakRss);
    // 732 pages, and what a program linked with the C library needs to start.
    assert!((3_000_000..5_000_000).contains(&peak), "{peak} bytes");
}

/// Compiles one of the programs of `tests/programs` and returns its path.
fn compiled(stage: &Stage, name: &str) -> String {
    let source = format!("{}/tests/programs/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let program = stage.text(name);
    let status = Command::new("cc").args(["-O1", "-o", &program, &source]).status().expect("cc is installed");
    assert!(status.success(), "{source} does not compile");
    program
}

#[test]
fn processor_time_faults_and_switches_are_those_of_the_command() {
    let mut spawner = Stage::new().spawner();
    spawner.prepare(command(&["perl", "-e", "1 while (times)[0] < 0.1; my $filled = 'x' x 30_000_000"]));
    let busy = spawner.run(1);
    assert!(busy.reading(Metric::User) >= 80_000_000, "{:?}", busy.readings);
    assert!(busy.reading(Metric::Wall) >= 80_000_000, "{:?}", busy.readings);
    assert!(busy.reading(Metric::PeakRss) >= 30_000_000, "{:?}", busy.readings);
    assert!(busy.reading(Metric::MinorFaults) >= 1000, "{:?}", busy.readings);

    spawner.prepare(command(&["perl", "-e", "select undef, undef, undef, 0.001 for 1 .. 20"]));
    let sleepy = spawner.run(1);
    assert!(sleepy.reading(Metric::VoluntarySwitches) >= 20, "{:?}", sleepy.readings);
    assert!(sleepy.reading(Metric::PeakRss) < busy.reading(Metric::PeakRss), "a peak of its own");
}
