//! The host of bash, dash and awk: how it writes answers, what a part is, which lines it tells, and what it survives.

use crate::stage;
use crate::stage::{Actor, Stage, parts};
use cmpthese_subjects::{BuildCache, LaunchDraw, Loss, languages, snippet};
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, Request, SnippetCase};
use std::collections::BTreeMap;

const SHELLS: [&str; 2] = ["bash", "dash"];

fn hosts<const N: usize>(languages: [&'static str; N], stage: &Stage) -> [(&'static str, Actor); N] {
    languages.map(|language| (language, stage.host(language)))
}

/// Code of shells and its answer, exact and lenient.
#[rustfmt::skip]
const OF_SHELLS: &[(&str, &str, &str)] = &[
    ("", r#""""#, r#""""#),
    ("# a comment", r#""""#, r#""""#),
    ("x=1", r#""""#, r#""""#),
    // What is printed, by the shell or by what it starts, without newlines at its end.
    ("echo 42", r#""42""#, r#""42""#),
    ("printf 42", r#""42""#, r#""42""#),
    ("printf '\\n a\\n\\n b\\n\\n'", r#""\n a\n\n b""#, r#""\n a\n\n b""#),
    ("expr 6 '*' 7", r#""42""#, r#""42""#),
    ("echo a; (echo b); echo c | tr c d; x=$(echo e)", r#""a\nb\nd""#, r#""a\nb\nd""#),
    ("printf 'say \"hi\" \\\\ \\t\\r\\001\\377é'", r#""say \"hi\" \\ \t\r\x01\xFF\xC3\xA9""#, r#""say \"hi\" \\ \t\r\x01\xFF\xC3\xA9""#),
    ("printf 'a\\0b'", r#""a\x00b""#, r#""a\x00b""#),
    ("exec 5>&1; echo a >&5; exec 5>&-", r#""a""#, r#""a""#),
    // Its status, where it is not 0.
    ("[ a = b ]", r#"status 1 """#, r#"status 1 """#),
    ("echo a; return 5", r#"status 5 "a""#, r#"status 5 "a""#),
    ("[ a = b ] || :", r#""""#, r#""""#),
    ("false; echo $?", r#""1""#, r#""1""#),
];

#[rustfmt::skip]
const OF_AWK: &[(&str, &str, &str)] = &[
    ("", r#""""#, r#""""#),
    ("x = 1", r#""""#, r#""""#),
    ("print 42", r#""42""#, r#""42""#),
    ("printf \"42\"", r#""42""#, r#""42""#),
    ("print \"a\"; print \"b\"", r#""a\nb""#, r#""a\nb""#),
    ("system(\"echo a\")", r#""a""#, r#""a""#),
    ("\"echo a\" | getline x; print x x", r#""aa""#, r#""aa""#),
    ("$0 = \"a b c\"; print NF, $2", r#""3 b""#, r#""3 b""#),
    ("printf \"%d%d\", atan2(0, -1), atan2(1, 0) * 10", r#""315""#, r#""315""#),
    // What looks like fail(...) and is none.
    ("print \"fail(1)\"; print \"a fail(\" ~ /fail[(/]/; n = 8; print n / 2 # fail(", r#""fail(1)\n1\n4""#, r#""fail(1)\n1\n4""#),
];

#[test]
fn answers_are_what_is_printed() {
    let stage = Stage::new();
    hosts(SHELLS, &stage).into_iter().for_each(|(_, mut host)| host.has_forms(OF_SHELLS));
    stage.host("awk").has_forms(OF_AWK);
}

/// What keeps the answer is there before a snippet lowers the limit of open files; what cannot be had then is told.
#[test]
fn answers_need_no_descriptors_of_high_numbers() {
    let stage = Stage::new();
    for (language, mut host) in hosts(SHELLS, &stage) {
        host.prepare(parts(&[(Part::Setup, "ulimit -n 64"), (Part::Code, "echo code")]));
        assert_eq!(host.answer().head, "\"code\"", "{language}");
        host.run(2);
        assert_eq!(host.answer().head, "\"code\"", "{language}");
        let error = host.prepare_error(stage::snippet("echo next"));
        assert!(error.message.contains("the limit of open files (ulimit -n) is too low"), "{}", error.message);
    }
    let mut host = stage.host("bash");
    host.prepare(parts(&[(Part::Setup, "ulimit -n 10"), (Part::Code, "echo code")]));
    assert!(host.answer_error().message.starts_with("no file descriptor is left for the worker"), "bash");
}

#[test]
fn what_before_each_prints_is_not_in_the_answer() {
    let stage = Stage::new();
    for (language, mut host) in hosts(["bash", "dash", "awk"], &stage) {
        let [before, code] = match language {
            "awk" => ["printf \"before\"", "print \"code\""],
            _ => ["echo before; expr 1 + 1", "echo code"],
        };
        host.prepare(parts(&[(Part::Code, code), (Part::BeforeEach, before)]));
        assert_eq!(host.answer().head, "\"code\"", "{language}");
        host.run(2);
        assert_eq!(host.answer().head, "\"code\"", "{language}");
    }
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    for (language, mut host) in hosts(["bash", "awk"], &stage) {
        for length in [0, 1, 65533, 65534, 65535, 65536, 200_000] {
            let code = match language {
                "awk" => format!("for (i = 0; i < {length}; i++) printf \"x\""),
                _ => format!("head -c {length} /dev/zero | tr '\\0' x"),
            };
            host.prepare(stage::snippet(&code));
            assert_eq!(host.answer(), protocol::text_answer("x".repeat(length).as_bytes()), "{language}: {length}");
        }
    }
}

#[test]
fn parameters_may_have_values_of_any_sort() {
    let stage = Stage::new();
    let long = format!("{}'\n\u{e9}\u{1f600}", "\"\\\n'$(x)`".repeat(10_000));
    let params = [
        ("a", Param::Integer(1 << 53)),
        ("_x", Param::Float(1e300)),
        ("code", Param::Float(-2.5)),
        ("whole", Param::Float(2.0)),
        ("truth", Param::Boolean(false)),
        ("empty", Param::Text(String::new())),
        ("long", Param::Text(long.clone())),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let written = |words: &str| protocol::text_answer(format!("{words}\n{long}").as_bytes()).head;
    for (language, host) in hosts(SHELLS, &stage) {
        let code = "$truth || printf '%s\\n' \"$a $_x $code $whole $truth $empty\" \"$long\"";
        let case = SnippetCase { params: params.clone(), ..stage::snippet(code) };
        assert_eq!(host.ready(case).answer().head, written("9007199254740992 1e+300 -2.5 2 false "), "{language}");
    }
    // mawk takes no longer text.
    let long = long.replace(&"\"\\\n'$(x)`".repeat(100), "");
    assert!(long.len() < 4096, "{} bytes", long.len());
    let params: BTreeMap<_, _> = params
        .into_iter()
        .map(|(name, value)| if name == "long" { (name, Param::Text(long.clone())) } else { (name, value) })
        .collect();
    let code = "if (!truth) print (a == 2 ^ 53), (_x == 1e300), code, truth, empty; print long";
    let host = stage.host("awk");
    assert_eq!(
        host.ready(SnippetCase { params, ..stage::snippet(code) }).answer().head,
        protocol::text_answer(format!("1 1 -2.5 0 \n{long}").as_bytes()).head
    );
}

#[test]
fn what_cannot_be_a_parameter_is_refused() {
    let stage = Stage::new();
    let with = |name: &str, value: Param| SnippetCase {
        params: BTreeMap::from([(name.to_string(), value)]),
        ..stage::snippet("x=1")
    };
    for (language, mut host) in hosts(["bash", "dash", "awk"], &stage) {
        let error = host.prepare_error(with("x", Param::Text("a\0b".to_string())));
        let message = "a text with a zero byte in it cannot be a parameter here";
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message), "{language}");
    }
    let error = stage.host("awk").prepare_error(with("x", Param::Integer((1 << 53) + 1)));
    let message = "a parameter is a whole number that awk does not have: its numbers are floats of 53 bits";
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message));
    for (language, name, message) in [
        ("bash", "UID", "readonly"),
        ("bash", "RANDOM", "RANDOM has a value of its own"),
        ("bash", "LINENO", "LINENO has a value of its own"),
        ("bash", "_", "_ has a value of its own"),
        ("awk", "length", "syntax"),
    ] {
        let error = stage.host(language).prepare_error(with(name, Param::Integer(1)));
        assert!(error.message.starts_with("a parameter cannot have its name: "), "{language}: {error:?}");
        assert!(error.message.contains(message), "{language}: {error:?}");
    }
}

#[test]
fn the_parts_share_one_scope_and_a_next_case_starts_afresh() {
    let stage = Stage::new();
    for (language, mut host) in hosts(SHELLS, &stage) {
        host.prepare(parts(&[
            (Part::Prelude, "order=prelude; add() { order=\"$order $1\"; }"),
            (Part::Setup, "add setup # a comment at the end"),
            (Part::VariantSetup, "add variant\ncat <<END >/dev/null\ntext\nEND"),
            (Part::Code, "local inner=1; add called; echo $order"),
            (Part::Teardown, "order="),
        ]));
        assert_eq!(host.answer().head, r#""prelude setup variant called""#, "{language}");
        assert_eq!(host.answer().head, r#""prelude setup variant called called""#, "{language}");
        assert_eq!(host.answer_of("echo \"$order$inner\"", Check::Exact), r#""""#, "{language}");
    }
    let mut host = stage.host("awk");
    host.prepare(parts(&[
        (Part::Prelude, "function add(word) { order = order \" \" word }\nBEGIN { order = \"prelude\" }"),
        (Part::Setup, "add(\"setup\") # a comment at the end"),
        (Part::VariantSetup, "add(\"variant\")"),
        (Part::Code, "add(\"called\"); print order"),
        (Part::Teardown, "order = 0"),
    ]));
    assert_eq!(host.answer().head, r#""prelude setup variant called""#);
    assert_eq!(host.answer().head, r#""prelude setup variant called called""#);
    assert_eq!(host.answer_of("print order", Check::Exact), r#""""#);
}

static PARTS: [Part; 5] = [Part::Prelude, Part::Setup, Part::VariantSetup, Part::Code, Part::BeforeEach];

/// A fault on the fourth line of each of some parts is told there; the other parts are `harmless`.
fn tells_line_four(host: &mut Actor, harmless: &str, lines: &str, expected: (ErrorKind, &str), some: &[Part]) {
    for part in some {
        let case = parts(&PARTS.map(|other| (other, if other == *part { lines } else { harmless })));
        let error = match (part, expected.0) {
            (Part::Code | Part::BeforeEach, ErrorKind::Died) => host.ready_error(case),
            _ => host.prepare_error(case),
        };
        let name = &host.hello.worker;
        assert_eq!((error.part, error.line), (Some(*part), Some(4)), "{name}: {part:?}: {lines}");
        assert_eq!((error.kind, error.message.as_str()), expected, "{name}: {part:?}: {lines}");
    }
}

#[test]
fn errors_tell_part_and_line() {
    let stage = Stage::new();
    let (compile, died) = (ErrorKind::Compile, ErrorKind::Died);
    let [all, outside, functions] = [&PARTS[..], &PARTS[..3], &PARTS[3..]];
    let faults = [
        ("bash", "y=;)", (compile, "syntax error near unexpected token `)'"), all),
        ("bash", ": \"${1:?broken}\"", (died, "broken"), all),
        ("bash", "set -u; : $nothing", (died, "nothing: unbound variable"), all),
        ("bash", ": ${no:?é \u{1f600}}", (died, "no: é \u{1f600}"), all),
        ("dash", "y=;)", (compile, "Syntax error: \")\" unexpected"), outside),
        ("dash", "y=;)", (compile, "Syntax error: \")\" unexpected (expecting \"}\")"), functions),
        ("dash", ": \"${1:?broken}\"", (died, "broken"), all),
        ("dash", "set -u; : $nothing", (died, "nothing: parameter not set"), all),
    ];
    for (language, fault, expected, some) in faults {
        let lines = format!("text='\nhere\n'\n{fault}");
        tells_line_four(&mut stage.host(language), "one=1\n\n\n\nfive=5", &lines, expected, some);
    }
    let mut host = stage.host("awk");
    let inner = &PARTS[1..];
    tells_line_four(&mut host, "", "x = 1\n\n# a\ny = ;", (compile, "syntax error at or near ;"), inner);
    tells_line_four(&mut host, "", "x = 1\n\n# a\nfail(\"broken\")", (died, "broken"), inner);
    let in_prelude = parts(&[(Part::Prelude, "\n\n\nfunction f() { y = ; }"), (Part::Code, "x = 1\n\n\n\ny = 1")]);
    let error = host.prepare_error(in_prelude);
    assert_eq!((error.kind, error.part, error.line), (ErrorKind::Compile, Some(Part::Prelude), Some(4)));
    let called = parts(&[(Part::Prelude, "function f(x) {\n    fail(x \" is broken\")\n}"), (Part::Code, "f(7)")]);
    let error = host.ready_error(called);
    assert_eq!((error.part, error.line, error.message.as_str()), (Some(Part::Prelude), Some(2), "7 is broken"));
    let prelude = "function failures(x) { return x }";
    let error = stage.host("awk").ready_error(parts(&[(Part::Prelude, prelude), (Part::Code, "fail(failures(7))")]));
    assert_eq!((error.part, error.message.as_str()), (Some(Part::Code), "7"));
}

#[test]
fn parts_of_shells_are_whole_by_themselves() {
    let stage = Stage::new();
    let cases = [
        (parts(&[(Part::Prelude, "x='"), (Part::Setup, "'"), (Part::Code, "echo $x")]), Part::Prelude),
        (parts(&[(Part::Setup, "if true; then"), (Part::Code, "fi")]), Part::Setup),
        (parts(&[(Part::Code, "echo \"a")]), Part::Code),
        (parts(&[(Part::Code, "x=$(")]), Part::Code),
        (parts(&[(Part::Code, "}")]), Part::Code),
    ];
    for (language, mut host) in hosts(SHELLS, &stage) {
        for (case, part) in &cases {
            let error = host.prepare_error(case.clone());
            assert_eq!((error.kind, error.part), (ErrorKind::Compile, Some(*part)), "{language}: {case:?}: {error:?}");
        }
    }
}

#[test]
fn a_command_that_is_not_there_is_an_error_and_so_is_what_ends_the_loop() {
    let stage = Stage::new();
    let mut host = stage.host("bash");
    let error = host.ready_error(stage::snippet("\nno-such-command"));
    assert_eq!((error.kind, error.line), (ErrorKind::Died, Some(2)));
    assert_eq!(error.message, "no-such-command: command not found");
    let error = host.ready_error(stage::snippet("echo $((1 / 0))"));
    assert_eq!((error.part, error.line), (Some(Part::Code), Some(1)));
    let error = stage.host("dash").ready_error(stage::snippet("no-such-command"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "no-such-command: not found"));
    for (language, mut host) in hosts(SHELLS, &stage) {
        let setup = |code: &str| parts(&[(Part::Setup, code), (Part::Code, "echo $x")]);
        let error = host.prepare_error(setup("x=1\ny=$(no-such-command 5)"));
        assert_eq!((error.part, error.line), (Some(Part::Setup), Some(2)), "{language}: {error:?}");
        for fine in ["no-such-command 2>/dev/null || x=1", "x=1; unalias no-such-alias", "x=1; hash no-such-command"] {
            host = host.ready(setup(fine));
            assert_eq!(host.answer().head, "\"1\"", "{language}: {fine}");
        }
    }
}

#[test]
fn what_a_snippet_does_to_its_shell_is_its_own() {
    let stage = Stage::new();
    let changes = [
        "exec 3>&- 4>&- 5>&-",
        "exec 0<&- 2>&-",
        "PATH=/nowhere IFS=0123456789",
        "set -f; set +e; shopt -s extglob 2>/dev/null",
        "cd /; umask 777",
        "trap 'x=1' CHLD",
        "alias while=false echo=false",
        "set -eu",
    ];
    for (language, mut host) in hosts(SHELLS, &stage) {
        for change in changes {
            host.prepare(parts(&[(Part::Setup, change), (Part::Code, "printf x")]));
            host.run(3);
            assert_eq!(host.answer().head, r#""x""#, "{language}: {change}");
            host.prepare(stage::snippet("echo after"));
            assert_eq!(host.answer().head, r#""after""#, "{language}: {change}");
        }
    }
    let mut host = stage.host("awk").ready(parts(&[
        (Part::Setup, "RS = \"\"; ORS = \"-\"; FS = \",\"; OFMT = \"%d\"; $0 = \"a,b\""),
        (Part::Code, "print $2"),
    ]));
    host.run(3);
    assert_eq!(host.answer().head, r#""b-""#);
}

#[test]
fn nothing_of_the_door_is_seen_by_what_a_snippet_starts() {
    let stage = Stage::new();
    let code = "env | grep -c -e LD_PRELOAD -e CMPTHESE_DOOR; ls /proc/self/fd | wc -l";
    // Who started the tests may have left descriptors open, which everybody sees.
    let plain = std::process::Command::new("sh").args(["-c", code]).output().expect("there is a shell").stdout;
    let expected = protocol::text_answer(plain.trim_ascii_end()).head;
    for (language, mut host) in hosts(SHELLS, &stage) {
        assert_eq!(host.answer_of(code, Check::Exact), expected, "{language}");
    }
}

/// The counters of a batch hold what the code and its children do, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    for (language, mut host) in hosts(SHELLS, &stage) {
        host.prepare(stage::snippet("echo x; echo y"));
        for iterations in [1, 1000] {
            let batch = host.run(iterations);
            assert_eq!(batch.reading(Metric::WriteCalls), 2 * iterations, "{language}");
            assert_eq!(batch.reading(Metric::WriteBytes), 4 * iterations, "{language}");
        }
        host.prepare(stage::snippet("head -c 4096 /dev/zero >/dev/null"));
        assert!(host.run(10).reading(Metric::ReadBytes) >= 40_960, "{language}");
        host.prepare(stage::snippet(""));
        let batch = host.run(1);
        let calls = [Metric::ReadCalls, Metric::WriteCalls, Metric::WriteBytes];
        assert_eq!(calls.map(|metric| batch.reading(metric)), [0; 3], "{language}");
    }
}

#[test]
fn teardown_runs_at_bye_and_may_fail() {
    for language in ["bash", "dash", "awk"] {
        let stage = Stage::new();
        let file = stage.text("torn-down");
        let (code, teardown) = match language {
            "awk" => ("x = 1", format!("printf \"done\" > \"{file}\"; close(\"{file}\"); exit 3")),
            _ => (":", format!("printf done >'{file}'; exit 3")),
        };
        let mut host = stage.host(language).ready(parts(&[(Part::Code, code), (Part::Teardown, &teardown)]));
        host.run(1);
        host.tears_down(&file);
    }
}

#[test]
fn what_fails_before_an_iteration_is_told_with_its_words() {
    let stage = Stage::new();
    for (language, mut host) in hosts(SHELLS, &stage) {
        for (before_each, message) in [
            ("cat /no/such/file", "exit status 1: cat: /no/such/file: No such file or directory"),
            ("false", "exit status 1"),
        ] {
            host.prepare(parts(&[(Part::BeforeEach, before_each), (Part::Code, "echo a")]));
            let error = host.answer_error();
            assert_eq!(
                (error.part, error.line, error.message.as_str()),
                (Some(Part::BeforeEach), Some(1), message),
                "{language}"
            );
        }
        host.prepare(parts(&[(Part::BeforeEach, "cat /no/such/file 2>/dev/null || :"), (Part::Code, "echo a")]));
        assert_eq!(host.answer(), protocol::text_answer(b"a"), "{language}");
    }
}

#[test]
fn an_exit_before_the_code_is_told_with_its_code_and_words() {
    let stage = Stage::new();
    let mut host = stage.host("bash");
    let case = parts(&[(Part::Setup, "printf sorry >&2; exit 4"), (Part::Code, ":")]);
    let loss = host.ask(&Request::Prepare { case: protocol::WorkerCase::Snippet(case) });
    let how = "exit code 4".to_string();
    assert_eq!(loss, Err(Loss::Ended { how, by_signal: false, stderr: "sorry".to_string() }));
}

#[test]
fn an_interpreter_that_is_missing_or_has_no_door_is_told() {
    let stage = Stage::new();
    let started = |runtime: &str| {
        let language = languages::find("dash").with_runtime(runtime);
        snippet::start(language, &[LaunchDraw::default()], &stage.context)
    };
    let failure = started("no-such-shell").err().expect("it is not there");
    assert_eq!(failure.message, "no-such-shell is not installed");
    assert_eq!(
        failure.help.as_deref(),
        Some("install it, or name another (`interpreter = …` in a plan, --interpreter on the command line)")
    );
    let mut worker = started("env -i dash").expect("it can be started").pop().expect("one");
    let loss = worker.greet(stage::PATIENCE.as_nanos() as u64);
    assert!(loss.is_err(), "{loss:?}");
}

/// A program that the setup runs may speak of lines, and of what is unexpected.
#[test]
fn what_a_setup_writes_to_standard_error_is_no_mistake_in_it() {
    let stage = Stage::new();
    for language in ["bash", "dash"] {
        let setup = "echo 'data.csv: 205: unexpected field, skipped' >&2";
        let mut host = stage.host(language).ready(parts(&[(Part::Setup, setup), (Part::Code, "echo 1")]));
        assert_eq!(host.answer().head, "\"1\"", "{language}");
    }
}

/// Where a prelude of awk reads a fixture.
#[test]
fn parameters_are_there_when_the_prelude_begins() {
    let stage = Stage::new();
    let file = stage.write("lines", "a\nb\n");
    let prelude = "BEGIN { while ((getline line < file) > 0) count++ }";
    let params = BTreeMap::from([("file".to_string(), Param::Text(file))]);
    let case = SnippetCase { params, ..parts(&[(Part::Prelude, prelude), (Part::Code, "print count")]) };
    assert_eq!(stage.host("awk").ready(case).answer().head, r#""2""#);
}

#[test]
fn a_trap_for_the_end_of_the_shell_runs() {
    let stage = Stage::new();
    for (language, mut host) in hosts(SHELLS, &stage) {
        let file = stage.text(language);
        host.prepare(parts(&[(Part::Setup, &format!("trap 'printf done >\"{file}\"' EXIT")), (Part::Code, ":")]));
        host.run(1);
        host.tears_down(&file);
    }
}

/// The loader takes both for the end of what it shall load.
#[test]
fn the_door_may_lie_behind_a_blank_and_a_colon() {
    let mut stage = Stage::new();
    stage.context.cache = BuildCache::new(stage.path("a b:c"));
    let mut host = stage.host("dash");
    assert_eq!(host.answer_of("ls -l /proc/self/fd | grep door || echo 1", Check::Exact), r#""1""#);
    host.ready_error(stage::snippet("no-such-command"));
    assert_eq!(host.answer_of("echo 2", Check::Exact), r#""2""#);
}

/// Those of a pipe run side by side, where there are CPUs, and are gone when it is looked at.
#[test]
fn who_has_waited_for_children_is_not_of_one_thread() {
    let stage = Stage::new();
    let ran_in_one_thread = |code: &str| {
        let mut host = stage.host("bash").ready(stage::snippet(code));
        host.run(1);
        host.ran_in_one_thread()
    };
    assert_eq!(["for ((i = 0; i < 20000; i++)); do :; done", "true | true"].map(ran_in_one_thread), [true, false]);
}
