//! Programs that a plan builds, and files that it wants cold.

use crate::recording::Recording;
use crate::stage::Stage;
use insta::assert_snapshot;

const SOURCE: &str = "#include <stdio.h>\nint main(void) { puts(\"42\"); return 0; }\n";

/// A compiler that keeps a list of what it was asked to do.
const COMPILER: &str = "#!/bin/sh\necho build >> /stage/built\nexec cc \"$@\"\n";

const PLAN: &str = r#"
budget = "100ms"

[build.answer]
files = ["answer.c"]
command = ["logging-cc", "-O1", "-o", "{output}", "answer.c"]

[[variant]]
name = "built"
command = ["{answer}"]

[[variant]]
name = "echo"
command = ["echo", "42"]
"#;

fn stage() -> Stage {
    let stage = Stage::with("answer.c", SOURCE);
    stage.program("logging-cc", COMPILER);
    stage.write("plan.toml", PLAN);
    stage
}

fn builds(stage: &Stage) -> usize {
    std::fs::read_to_string(stage.path("built")).unwrap_or_default().lines().count()
}

#[test]
fn a_program_is_built_once_and_anew_when_what_it_is_built_from_changes() {
    let stage = stage();
    let line = "cmpthese run plan.toml --seed 1";
    assert_snapshot!(stage.measured_session(&[line]));
    assert_eq!(builds(&stage), 1);
    assert_eq!(stage.run("cmpthese run ../$(basename $PWD)/plan.toml --seed 1").code, 0);
    assert_eq!(builds(&stage), 1, "from the cache");
    stage.write("answer.c", SOURCE.replace("return 0", "return 00"));
    assert_eq!(stage.run(line).code, 0);
    assert_eq!(builds(&stage), 2, "another source");
    stage.write("plan.toml", PLAN.replace("-O1", "-O2"));
    assert_eq!(stage.run(line).code, 0);
    assert_eq!(builds(&stage), 3, "another flag");
    stage.program("logging-cc", &format!("{COMPILER}\n"));
    assert_eq!(stage.run(line).code, 0);
    assert_eq!(builds(&stage), 4, "another compiler");
}

/// The output of the command is shown, and what does not need the program is measured.
#[test]
fn a_program_that_does_not_build() {
    let stage = stage();
    stage.write("answer.c", "int main(void) { return missing; }\n");
    let missing_tool = PLAN.replace("logging-cc", "no-such-cc");
    stage.write("missing_tool.toml", &missing_tool);
    let needs = "needs = [{ name = \"no-such-cc\", package = \"such-cc\" }]\ncommand = [\"no-such-cc\"";
    stage.write("needed_tool.toml", missing_tool.replace("command = [\"no-such-cc\"", needs));
    stage.write("missing_file.toml", PLAN.replace("answer.c", "elsewhere/answer.c"));
    stage.write("nothing.toml", PLAN.replace("\"logging-cc\", \"-O1\", \"-o\"", "\"echo\""));
    assert_snapshot!(stage.measured_session(&[
        "cmpthese run plan.toml --seed 1",
        "cmpthese run missing_tool.toml --seed 1",
        "cmpthese run needed_tool.toml --seed 1",
        "cmpthese run missing_file.toml --seed 1",
        "cmpthese run nothing.toml --seed 1",
    ]));
    assert_eq!(stage.scratch(), Vec::<std::path::PathBuf>::new());
}

/// It was said that a program without a name is not installed.
#[test]
fn a_program_does_not_build_itself() {
    let stage = stage();
    stage.write("plan.toml", PLAN.replace("\"logging-cc\", \"-O1\", \"-o\", ", ""));
    let said = stage.run("cmpthese run plan.toml --seed 1").transcript();
    assert!(said.contains("answer does not build: its command starts {output}, which is not there yet"), "{said}");
}

/// A file that does not fit is refused before anything is written, and one that lives in memory is never cold.
#[test]
fn fixtures_that_cannot_be_as_the_plan_wants_them() {
    let plan = r#"
budget = "100ms"
[fixture.file]
size = "SIZE"
cache = "cold"
[[variant]]
command = ["cat", "{file}"]
"#;
    let stage = Stage::with("huge.toml", plan.replace("SIZE", "1000TiB"));
    stage.write("cold.toml", plan.replace("SIZE", "64KiB"));
    let session = stage.measured_session(&[
        "cmpthese run huge.toml --seed 1",
        "mkdir -p /dev/shm/$$ && TMPDIR=/dev/shm/$$ cmpthese run cold.toml --seed 1; rmdir /dev/shm/$$",
    ]);
    let (before, free) = session.split_once("TiB, and ").expect("it tells how much is free");
    let (_, after) = free.split_once(" are free").expect("it tells how much is free");
    assert_snapshot!(format!("{before}TiB, and [so much] are free{after}"));
}

#[test]
fn a_command_that_never_ends_fills_a_file_of_a_size() {
    let plan = r#"
budget = "100ms"
fixture.text = { size = "10KiB", fill = { shell = "yes" } }
[[variant]]
shell = "test $(wc -c < {text}) = 10240"
"#;
    assert_eq!(Stage::with("plan.toml", plan).run("cmpthese run plan.toml").code, 0);
}

/// What was measured before and what would be measured now are two different things.
#[test]
fn a_run_is_not_resumed_with_another_program() {
    let stage = stage();
    let plan = PLAN.replace("budget = \"100ms\"", "budget = \"300ms\"\nparams.n = [1, 2]");
    let snippet =
        "\n[language.c]\nprelude = '#include \"value.h\"'\n\n[[variant]]\nname = \"answer\"\nc = 'return VALUE;'\n";
    stage.write("plan.toml", format!("check = \"none\"\n{plan}{snippet}"));
    stage.write("value.h", "#define VALUE 42\n");
    assert_eq!(stage.run("cmpthese run plan.toml --seed 1").code, 0);
    let recording = Recording::open(&stage.history());
    assert!(recording.cut(1, recording.first(1, "point_finished")));
    stage.write("answer.c", SOURCE.replace("return 0", "return 00"));
    stage.write("value.h", "#define VALUE (40 + 2)\n");
    let resumed = stage.run("cmpthese resume --quiet");
    assert_eq!(resumed.code, 130, "{}", resumed.transcript());
    assert!(
        resumed.stdout.contains("it could not go on: built: answer is another than when the run"),
        "{}",
        resumed.transcript()
    );
    stage.write("answer.c", SOURCE);
    let resumed = stage.run("cmpthese resume --quiet");
    assert!(
        resumed.stdout.contains("it could not go on: answer: its code is another than when"),
        "{}",
        resumed.transcript()
    );
}
