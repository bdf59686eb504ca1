//! How a command may end, and what is said of it.

use crate::spawner::{RUN, error, output, prepare_error};
use crate::stage::{Stage, command, shell, snippet};
use model::{Check, ExitCodes};
use protocol::{CommandCase, ErrorKind, Part, Stdout};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

#[test]
fn an_exit_code_that_is_not_expected_is_told_with_what_was_said() {
    let cases = [
        (shell("exit 3"), "it ended with exit code 3, not 0"),
        (shell("echo out; echo sorry >&2; exit 255"), "it ended with exit code 255, not 0: sorry"),
        (CommandCase { exit: ExitCodes::one(1), ..shell("exit 0") }, "it ended with exit code 0, not 1"),
        (
            shell(r"printf 'one\n\377\033[31mtwo\n\n' >&2; exit 1"),
            "it ended with exit code 1, not 0: one\n\u{fffd}\u{1b}[31mtwo",
        ),
    ];
    for (case, message) in cases {
        assert_eq!(error(case), (ErrorKind::Died, message.to_string()));
    }
    let mut spawner = Stage::new().spawner();
    assert_eq!(output(&mut spawner, CommandCase { exit: ExitCodes::one(7), ..shell("echo fine; exit 7") }), r"fine\n");
}

#[test]
fn exit_codes_that_are_let_pass_are_noted() {
    let note = "an execution of it ended with exit code 3, which is let pass";
    let none_or_three = ExitCodes::These(vec![0, 3]);
    let cases = [
        (ExitCodes::Any, "exit 3", vec![note]),
        (ExitCodes::Any, "exit 0", vec![]),
        (none_or_three.clone(), "exit 3", vec![note]),
        (ExitCodes::one(3), "exit 3", vec![]),
    ];
    let mut spawner = Stage::new().spawner();
    for (exit, script, notes) in cases {
        spawner.prepare(CommandCase { exit, ..shell(script) });
        assert_eq!(spawner.checked_answer(Check::Exact).1, notes, "{script}");
        assert_eq!(spawner.run(3).notes, notes, "{script}");
    }
    let told = |exit, script| error(CommandCase { exit, ..shell(script) }).1;
    assert_eq!(told(none_or_three, "exit 4"), "it ended with exit code 4, not 0 or 3");
    assert_eq!(told(ExitCodes::Any, "kill -9 $$"), "signal 9 (SIGKILL) ended it");
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
    for failing in [shell("exit 1"), shell("kill -9 $$"), CommandCase { timeout_ns: Some(1), ..shell("sleep 1000") }] {
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
    let mut spawner = stage.spawner().ready(CommandCase { timeout_ns: Some(2_000_000_000), ..shell(&script) });
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

/// A snippet is nothing for a spawner.
#[test]
fn a_snippet_is_refused_without_naming_its_code() {
    let mut case = snippet("secret");
    case.parts.insert(Part::Setup, "x".repeat(100_000));
    let error = Stage::new().spawner().prepare_error(case);
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Protocol, "only commands are for the spawner"));
}
