//! Ctrl-C, and the polite signals of others: the report of what there is, and nothing left behind.

use crate::process::Process;
use crate::recording::Recording;
use crate::stage::Stage;
use crate::transcript::without_measurements;
use insta::assert_snapshot;

/// Two commands that tell that they have begun.
const COMMANDS: &str = "
title = 'Two that sleep'
budget = '3s'
[[variant]]
name = 'one'
shell = 'echo begun >>witness; sleep 0.01'
[[variant]]
name = 'other'
shell = 'echo begun >>witness; sleep 0.02'
";

const PERL: &str = "
title = 'Two in Perl'
budget = '3s'
[language.perl]
prelude = '''
use Time::HiRes q(sleep);
sub begun { open my $file, q(>>), q(witness) or die $!; print $file qq(begun\\n) }
'''
[[variant]]
name = 'one'
perl = 'begun(); sleep 0.01; 1'
[[variant]]
name = 'other'
perl = 'begun(); sleep 0.02; 1'
";

/// Interrupts a run once a number of executions has begun; what it says, and what is said about it afterwards.
fn interrupted(plan: &str, executions: usize, interrupt: impl Fn(&Process)) -> String {
    let stage = Stage::with("plan.toml", plan);
    let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
    process.wait_for_lines(&stage.path("witness"), executions);
    interrupt(&process);
    let outcome = process.end();
    assert_eq!(outcome.code, 130);
    assert_eq!(stage.scratch(), Vec::<std::path::PathBuf>::new());
    let before = Recording::open(&stage.history()).blocks(1);
    let after = stage.session(&["cmpthese list", "cmpthese resume", "cmpthese list"]);
    let recording = Recording::open(&stage.history());
    assert!(recording.blocks(1).starts_with(&before));
    assert!(recording.blocks(1).len() > before.len());
    assert_eq!(recording.ends(1), ["interrupted", "complete"]);
    without_measurements(&format!("{}\n{after}", outcome.transcript()))
}

#[test]
fn ctrl_c_while_commands_are_measured() {
    assert_snapshot!(interrupted(COMMANDS, 20, |process| process.signal_group("INT")));
}

#[test]
fn ctrl_c_while_perl_is_measured() {
    assert_snapshot!(interrupted(PERL, 20, |process| process.signal_group("INT")));
}

/// Nothing is measured yet when the first command answers.
#[test]
fn ctrl_c_at_the_first_answer() {
    assert_snapshot!(interrupted(COMMANDS, 1, |process| process.signal_group("INT")));
}

#[test]
fn sigterm_and_sighup_are_as_good_as_ctrl_c() {
    let by_term = interrupted(COMMANDS, 20, |process| process.signal("TERM"));
    let by_hup = interrupted(COMMANDS, 20, |process| process.signal("HUP"));
    assert_eq!(by_term, interrupted(COMMANDS, 20, |process| process.signal_group("INT")));
    assert_eq!(by_term, by_hup);
}

/// A command that would run for an hour is ended at once.
#[test]
fn ctrl_c_ends_what_is_running() {
    let hour = "sleep 3600 & echo begun >>witness; wait";
    let stage = Stage::with("plan.toml", format!("[[variant]]\nname = 'hour'\nshell = '{hour}'\n"));
    let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
    process.wait_for_lines(&stage.path("witness"), 1);
    process.signal_group("INT");
    assert_snapshot!(without_measurements(&process.end().transcript()));
}

/// A setup, or the command that fills a fixture, may take long. Interrupting it is no fault of the variants.
#[test]
fn ctrl_c_during_the_setup() {
    let slow = "echo begun >>witness; [ -e fast ] || sleep 3600";
    for (what, line) in
        [("setup", format!("setup = '{slow}'")), ("fill", format!("fixture.f.fill = {{ shell = '{slow}' }}"))]
    {
        for group in [true, false] {
            let plan = format!("{line}\nbudget = '50ms'\n[[variant]]\nname = 'one'\ncommand = ['true']\n");
            let stage = Stage::with("plan.toml", plan);
            let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
            process.wait_for_lines(&stage.path("witness"), 1);
            if group {
                process.signal_group("INT")
            } else {
                process.signal("INT")
            }
            let outcome = process.end();
            assert_eq!(outcome.code, 130, "{what}: {}", outcome.transcript());
            assert!(!outcome.stdout.contains("failed"), "{what}: {}", outcome.stdout);
            assert_eq!(stage.scratch(), Vec::<std::path::PathBuf>::new());
            stage.write("fast", "");
            let outcome = stage.run("cmpthese resume");
            assert_eq!(outcome.code, 0, "{what}: {}", outcome.transcript());
            assert_eq!(Recording::open(&stage.history()).ends(1), ["interrupted", "complete"], "{what}");
        }
    }
}

/// A teardown that runs when somebody wishes to stop is run to its end; who wishes so again ends it.
#[test]
fn ctrl_c_during_the_teardown() {
    for (times, is_torn_down) in [(1, true), (2, false)] {
        let plan = "teardown = 'echo begun >>witness; sleep 4; touch torn-down'\nbudget = '50ms'\nparams.n = [1, 2]\n\
                    [[variant]]\nname = 'one'\ncommand = ['true']\n";
        let stage = Stage::with("plan.toml", plan);
        let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
        process.wait_for_lines(&stage.path("witness"), 1);
        for _ in 0..times {
            process.signal_group("INT");
            // One that is still pending is not sent twice.
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
        let outcome = process.end();
        assert_eq!(outcome.code, 130, "{}", outcome.transcript());
        assert!(!outcome.stdout.contains("teardown"), "{}", outcome.stdout);
        assert_eq!(stage.path("torn-down").exists(), is_torn_down, "{times}");
    }
}

#[test]
fn a_run_that_is_not_recorded_cannot_be_gone_on_with() {
    let stage = Stage::with("plan.toml", COMMANDS);
    let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1 --no-history");
    process.wait_for_lines(&stage.path("witness"), 20);
    process.signal_group("INT");
    assert_snapshot!(without_measurements(&process.end().transcript()));
}

/// Neither by what goes on with it.
#[test]
fn a_report_of_a_resumed_run_takes_the_place_of_nothing_that_it_is_made_from() {
    let stage = Stage::with("plan.toml", COMMANDS);
    let text = || std::fs::read_to_string(stage.path("plan.toml")).unwrap();
    let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
    process.wait_for_lines(&stage.path("witness"), 20);
    process.signal_group("INT");
    assert_eq!(process.end().code, 130);
    let outcome = stage.run("cmpthese resume --json plan.toml");
    assert_eq!(outcome.code, 2, "{}", outcome.transcript());
    assert!(outcome.stderr.contains("would take the place of plan.toml: it is made from it"), "{}", outcome.stderr);
    assert_eq!(text(), COMMANDS);

    let mut process = Process::start(&stage, "cmpthese resume");
    process.wait_for_lines(&stage.path("witness"), 40);
    let listed = stage.run("cmpthese list").stdout;
    assert!(listed.contains("unfinished") && !listed.contains("interrupted"), "{listed}");
    process.signal_group("INT");
    process.end();
}

#[test]
fn a_run_that_is_being_made_is_not_resumed_by_a_second_process() {
    let stage = Stage::with("plan.toml", COMMANDS.replace("'3s'", "'1h'"));
    let mut process = Process::start(&stage, "cmpthese run plan.toml --seed 1");
    process.wait_for_lines(&stage.path("witness"), 1);
    let session = stage.session(&["cmpthese resume", "cmpthese list", "cmpthese show --quiet | tail -1"]);
    process.signal_group("INT");
    let session = session.replace(&format!("process {}", process.id()), "process [id]");
    assert_eq!(process.end().code, 130);
    assert_snapshot!(without_measurements(&session));
}

/// nohup(1) has a program ignore that its terminal is gone, so that it goes on; Ctrl-C ends it all the same, because who sends it by name means it.
#[test]
fn what_is_to_be_ignored_is_ignored() {
    let stage = Stage::with("plan.toml", COMMANDS.replace("3s", "600ms"));
    let line = r#"sh -c "trap '' HUP INT; exec cmpthese run plan.toml --seed 1 --quiet""#;
    for (signal, code) in [("HUP", 0), ("INT", 130)] {
        let mut process = Process::start(&stage, line);
        process.wait_for_lines(&stage.path("witness"), 4);
        process.signal(signal);
        let outcome = process.end();
        assert_eq!(outcome.code, code, "{signal}: {}", outcome.transcript());
        std::fs::remove_file(stage.path("witness")).unwrap();
    }
}
