//! C and C++: what is special to languages that are compiled before their host has them. The rule for all workers is checked
//! in `conformance.rs`.

mod stage;

use cmpthese_subjects::languages::{self, Compiler, Language};
use cmpthese_subjects::{Interrupt, LaunchDraw, Loss, snippet};
use model::{Check, FailureKind, Metric};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase, WorkerCase, WorkerError};
use stage::{Actor, Stage, Witness, parts, shell};
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
fn the_values_of_parameters_are_unknown_to_the_compiler() {
    // Were the value known, the loop would be gone; with one compilation for both values it cannot be.
    let text = "unsigned long long sum = 0; for (int64_t i = 0; i < n; i++) sum += i ^ sum << 1; return sum;";
    for language in BOTH {
        let stage = Stage::new();
        let log = stage.text("log");
        let mut actor = Actor::greeted(stage.raw_host(logged(language, &log, &stage)));
        for n in [1, 100_000] {
            let case = with_params(&[("n", Param::Integer(n))], flagged(&["-O3", "-flto"], text));
            actor.prepare(case);
            let ns = shortest_ns(&mut actor);
            assert!(ns >= (n - 1) as f64 * 0.1, "{language}: {n} steps in {ns} ns");
        }
        assert_eq!(calls(&log, "snippet.o"), 2, "{language}: compiled and linked once");
    }
}

/// A language whose compiler writes its arguments to a file, a line each call.
fn logged(language: &str, log: &str, stage: &Stage) -> Language {
    let compiler = languages::find(language).compiler.expect("it is compiled");
    let script = format!("#!/bin/sh\necho \"$@\" >>'{log}'\nexec {} \"$@\"\n", compiler.program);
    compiled_by(language, &stage.write("compiler", &script))
}

/// A language with a script in the place of its compiler.
fn compiled_by(language: &str, script: &str) -> Language {
    std::fs::set_permissions(script, Permissions::from_mode(0o755)).expect("it has just been written");
    let language = languages::find(language);
    let compiler = language.compiler.clone().expect("it is compiled");
    Language { compiler: Some(Compiler { program: script.to_string(), ..compiler }), ..language }
}

/// How many calls of the compiler mention a word.
fn calls(log: &str, word: &str) -> usize {
    let log = std::fs::read_to_string(log).unwrap_or_default();
    log.lines().filter(|line| line.contains(word)).count()
}

#[test]
fn what_was_compiled_is_compiled_no_more() {
    for language in BOTH {
        let stage = Stage::new();
        let log = stage.text("log");
        let all_calls = || calls(&log, "") - calls(&log, "--version");
        let start = || Actor::greeted(stage.raw_host(logged(language, &log, &stage)));
        assert_eq!(start().ready(code("return 1;")).answer().head, "1");
        let first = all_calls();
        assert_eq!(first, 4, "{language}: the host, the frame, the snippet, the library");
        assert_eq!(start().ready(code("return 1;")).answer().head, "1");
        assert_eq!(all_calls(), first, "{language}");
        assert_eq!(start().ready(code("return 2;")).answer().head, "2");
        assert_eq!(all_calls(), first + 3, "{language}: another snippet");
        assert_eq!(start().ready(flagged(&["-O1"], "return 2;")).answer().head, "2");
        assert_eq!(all_calls(), first + 6, "{language}: other flags");
    }
}

#[test]
fn a_header_or_a_library_that_changes_is_noticed() {
    let stage = Stage::new();
    let include = format!("-I{}", stage.directory().display());
    stage.write("outer.h", "#include \"inner.h\"\n");
    stage.write("inner.h", "#define VALUE 1\n");
    let case = SnippetCase {
        flags: vec![include],
        ..parts(&[(Part::Prelude, "#include <outer.h>"), (Part::Code, "return VALUE;")])
    };
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "1");
    stage.write("inner.h", "#define VALUE 22\n");
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "22");
    stage.write("inner.h", "#include \"third.h\"\n");
    stage.write("third.h", "#define VALUE 333\n");
    assert_eq!(stage.host("c").ready(case.clone()).answer().head, "333");
    stage.write("third.h", "#define VALUE 4444\n");
    assert_eq!(stage.host("c").ready(case).answer().head, "4444");
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
fn a_library_that_changes_is_noticed() {
    let stage = Stage::new();
    let archive = stage.text("libvalue.a");
    let build = |value: u32| {
        let object = stage.text("value.o");
        stage.write("value.c", &format!("int value(void) {{ return {value}; }}"));
        for argv in
            [&["gcc", "-fPIC", "-c", "-o", &object, &stage.text("value.c")][..], &["ar", "rcs", &archive, &object]]
        {
            assert!(Command::new(argv[0]).args(&argv[1..]).status().expect("it can be started").success());
        }
    };
    let case = SnippetCase {
        flags: vec![archive.clone()],
        ..parts(&[(Part::Prelude, "extern int value(void);"), (Part::Code, "return value();")])
    };
    for value in [1, 22] {
        build(value);
        assert_eq!(stage.host("c").ready(case.clone()).answer().head, value.to_string());
    }
}

#[test]
fn a_compiler_that_does_not_end_is_ended_with_all_that_it_started() {
    let stage = Stage::new();
    let witness = Witness::new(&stage);
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *snippet.o*) {} sleep 1000; sleep 1000;; esac\nexec gcc \"$@\"\n",
        witness.held()
    );
    let mut actor = Actor::greeted(stage.raw_host(compiled_by("c", &stage.write("compiler", &script))));
    let request = Request::Prepare { case: WorkerCase::Snippet(code("return 1;")) };
    match actor.ask_within(&request, 300_000_000) {
        Ok(Reply::Error(error)) => {
            assert_eq!(
                (error.kind, error.message.as_str()),
                (ErrorKind::Compile, "the compiler did not come to an end, and was ended")
            );
        }
        other => panic!("{other:?}"),
    }
    witness.all_ended();
}

#[test]
fn the_wish_to_stop_ends_the_compiler() {
    let mut stage = Stage::new();
    let stop = stage.named_pipe("stop");
    // Opened for writing as well, so that it does not wait for a writer.
    let reader = File::options().read(true).write(true).open(&stop).expect("it has just been made");
    stage.context.interrupt = Interrupt::watching(OwnedFd::from(reader));
    let witness = Witness::new(&stage);
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *snippet.o*) {} echo stop >'{stop}'; sleep 1000;; esac\nexec gcc \"$@\"\n",
        witness.held()
    );
    let mut actor = Actor::greeted(stage.raw_host(compiled_by("c", &stage.write("compiler", &script))));
    assert_eq!(actor.ask(&Request::Prepare { case: WorkerCase::Snippet(code("return 1;")) }), Err(Loss::Interrupted));
    witness.all_ended();
}

#[test]
fn answers_have_their_canonical_form() {
    let c = [
        ("long long", "return -17;", "-17"),
        ("unsigned long long", "return -1ull;", "18446744073709551615"),
        ("char", "return 'x';", "120"),
        ("bool", "return 3 > 2;", "true"),
        ("bool", "return 3 < 2;", "false"),
        ("double", "return 0.1;", "0.1"),
        ("double", "return 1.0 / 3;", "0.3333333333333333"),
        ("double", "return 0.1 + 0.2;", "0.30000000000000004"),
        ("double", "return 1e3;", "1000"),
        ("double", "return -0.0;", "0"),
        ("double", "return 9007199254740991.0;", "9007199254740991"),
        ("double", "return 9007199254740993.0;", "9007199254740992"),
        ("double", "return 1e300;", "1e+300"),
        ("double", "return __builtin_inf();", "Inf"),
        ("double", "return -__builtin_inf();", "-Inf"),
        ("double", "return __builtin_nan(\"\");", "NaN"),
        ("float", "return 0.5f;", "0.5"),
        ("long double", "return 2.5L;", "2.5"),
        ("const char *", "return \"say \\\"h\\303\\251\\\"\\n\\t\\r\\\\\";", r#""say \"h\xC3\xA9\"\n\t\r\\""#),
        ("const char *", "return NULL;", "null"),
        ("char *", "static char text[] = \"text\"; return text;", r#""text""#),
        ("struct bytes", "struct bytes all = {\"a\\0b\", 3}; return all;", r#""a\x00b""#),
        ("struct bytes", "struct bytes none = {NULL, 0}; return none;", r#""""#),
        ("void", "int x = 1; keep(&x);", "null"),
    ];
    for language in BOTH {
        let mut actor = Stage::new().host(language);
        for (returns, text, expected) in c {
            actor.prepare(returning(returns, text));
            assert_eq!(actor.answer().head, expected, "{language}: {returns}: {text}");
        }
    }
    let mut actor = Stage::new().host("cpp");
    let cpp = [
        ("return 0.25;", "0.25"),
        ("return true;", "true"),
        ("return 7u;", "7"),
        ("return \"text\";", r#""text""#),
        ("return std::string(\"a\\0b\", 3);", r#""a\x00b""#),
        ("return std::string_view(\"view\");", r#""view""#),
        ("int x = 1; keep(&x);", "null"),
    ];
    for (text, expected) in cpp {
        actor.prepare(code(text));
        assert_eq!(actor.answer().head, expected, "{text}");
    }
}

#[test]
fn lenient_answers_are_texts() {
    let cases =
        [("int", "return 5;", r#""5""#), ("double", "return 0.5;", r#""0.5""#), ("bool", "return true;", r#""1""#)];
    let mut actor = Stage::new().host("c");
    for (returns, text, expected) in cases {
        actor.prepare(returning(returns, text));
        assert_eq!(actor.checked_answer(Check::Lenient).0.head, expected);
    }
}

/// Every byte, over and over, with a length that is no multiple of any block; by three ways that share no code.
#[test]
fn bytes_have_the_digest_that_perl_and_a_command_give() {
    let stage = Stage::new();
    for length in [0_u32, 55, 56, 64, 119, 65_535, 65_536, 1_000_003] {
        let of_c = format!(
            "static unsigned char all[1000003]; for (size_t i = 0; i < {length}; i++) all[i] = (unsigned char)(i * 7);
             struct bytes bytes = {{all, {length}}}; return bytes;"
        );
        let of_perl = format!("join q(), map {{ chr($_ * 7 % 256) }} 0 .. {length} - 1");
        let of_command = format!("perl -e 'binmode STDOUT; print {of_perl}'");
        let answers = [
            stage.host("c").ready(returning("struct bytes", &of_c)).answer(),
            stage.host("cpp").ready(code(&of_c)).answer(),
            stage.host("perl").ready(code(&of_perl)).answer(),
            stage.spawner().ready(shell(&of_command)).answer(),
        ];
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{length} bytes");
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
fn what_cannot_be_compiled_is_told_at_its_place() {
    let prelude = |text| parts(&[(Part::Prelude, text), (Part::Code, "return 1;")]);
    let setup = |text| parts(&[(Part::Setup, text), (Part::Code, "return 1;")]);
    let c = [
        (code("int x = 1;\nreturn y;"), Some((Part::Code, 2)), "'y' undeclared"),
        (code("return 0.5;"), Some((Part::Code, 1)), "say `returns = \"double\"`"),
        (code("return \"text\";"), Some((Part::Code, 1)), "say what the code returns"),
        (code("int x = 1;\nkeep(&x);"), Some((Part::Code, 4)), "no return statement"),
        (code("return no_such_function();"), Some((Part::Code, 1)), "implicit declaration"),
        (prelude("\n#include <no/such/header.h>"), Some((Part::Prelude, 2)), "No such file"),
        (setup("int x = 1;\n}"), Some((Part::Setup, 4)), "expected identifier"),
        (returning("struct unknown", "return 1;"), None, "what the code returns is no answer"),
        (returning("int *", "return NULL;"), None, "what the code returns is no answer"),
        (flagged(&["-no-such-flag"], "return 1;"), None, "unrecognized command-line option"),
        (flagged(&["-lno-such-library"], "return 1;"), None, "cannot find -lno-such-library"),
    ];
    for (case, place, words) in c {
        let error = refused("c", case);
        assert_eq!(error.kind, ErrorKind::Compile);
        assert_eq!(error.part.zip(error.line), place, "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
    let cpp = [
        (code("int x = 1;\nreturn y;"), Some((Part::Code, 2)), "'y' was not declared"),
        (code("if (getpid() == 1) return 1;\nreturn 0.5;"), Some((Part::Code, 2)), "say what the code returns"),
        (code("struct other {} other; return other;"), None, "what the code returns is no answer"),
        (
            parts(&[
                (Part::Prelude, "#include <vector>\n#include <algorithm>"),
                (Part::Code, "std::vector<std::exception> all;\nstd::sort(all.begin(), all.end()); return 1;"),
            ]),
            Some((Part::Code, 2)),
            "no match for 'operator<'",
        ),
    ];
    for (case, place, words) in cpp {
        let error = refused("cpp", case);
        assert_eq!(error.part.zip(error.line), place, "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn what_cannot_be_linked_is_told_in_the_words_of_the_linker() {
    let text = "extern int no_such_function(void); return no_such_function();";
    assert_eq!(told(&refused("c", code(text))), (None, None, "undefined reference to `no_such_function'"));
}

#[test]
fn a_parameter_that_cannot_have_its_name_is_named() {
    for (language, name) in [("c", "int"), ("c", "stdin"), ("c", "index"), ("cpp", "class"), ("cpp", "index")] {
        let error = refused(language, with_params(&[(name, Param::Integer(1))], code("return 1;")));
        let expected = format!("the parameter `{name}` cannot have this name in {language}: ");
        assert!(error.message.starts_with(&expected), "{}", error.message);
        assert_eq!(error.kind, ErrorKind::Compile);
    }
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

#[test]
fn failing_is_told_with_its_place() {
    let case = |part, text| parts(&[(part, text), (Part::Code, "return 1;")]);
    for language in BOTH {
        for part in [Part::Setup, Part::VariantSetup] {
            let error = refused(language, case(part, "\nfail(\"%s %d\", \"broken\", 3);"));
            assert_eq!((error.kind, told(&error)), (ErrorKind::Died, (Some(part), Some(2), "broken 3")), "{language}");
        }
        let prelude = "static void helper(void) {\nfail(\"deep\");\n}";
        let mut actor = Stage::new().host(language);
        let error = actor.ready_error(parts(&[(Part::Prelude, prelude), (Part::Code, "helper(); return 1;")]));
        assert_eq!(told(&error), (Some(Part::Prelude), Some(2), "deep"), "{language}");
        actor.prepare(code("return 1;"));
        assert_eq!(actor.answer().head, "1");
    }
}

#[test]
fn what_is_thrown_is_told() {
    let mut actor = Stage::new().host("cpp");
    let error = actor.ready_error(code("if (getpid()) throw std::runtime_error(\"broken\");\nreturn 1;"));
    assert_eq!((error.kind, told(&error)), (ErrorKind::Died, (None, None, "broken")));
    let error = actor.ready_error(code("if (getpid()) throw 5;\nreturn 1;"));
    assert_eq!(told(&error), (None, None, "an exception that is no std::exception"));
    let error =
        refused("cpp", parts(&[(Part::Setup, "throw std::runtime_error(\"early\");"), (Part::Code, "return 1;")]));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "early"));
}

#[test]
fn a_snippet_that_crashes_is_told_by_its_signal() {
    for language in BOTH {
        let mut actor = Stage::new().host(language).ready(code("volatile int *nowhere = 0; return *nowhere;"));
        let how = "signal 11 (SIGSEGV)".to_string();
        assert_eq!(actor.loss(), Loss::Ended { how, by_signal: true, stderr: String::new() }, "{language}");
    }
}

#[test]
fn headers_that_are_needed_are_looked_for() {
    let needs = |names: &[&str]| SnippetCase {
        needs: names.iter().map(|name| name.to_string()).collect(),
        ..code("return 1;")
    };
    for language in BOTH {
        assert_eq!(head(language, needs(&["stdio.h", "sys/mman.h"])), "1");
        let error = refused(language, needs(&["stdio.h", "no-such.h", "neither.h"]));
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no-such.h"));
    }
}

#[test]
fn a_compiler_that_is_missing_is_named_with_its_package() {
    let expected = [("c", "apt-get install gcc libc6-dev"), ("cpp", "apt-get install g++")];
    for (name, help) in expected {
        let stage = Stage::new();
        let language = languages::find(name);
        let compiler =
            Compiler { program: "no-such-cc".to_string(), ..language.compiler.clone().expect("it is compiled") };
        let language = Language { compiler: Some(compiler), ..language };
        let Err(failure) = snippet::start(language, &[LaunchDraw::default()], &stage.context) else {
            panic!("it starts without a compiler");
        };
        assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::Missing, "no-such-cc is not installed"));
        assert_eq!(failure.help, Some(format!("install it: {help}")));
    }
}

#[test]
fn flags_reach_the_compiler_and_the_linker() {
    let defined = flagged(&["-DVALUE=5"], "return VALUE;");
    assert_eq!(head("c", defined), "5");
    let linked = SnippetCase {
        flags: vec!["-lm".to_string()],
        ..parts(&[
            (Part::Prelude, "#include <math.h>\nstatic volatile double two = 2;"),
            (Part::Code, "return lround(pow(two, 10));"),
        ])
    };
    for language in BOTH {
        assert_eq!(head(language, linked.clone()), "1024");
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
fn a_child_that_runs_on_into_the_host_says_nothing() {
    let prelude = "#include <sys/wait.h>";
    let text = "pid_t child = fork(); if (child) waitpid(child, NULL, 0); return 1;";
    let mut actor = Stage::new().host("c").ready(parts(&[(Part::Prelude, prelude), (Part::Code, text)]));
    assert_eq!(actor.answer().head, "1");
    actor.run(3);
    assert_eq!(actor.ask(&protocol::Request::Bye), Ok(protocol::Reply::Bye));
}

/// Each round of the loop would fork once more in each of them.
#[test]
fn children_that_return_do_not_run_on_in_the_loop() {
    let stage = Stage::new();
    let path = stage.text("calls");
    let text = format!(
        "int calls = open(\"{path}\", O_WRONLY | O_APPEND | O_CREAT, 0600); write(calls, \"x\", 1); close(calls); \
         fork(); return 1;"
    );
    let mut actor = stage.host("c").ready(stage::snippet(&text));
    actor.run(12);
    drop(actor);
    assert_eq!(std::fs::read(path).expect("it was called").len(), 12);
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
