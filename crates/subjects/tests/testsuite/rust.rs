//! Rust, by the host of C: how it writes answers, what a part is, and which lines it tells.

use crate::stage::{Stage, parts, snippet};
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase, WorkerCase};
use std::collections::BTreeMap;

/// One snippet, because each is compiled: the values of a list, and their canonical form.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("()", "null"),
    ("None::<u8>", "null"),
    ("Some(-17)", "-17"),
    ("u64::MAX", "18446744073709551615"),
    ("[0, i128::from(u64::MAX), 1 << 64, i128::MIN]", "[0, 18446744073709551615, 18446744073709551616, -170141183460469231731687303715884105728]"),
    ("u128::MAX", "340282366920938463463374607431768211455"),
    ("BTreeMap::from([(u128::MAX, -1_i128)])", r#"{"340282366920938463463374607431768211455": -1}"#),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("1e17", "1e+17"),
    ("-0.0", "0"),
    ("1.0 / 0.0", "Inf"),
    ("f64::NAN", "NaN"),
    (r#""say \"hi\" \\ \n\t\r\0\x7f""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#),
    (r#""é""#, r#""\xE9""#),
    (r#"String::from("é☺")"#, r#""\xC3\xA9\xE2\x98\xBA""#),
    ("'x'", r#""x""#),
    ("vec![120u8, 255]", r#""x\xFF""#),
    ("[1 == 1, 1 == 2]", "[true, false]"),
    ("Vec::<i32>::new()", "[]"),
    ("(1, \"a\", [2.5])", r#"[1, "a", [2.5]]"#),
    ("BTreeSet::from([2, 10])", "[10, 2]"),
    ("HashSet::from([\"b\", \"a\"])", r#"["a", "b"]"#),
    ("BinaryHeap::from([2, 10])", "[10, 2]"),
    ("LinkedList::from([2, 10])", "[2, 10]"),
    ("std::rc::Rc::new([std::sync::Arc::from(\"a\") as std::sync::Arc<str>])", r#"["a"]"#),
    ("std::borrow::Cow::from(\"a\")", r#""a""#),
    ("BTreeMap::from([(10, 1), (9, 2)])", r#"{"10": 1, "9": 2}"#),
    ("HashMap::from([(\"b\", Some(vec![1])), (\"a\", None)])", r#"{"a": null, "b": [1]}"#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    let values: Vec<String> =
        FORMS.iter().map(|(value, _)| format!("Box::new({value}) as Box<dyn cmpthese::Answer>")).collect();
    let mut host = stage.host("rust").ready(parts(&[
        (Part::Prelude, "use std::collections::*;"),
        (Part::Code, &format!("vec![{}]", values.join(", "))),
    ]));
    let forms: Vec<&str> = FORMS.iter().map(|(_, form)| *form).collect();
    assert_eq!(host.answer().head, format!("[{}]", forms.join(", ")));
}

#[test]
fn what_is_no_answer_does_not_compile_and_what_may_be_is_named() {
    let stage = Stage::new();
    let mut host = stage.host("rust");
    let cases = [
        ("std::time::Instant::now()", "an answer is (), a truth value, a number"),
        (
            "let x: i32 = \"1\".parse()?;\nOk::<i32, std::num::ParseIntError>(x)",
            "of a Result, end with `.ok()` or `.unwrap()`",
        ),
        ("let x: i32 = \"1\".parse()?;\nx", "`.unwrap()` in the place of `?`"),
    ];
    for (code, hint) in cases {
        let error = host.prepare_error(snippet(code));
        assert_eq!(error.kind, ErrorKind::Compile, "{code}");
        assert!(error.message.contains(hint), "{code}: {}", error.message);
    }
}

#[test]
fn parts_share_statics_and_see_parameters() {
    let stage = Stage::new();
    let order = "use std::sync::Mutex; static ORDER: Mutex<Vec<String>> = Mutex::new(Vec::new());
        fn note(word: &str) -> String { let mut all = ORDER.lock().unwrap(); all.push(word.to_string()); all.join(\" \") }";
    let case = parts(&[
        (Part::Prelude, order),
        (Part::Setup, "note(word)"),
        (Part::VariantSetup, "note(\"variant\"); // a comment at the end"),
        (Part::Code, "note(\"called\")"),
    ]);
    let long = "é".repeat(70_000);
    let params = [("word", Param::Text("setup".into())), ("long", Param::Text(long)), ("N", Param::Integer(i64::MIN))];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let mut host = stage.host("rust").ready(SnippetCase { params: params.clone(), ..case });
    assert_eq!(host.answer().head, r#""setup variant called""#);
    assert_eq!(host.answer().head, r#""setup variant called called""#);
    host.prepare(SnippetCase { params, ..snippet("(N, long.len())") });
    assert_eq!(host.answer().head, "[-9223372036854775808, 140000]");
}

/// What goes wrong on the second line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let stage = Stage::new();
    let mut host = stage.host("rust");
    let faults = [
        (Part::Prelude, "\nfn f() { y }", ErrorKind::Compile, "cannot find value `y`"),
        (Part::Setup, "\npanic!(\"no {}\", 1)", ErrorKind::Died, "no 1"),
        (Part::Code, "\n[1, 2][black_box(2)]", ErrorKind::Died, "index out of bounds"),
        (Part::Code, "\nNone::<i32>.unwrap()", ErrorKind::Died, "called `Option::unwrap()` on a `None` value"),
        (Part::Code, "\nlet x: u8 = \"a\";", ErrorKind::Compile, "mismatched types"),
    ];
    for (part, text, kind, message) in faults {
        host.tells_fault(parts(&[(part, text)]), (part, 2), (text, kind, message));
    }
}

#[test]
fn a_panic_has_words_where_a_hook_keeps_it_quiet() {
    let case = parts(&[(Part::Setup, "std::panic::set_hook(Box::new(|_| {}))"), (Part::Code, "panic!(\"no {}\", 1)")]);
    let error = Stage::new().host("rust").ready_error(case);
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, "no 1"));
}

/// What need not be computed takes no time, and what must be takes its own: the value is always made.
#[test]
fn work_is_neither_hoisted_nor_deleted() {
    let stage = Stage::new();
    let chain = |steps: u32| {
        format!(
            "let mut x = 88172645463325252u64; for _ in 0..{steps} {{ x ^= x << 13; x ^= x >> 7; x ^= x << 17; }} x"
        )
    };
    let mut host = stage.host("rust");
    let mut shortest = |code: &str, iterations| host.shortest(snippet(code), iterations);
    let once = shortest(&chain(20_000), 1);
    // No machine makes a chain of six operations in less than 0.2 ns.
    assert!(once >= 4_000, "20000 steps in {once} ns");
    assert!(shortest(&chain(20_000), 50) >= 25 * once, "50 iterations");
    let unused = shortest(&format!("let _y = {{ {} }}; 1", chain(20_000)), 50);
    assert!(unused < once, "what is not used is left out, as users have it: {unused} ns");
}

#[test]
fn a_file_that_is_included_by_its_path_counts() {
    let stage = Stage::new();
    let path = stage.text("a file.rs");
    for value in ["1", "20"] {
        stage.write("a file.rs", &format!("pub fn value() -> i32 {{ {value} }}"));
        let case = parts(&[(Part::Prelude, &format!("#[path = \"{path}\"] mod own;")), (Part::Code, "own::value()")]);
        assert_eq!(stage.host("rust").ready(case).answer().head, value);
    }
}

#[test]
fn what_is_needed_may_be_used_by_the_prelude_too() {
    let stage = Stage::new();
    let needs = ["std::collections::HashMap", "std::fmt::Write as _", "std::hint::black_box"];
    let prelude = "use std::collections::HashMap;\nfn text() -> String { let mut text = String::new(); write!(text, \"a\").unwrap(); text }";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "HashMap::from([(black_box(text()), 1)])")]);
    let needs = needs.map(str::to_string).to_vec();
    assert_eq!(stage.host("rust").ready(SnippetCase { needs, ..case }).answer().head, r#"{"a": 1}"#);
}

#[test]
fn what_is_needed_hides_what_the_host_has_and_what_a_prelude_uses_by_a_star() {
    let stage = Stage::new();
    let case =
        parts(&[(Part::Prelude, "use std::fmt::*;"), (Part::Setup, "black_box(1);"), (Part::Code, "black_box(1)")]);
    let case = SnippetCase { needs: vec!["std::convert::identity as black_box".to_string()], ..case };
    assert_eq!(stage.host("rust").ready(case).answer().head, "1");
    let code = "let mut text = vec![]; Write::write_all(&mut text, b\"a\").unwrap(); text";
    let case = parts(&[(Part::Prelude, "use std::fmt::*;"), (Part::Code, code)]);
    let case = SnippetCase { needs: vec!["std::io::Write".to_string()], ..case };
    assert_eq!(stage.host("rust").ready(case).answer().head, r#""a""#);
}

#[test]
fn what_is_needed_may_be_of_a_module_of_the_prelude() {
    let case = parts(&[(Part::Prelude, "mod own { pub fn value() -> i32 { 7 } }"), (Part::Code, "value()")]);
    let case = SnippetCase { needs: vec!["own::value".to_string()], ..case };
    assert_eq!(Stage::new().host("rust").ready(case).answer().head, "7");
}

#[test]
fn what_a_prelude_defines_hides_what_the_host_has() {
    let prelude = "fn black_box(x: i32) -> i32 { x + 1 }";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "black_box(1)")]);
    assert_eq!(Stage::new().host("rust").ready(case).answer().head, "2");
}

#[test]
fn flags_may_name_the_edition() {
    let stage = Stage::new();
    // A keyword since 2024.
    let older = "let gen = 1; gen";
    let cases = [("2018", older, true), ("2021", older, true), ("2024", older, false), ("2024", "let x = 1; x", true)];
    for (edition, code, is_prepared) in cases {
        let case = SnippetCase { flags: vec![format!("--edition={edition}")], ..snippet(code) };
        let reply = stage.host("rust").ask(&Request::Prepare { case: WorkerCase::Snippet(case) });
        assert_eq!(reply == Ok(Reply::Prepared), is_prepared, "{edition}, {code}: {reply:?}");
    }
}

/// As in every program of Rust.
#[test]
fn a_pipe_that_nobody_reads_is_an_error() {
    const INTO_NOTHING: &str = "use std::io::Write; let mut child = std::process::Command::new(\"true\").stdin(std::process::Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap(); child.wait().unwrap(); pipe.write_all(b\"x\").is_err()";
    assert_eq!(Stage::new().host("rust").ready(snippet(INTO_NOTHING)).answer().head, "true");
}
