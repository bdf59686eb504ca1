//! C and C++: what is special to languages that are compiled before their host has them. The rule for all workers is checked
//! in `conformance.rs`.

mod answers;
mod building;
mod failing;

use crate::stage;
use crate::stage::{Actor, Stage, Witness, parts, shell};
use cmpthese_subjects::languages::{self, Compiler, Language};
use cmpthese_subjects::{Interrupt, LaunchDraw, Loss, snippet};
use model::{Check, FailureKind, Metric};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase, WorkerCase, WorkerError};
use std::collections::BTreeMap;
use std::fs::{File, Permissions};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

const BOTH: [&str; 2] = ["c", "cpp"];

fn code(code: &str) -> SnippetCase {
    stage::snippet(code)
}

fn returning(returns: &str, text: &str) -> SnippetCase {
    SnippetCase { returns: Some(returns.to_string()), ..code(text) }
}

fn flagged(flags: &[&str], text: &str) -> SnippetCase {
    SnippetCase { flags: flags.iter().map(|flag| flag.to_string()).collect(), ..code(text) }
}

fn with_params(params: &[(&str, Param)], case: SnippetCase) -> SnippetCase {
    SnippetCase { params: params.iter().map(|(name, value)| (name.to_string(), value.clone())).collect(), ..case }
}

fn head(language: &str, case: SnippetCase) -> String {
    Stage::new().host(language).ready(case).answer().head
}

fn refused(language: &str, case: SnippetCase) -> WorkerError {
    Stage::new().host(language).prepare_error(case)
}

/// The place and the words of an error.
fn told(error: &WorkerError) -> (Option<Part>, Option<usize>, &str) {
    (error.part, error.line, &error.message)
}

/// The shortest of some batches of one iteration, in nanoseconds.
fn shortest_ns(actor: &mut Actor) -> f64 {
    (0..20).map(|_| actor.run(1).reading(Metric::Wall)).min().expect("there are some") as f64
}

/// Steps of xorshift (Marsaglia 2003), each of which needs the one before it, from a constant: a pure function of nothing.
fn steps(count: u64) -> String {
    format!(
        "uint64_t x = 88172645463325252u;
         for (uint64_t i = 0; i < {count}; i++) {{ x ^= x << 13; x ^= x >> 7; x ^= x << 17; }}
         return x;"
    )
}

#[test]
fn work_is_neither_hoisted_nor_deleted() {
    const STEPS: u64 = 20_000;
    // Less than a cycle for a chain of six operations: no machine is that fast.
    const STEP_NS_MIN: f64 = 0.2;
    for language in BOTH {
        for flags in [&["-O3"][..], &["-O3", "-flto"]] {
            let stage = Stage::new();
            let time = |count| {
                let case =
                    SnippetCase { returns: Some("unsigned long long".to_string()), ..flagged(flags, &steps(count)) };
                let mut actor = stage.host(language).ready(case);
                let hundredfold = actor.run(100).reading(Metric::Wall) as f64;
                let once = shortest_ns(&mut actor);
                assert!(
                    hundredfold >= 50.0 * once,
                    "{language} {flags:?}: 100 iterations in {hundredfold} ns, one in {once} ns"
                );
                once
            };
            let (few, many) = (time(STEPS), time(10 * STEPS));
            assert!(few >= STEPS as f64 * STEP_NS_MIN, "{language} {flags:?}: {STEPS} steps in {few} ns");
            assert!((5.0..20.0).contains(&(many / few)), "{language} {flags:?}: {few} ns, ten times more {many} ns");
        }
    }
}

#[test]
fn stores_that_nobody_reads_are_kept() {
    // A third of a cycle: some processors make two stores in one.
    const STORE_NS_MIN: f64 = 0.05;
    let text = "char room[4096]; for (int i = 0; i < 4096; i++) { room[i] = (char)i; keep(room); } return 0;";
    for language in BOTH {
        let mut actor = Stage::new().host(language).ready(flagged(&["-O3"], text));
        let ns = shortest_ns(&mut actor);
        assert!(ns > 4096.0 * STORE_NS_MIN, "{language}: {ns} ns");
    }
}

#[test]
fn a_snippet_lies_as_far_from_the_libraries_as_a_program_does() {
    let apart = |library: &str| {
        let text = "static char here; long long distance = (intptr_t)&here - (intptr_t)&LIBRARY; return distance > 1ll << 32 || distance < -(1ll << 32) ? 1 : 0;";
        code(&text.replace("LIBRARY", library))
    };
    for (language, library) in [("c", "puts"), ("cpp", "puts"), ("cpp", "std::terminate")] {
        assert_eq!(head(language, apart(library)), "1", "{language}, {library}");
    }
}

#[test]
fn counters_are_exact() {
    const READS: u64 = 7;
    const BYTES: u64 = 1000;
    let text = format!(
        "char room[{BYTES}]; ssize_t sum = 0;
         for (int i = 0; i < {READS}; i++) sum += read(input, room, sizeof room);
         for (int i = 0; i < 3; i++) sum += write(output, room, 10);
         return sum;"
    );
    let setup = "input = open(\"/dev/zero\", O_RDONLY); output = open(\"/dev/null\", O_WRONLY);";
    let case = parts(&[(Part::Prelude, "static int input, output;"), (Part::Setup, setup), (Part::Code, &text)]);
    for language in BOTH {
        let mut actor = Stage::new().host(language).ready(case.clone());
        for iterations in [1, 10, 1000] {
            let batch = actor.run(iterations);
            let read = [Metric::ReadCalls, Metric::ReadBytes, Metric::WriteCalls, Metric::WriteBytes];
            let expected = [READS, READS * BYTES, 3, 30].map(|count| count * iterations);
            assert_eq!(read.map(|metric| batch.reading(metric)), expected, "{language}: {iterations} iterations");
        }
    }
}

#[test]
fn buffers_begin_where_they_should_and_are_noted() {
    let prelude = "static char *first, *second;";
    let setup = "first = (char *)buffer(65536, 16); second = (char *)buffer(100, 0); memset(first, 1, 65536);";
    let text =
        "return (long long)((uintptr_t)first % 4096 * 10000 + (uintptr_t)second % 4096 + (uintptr_t)second[99]);";
    for language in BOTH {
        let case = parts(&[(Part::Prelude, prelude), (Part::Setup, setup), (Part::Code, text)]);
        let (answer, notes) = Stage::new().host(language).ready(case).checked_answer(Check::Exact);
        assert_eq!(answer.head, "160000", "{language}");
        assert_eq!(notes, ["a buffer of 64 KiB at page+16", "a buffer of 100 bytes at page+0"], "{language}");
    }
}

#[test]
fn a_teardown_runs_at_the_end_and_before_the_next_preparation() {
    for language in BOTH {
        let stage = Stage::new();
        let path = stage.text("log");
        let teardown = format!("FILE *log = fopen(\"{path}\", \"a\"); fputs(\"torn down\\n\", log); fclose(log);");
        let case = parts(&[(Part::Code, "return 1;"), (Part::Teardown, &teardown)]);
        let mut actor = stage.host(language).ready(case.clone());
        actor.prepare(case);
        assert_eq!(actor.ask(&protocol::Request::Bye), Ok(protocol::Reply::Bye));
        assert_eq!(
            std::fs::read_to_string(&path).expect("the teardown wrote it"),
            "torn down\n".repeat(2),
            "{language}"
        );
    }
}

#[test]
fn a_snippet_may_choose_a_locale() {
    let text = "static char name[200]; snprintf(name, sizeof name, \"%s\", setlocale(LC_ALL, \"\")); return 0.5;";
    let case = SnippetCase {
        returns: Some("double".to_string()),
        ..parts(&[(Part::Prelude, "#include <locale.h>"), (Part::Code, text)])
    };
    assert_eq!(head("c", case), "0.5");
}

#[test]
fn the_names_of_helpers_stay_free_for_variables() {
    let c = parts(&[
        (Part::Prelude, "static char buffer[10]; static int keep = 2; struct state { int fail; } state;"),
        (Part::Code, "state.fail = 3; return keep + state.fail + buffer[0];"),
    ]);
    assert_eq!(head("c", c), "5");
    let cpp = parts(&[
        (Part::Prelude, "#include <iostream>\n#include <vector>"),
        (
            Part::Code,
            "std::vector<char> buffer(10); int keep = 2; return keep + (int)std::cin.fail() + (int)buffer.size();",
        ),
    ]);
    assert_eq!(head("cpp", cpp), "12");
}

#[test]
fn two_languages_have_hosts_of_their_own() {
    let stage = Stage::new();
    let names: BTreeMap<&str, String> = BOTH.map(|language| (language, stage.host(language).hello.worker)).into();
    assert!(names["c"].starts_with("c (gcc "), "{names:?}");
    assert!(names["cpp"].starts_with("cpp (g++ "), "{names:?}");
}

#[test]
fn parameters_are_in_scope_everywhere_and_change_with_every_preparation() {
    let params = |size, file: &str| {
        [("size", Param::Integer(size)), ("file", Param::Text(file.to_string())), ("ratio", Param::Float(1.0))]
    };
    let case = parts(&[
        (Part::Prelude, "static int64_t twice(void) { return 2 * size; }\nstatic int64_t seen;"),
        (Part::Setup, "seen = size;"),
        (Part::Code, "return seen + twice() + (int64_t)strlen(file) + (int64_t)ratio;"),
    ]);
    for language in BOTH {
        let mut actor = Stage::new().host(language);
        actor.prepare(with_params(&params(5, "abc"), case.clone()));
        assert_eq!(actor.answer().head, "19", "{language}");
        actor.prepare(with_params(&params(-7, "/tmp/\u{e9}"), case.clone()));
        assert_eq!(actor.answer().head, "-13", "{language}");
    }
}
