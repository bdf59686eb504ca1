//! The spawner: how a command is started, how it may end, what is left of it, and what is read of it.

mod stage;

use cmpthese_subjects::{Context, Loss};
use model::{Answer, Check, Metric};
use protocol::{CommandCase, ErrorKind, Part, Reply, Request, Stdout, WorkerCase};
use stage::{Actor, STAND_IN, Stage, Witness, command, shell, snippet};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

const RUN: Request = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };

/// The standard output of a command, which must not need escapes.
fn output(spawner: &mut Actor, case: CommandCase) -> String {
    spawner.prepare(case);
    spawner.answer().head.trim_matches('"').to_string()
}

/// Kind and message of the error that a command ends in.
fn error(case: CommandCase) -> (ErrorKind, String) {
    let mut spawner = Stage::new().spawner().ready(case);
    let answered = spawner.answer_error();
    let run = spawner.error(&RUN);
    assert_eq!(answered, run, "an answer and a run tell the same");
    (answered.kind, answered.message)
}

/// Kind and message of the error of a command that cannot be prepared.
fn prepare_error(case: CommandCase) -> (ErrorKind, String) {
    let error = Stage::new().spawner().prepare_error(case);
    (error.kind, error.message)
}

fn is_gone(pid: &str) -> bool {
    assert!(pid.parse::<u32>().is_ok(), "{pid:?} is no process ID");
    !Path::new("/proc").join(pid).exists()
}

// ---- how a command may end ----

#[test]
fn an_exit_code_that_is_not_expected_is_told_with_what_was_said() {
    let cases = [
        (shell("exit 3"), "it ended with exit code 3, not 0"),
        (shell("echo out; echo sorry >&2; exit 255"), "it ended with exit code 255, not 0: sorry"),
        (CommandCase { exit: 1, ..shell("exit 0") }, "it ended with exit code 0, not 1"),
        (
            shell(r"printf 'one\n\377\033[31mtwo\n\n' >&2; exit 1"),
            "it ended with exit code 1, not 0: one\n\u{fffd}\u{1b}[31mtwo",
        ),
    ];
    for (case, message) in cases {
        assert_eq!(error(case), (ErrorKind::Died, message.to_string()));
    }
    let mut spawner = Stage::new().spawner();
    assert_eq!(output(&mut spawner, CommandCase { exit: 7, ..shell("echo fine; exit 7") }), r"fine\n");
}

#[test]
fn of_long_error_output_the_end_is_kept() {
    let (_, message) = error(shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo END >&2; exit 1"));
    assert_eq!(message, format!("it ended with exit code 1, not 0: {}END", "x".repeat(2044)));
}

#[test]
fn a_signal_is_named() {
    let names =
        [(6, " (SIGABRT)"), (9, " (SIGKILL)"), (11, " (SIGSEGV)"), (13, " (SIGPIPE)"), (15, " (SIGTERM)"), (40, "")];
    for (number, name) in names {
        let message = format!("signal {number}{name} ended it: sorry");
        assert_eq!(error(shell(&format!("echo sorry >&2; kill -{number} $$"))), (ErrorKind::Signal, message));
    }
}

#[test]
fn what_is_no_program_is_refused_when_it_is_prepared() {
    let stage = Stage::new();
    let plain = stage.write("plain", "#!/bin/sh\n");
    let directory = stage.directory().to_str().expect("a plain name").to_string();
    let died = |message: String| (ErrorKind::Died, message);
    let cases = [
        (command(&["cmpthese-no-such-program"]), (ErrorKind::Missing, "cmpthese-no-such-program".to_string())),
        (command(&["/no/such/program"]), (ErrorKind::Missing, "/no/such/program".to_string())),
        (command(&["./program"]), (ErrorKind::Missing, "./program".to_string())),
        (command(&[&plain]), died(format!("{plain} is not executable"))),
        (command(&[&directory]), died(format!("{directory} is a directory"))),
        (command(&["/dev/null"]), died("/dev/null is not executable".to_string())),
        (
            CommandCase { cwd: Some(stage.text("none")), ..command(&["true"]) },
            died(format!("the directory {}/none does not exist", directory)),
        ),
        (
            CommandCase { cwd: Some(stage.text("none")), ..command(&["./true"]) },
            died(format!("the directory {}/none does not exist", directory)),
        ),
        (
            CommandCase { cwd: Some(plain.clone()), ..command(&["true"]) },
            died(format!("the directory {plain} does not exist")),
        ),
        (command(&["printf", "a\0b"]), died(r#""a\0b" holds a zero byte"#.to_string())),
        (command(&[]), (ErrorKind::Protocol, "a command without a program".to_string())),
    ];
    for (case, expected) in cases {
        assert_eq!(prepare_error(case.clone()), expected, "{case:?}");
    }
}

#[test]
fn what_the_kernel_refuses_to_start_is_told_clearly() {
    let stage = Stage::new();
    let executable = |name: &str, content: &str| {
        let path = stage.write(name, content);
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("the file is ours");
        path
    };
    let headless = executable("headless", "echo hello\n");
    let empty = executable("empty", "");
    let orphan = executable("orphan", "#!/no/such/interpreter\n");
    let no_program =
        "it is no program that this system knows, and names no interpreter in a first line such as #!/bin/sh";
    let cases = [
        (&headless, format!("{headless} cannot be started: {no_program}")),
        (&empty, format!("{empty} cannot be started: {no_program}")),
        (
            &orphan,
            format!(
                "{orphan} cannot be started: it is gone, or the interpreter or loader that it names does not exist"
            ),
        ),
    ];
    for (program, message) in cases {
        assert_eq!(error(command(&[program])), (ErrorKind::Died, message));
    }
}

#[test]
fn files_that_cannot_be_opened_are_named() {
    let stage = Stage::new();
    let none = stage.text("none");
    let deep = stage.text("none/deep");
    let input = CommandCase { stdin: Some(none.clone()), ..command(&["cat"]) };
    let output = CommandCase { stdout: Stdout::File(deep.clone()), ..command(&["true"]) };
    let why = "No such file or directory (os error 2)";
    assert_eq!(error(input), (ErrorKind::Died, format!("standard input {none}: {why}")));
    assert_eq!(error(output), (ErrorKind::Died, format!("standard output {deep}: {why}")));
}

#[test]
fn after_an_error_the_next_case_runs() {
    let mut spawner = Stage::new().spawner();
    for failing in [shell("exit 1"), shell("kill -9 $$"), CommandCase { timeout_ns: 1, ..shell("sleep 1000") }] {
        spawner.prepare(failing);
        spawner.answer_error();
        spawner.error(&RUN);
        assert_eq!(output(&mut spawner, command(&["echo", "fine"])), r"fine\n");
    }
    assert_eq!(spawner.prepare_error(command(&["/no/such/program"])).kind, ErrorKind::Missing);
    assert_eq!(output(&mut spawner, command(&["echo", "fine"])), r"fine\n");
}

/// What a command that was ended had written must not be taken for the output of the next one.
#[test]
fn the_output_of_one_run_does_not_reach_the_next() {
    let stage = Stage::new();
    let flag = stage.text("flag");
    let script = format!(
        "if [ -e '{flag}' ]; then echo second; else touch '{flag}'; echo first; echo said >&2; exec sleep 1000; fi"
    );
    let mut spawner = stage.spawner().ready(CommandCase { timeout_ns: 2_000_000_000, ..shell(&script) });
    assert_eq!(spawner.answer_error().kind, ErrorKind::Timeout);
    assert_eq!(spawner.answer().head, r#""second\n""#);
}

/// The pipes are kept from run to run, and their flags with them.
#[test]
fn a_command_that_makes_its_output_nonblocking_does_not_change_the_next_run() {
    let script = "use Fcntl; print fcntl(STDOUT, F_GETFL, 0) & O_NONBLOCK, fcntl(STDERR, F_GETFL, 0) & O_NONBLOCK;
        fcntl($_, F_SETFL, O_WRONLY | O_NONBLOCK) or die $! for *STDOUT, *STDERR";
    let mut spawner = Stage::new().spawner().ready(command(&["perl", "-e", script]));
    for _ in 0..2 {
        assert_eq!(spawner.answer().head, r#""00""#);
    }
}

// ---- time-outs, and what is left behind ----

#[test]
fn a_time_out_ends_the_whole_process_group() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let script = format!("{}trap '' TERM INT HUP; (sleep 1000; :) & (while :; do :; done)", witness.held());
    let mut spawner = stage.spawner().ready(CommandCase { timeout_ns: 300_000_000, ..shell(&script) });
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

/// One process that keeps one CPU busy may be bound to one; whoever has children may not, however they are waited for.
#[test]
fn a_single_process_is_told_from_one_with_children() {
    let spin = "my $x; $x += $_ for 1..200000";
    let cases: [(&[&str], bool); 5] = [
        (&["true"], true),
        (&["perl", "-e", spin], true),
        (&["sh", "-c", "true; true | true; :"], false),
        (&["perl", "-e", "fork // die; wait"], false),
        (&["perl", "-e", "fork // die"], false),
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
        CommandCase { timeout_ns: 1_000_000, ..command(&["sleep", "1000"]) },
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

// ---- output ----

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
    let to_null = CommandCase { stdout: Stdout::Null, exit: 1, ..tells };
    spawner.prepare(CommandCase { exit: 0, ..to_null.clone() });
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

// ---- how a command is started ----

#[test]
fn standard_input_is_the_file_or_nothing() {
    let stage = Stage::new();
    let mut spawner = stage.spawner();
    assert_eq!(output(&mut spawner, command(&["cat"])), "");
    let file = stage.write("input", "from a file\n");
    spawner.prepare(CommandCase { stdin: Some(file), ..command(&["cat"]) });
    for _ in 0..2 {
        assert_eq!(spawner.answer().head, r#""from a file\n""#);
        assert_eq!(spawner.run(3).reading(Metric::WriteBytes), 3 * 12);
    }
}

#[test]
fn environment_and_directory_are_set() {
    let stage = Stage::new();
    let mut spawner = stage.spawner();
    let env = BTreeMap::from(
        [("GREETING", "hello = $x"), ("HOME", "/elsewhere"), ("EMPTY", "")]
            .map(|(n, v)| (n.to_string(), v.to_string())),
    );
    let script = "echo $GREETING,$HOME,${EMPTY-unset},${PATH:+kept}";
    assert_eq!(output(&mut spawner, CommandCase { env, ..shell(script) }), r"hello = $x,/elsewhere,,kept\n");

    let directory = fs::canonicalize(stage.directory()).expect("it exists");
    let cwd = Some(stage.text(""));
    assert_eq!(
        output(&mut spawner, CommandCase { cwd: cwd.clone(), ..command(&["pwd"]) }),
        format!(r"{}\n", directory.display())
    );

    // A program that is named by a path counts from the directory; its name is what was typed.
    fs::create_dir(stage.path("bin")).expect("the stage can be written");
    let program = stage.write("bin/tool", "#!/bin/sh\necho \"$0\" \"$@\" in \"${PWD##*/}\"\n");
    fs::set_permissions(program, Permissions::from_mode(0o755)).expect("the file is ours");
    let base = directory.file_name().expect("it has a name").to_string_lossy().into_owned();
    let head = output(&mut spawner, CommandCase { cwd, ..command(&["bin/tool", "a b"]) });
    assert_eq!(head, format!(r"{}/bin/tool a b in {base}\n", stage.directory().display()));
}

#[test]
fn signals_are_as_they_are_by_default() {
    let mut spawner = Stage::new().spawner();
    let status = output(&mut spawner, command(&["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]));
    let mask = |name: &str| {
        let line = status.split(r"\n").find(|line| line.starts_with(name)).expect("the kernel tells the masks");
        u64::from_str_radix(line.trim_start_matches(name).trim_start_matches(r":\t"), 16)
            .expect("a mask in hexadecimal")
    };
    assert_eq!(mask("SigBlk"), 0);
    assert_eq!(mask("SigIgn") & (1 << 12), 0, "SIGPIPE is ignored: {status}");
}

#[test]
fn a_command_has_a_process_group_and_no_descriptors_of_the_spawner() {
    let mut spawner = Stage::new().spawner();
    let stat = output(&mut spawner, command(&["cat", "/proc/self/stat"]));
    let fields: Vec<&str> = stat.split(' ').collect();
    assert_eq!(fields[4], fields[0], "process group and process: {stat}");
    // What whoever started the tests left open for all programs is not the spawner's.
    let inherited = Command::new("ls").arg("/proc/self/fd").output().expect("ls can be started").stdout;
    let inherited = String::from_utf8(inherited).expect("numbers").replace('\n', r"\n");
    assert_eq!(output(&mut spawner, command(&["ls", "/proc/self/fd"])), inherited);
}

#[test]
fn padding_lengthens_the_environment_and_nothing_else() {
    let stage = Stage::new();
    let file = stage.text("environment");
    let mut spawner = stage
        .spawner()
        .ready(CommandCase { stdout: Stdout::File(file.clone()), ..command(&["cat", "/proc/self/environ"]) });
    let mut environment = |padding| {
        spawner.padded_run(2, padding);
        fs::read_to_string(&file).expect("the command wrote it")
    };
    let bare = environment(0);
    for padding in [1, 4095, 100, 0, 65536] {
        let padded = environment(padding);
        assert_eq!(padded.len(), bare.len() + padding);
        let names = |text: &str| {
            text.split('\0').map(|entry| entry.split('=').next().unwrap_or("").to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(&padded), names(&bare));
        assert_eq!(padded.matches("CMPTHESE_PADDING=").count(), 1);
    }
}

// ---- readings ----

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

/// A snippet is nothing for a spawner.
#[test]
fn a_snippet_is_refused_without_naming_its_code() {
    let mut case = snippet("secret");
    case.parts.insert(Part::Setup, "x".repeat(100_000));
    let error = Stage::new().spawner().prepare_error(case);
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Protocol, "only commands are for the spawner"));
}
