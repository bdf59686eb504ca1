//! `before_each`: what runs before every iteration, in the plan and on the command line; and what tears snippets down.

use crate::stage::Stage;
use insta::assert_snapshot;
use std::collections::BTreeSet;

/// Code that only does its work when it has been undone since.
const PLAN: &str = r#"
title = "Work that is undone"
budget = "1s"
[language.perl]
setup = 'my $done = 0;'
before_each = '$done = 0;'
[[variant]]
name = "perl"
perl = 'die "it is done" if $done++; "done"'
[[variant]]
name = "perl, otherwise"
before_each = '$done = 5;'
perl = 'die "it is done" if $done++ != 5; "done"'
[[variant]]
name = "command"
before_each = "rm -f done"
shell = "set -C; : >done && printf done"
"#;

#[test]
fn what_is_used_up_is_put_back_before_every_iteration() {
    let stage = Stage::with("plan.toml", PLAN);
    let outcome = stage.run("cmpthese run plan.toml --seed 1 --no-history");
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("failed"), "{}", outcome.stdout);
    let quick = "cmpthese --seed 1 --budget 500ms --no-history --shell --before-each 'rm -f d' 'set -C; : >d' 'set -C; echo >d'";
    assert_eq!(stage.run(quick).code, 0);
}

/// It works by hand, where the process lives on.
#[test]
fn what_it_leaves_running_is_ended_before_the_command_starts() {
    let line = "cmpthese --seed 1 --budget 300ms --no-history --shell --before-each 'sleep 5 >&- 2>&- & echo $! >pid'";
    let stage = Stage::new();
    let outcome = stage.run(&format!("{line} 'kill -0 $(cat pid)'"));
    let why = "(what its before_each leaves running is ended before it starts; a setup may leave it)";
    assert!(outcome.stdout.replace("\n      ", " ").contains(why), "{}", outcome.transcript());
    let outcome = stage.run(&format!("{line} 'cat pid >&-; true'"));
    assert!(outcome.stdout.contains("what its before_each leaves running is ended"), "{}", outcome.transcript());
}

#[test]
fn what_takes_long_before_each_iteration_takes_its_part_of_the_budget() {
    let stage = Stage::new();
    let line =
        "cmpthese --lang perl --seed 1 --budget 1s --no-history --before-each 'select undef, undef, undef, 0.005'";
    let outcome = stage.run(&format!("{line} '1' '2 - 1'"));
    let blocks: usize = outcome.stdout.split(" blocks").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    // Two batches of 18 ms at least, and a quarter more time for the launches that are needed.
    assert!(blocks <= 40, "{}", outcome.stdout);
}

/// At the end of each worker, once; it sees what the setup has made.
#[test]
fn what_is_set_up_for_snippets_is_torn_down() {
    let stage = Stage::new();
    let teardown = r#"open my $file, ">>", $path or die; print $file "$$\n""#;
    let line = format!(
        "cmpthese --seed 1 --budget 400ms --no-history --lang perl --setup 'my $path = \"torn-down\"' --teardown '{teardown}' \
         'my $x = 0; $x += $_ for 1 .. 99; $x' 'my $x = 0; $x += $_ for (1 .. 99); $x'"
    );
    let outcome = stage.run(&line);
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
    let written = std::fs::read_to_string(stage.path("torn-down")).unwrap();
    let workers: BTreeSet<&str> = written.lines().collect();
    assert!(!workers.is_empty() && workers.len() == written.lines().count(), "{written}");
}

#[test]
fn when_it_fails_its_line_is_told() {
    let plan = r#"
budget = "300ms"
[[variant]]
name = "fine"
perl = 'my $sum = 0; $sum += $_ for 1 .. 500; 1'
[[variant]]
name = "perl"
before_each = '''
my $x = 1;
die "no room";
'''
perl = '1'
[[variant]]
name = "command"
before_each = "echo sorry >&2; exit 3"
command = ["printf", "1"]
[[variant]]
name = "none"
before_each = { command = ["cmpthese-no-such-program"] }
command = ["printf", "1"]
"#;
    assert_snapshot!(
        Stage::with("plan.toml", plan).measured_session(&["cmpthese run plan.toml --seed 1 --no-history"])
    );
}
