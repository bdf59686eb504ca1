//! What is ended with a command: its process group, what it leaves behind, and all when the spawner or the scheduler ends.

use crate::spawner::{RUN, is_gone, output};
use crate::stage::{Actor, STAND_IN, Stage, Witness, command, shell, snippet};
use cmpthese_subjects::{Context, Loss};
use model::Check;
use protocol::{CommandCase, ErrorKind, Reply, Request, WorkerCase};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

#[test]
fn a_time_out_ends_the_whole_process_group() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let script = format!("{}trap '' TERM INT HUP; (sleep 1000; :) & (while :; do :; done)", witness.held());
    let mut spawner = stage.spawner().ready(CommandCase { timeout_ns: Some(300_000_000), ..shell(&script) });
    let error = spawner.error(&RUN);
    let message = "it ran longer than its time-out of 300.0 ms, and was ended";
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Timeout, message));
    witness.all_ended();
}

/// Processes that a command leaves behind, however they detached themselves, are ended and told.
#[test]
fn what_is_left_behind_is_ended_and_noted() {
    let detached = [
        "sleep 1000 &",
        "setsid sleep 1000 &",
        "(setsid sh -c '(sleep 1000; :) & (sleep 1000; :) &' &)",
        "(trap '' HUP TERM; setsid sleep 1000 >/dev/null 2>&1 </dev/null &) ; sleep 1000 &",
        "sh -c 'sh -c \"sleep 1000 & echo late >&2\" & echo early' &",
        "sh -c 'kill -STOP $$' &",
    ];
    for script in detached {
        let stage = Stage::new();
        let witness = Witness::new(&stage);
        let mut spawner = stage.spawner().ready(shell(&format!("{}{script}", witness.held())));
        let batch = spawner.run(1);
        witness.all_ended();
        let note = "leaves processes behind when it ends; they are not waited for: after every run they are ended, and only \
                    what they used until then is counted";
        assert_eq!(batch.notes, [note], "{script}");
        spawner.prepare(shell(script));
        assert_eq!(spawner.checked_answer(Check::Exact).1, [note], "{script}");
    }
}

#[test]
fn a_command_that_waits_for_its_children_leaves_nothing_behind() {
    let mut spawner = Stage::new().spawner().ready(shell("sleep 0 & sleep 0 & wait"));
    assert_eq!(spawner.run(5).notes, [""; 0]);
}

/// One thread may be bound to a CPU; whoever has children may not, however they are waited for, nor who has threads, even if they have one CPU.
#[test]
fn a_single_thread_is_told_from_children_and_threads() {
    let spin = "my $x; $x += $_ for 1..200000";
    let two = format!("use threads; my @all = map {{ threads->create(sub {{ {spin} }}) }} 1, 2; $_->join for @all");
    let cases: [(&[&str], bool); 6] = [
        (&["true"], true),
        (&["perl", "-e", spin], true),
        (&["sh", "-c", "true; true | true; :"], false),
        (&["perl", "-e", "fork // die; wait"], false),
        (&["perl", "-e", "fork // die"], false),
        (&["taskset", "-c", "0", "perl", "-e", &two], false),
    ];
    for (argv, expected) in cases {
        let mut spawner = Stage::new().spawner().ready(command(argv));
        match spawner.ask(&Request::Answer { check: Check::Exact }) {
            Ok(Reply::Answer { alone, .. }) => assert_eq!(alone, expected, "{argv:?}"),
            other => panic!("{argv:?}: {other:?}"),
        }
    }
}

#[test]
fn no_zombie_remains() {
    let stage = Stage::new();
    let mut spawner = stage.spawner();
    let parent = output(&mut spawner, shell("printf $PPID"));
    for case in [
        shell("sleep 1000 & setsid sleep 1000 & true"),
        CommandCase { timeout_ns: Some(1_000_000), ..command(&["sleep", "1000"]) },
    ] {
        spawner.prepare(case);
        let _ = spawner.ask(&RUN);
        let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
        assert_eq!(children.expect("the spawner lives"), "");
    }
    drop(spawner);
    assert!(is_gone(&parent));
}

#[test]
fn a_command_that_ends_its_spawner_is_a_loss_with_the_signal() {
    let mut spawner = Stage::new().spawner().ready(shell("kill -9 $PPID"));
    let loss = spawner.loss();
    let how = "signal 9 (SIGKILL)".to_string();
    assert_eq!(loss, Loss::Ended { how, by_signal: true, stderr: String::new() });
}

/// The scheduler closes its end while a command and its descendants run.
#[test]
fn a_spawner_that_is_dropped_takes_its_command_along() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let spawner = witness.holding(&stage.context.spawner);
    let spawner = cmpthese_subjects::command::start(&Context { spawner, ..stage.context.clone() })
        .expect("the spawner can be started");
    let mut spawner = Actor::greeted(spawner).ready(shell("echo $$ >&9; setsid sleep 1000 & sleep 1000"));
    let parent = witness.line();
    // The limit may end the wait before the command has begun: the spawner is told to run it all the same.
    assert_eq!(spawner.ask_within(&RUN, 1_000_000), Err(Loss::TimedOut));
    drop(spawner);
    let begun = witness.all_ended();
    assert!(is_gone(&parent) && begun.iter().all(|command| is_gone(command)));
}

/// The scheduler is killed: the spawner and its command, and the host of a language, end by themselves. All of them, and
/// the scheduler, hold the pipe on file descriptor 9 open, which is how their end is seen.
#[test]
fn a_scheduler_that_is_killed_leaves_nothing_running() {
    let running = "echo runs >&9";
    let hanging = snippet("open my $nine, '>&=', 9; syswrite $nine, \"runs\\n\"; 1 while 1");
    let cases = [
        ("command", WorkerCase::Command(shell(&format!("{running}; exec sleep 1000")))),
        ("command", WorkerCase::Command(shell(&format!("{running}; setsid sleep 1000 & sleep 1000")))),
        ("perl", WorkerCase::Snippet(hanging)),
    ];
    for (worker, case) in cases {
        let stage = Stage::new();
        let mut scheduler = Command::new("sh")
            .args(["-c", r#"exec 9>&1; exec "$0" "$@""#, STAND_IN, "scheduler", worker, &stage.text("")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh can be started");
        let mut requests = scheduler.stdin.take().expect("standard input is piped");
        for request in [Request::Prepare { case }, RUN] {
            requests.write_all(&protocol::encode(&request)).expect("the scheduler reads");
        }
        let mut heard = BufReader::new(scheduler.stdout.take().expect("standard output is piped"));
        let mut lines = String::new();
        while !lines.ends_with("runs\n") {
            assert_ne!(heard.read_line(&mut lines).expect("the pipe can be read"), 0, "{lines}");
        }
        scheduler.kill().expect("the scheduler runs");
        scheduler.wait().expect("the scheduler is our child");
        heard.read_to_string(&mut lines).expect("the pipe can be read");
    }
}
