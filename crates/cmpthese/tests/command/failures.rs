//! Variants that fail, each in its own way: one clear message, and the others go on. Real processes, so numbers are left
//! out.

use crate::stage::Stage;
use insta::assert_snapshot;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

/// What is said of lines that compare something with `true` (or, in Perl, with something that works).
fn said(stage: &Stage, lines: &[&str]) -> String {
    let session = stage.measured_session(lines);
    assert_eq!(stage.scratch(), Vec::<std::path::PathBuf>::new());
    session
}

#[test]
fn programs_that_cannot_be_started() {
    let stage = Stage::with("not_executable", "#!/bin/sh\n");
    for (name, content) in [("no_interpreter", "#!/no/such/interpreter\n"), ("garbage", "\u{1}garbage\n")] {
        stage.write(name, content);
        std::fs::set_permissions(stage.path(name), Permissions::from_mode(0o755)).unwrap();
    }
    assert_snapshot!(said(
        &stage,
        &[
            "cmpthese --seed 1 --budget 100ms true no-such-program",
            "cmpthese --seed 1 --budget 100ms true ./no-such-program",
            "cmpthese --seed 1 --budget 100ms true ./not_executable",
            "cmpthese --seed 1 --budget 100ms true ./no_interpreter",
            "cmpthese --seed 1 --budget 100ms true ./garbage",
            "cmpthese --seed 1 --budget 100ms true ./tmp",
            "cmpthese --seed 1 --budget 100ms --stdin missing true cat",
        ]
    ));
}

/// The time of the point that fails goes to the other, where it answers once more. Its launches were thrown away because the time is another.
#[test]
fn an_answer_that_is_another_each_time_survives_time_that_is_left() {
    let line = "cmpthese --seed 1 --budget 500ms --no-history --param n=0,1 --json - \
        \"sh -c 'test {n} = 1 && sleep 0.01 && date +%N'\"";
    let outcome = Stage::new().run(line);
    let report: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let variant = &report["points"][1]["variants"][0];
    assert!(variant["time_ns"]["point"].as_f64().is_some_and(|ns| ns > 1e7), "{}", outcome.transcript());
}

/// The first execution is the answer, and the next are the pilot, whose remarks were lost.
#[test]
fn an_exit_code_that_is_let_pass_in_the_pilot_is_told() {
    let script = "#!/bin/sh\nn=$(($(cat count) + 1)); echo $n > count; [ $n -eq 2 ] && exit 3; exit 0\n";
    let stage = Stage::with("script", script);
    stage.write("count", "0");
    let outcome = stage.run("cmpthese --seed 1 --budget 500ms --no-history --exit any 'sh script'");
    assert!(outcome.stdout.contains("ended with exit code 3"), "{}", outcome.transcript());
}

/// Both are null, which agrees; or one, which does not.
#[test]
fn code_without_a_value_is_told() {
    let [first, second] = ["my $s = 0; $s += $_ for 1 .. 9", "my $s = 0; $s -= $_ for 1 .. 9"];
    let stage = Stage::new();
    let said = |options: &str, second: &str| {
        let line = format!("cmpthese --lang perl --seed 1 --budget 300ms --no-history {options} '{first}' '{second}'");
        let said = stage.run(&line).stdout;
        ["no code has a value", "` has no value: let it give one"].map(|note| said.contains(note))
    };
    assert_eq!([said("", second), said("--check none", second)], [[true, false], [false, false]]);
    assert_eq!(said("", &format!("{second}; $s")), [false, true]);
}

/// It was said that a program without a name is not installed.
#[test]
fn a_program_whose_name_is_empty_at_a_point() {
    let plan = "budget = '100ms'\nparams.program = ['']\n[server.s]\ncommand = ['{program}', '{port}']\n\
        [[variant]]\nname = 'command'\ncommand = ['{program}']\n[[variant]]\nname = 'request'\nhttp = '/'\n";
    let said = Stage::with("plan.toml", plan).run("cmpthese run plan.toml --seed 1 --no-history").transcript();
    assert!(said.contains("command: failed: the name of the program is empty"), "{said}");
    assert!(said.contains("request: failed: the name of its program is empty"), "{said}");
}

#[test]
fn commands_that_end_badly() {
    assert_snapshot!(said(
        &Stage::new(),
        &[
            "cmpthese --seed 1 --budget 100ms true false",
            "cmpthese --seed 1 --budget 100ms --shell true 'echo what went wrong >&2; exit 3'",
            "cmpthese --seed 1 --budget 100ms --shell true 'kill -SEGV $$'",
            "cmpthese --seed 1 --budget 100ms --exit 1 true false",
            "cmpthese --seed 1 --budget 100ms --timeout 500ms true 'sleep 600'",
            "cmpthese --seed 1 --budget 100ms --timeout 500ms --shell true 'trap \"\" TERM INT; sleep 600 & wait; sleep 600'",
        ]
    ));
}

#[test]
fn answers_that_differ() {
    assert_snapshot!(said(
        &Stage::new(),
        &[
            "cmpthese --seed 1 --budget 100ms 'seq 1 9' 'seq 1 9 ' 'seq 1 10'",
            "cmpthese --seed 1 --budget 100ms 'seq 1 9' 'seq 2 9'",
            "cmpthese --seed 1 --budget 100ms --check none 'seq 1 9' 'seq 2 9'",
            "cmpthese --seed 1 --budget 100ms --lang perl 'my $x = -3; $x += $_ for 1..9; $x' '\"42\"' '[1, {a => undef}]'",
            "cmpthese --seed 1 --budget 100ms --lang perl --check lenient 'my $x = -3; $x += $_ for 1..9; $x' 'my $x = -3; $x += $_ for 1..9; \"$x\"'",
        ]
    ));
}

/// Who compares no answers may have some that cannot be compared.
#[test]
fn answers_that_nobody_compares_may_be_anything() {
    let outcome = Stage::new().run(
        "cmpthese --seed 1 --budget 400ms --no-history --lang perl --check none 'my @a = 1 .. 99; sub { 1 }' 'my @a = 1 .. 999; sub { 1 }'",
    );
    let said = outcome.transcript();
    assert!(outcome.code == 0 && !said.contains("cannot be compared"), "{said}");
}

/// As many bytes as do not fit into memory at once are not kept; who prints a lot is measured all the same.
#[test]
fn a_command_that_prints_without_end_in_sight() {
    assert_snapshot!(said(
        &Stage::new(),
        &["cmpthese --seed 1 --budget 100ms --shell 'yes | head -c 100000000' 'yes | head -c 100000000; true'"]
    ));
}

#[test]
fn commands_that_leave_processes_behind() {
    let stage = Stage::new();
    assert_snapshot!(said(
        &stage,
        &[
            "cmpthese --seed 1 --budget 100ms --shell true 'sleep 601 &'",
            "cmpthese --seed 1 --budget 100ms --shell true 'setsid sleep 602 >/dev/null 2>&1 &'",
            "for process in /proc/[0-9]*; do tr '\\0' ' ' <$process/cmdline; done 2>/dev/null | grep -c 'sleep 60[12]'",
        ]
    ));
}

#[test]
fn variants_that_change_the_fixture() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "300ms"
        fixture.file = { size = "4KiB", fill = { lines = 16 } }
        [[variant]]
        name = "reads"
        shell = "wc -c <{file}"
        [[variant]]
        name = "appends"
        shell = "wc -c <{file}; echo more >>{file}"
        [[variant]]
        name = "removes"
        shell = "wc -c <{file}; rm {file}"
        [[variant]]
        name = "replaces"
        shell = "wc -c <{file}; cp {file} {file}.new; mv {file}.new {file}"
        [[variant]]
        name = "changes it and fails"
        shell = "echo more >>{file}; exit 3"
        [[variant]]
        name = "comes after them"
        shell = "wc -c <{file}; true"
        "#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// The one that changed it is told why; those that come next still have its name.
#[test]
fn a_fixture_that_cannot_be_made_again() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "300ms"
        fixture.file.fill = { shell = "test ! -e made && touch made && seq 1000" }
        [[variant]]
        name = "appends"
        perl = 'open my $out, ">>", $file or die; print $out "more"; 1'
        [[variant]]
        name = "reads"
        perl = 'open my $in, "<", $file or die "$file: $!"; 1'
        [[variant]]
        name = "reads, too"
        shell = "wc -c <{file}"
        "#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// What is to be less its time has none any more, and there is nothing left to wait for.
#[test]
fn a_floor_that_fails_in_the_middle() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "60s"
        [[variant]]
        name = "start"
        shell = "echo yes; sleep 0.02; n=$(cat runs 2>/dev/null || echo 0); echo $((n + 1)) >runs; test $n -lt 9"
        [[variant]]
        name = "work"
        shell = "echo yes; sleep 0.04"
        less = "start"
        "#,
    );
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --quiet --json report.json");
    assert_eq!(outcome.code, 1, "{}", outcome.transcript());
    let why = "work: failed: its time is to be less that of start, which cannot be measured: it ended with exit code 1";
    assert!(outcome.stdout.contains(why), "{}", outcome.transcript());
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(stage.path("report.json")).unwrap()).unwrap();
    let launches = report["points"][0]["launches"].as_u64().unwrap();
    assert!(launches < 10, "nobody is left after some executions, and there were {launches} launches");
}

/// They answer, and the pilot is content; what they become later is found while they are timed. Each execution is long
/// enough to be a batch of its own, so the fourth is a timed one.
#[test]
fn variants_that_fail_in_the_middle() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "800ms"
        [[variant]]
        name = "steady"
        shell = "echo yes; sleep 0.02"
        [[variant]]
        name = "turns"
        shell = "echo yes; echo >>turns; sleep 0.02; [ $(wc -l <turns) -lt 4 ]"
        [[variant]]
        name = "dies"
        shell = "echo yes; echo >>dies; sleep 0.02; [ $(wc -l <dies) -lt 4 ] || kill -9 $$"
        [[variant]]
        name = "hangs"
        shell = "echo yes; echo >>hangs; sleep 0.02; [ $(wc -l <hangs) -lt 4 ] || sleep 600"
        timeout = "100ms"
        [[variant]]
        name = "spoils the input"
        shell = "echo yes; echo >>spoils; sleep 0.02; [ $(wc -l <spoils) -lt 4 ] || echo >>{input}"
        [fixture.input]
        size = "1KiB"
        "#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

const PERL: &str = r#"
budget = "600ms"
[language.perl]
prelude = '''
use Time::HiRes 'sleep';
sub count { my ($name) = @_; open my $file, '>>', "count-$name" or die "$!\n"; syswrite $file, 'x'; return -s $file }
'''
[[variant]]
name = "steady"
perl = 'sleep 0.003; "yes"'
"#;

/// Those that fail, and the half second that one is waited for, leave enough of the budget on a machine that is busy, too.
#[test]
fn perl_that_fails() {
    let stage = Stage::with(
        "plan.toml",
        PERL.replace("600ms", "3s")
            + r#"
[[variant]]
name = "does not compile"
perl = '''
my $answer = "yes";
$anwser
'''
[[variant]]
name = "does not parse"
perl = '1 +'
[[variant]]
name = "dies"
perl = '''
sleep 0;

die { code => 3 } if 0; die "out of luck"
'''
[[variant]]
name = "exits"
perl = 'exit 3'
[[variant]]
name = "never returns"
perl = '1 while 1'
timeout = "500ms"
[[variant]]
name = "is killed"
perl = 'kill 9, $$; sleep 1'
[[variant]]
name = "returns code"
perl = 'sub { 1 }'
[[variant]]
name = "breaks out of the loop"
perl = 'last'
[[variant]]
name = "dies in its setup"
setup = 'die "no data\n"'
perl = '"yes"'
[[variant]]
name = "forks and prints"
perl = 'print "noise\n"; print STDERR "noise\n"; my $child = fork; exit if !$child; waitpid $child, 0; "yes"'
"#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// After the answer and the pilot, each launch calls a snippet twice at least, so the sixth call is in the second launch.
#[test]
fn perl_that_fails_in_the_middle() {
    let stage = Stage::with(
        "plan.toml",
        PERL.to_string()
            + r#"
[[variant]]
name = "dies at the 6th call"
perl = 'sleep 0.003; die "out of luck" if count("dies") >= 6; "yes"'
[[variant]]
name = "exits at the 6th call"
perl = 'sleep 0.003; exit 3 if count("exits") >= 6; "yes"'
[[variant]]
name = "never returns from the 6th call"
perl = 'sleep 0.003; if (count("hangs") >= 6) { 1 while 1 } "yes"'
timeout = "100ms"
"#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// So short that they are timed in slices: the others go on. There is time for sixty calls on a machine that is busy, too.
#[test]
fn perl_that_fails_in_a_slice() {
    let stage = Stage::with(
        "plan.toml",
        PERL.replace("0.003", "0.0006").replace("600ms", "2s")
            + r#"
[[variant]]
name = "dies at the 60th call"
perl = 'sleep 0.0006; die "out of luck" if count("dies") >= 60; "yes"'
[[variant]]
name = "exits at the 60th call"
perl = 'sleep 0.0006; exit 3 if count("exits") >= 60; "yes"'
"#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// It finds the pipe that its worker replies to, and writes there what the scheduler reads as a reply.
#[test]
fn perl_that_speaks_for_its_worker() {
    let stage = Stage::with(
        "plan.toml",
        PERL.to_string()
            + r#"
[[variant]]
name = "says goodbye"
perl = '''
for my $number (3 .. 40) {
    open my $pipe, '>&=', $number or next;
    syswrite $pipe, qq({"type":"bye"}\n);
}
"yes"
'''
"#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

#[test]
fn a_prelude_that_does_not_compile_concerns_all() {
    let stage = Stage::with("plan.toml", PERL.replace("use Time", "use strict; $x = 1;\nuse Time"));
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

#[test]
fn what_is_not_installed_is_named_with_its_package() {
    let stage = Stage::with(
        "plan.toml",
        r#"
        budget = "100ms"
        [[variant]]
        name = "there"
        shell = "echo yes"
        [[variant]]
        name = "a module"
        needs = [{ name = "No::Such::Module", package = "libno-such-module-perl" }]
        perl = '"yes"'
        [[variant]]
        name = "a module without a package"
        needs = ["No::Such::Module"]
        perl = '"yes"'
        [[variant]]
        name = "a program"
        needs = [{ name = "no-such-program", package = "no-such-package" }]
        command = ["no-such-program"]
        [[variant]]
        name = "a program in a pipe"
        needs = ["wc", { name = "no-such-program", package = "no-such-package" }]
        shell = "no-such-program | wc -l"
        "#,
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

#[test]
fn perl_is_not_installed() {
    let line = "PATH=/nowhere ./bin/cmpthese --seed 1 --budget 100ms --lang perl 1 2";
    assert_snapshot!(said(&Stage::new(), &[line]));
}

#[test]
fn perl_is_another_program() {
    let stage = Stage::new();
    stage.program("perl", "echo nonsense >&4; cat <&3");
    assert_snapshot!(said(&stage, &["cmpthese --seed 1 --budget 100ms --lang perl 1 2"]));
}

/// The empty loop that is taken off the times of snippets is no rival: a contestant that is left alone with it is not
/// too slow.
#[test]
fn a_snippet_that_is_left_alone_is_measured() {
    assert_snapshot!(said(
        &Stage::new(),
        &["cmpthese --seed 1 --budget 50ms --lang perl 'die' 'my $x = 1; $x += $_ for 1..99; $x'"]
    ));
}

#[test]
fn commands_around_the_timing_that_fail() {
    let stage = Stage::new();
    let variant = "budget = '50ms'\n[[variant]]\nname = 'one'\ncommand = ['true']\n";
    for (name, line) in [
        ("setup", "setup = 'echo no room >&2; exit 4'"),
        ("setup_missing", "setup = { command = ['no-such-program'] }"),
        ("teardown", "teardown = 'echo still busy >&2; exit 5'"),
        ("fill", "fixture.f.fill = { shell = 'echo half; exit 6' }"),
        ("no_room", "fixture.f = { size = '1MiB' }"),
    ] {
        stage.write(&format!("{name}.toml"), format!("{line}\n{variant}"));
    }
    assert_snapshot!(said(
        &stage,
        &[
            "cmpthese run setup.toml --seed 1",
            "cmpthese run setup_missing.toml --seed 1",
            "cmpthese run teardown.toml --seed 1",
            "cmpthese run fill.toml --seed 1",
            "ulimit -f 100; trap '' XFSZ; cmpthese run no_room.toml --seed 1 --no-history",
        ]
    ));
}

/// A setup that starts a server goes on when its own process has ended.
#[test]
fn a_setup_may_leave_a_process_running_for_the_teardown_to_end() {
    let stage = Stage::with(
        "plan.toml",
        "setup = 'sleep 603 & echo $! >server'\nteardown = 'kill $(cat server)'\nbudget = '50ms'\n\
         [[variant]]\nname = 'client'\nshell = 'kill -0 $(cat server)'\n",
    );
    assert_snapshot!(said(&stage, &["cmpthese run plan.toml --seed 1"]));
}

/// What the first commands of a setup began, teardown ends, though another one of them failed.
#[test]
fn a_setup_that_fails_midway_is_torn_down() {
    let stage = Stage::with(
        "plan.toml",
        "setup = ['echo yes >begun', 'test -e nothing']\nteardown = 'rm begun'\nbudget = '50ms'\n\
         [[variant]]\nname = 'client'\ncommand = ['true']\n",
    );
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --quiet");
    assert!(outcome.stdout.contains("the setup command failed: test -e nothing"), "{}", outcome.stdout);
    assert!(!stage.path("begun").exists());
}

/// What asks for a password at the terminal would stand still for ever: in the background nobody gets it.
#[test]
fn who_wants_the_terminal_is_told_so() {
    let stage = Stage::new();
    for options in
        ["'read x </dev/tty' true", "--setup 'read x </dev/tty' true", "--before-each 'read x </dev/tty' true"]
    {
        let line = format!(
            "timeout 30 script -qec \"cmpthese --no-history --quiet --budget 50ms --shell {options}\" /dev/null"
        );
        let outcome = stage.run(&line);
        assert!(outcome.stdout.contains("it wants the terminal"), "{options}: {} {}", outcome.code, outcome.stdout);
    }
}

/// It stops itself where it is not in the foreground, and goes on where there is no terminal.
#[test]
fn an_interactive_shell_is_run_without_the_terminal() {
    let line = "timeout 60 script -qec \"cmpthese --no-history --quiet --budget 300ms 'bash --norc -i -c exit' true\" /dev/null";
    let outcome = Stage::new().run(line);
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
    assert!(outcome.stdout.contains("bash --norc -i -c exit"), "{}", outcome.stdout);
}

/// It agrees with nobody, and a reader looks for what is wrong with the other.
#[test]
fn an_answer_that_is_another_each_time_is_told() {
    let stage = Stage::new();
    let outcome = stage.run("cmpthese --shell 'date +%s%N' 'echo 5' --budget 500ms --seed 1 --no-history");
    let words = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "the answer of `date +%s%N` is not the same each time that it runs";
    assert!(words.contains(note), "{}{}", outcome.stdout, outcome.stderr);
    let steady = stage.run("cmpthese --shell 'echo 4' 'echo 5' --budget 500ms --seed 1 --no-history");
    assert!(steady.stdout.contains("answers differently") && !steady.stdout.contains("the same each time"));
}

#[test]
fn who_fails_now_and_then_is_told_to_have_ended_well_before() {
    let stage = Stage::new();
    stage.program("flaky", "#!/bin/sh\necho >>/stage/runs\n[ $(wc -l </stage/runs) -lt 80 ] || exit 3\n");
    let outcome = stage.run("cmpthese flaky true --budget 3s --seed 1 --no-history");
    assert!(outcome.stdout.contains("before that it ended well "), "{}{}", outcome.stdout, outcome.stderr);
}
