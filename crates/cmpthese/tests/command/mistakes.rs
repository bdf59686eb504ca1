//! What was typed or written wrong: one message each that says what happened and what to do. Nothing is measured and
//! nothing is recorded.

use crate::stage::Stage;
use crate::transcript::without_languages;
use insta::assert_snapshot;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

/// The transcript of lines that all must be refused before anything is done.
fn refusals(stage: &Stage, lines: &[&str]) -> String {
    let outcomes: Vec<_> = lines.iter().map(|line| stage.run(line)).collect();
    for outcome in &outcomes {
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{}\n{}", outcome.line, outcome.stderr);
    }
    assert!(!stage.history().exists());
    assert_eq!(stage.scratch(), Vec::<std::path::PathBuf>::new());
    outcomes.iter().map(|outcome| outcome.transcript()).collect::<Vec<_>>().join("\n")
}

#[test]
fn plans_that_cannot_be_read() {
    let stage = Stage::with("latin1.toml", b"title = \"fine\"\n# caf\xe9\n");
    stage.write("secret.toml", "");
    fs::set_permissions(stage.path("secret.toml"), Permissions::from_mode(0o000)).unwrap();
    fs::create_dir(stage.path("folder")).unwrap();
    let secret = stage.unprivileged("cmpthese run secret.toml");
    let lines = [
        "cmpthese run missing.toml",
        "cmpthese run folder",
        "cmpthese run folder/missing.toml",
        "cmpthese run latin1.toml",
        &secret,
        "cmpthese run perlio-layer",
        "cmpthese run perl-serialize/hsh",
        "cmpthese run something-else",
        "cmpthese run ''",
    ];
    assert_snapshot!(refusals(&stage, &lines).replace(&secret, "cmpthese run secret.toml"));
}

#[test]
fn plans_with_mistakes() {
    let stage = Stage::new();
    let sim = "[[variant]]\nname = 'a'\nsim = { time = '1ms' }\n";
    let plans = [
        ("empty", String::new()),
        ("syntax", "title = \"open\nbaseline = mmap\n[params\n".to_string()),
        ("unknown_keys", format!("titel = 'x'\n{sim}nmae = 'b'\n")),
        ("without_values", format!("params.n = []\n{sim}")),
        (
            "a_million_points",
            format!("params.n = {{ from = 1, to = 1000 }}\nparams.m = {{ from = 1, to = 1000 }}\n{sim}"),
        ),
        ("no_such_unit", format!("params.n = ['64KX']\n{sim}")),
        ("same_name", format!("{sim}{sim}")),
        ("no_such_baseline", format!("baseline = 'b'\n{sim}")),
        ("no_such_parameter", format!("{sim}when = 'size < 3'\n")),
    ];
    let lines: Vec<String> = plans.iter().map(|(name, _)| format!("cmpthese run {name}.toml")).collect();
    for (name, text) in &plans {
        stage.write(&format!("{name}.toml"), text);
    }
    assert_snapshot!(refusals(&stage, &lines.iter().map(String::as_str).collect::<Vec<_>>()));
}

/// Its lines are joined: where they are folded depends on how many languages there are.
#[test]
fn a_plan_in_a_language_that_there_is_not() {
    let stage = Stage::with("cobol.toml", "[[variant]]\ncobol = '1'\n");
    let said = refusals(&stage, &["cmpthese run cobol.toml"]).replace("2>", "");
    let said = without_languages(&said.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_snapshot!(said.replace(" error: ", "\nerror: ").replace(" = help: ", "\n= help: "), @r"
    $ cmpthese run cobol.toml
    error: a variant needs one of the keys [languages], `command`, `shell`, `http`, `sim`, `worker` --> cobol.toml:1:1 | 1 | [[variant]] | ^^^^^^^^^^^ has none of them
    error: a variant has no key `cobol` --> cobol.toml:2:1 | 2 | cobol = '1' | ^^^^^ unknown key |
    = help: known keys: `name`, `for`, [languages], `command`, `shell`, `http`, `sim`, `worker`, `setup`, `before_each`, `interpreter`, `gc`, `flags`, `returns`, `toolchain`, `tells`, `stdin`, `stdout`, `env`, `cwd`, `exit`, `code`, `less`, `limit`, `iterations`, `dose`, `when`, `needs`, `timeout`, `keep` exit code 2
    ");
}

#[test]
fn command_lines_with_mistakes() {
    assert_snapshot!(refusals(
        &Stage::new(),
        &[
            "cmpthese --no-such-option true false",
            "cmpthese rum plan.toml",
            "cmpthese --no-history run plan.toml",
            "cmpthese --seed 1 perl no-such-script.pl",
            "cmpthese histroy",
            "cmpthese run",
            "cmpthese run plan.toml --lang perl",
            "cmpthese show two",
            "cmpthese completions tcsh",
            "cmpthese --seed 1",
            "cmpthese --history h.db --no-history true false",
        ]
    ));
}

#[test]
fn options_that_make_no_sense() {
    assert_snapshot!(refusals(
        &Stage::new(),
        &[
            "cmpthese --budget nonsense true false",
            "cmpthese --budget 0s true false",
            "cmpthese --budget=-5s true false",
            "cmpthese --budget 1e99h true false",
            "cmpthese --budget 10parsecs true false",
            "cmpthese --budget 10m true false",
            "cmpthese --seed -1 true false",
            "cmpthese --lang cobol 1 2",
            "cmpthese --lang '' 1 2",
            "cmpthese --lang perl --shell 1 2",
            "cmpthese --prelude 'use strict' true false",
            "cmpthese --baseline third true false",
            "cmpthese --baseline 3 true false",
            "cmpthese --name a --name b --name c true false",
            "cmpthese --exit 300 true false",
            "cmpthese --exit zero true false",
            "cmpthese --margin 5 true false",
            "cmpthese --margin 100% true false",
            "cmpthese --timeout soon true false",
            "cmpthese --timeout 0s true false",
            "cmpthese --bytes many true false",
            "cmpthese --check maybe true false",
            "cmpthese perl --locate n script.pl",
            "cmpthese go --locate n . BenchmarkA BenchmarkB",
            "cmpthese criterion --locate n",
            "cmpthese pytest --locate n test_sum.py",
        ]
    ));
}

#[test]
fn parameters_that_make_no_sense() {
    assert_snapshot!(refusals(
        &Stage::new(),
        &[
            "cmpthese --param n 'echo {n}' true",
            "cmpthese --param n= 'echo {n}' true",
            "cmpthese --param n=1,,2 'echo {n}' true",
            "cmpthese --param =1 'echo {n}' true",
            "cmpthese --param 2n=1 'echo {n}' true",
            "cmpthese --param n=1..1000000 'echo {n}' true",
            "cmpthese --param n=1..1000 --param m=1..1000 'echo {n} {m}' true",
            "cmpthese --param n=5..1 'echo {n}' true",
            "cmpthese --param n=1..9:0 'echo {n}' true",
            "cmpthese --param n=0.1..0.5 'sleep {n}' true",
            "cmpthese --param n=1KiB..1MiB 'echo {n}' true",
            "cmpthese --param n=64KX 'echo {n}' true",
            "cmpthese --param n=1 --param n=2 'echo {n}' true",
            "cmpthese --param n=1,2 'echo n' 'echo {m}'",
        ]
    ));
}

#[test]
fn commands_that_make_no_sense() {
    assert_snapshot!(refusals(
        &Stage::new(),
        &[
            "cmpthese 'cat plan | wc' true",
            "cmpthese 'ls *' true",
            "cmpthese 'cat >out' true",
            "cmpthese 'FOO=bar env' true",
            "cmpthese \"echo 'open\" true",
            "cmpthese '' true",
            "cmpthese '   ' true",
        ]
    ));
}

/// A plan without `run`, and the words of a command without quotes.
#[test]
fn what_is_no_command_is_not_looked_for() {
    let stage = Stage::new();
    stage.write("plan.toml", "[[variant]]\nsim = { time = '1ms' }\n");
    let lines = [
        "cmpthese perlio-layers",
        "cmpthese plan.toml",
        "cmpthese -- ls -l",
        "cmpthese -n 1000 -c 10 http://127.0.0.1:1/a http://127.0.0.1:1/b",
        "cmpthese --lang perl --param n=1,2 '1' '2'",
        "cmpthese --param n=1..5,10 'sleep {n}'",
        "cmpthese -L bs 64k,1M --param n=64k 'dd bs={bs}' 'dd bs={n}'",
    ];
    assert_snapshot!(refusals(&stage, &lines));
    let command = stage.run("cmpthese --print-plan 'cat plan.toml' 'cat ./plan.toml'");
    assert_eq!(command.code, 0, "{}", command.transcript());
}
