//! The Java host: how it writes answers, what a part is, and which lines it tells.

use crate::stage::{Stage, parts, snippet};
use model::Metric;
use protocol::{ErrorKind, Param, Part, SnippetCase};
use std::collections::BTreeMap;

/// One snippet, because each is compiled: the values of a list, and their canonical form.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("null", "null"),
    ("Optional.empty()", "null"),
    ("-17", "-17"),
    ("Long.MIN_VALUE", "-9223372036854775808"),
    ("BigInteger.TEN.pow(30)", "1000000000000000000000000000000"),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("1e17", "1e+17"),
    ("1e-7", "1e-07"),
    ("123456.789", "123456.789"),
    ("1000000000000000.25", "1000000000000000.2"),
    ("-0.0", "0"),
    ("new BigDecimal(\"0.10\")", "0.1"),
    ("new BigDecimal(\"3.14159265358979323846\")", "3.14159265358979323846"),
    ("new BigDecimal(\"1E400\").movePointLeft(399)", "10"),
    ("1 / 0.0", "Inf"),
    ("Double.NaN", "NaN"),
    (r#""say \"hi\" \\ \n\t\r\0\177""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#),
    (r#""é""#, r#""\xE9""#),
    (r#""é☺""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    ("'x'", r#""x""#),
    ("new byte[] {120, -1}", r#""x\xFF""#),
    ("new boolean[] {true, false}", "[true, false]"),
    ("List.of(1, \"a\", new int[][] {{}, {2}})", r#"[1, "a", [[], [2]]]"#),
    ("new HashSet<>(List.of(3, 1, 2))", "[1, 2, 3]"),
    ("Map.of(\"1\", 2, 1, 1)", r#"{"1": 1, "1": 2}"#),
    ("Map.of(10, 1, 9, List.of())", r#"{"10": 1, "9": []}"#),
    ("new Pair(2, \"one\")", r#"Pair {"a": "one", "b": 2}"#),
    ("Color.RED", r#""RED""#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    let values: Vec<&str> = FORMS.iter().map(|(value, _)| *value).collect();
    let code = format!("return new Object[] {{{}}};", values.join(", "));
    let case = parts(&[(Part::Prelude, "record Pair(int b, String a) {} enum Color { RED }"), (Part::Code, &code)]);
    let mut host = stage.host("java").ready(case);
    let forms: Vec<&str> = FORMS.iter().map(|(_, form)| *form).collect();
    assert_eq!(host.answer().head, format!("[{}]", forms.join(", ")));
}

/// A constant fits many types.
#[test]
fn a_whole_number_is_one_and_a_character_is_a_text() {
    let stage = Stage::new();
    for (code, form) in
        [("return 0;", "0"), ("return 65;", "65"), ("return 70000;", "70000"), ("return \"xy\".charAt(1);", r#""y""#)]
    {
        let mut host = stage.host("java").ready(parts(&[(Part::Code, code)]));
        assert_eq!(host.answer().head, form, "{code}");
    }
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let mut host = stage.host("java");
    let which = parts(&[
        (Part::Prelude, "int next = 0;"),
        (
            Part::Code,
            "Object[] self = {null}; self[0] = self; Runnable lambda = () -> {};
            return new Object[] {self, new Object[] {lambda}, new Random(1), Stream.of(1)}[next++];",
        ),
    ]);
    host.prepare(which);
    let messages = [
        "nested deeper than 1000 levels, or contains itself: return data",
        "the answer holds a lambda, which cannot be compared: return data",
        "the answer holds a java.util.Random, which cannot be compared: return data",
        "the answer holds a java.util.stream.ReferencePipeline$Head, which cannot be compared: return data",
    ];
    for message in messages {
        let error = host.answer_error();
        assert_eq!(error.kind, ErrorKind::Died, "{message}");
        assert!(error.message.contains(message), "{}", error.message);
    }
}

#[test]
fn parts_share_the_prelude_and_see_parameters() {
    let stage = Stage::new();
    let case = parts(&[
        (
            Part::Prelude,
            "List<String> order = new ArrayList<>(); String joined() { return String.join(\" \", order); }",
        ),
        (Part::Setup, "order.add(word);"),
        (Part::VariantSetup, "order.add(\"variant\"); // a comment at the end"),
        (Part::Code, "order.add(\"called\"); new CRC32(); return joined() + N + x + b + fixed.length();"),
    ]);
    let params = [
        ("word", Param::Text("setup".into())),
        ("fixed", Param::Text("é\n☺\u{1F600}".repeat(50_000))),
        ("N", Param::Integer(i64::MIN)),
        ("x", Param::Float(2.0)),
        ("b", Param::Boolean(true)),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let needs = vec!["java.util.zip.CRC32".to_string()];
    let mut host = stage.host("java").ready(SnippetCase { params, needs, ..case });
    assert_eq!(host.answer().head, r#""setup variant called-92233720368547758082.0true250000""#);
    host.run(1);
    assert_eq!(host.answer().head, r#""setup variant called called called-92233720368547758082.0true250000""#);
}

/// The parts are classes that extend each other.
#[test]
fn what_is_private_in_the_prelude_is_there_for_code() {
    let prelude = "private static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        private static class Node { int value = 5; private int f() { return 1; } int g() { return f(); } }
        private static class Leaf extends Node { private int f() { return 2; } }";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "return fib(10) + new Leaf().value * new Leaf().g();")]);
    assert_eq!(Stage::new().host("java").ready(case).answer().head, "60");
}

#[test]
fn classes_are_found_where_the_flags_say() {
    let stage = Stage::new();
    let source = stage.write("Value.java", "package lib; public class Value { public static int get() { return 7; } }");
    let built = std::process::Command::new("javac").args(["-d", &stage.text("classes"), &source]).status();
    assert!(built.expect("it can be started").success());
    let mut host = stage.host("java");
    for flags in
        [vec!["-cp".to_string(), stage.text("classes")], vec![format!("--class-path={}", stage.text("classes"))]]
    {
        host = host.ready(SnippetCase { flags, ..snippet("return lib.Value.get();") });
        assert_eq!(host.answer().head, "7");
    }
}

/// What goes wrong on the second line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let stage = Stage::new();
    let mut host = stage.host("java");
    let faults = [
        (Part::Prelude, "\nint x = y;", ErrorKind::Compile, "cannot find symbol: variable y"),
        (Part::Setup, "\nthrow new Exception();", ErrorKind::Died, "Exception"),
        (
            Part::Code,
            "int[] x = {1};\nreturn x[x.length];",
            ErrorKind::Died,
            "ArrayIndexOutOfBoundsException: Index 1 out",
        ),
        (Part::Code, "\nreturn foo(1);", ErrorKind::Compile, "cannot find symbol: method foo(int)"),
        (Part::Code, "\nint x = 1L;", ErrorKind::Compile, "incompatible types: possible lossy conversion"),
        (Part::Code, "\nreturn new long[Integer.MAX_VALUE];", ErrorKind::Died, "OutOfMemoryError: "),
    ];
    for (part, text, kind, message) in faults {
        host.tells_fault(parts(&[(part, text)]), (part, 2), (text, kind, message));
    }
    let endless =
        parts(&[(Part::Prelude, "int deep(int n) {\nreturn deep(n + 1) + 1; }"), (Part::Code, "return deep(0);")]);
    let error = host.ready_error(endless);
    assert_eq!((error.part, error.line, error.message.as_str()), (Some(Part::Prelude), Some(2), "StackOverflowError"));
    let params = [("class".to_string(), Param::Integer(1))].into();
    let error = host.prepare_error(SnippetCase { params, ..snippet("return 1;") });
    assert!(error.message.starts_with("the parameter `class` cannot have this name in java"), "{}", error.message);
    let error = host.prepare_error(SnippetCase { returns: Some("Sting".to_string()), ..snippet("return \"\";") });
    assert!(error.message.starts_with("what the code returns is no answer: cannot find symbol"), "{}", error.message);
}

/// What becomes hot is compiled while it runs, which the counters of that batch tell.
#[test]
fn what_is_compiled_meanwhile_is_counted() {
    let stage = Stage::new();
    let mut host = stage.host("java");
    let hot = "long sum = 0; for (int i = 0; i < 1000; i++) sum += Integer.toString(i).length(); return sum;";
    host.prepare(snippet(hot));
    let mut of =
        |iterations| [Metric::Compilations, Metric::CompilationTime].map(|metric| host.run(iterations).reading(metric));
    let [first, ..] = of(2000);
    assert!(first >= 1, "{first}");
    assert!((0..50).any(|_| of(1) == [0, 0]), "once all is compiled, nothing is");
}

/// What need not be computed takes no time, and what must be takes its own, also when all is compiled.
#[test]
fn work_is_neither_hoisted_nor_deleted() {
    let stage = Stage::new();
    let chain = |steps: u32| {
        format!(
            "long x = 88172645463325252L; for (int i = 0; i < {steps}; i++) {{ x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }}"
        )
    };
    let mut host = stage.host("java");
    let once = host.shortest(snippet(&format!("{} return x;", chain(20_000))), 1);
    // No machine makes a chain of six operations in less than 0.2 ns.
    assert!(once >= 4_000, "20000 steps in {once} ns");
    let many = host.shortest(snippet(&format!("{} return x;", chain(20))), 200_000);
    assert!(many >= 200_000 * 4, "200000 times 20 steps in {many} ns");
}

/// javac takes the value of a constant into the class that names it.
#[test]
fn a_class_that_javac_finds_counts() {
    let stage = Stage::new();
    let flags = vec!["-cp".to_string(), stage.text("classes")];
    for value in ["1", "20"] {
        let source =
            stage.write("Own.java", &format!("public class Own {{ public static final int VALUE = {value}; }}"));
        let javac = std::process::Command::new("javac").args(["-d", &stage.text("classes"), &source]).status();
        assert!(javac.expect("javac can be started").success());
        let case = SnippetCase { flags: flags.clone(), ..snippet("return Own.VALUE;") };
        assert_eq!(stage.host("java").ready(case).answer().head, value);
    }
}

#[test]
fn returns_says_which_of_several_types_is_meant() {
    let stage = Stage::new();
    let mut host = stage.host("java");
    let code = "Integer boxed = 7; if (System.nanoTime() < 0) return 1; return boxed;";
    let error = host.prepare_error(snippet(code));
    assert!(error.message.contains("say which one it is, such as `returns = \"int\"`"), "{}", error.message);
    let cases = [
        ("int", code, "7"),
        ("Integer", code, "7"),
        ("double", "return 1;", "1"),
        ("String", "return \"a\";", r#""a""#),
    ];
    for (returns, code, form) in cases {
        host.prepare(SnippetCase { returns: Some(returns.to_string()), ..snippet(code) });
        assert_eq!(host.answer().head, form, "{returns}: {code}");
    }
}
