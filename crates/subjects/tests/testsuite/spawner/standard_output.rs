//! What a command writes, and what becomes of it.

use crate::spawner::{RUN, output};
use crate::stage::{Stage, command, shell};
use model::{Answer, ExitCodes, Metric};
use protocol::{CommandCase, Stdout};
use std::fs;

#[test]
fn the_answer_is_the_standard_output() {
    let stage = Stage::new();
    let mut spawner = stage.spawner();
    assert_eq!(output(&mut spawner, command(&["true"])), "");
    assert_eq!(
        output(&mut spawner, command(&["printf", "%s-", "a b", "", "$HOME", "\u{e9}"])),
        r"a b--$HOME-\xC3\xA9-"
    );
    assert_eq!(output(&mut spawner, shell("echo out; echo err >&2")), r"out\n");
    let tells = command(&["perl", "-e", r#"print STDERR readlink "/proc/self/fd/1"; print "out\n""#]);
    let to_null = CommandCase { stdout: Stdout::Null, exit: ExitCodes::one(1), ..tells };
    spawner.prepare(CommandCase { exit: ExitCodes::default(), ..to_null.clone() });
    assert_eq!(spawner.answer().head, r#""out\n""#, "an answer is taken through a pipe");
    spawner.prepare(to_null);
    assert_eq!(spawner.error(&RUN).message, "it ended with exit code 0, not 1: /dev/null");
    let file = stage.text("file");
    spawner.prepare(CommandCase { stdout: Stdout::File(file.clone()), ..command(&["echo", "out"]) });
    for _ in 0..2 {
        assert_eq!(spawner.answer().head, r#""out\n""#);
        spawner.run(3);
        assert_eq!(fs::read_to_string(&file).expect("the command wrote it"), "out\n");
    }
}

/// A gigabyte in a run, and 50 MB that are digested: the spawner holds none of it.
#[test]
fn a_flood_of_output_does_not_fill_the_memory() {
    let mut spawner = Stage::new().spawner();
    let parent = output(&mut spawner, shell("printf $PPID"));
    spawner.prepare(command(&["head", "-c", "1000000000", "/dev/zero"]));
    assert_eq!(spawner.run(1).reading(Metric::WriteBytes), 1_000_000_000);
    spawner.prepare(shell("head -c 100000000 /dev/zero >&2; yes | head -c 10000000"));
    let answer = spawner.answer();
    assert_eq!((answer.length, answer.head.len()), (15_000_002, Answer::HEAD_MAX));
    let status = fs::read_to_string(format!("/proc/{parent}/status")).expect("the spawner lives");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the kernel tells the peak");
    let peak_kib: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak_kib < 20_000, "{peak_kib} KiB");
}

#[test]
fn a_command_that_closes_its_output_is_waited_for() {
    let mut spawner = Stage::new().spawner().ready(shell("echo said; exec >&- 2>&-; sleep 0.05; exit 0"));
    assert_eq!(spawner.answer().head, r#""said\n""#);
    assert!(spawner.run(2).reading(Metric::Wall) >= 100_000_000);
}
