//! Colour, silence, and readers that go away.

use crate::stage::Stage;
use crate::this_machine;
use insta::assert_snapshot;

const PLAN: &str = r#"
title = "Everything that has a colour"
budget = "300ms"

[[variant]]
name = "slow"
sim = { time = "200us", noise = 0.01 }

[[variant]]
name = "same"
sim = { time = "100us", noise = 0.004 }

[[variant]]
name = "same too"
sim = { time = "100us", noise = 0.004 }

[[variant]]
name = "unsteady"
sim = { time = "105us", noise = 0.5 }

[[variant]]
name = "dies"
sim = { time = "100us", fault = "die" }

[[variant]]
name = "disagrees"
sim = { time = "100us", answer = "something else" }
"#;

#[test]
fn colour_always() {
    assert_snapshot!(
        Stage::with("plan.toml", PLAN).session(&["NO_COLOR=1 cmpthese run plan.toml --seed 1 --color always"])
    );
}

#[test]
fn a_pipe_gets_no_colour() {
    let stage = Stage::with("plan.toml", PLAN);
    let plain = stage.run("cmpthese run plan.toml --seed 1");
    assert!(!plain.stdout.contains('\u{1b}') && !plain.stderr.contains('\u{1b}'));
    assert_eq!(plain.stdout, stage.run("cmpthese run plan.toml --seed 1 --color never").stdout);
    assert_eq!(plain.stdout, stage.run("CLICOLOR_FORCE=1 cmpthese show 1").stdout);
    let mistakes = stage.run("cmpthese run missing.toml; echo 'titel = 1' >bad.toml; cmpthese run bad.toml");
    assert!(!mistakes.stderr.contains('\u{1b}'), "{}", mistakes.stderr);
}

#[test]
fn mistakes_in_colour() {
    let stage = Stage::with("plan.toml", "titel = 1\n");
    assert_snapshot!(stage.session(&["cmpthese run plan.toml --color always"]));
}

/// script(1) gives the command a terminal for all its streams.
#[test]
fn a_terminal_gets_colour_unless_it_is_told_not_to() {
    let stage = Stage::with("plan.toml", PLAN);
    let on_terminal = |line: &str| stage.run(&format!("script --quiet --return --command '{line}' /dev/null")).stdout;
    assert!(on_terminal("cmpthese run plan.toml --seed 1").contains("\u{1b}[31m"));
    for line in [
        "NO_COLOR=1 cmpthese run plan.toml --seed 1 --quiet",
        "cmpthese run plan.toml --seed 1 --quiet --color never",
        "NO_COLOR=1 cmpthese show 1",
    ] {
        assert!(!on_terminal(line).contains('\u{1b}'), "{line}");
    }
    assert!(on_terminal("NO_COLOR= cmpthese show 1").contains("\u{1b}[31m"));
}

#[test]
fn a_terminal_gets_a_progress_bar_that_goes_away() {
    let stage = Stage::new();
    let line = "cmpthese --seed 1 --budget 300ms --no-history true";
    let shown = stage.run(&format!("TERM=xterm script --quiet --return --command '{line}' /dev/null")).stdout;
    assert!(shown.contains("0:00 left, "), "{shown:?}");
    assert!(shown.contains(" of "), "{shown:?}");
    let (_, rest) = shown.rsplit_once("\u{1b}[2K").expect("the bar is erased");
    assert!(rest.contains("true\r\n") && !rest.contains(" left, "), "{rest:?}");
}

#[test]
fn the_progress_bar_tells_the_answer_so_far() {
    let plan = "budget = '10s'\n[params]\nn = [1, 2]\n[[variant]]\nname = 'slow'\nsim = { time = '2ms', noise = 0.3 }\n\
                [[variant]]\nname = 'fast'\nsim = { time = '1ms', noise = 0.3 }\n";
    let stage = Stage::with("plan.toml", plan);
    let line = "stty cols 80; cmpthese run plan.toml --seed 1 --no-history";
    let shown = stage.run(&format!("TERM=xterm script --quiet --return --command '{line}' /dev/null")).stdout;
    let (bar, report) = shown.rsplit_once("\u{1b}[2K").expect("the bar is erased");
    assert!(bar.contains("so far: `fast` is fastest: "), "{bar:?}");
    assert!(bar.contains("so far: `fast` is fastest at both points"), "{bar:?}");
    assert!(!report.contains("so far: "), "{report:?}");
}

#[test]
fn quiet_leaves_standard_error_empty() {
    let stage = Stage::with("plan.toml", PLAN);
    for line in [
        "cmpthese run plan.toml --seed 1 --quiet",
        "cmpthese run plan.toml --seed 1 -q --json -",
        "cmpthese resume -q",
        "cmpthese --quiet --seed 1 --budget 20ms true",
    ] {
        assert_eq!(stage.run(line).stderr, "", "{line}");
    }
    assert_snapshot!(stage.session(&["cmpthese run missing.toml --quiet"]), @r"
    $ cmpthese run missing.toml --quiet
    2> error: the plan `missing.toml` cannot be read: No such file or directory (os error 2)
    2> help: check the path; `cmpthese experiments` lists the built-in ones
    exit code 2
    ");
}

/// What fails first does not cost the other report.
#[test]
fn a_full_disk_below_standard_output_leaves_the_json_report() {
    let stage = Stage::with("plan.toml", PLAN);
    assert_snapshot!(stage.session(&["cmpthese run plan.toml --seed 1 --no-history --json report.json >/dev/full"]), @r"
    $ cmpthese run plan.toml --seed 1 --no-history --json report.json >/dev/full
    2> error: standard output cannot be written: No space left on device (os error 28)
    exit code 3
    ");
    assert!(stage.run("cmpthese run plan.toml --seed 1 --no-history --quiet --json - | cmp - report.json").code == 0);
}

/// Every way to print something, once with a reader that is gone before the first byte.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let stage = Stage::with("plan.toml", PLAN);
    stage.run("cmpthese run plan.toml --seed 1");
    this_machine::known_costs(&stage);
    for line in [
        "cmpthese run plan.toml --seed 1 --quiet",
        "cmpthese run plan.toml --seed 1 --quiet --json -",
        "cmpthese show 1",
        "cmpthese show 1 --json -",
        "cmpthese list",
        "cmpthese history",
        "cmpthese resume 1 --quiet",
        "cmpthese experiments",
        "cmpthese machine",
        "cmpthese completions bash",
        "cmpthese --help",
        "cmpthese --print-plan true false",
    ] {
        // sh waits until true(1), which reads nothing, has ended; only then the command begins.
        let outcome = stage.run(&format!("mkfifo pipe; (exec 3<pipe; exec 3<&-; echo gone >&4) 4>go & ({{ until [ -s go ]; do :; done; {line}; echo \"exit code $?\" >&2; }} >pipe); rm pipe go"));
        let expected = if line.contains(" plan.toml") || line.contains("resume") { 1 } else { 0 };
        assert_eq!(outcome.stderr, format!("exit code {expected}\n"), "{line}");
    }
}

#[test]
fn the_first_line_may_be_enough() {
    let stage = Stage::with("plan.toml", PLAN);
    let session = ["cmpthese run plan.toml --seed 1 --quiet | head -1", "cmpthese experiments | head -c 8"];
    assert_snapshot!(stage.session(&session), @r"
    $ cmpthese run plan.toml --seed 1 --quiet | head -1
    Everything that has a colour

    $ cmpthese experiments | head -c 8
    cat-copy
    (no newline)
    ");
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let stage = Stage::with("plan.toml", PLAN);
    assert_snapshot!(stage.session(&[
        "cmpthese run plan.toml --seed 1 --quiet >/dev/full",
        "cmpthese list >/dev/full",
        "cmpthese experiments >/dev/full",
        "cmpthese completions bash >/dev/full",
    ]));
}

/// Nobody can be told, so the exit code is all that is left.
#[test]
fn remarks_that_cannot_be_written_change_nothing() {
    let stage = Stage::with("plan.toml", PLAN);
    let whole = stage.run("cmpthese run plan.toml --seed 1");
    for redirection in ["2>/dev/full", "2>&-"] {
        let outcome = stage.run(&format!("cmpthese run plan.toml --seed 1 {redirection}"));
        assert_eq!((outcome.stdout, outcome.code), (whole.stdout.clone(), whole.code), "{redirection}");
        assert_eq!(stage.run(&format!("cmpthese run missing.toml {redirection}")).code, 2, "{redirection}");
        assert_eq!(stage.run(&format!("cmpthese resume 1 {redirection}")).code, 1, "{redirection}");
    }
}

#[test]
fn a_report_takes_the_place_of_nothing_that_it_is_made_from() {
    let stage = Stage::with("data", "3\n1\n2\n");
    stage.write("plan.toml", "params.file = ['data']\n[[variant]]\ncommand = ['sort']\nstdin = '{file}'\n");
    for measured in ["cmpthese --stdin ./data --json data sort 'sort -r'", "cmpthese run plan.toml --json data"] {
        let outcome = stage.run(measured);
        assert_eq!(outcome.code, 2, "{}", outcome.transcript());
        assert!(outcome.stderr.contains("would take the place of data: it is made from it"), "{}", outcome.stderr);
    }
    assert_eq!(std::fs::read_to_string(stage.path("data")).unwrap(), "3\n1\n2\n");
}
