//! The options of hyperfine: each does what it says, or is answered by a line that names what is here in its place.

use crate::stage::{Outcome, Stage};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fs;

/// What stands behind an option in the help of hyperfine, and a word for it.
const SAMPLES: [(&str, &str); 14] = [
    ("NUM", "3"),
    ("CMD", "true"),
    ("VAR", "n"),
    ("MIN", "1"),
    ("MAX", "3"),
    ("DELTA", "1"),
    ("VALUES", "1,2"),
    ("TYPE", "basic"),
    ("SHELL", "bash"),
    ("UNIT", "second"),
    ("FILE", "out"),
    ("WHERE", "null"),
    ("NAME", "one"),
    ("METHOD", "auto"),
];

/// What came after the version that is installed: forms and values as its help has them (hyperfine 1.20).
const NEWER: [&str; 7] = [
    "        --reference <CMD>",
    "        --reference-name <NAME>",
    "    -C, --conclude <CMD>",
    "        --input <WHERE>",
    "        --sort <METHOD>",
    "    -i, --ignore-failure",
    "        --min-benchmarking-time <NUM>",
];

/// Options that say something of another one, with that.
const TOGETHER: [(&str, &str); 3] =
    [("-D", "-P n 1 3"), ("--parameter-step-size", "-P n 1 3"), ("--reference-name", "--reference true")];

/// Every form of every option, with words for its values.
fn options(help: &str) -> Vec<(String, String)> {
    let is_option = |line: &&str| line.starts_with("    -") || line.starts_with("        -");
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let values = words.iter().filter_map(|word| word.strip_prefix('<')?.strip_suffix('>')).map(|value| {
            let sample = SAMPLES.iter().find(|(name, _)| *name == value);
            sample.unwrap_or_else(|| panic!("no sample of {value}: {line}")).1
        });
        let values: Vec<&str> = values.collect();
        let forms = words.iter().filter(|word| word.starts_with('-'));
        forms.map(|form| (form.trim_end_matches(',').to_string(), values.join(" "))).collect::<Vec<_>>()
    };
    help.lines().filter(is_option).flat_map(of_line).collect()
}

/// Whether a line was accepted. Otherwise it was answered by one line that begins with an option and names one of ours.
fn is_accepted(outcome: &Outcome) -> bool {
    let told = format!("{}\n{}", outcome.line, outcome.stderr);
    match outcome.code {
        0 => true,
        2 => {
            assert_eq!(outcome.stderr.lines().count(), 1, "{told}");
            assert!(outcome.stderr.starts_with("error: --"), "{told}");
            assert!(outcome.stderr.matches("--").count() > 1, "{told}");
            false
        }
        code => panic!("exit code {code}: {told}"),
    }
}

#[test]
fn every_option_of_hyperfine_is_accepted_or_answered() {
    let stage = Stage::new();
    let help = stage.run("hyperfine --help").stdout;
    let mut all = options(&help);
    assert!(all.len() > 40, "{all:?}");
    all.extend(options(&NEWER.join("\n")));
    let mut answered = Vec::new();
    for (form, values) in &all {
        let with = TOGETHER.iter().find(|(option, _)| option == form).map_or("", |(_, with)| with);
        let outcome = stage.run(&format!("cmpthese {form} {values} {with} --print-plan 'true {{n}}' false"));
        if !is_accepted(&outcome) {
            answered.push(form.as_str());
        }
    }
    answered.retain(|form| form.starts_with("--"));
    answered.sort_unstable();
    assert_eq!(
        answered,
        [
            "--conclude",
            "--export-asciidoc",
            "--export-orgmode",
            "--max-runs",
            "--min-benchmarking-time",
            "--min-runs",
            "--runs",
            "--shell",
            "--show-output",
            "--time-unit"
        ]
    );
}

#[test]
fn what_is_answered() {
    let lines = [
        "cmpthese --warmup x true false",
        "cmpthese --runs 10 true false",
        "cmpthese --min-runs 10 true false",
        "cmpthese --conclude 'rm a' true false",
        "cmpthese --time-unit second true false",
        "cmpthese --show-output true false",
        "cmpthese --output inherit true false",
        "cmpthese --export-asciidoc a true false",
        "cmpthese --style none true false",
        "cmpthese --style loud true false",
        "cmpthese --sort command true false",
        "cmpthese --min-benchmarking-time 3 true false",
        "cmpthese --shell none true false",
        "cmpthese --shell '/bin/bash --norc' true false",
        "cmpthese -N --shell true false",
        "cmpthese -S bash --shell true false",
        "cmpthese -S bash --lang perl 1 2",
        "cmpthese -S 'bash; ls' true false",
        "cmpthese -s a --setup b true false",
        "cmpthese -n a --name b true false",
        "cmpthese -s a -s b true false",
        "cmpthese -i=300 true false",
        "cmpthese -i --exit 1 true false",
        "cmpthese -D 2 true false",
        "cmpthese --reference-name a true false",
        "cmpthese --reference a --baseline 2 true false",
        "cmpthese -P n 1 x 'sleep {n}'",
        "cmpthese -P n 3 1 'sleep {n}'",
        "cmpthese -P n 0.1 0.5 'sleep {n}'",
        "cmpthese -L flags '-O2,-O3 -flto' 'gcc {flags} a.c' 'clang {flags} a.c'",
        "cmpthese -L f ',-v' 'ls {f}' 'true {f}'",
        "cmpthese -P n 1 100000 'sleep {n}'",
        "cmpthese -P n 1 2 -L m 1,2 'sleep {n}.{m}'",
        "cmpthese -L n 1,2 -L n 3,4 'sleep {n}'",
        "cmpthese -L threads 1,2 'sleep {thread}'",
        "cmpthese -L n 1,2 -n a -n b -n c 'sleep {n}'",
        "cmpthese -L n 1,2 -s 'make {n}' 'sleep {n}'",
        "cmpthese -p a -p b -p c true false",
        "cmpthese --json - --export-csv - true false",
        "cmpthese --exit 256 true false",
    ];
    let stage = Stage::new();
    let outcomes: Vec<Outcome> = lines.iter().map(|line| stage.run(line)).collect();
    for outcome in &outcomes {
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{}\n{}", outcome.line, outcome.stderr);
    }
    assert!(!stage.history().exists());
    assert_snapshot!(outcomes.iter().map(|outcome| outcome.transcript()).collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_is_understood() {
    assert_snapshot!(Stage::new().session(&[
        "cmpthese --print-plan -L compiler gcc,clang -p 'rm -f {compiler}.o' '{compiler} -O2 -c main.c'",
        "cmpthese --print-plan -L a x,y -L b '1,a b' -n '{a}' -S sh 'echo {a} {b}; echo {c}'",
        "cmpthese --print-plan -P threads 1 3 -n make 'make -j {threads}'",
        "cmpthese --print-plan -P delay 0.3 0.7 -D 0.2 'sleep {delay}' 'sleep 0.5'",
        "cmpthese --print-plan -L n 1,2 --lang perl '$n' '$n + 0'",
        "cmpthese --print-plan -S sh -L f ',-a b' 'echo {f}' 'printf %s {f}'",
        "cmpthese --print-plan --reference 'cat a' --reference-name old -n new 'cat b' 'cat c'",
        "cmpthese --print-plan -s 'make all' -c 'rm -f out' -p sync -p true --input big --output null 'cat a' 'cat b'",
        "cmpthese --print-plan -S 'bash --norc' 'echo a | wc' 'echo {a,b}'",
        "cmpthese --print-plan -S bash '((i++))' 'let i++'",
        "cmpthese --print-plan --lang c --toolchain 'gcc -Wl\\,-z\\,now,clang' 'return 1;'",
        "cmpthese --print-plan --name -O2 --baseline -O2 'cc -O2 a.c' 'cc -O3 a.c'",
        "cmpthese --print-plan --param n=1e3,1e4,1e5,1e6 --locate n 'seq {n}' 'head -n {n} /dev/zero'",
        "cmpthese --print-plan --shell=zsh 'echo a | wc'",
        "cmpthese --print-plan --shell 'echo a | wc'",
        "cmpthese --print-plan -w 3 -N -i --style basic --sort mean-time --input null --output ./out true false",
        "cmpthese --print-plan -i=1,2 true false",
        "cmpthese --print-plan --teardown 'rm a' --stdout file --exit 0,1 true false",
    ]));
}

#[test]
fn commands_that_fail_are_measured_when_that_is_asked_for_and_it_is_noted() {
    let stage = Stage::new();
    let line = "cmpthese --seed 1 --budget 400ms --no-history -q -N -i -L code 0,3 'sh -c \"exit {code}\"'";
    let outcome = stage.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
    let words = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("ended with exit code 3, which is let pass"), "{}", outcome.stdout);
    let refused = stage.run("cmpthese --seed 1 --budget 400ms --no-history -q -i=4 'sh -c \"exit 3\"' true");
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.contains("it ended with exit code 3, not 0 or 4"), "{}", refused.stdout);
}

#[test]
fn a_line_for_hyperfine_runs_here() {
    let stage = Stage::with("big", "x".repeat(10_000));
    let line = "cmpthese --seed 1 --budget 400ms --no-history --style basic -s 'echo s >>setup' -p 'echo p >>prepare' -c 'echo c >>cleanup' \
                --input big --output null -n 'one' -n two --export-json out.json --export-csv out.csv --export-markdown out.md -S bash \
                'cat | cat' 'cat; [[ 1 == 1 ]]'";
    let outcome = stage.run(line);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let read = |name: &str| fs::read_to_string(stage.path(name)).unwrap();
    let json: Value = serde_json::from_str(&read("out.json")).unwrap();
    let names: Vec<&str> =
        json["results"].as_array().unwrap().iter().map(|one| one["command"].as_str().unwrap()).collect();
    assert_eq!(names, ["one", "two"], "they are in the order of the command line");
    assert!(read("out.csv").contains("two") && read("out.md").contains("two"));
    assert_eq!((read("setup").as_str(), read("cleanup").as_str()), ("s\n", "c\n"));
    assert!(read("prepare").lines().count() > 10);
}

#[test]
fn the_values_of_one_command_are_compared_and_a_reference_is_the_baseline() {
    let stage = Stage::new();
    let values = stage.run("cmpthese --seed 1 --budget 400ms --no-history -q -P n 1 3 'echo {n}'");
    assert_eq!(values.code, 0, "{}", values.stdout);
    for name in ["echo 1", "echo 2", "echo 3"] {
        assert!(values.stdout.contains(name), "{}", values.stdout);
    }
    let line = "cmpthese --seed 1 --budget 400ms --no-history -q -S sh -L n 0.02,0 -L my-name a --hyperfine - 'sleep {n} # {my-name}'";
    let exported: Value = serde_json::from_str(&stage.run(line).stdout).unwrap();
    let results = exported["results"].as_array().unwrap();
    let values: Vec<&Value> = results.iter().map(|result| &result["parameters"]).collect();
    assert_eq!(values, [&json!({ "n": "0.02" }), &json!({ "n": "0" })], "as typed, of names that a plan may have");
    let reference =
        stage.run("cmpthese --seed 1 --budget 400ms --no-history -q --reference true --json - 'true a' 'true b'");
    let report: Value = serde_json::from_str(&reference.stdout).unwrap();
    let comparisons = report["points"][0]["comparisons"].as_array().unwrap();
    let with_it = comparisons.iter().filter(|one| one["baseline"] == "true").count();
    assert_eq!(with_it, 2, "{}", reference.stdout);
}

/// One command runs at a time, so a hundred of them need no more descriptors than one.
#[test]
fn many_commands_need_few_descriptors() {
    let stage = Stage::new();
    let outcome =
        stage.run("ulimit -n 64; cmpthese -P n 1 40 'true {n}' --check none --budget 4s --seed 1 --quiet --csv -");
    assert_eq!(outcome.code, 0, "{}", outcome.transcript());
    assert!(!outcome.stdout.contains("Too many open files"), "{}", outcome.stdout);
}
