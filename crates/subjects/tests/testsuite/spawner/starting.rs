//! How a command is started: input, environment, directory, signals, descriptors, padding.

use crate::spawner::{output, prepare_error};
use crate::stage::{Stage, command, shell};
use model::Metric;
use protocol::{CommandCase, ErrorKind, Stdout};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

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
fn input_that_can_be_read_once_only_is_refused() {
    let stage = Stage::new();
    let pipe = stage.text("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("coreutils are there").success());
    for stream in [&pipe, "-", "/dev/stdin", "/dev/fd/63", "/proc/self/fd/0"] {
        let (kind, why) = prepare_error(CommandCase { stdin: Some(stream.to_string()), ..command(&["cat"]) });
        assert_eq!(kind, ErrorKind::Died);
        assert!(why.starts_with(&format!("standard input {stream}: it can be read once only")), "{why}");
    }
}

#[test]
fn output_does_not_empty_the_input() {
    let stage = Stage::new();
    let file = stage.write("both", "kept\n");
    let case = CommandCase { stdin: Some(file.clone()), stdout: Stdout::File(file.clone()), ..command(&["cat"]) };
    let why = format!("standard output {file} is the file that is read: it would be emptied");
    assert_eq!(prepare_error(case), (ErrorKind::Died, why));
    assert_eq!(fs::read_to_string(file).expect("it is there"), "kept\n");
}

/// What a command wrote there would be waited for without end.
#[test]
fn output_that_cannot_be_read_again_is_refused() {
    let stage = Stage::new();
    for stream in ["/dev/stdout", "/dev/stderr", "/dev/zero", &stage.text("")] {
        let case = CommandCase { stdout: Stdout::File(stream.to_string()), ..command(&["echo"]) };
        let (kind, why) = prepare_error(case);
        assert_eq!(kind, ErrorKind::Died);
        assert!(why.starts_with(&format!("standard output {stream}: it is no file")), "{why}");
    }
}

#[test]
fn a_path_of_its_own_finds_the_program() {
    let stage = Stage::new();
    for directory in ["one", "two"] {
        fs::create_dir(stage.path(directory)).expect("the stage can be written");
        let program = stage.write(&format!("{directory}/tool"), &format!("#!/bin/sh\necho {directory}\n"));
        fs::set_permissions(program, Permissions::from_mode(0o755)).expect("the file is ours");
        let path = format!("{}:/usr/bin:/bin", stage.text(directory));
        let env = BTreeMap::from([("PATH".to_string(), path)]);
        let answered = output(&mut stage.spawner(), CommandCase { env, ..command(&["tool"]) });
        assert_eq!(answered, format!(r"{directory}\n"));
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
    for padding in [1, 4095, 100, 0, 4096] {
        let padded = environment(padding);
        assert_eq!(padded.len(), bare.len() + padding);
        let names = |text: &str| {
            text.split('\0').map(|entry| entry.split('=').next().unwrap_or("").to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(&padded), names(&bare));
        assert_eq!(padded.matches("CMPTHESE_PADDING=").count(), 1);
    }
}
