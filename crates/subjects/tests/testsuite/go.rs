//! The Go host: how it writes answers, what a part is, and which lines it tells.

use crate::stage::{Stage, parts, snippet};
use protocol::{ErrorKind, Param, Part, SnippetCase};
use std::collections::BTreeMap;

fn returning(returns: &str, code: &str) -> SnippetCase {
    SnippetCase { returns: Some(returns.to_string()), ..snippet(code) }
}

/// One snippet, because each is compiled: the values of a list, and their canonical form.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("nil", "null"),
    ("(*int)(nil)", "null"),
    ("new(int)", "0"),
    ("-17", "-17"),
    ("uint64(math.MaxUint64)", "18446744073709551615"),
    ("new(big.Int).Lsh(big.NewInt(-1), 70)", "-1180591620717411303424"),
    ("[]big.Int{*big.NewInt(7)}", "[7]"),
    ("(*big.Int)(nil)", "null"),
    ("whole{*big.NewInt(-7), new(big.Int).Lsh(big.NewInt(1), 70), new(big.Int)}", r#"whole {"a": -7, "b": 1180591620717411303424, "c": 0}"#),
    ("0.30000000000000004", "0.30000000000000004"),
    ("1e17", "1e+17"),
    ("100000000.5", "100000000.5"),
    ("1e-7", "1e-07"),
    ("math.Copysign(0, -1)", "0"),
    ("math.Inf(-1)", "-Inf"),
    ("math.NaN()", "NaN"),
    (r#""say \"hi\" \\ \n\t\r\x00\x7f""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#),
    (r#""é""#, r#""\xE9""#),
    (r#""é☺""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    (r#""é\xff""#, r#""\xC3\xA9\xFF""#),
    ("[]byte{120, 255}", r#""x\xFF""#),
    ("[2]bool{true}", "[true, false]"),
    ("[]any{1, \"a\", []int(nil)}", r#"[1, "a", []]"#),
    ("map[int]int{10: 1, 9: 2}", r#"{"10": 1, "9": 2}"#),
    ("map[any]any{\"b\": 1, true: nil}", r#"{"b": 1, "true": null}"#),
    ("map[any]any{\"1\": 2, 1: 1}", r#"{"1": 1, "1": 2}"#),
    ("pair{2, \"one\"}", r#"pair {"a": "one", "b": 2}"#),
    ("&struct{ X []pair }{}", r#"{"X": []}"#),
    ("kept{[]byte{120}, [2]byte{255}, []octet{121}}", r#"kept {"a": "x", "b": "\xFF\x00", "c": "y"}"#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    let values: Vec<&str> = FORMS.iter().map(|(value, _)| *value).collect();
    let code = format!("return []any{{{}}}", values.join(", "));
    let types = "import \"math/big\"\ntype pair struct { b int; a string }; type octet byte; type kept struct { a []byte; b [2]byte; c []octet }
        type whole struct { a big.Int; b, c *big.Int }";
    let case = parts(&[(Part::Prelude, types), (Part::Code, &code)]);
    let needs = vec!["math/big".to_string()];
    let mut host = stage.host("go").ready(SnippetCase { returns: Some("[]any".to_string()), needs, ..case });
    let forms: Vec<&str> = FORMS.iter().map(|(_, form)| *form).collect();
    assert_eq!(host.answer().head, format!("[{}]", forms.join(", ")));
}

#[test]
fn a_type_that_is_called_like_a_whole_number_of_any_size_is_none() {
    let case = parts(&[(Part::Prelude, "type Int struct { X int }"), (Part::Code, "return Int{1}")]);
    let case = SnippetCase { returns: Some("Int".to_string()), ..case };
    assert_eq!(Stage::new().host("go").ready(case).answer().head, r#"Int {"X": 1}"#);
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let mut host = stage.host("go");
    let cases = [
        ("type list []list; a := make(list, 1); a[0] = a; return a", "nested deeper than 1000 levels"),
        ("return []any{func() {}}", "the answer holds a func(), which cannot be compared: return data"),
        ("return map[[1]int]int{{1}: 2}", "the answer has a key that is no text, number or truth value"),
    ];
    for (code, message) in cases {
        let error = host.ready_error(returning("any", code));
        assert_eq!(error.kind, ErrorKind::Died, "{code}");
        assert!(error.message.contains(message), "{code}: {}", error.message);
    }
}

#[test]
fn parts_share_the_prelude_and_see_parameters() {
    let stage = Stage::new();
    let case = parts(&[
        (
            Part::Prelude,
            "import \"strings\"\nvar order []string; func joined() string { return strings.Join(order, \" \") }",
        ),
        (Part::Setup, "order = append(order, word)"),
        (Part::VariantSetup, "order = append(order, \"variant\") // a comment at the end"),
        (Part::Code, "order = append(order, \"called\"); sort.Ints(nil); return joined() + fmt.Sprint(N, len(long))"),
    ]);
    let long = "é\n".repeat(150_000);
    let params = [("word", Param::Text("setup".into())), ("long", Param::Text(long)), ("N", Param::Integer(i64::MIN))];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let needs = vec!["sort".to_string()];
    let case = SnippetCase { params, needs, returns: Some("string".to_string()), ..case };
    let mut host = stage.host("go").ready(case);
    assert_eq!(host.answer().head, r#""setup variant called-9223372036854775808 450000""#);
    host.run(1);
    assert_eq!(host.answer().head, r#""setup variant called called called-9223372036854775808 450000""#);
}

/// What goes wrong on the second line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let stage = Stage::new();
    let mut host = stage.host("go");
    let faults = [
        (Part::Prelude, "\nvar x = y", ErrorKind::Compile, "undefined: y"),
        (Part::Setup, "\npanic(1)", ErrorKind::Died, "1"),
        (Part::Code, "x := []int{1}\nreturn x[len(x)]", ErrorKind::Died, "runtime error: index out of range [1]"),
        (Part::Code, "\nreturn \"text\"", ErrorKind::Compile, "cannot use \"text\""),
        (Part::Code, "\nx := 1; return 2", ErrorKind::Compile, "declared and not used: x"),
    ];
    for (part, text, kind, message) in faults {
        let code = if part == Part::Code { text } else { "return 1" };
        host.tells_fault(parts(&[(part, text), (Part::Code, code)]), (part, 2), (text, kind, message));
    }
    let named = SnippetCase { params: [("os".to_string(), Param::Integer(1))].into(), ..snippet("return 1") };
    let error = host.prepare_error(named);
    assert!(error.message.contains("`os`"), "{}", error.message);
    let twice = SnippetCase { needs: vec!["strings".to_string()], ..snippet("return len(strings.ToUpper(\"a\"))") };
    let error = host.prepare_error(twice);
    assert_eq!(error.kind, ErrorKind::Compile);
    assert!(error.message.contains("are there without being named in `needs`"), "{}", error.message);
    let hiding = parts(&[(Part::Prelude, "func copy(a int) int { return a }"), (Part::Code, "return copy(1)")]);
    let error = host.prepare_error(hiding);
    assert!(error.message.contains("finds a name that the code declares where Go has its own"), "{}", error.message);
}

/// What the host imports is no name of the package.
#[test]
fn packages_of_the_host_leave_their_names_free() {
    let prelude = "func sort(a int) int { return a + bytes + json }\nvar json = 2";
    let params = [("bytes".to_string(), Param::Integer(1))].into();
    let case = SnippetCase { params, ..parts(&[(Part::Prelude, prelude), (Part::Code, "return sort(3)")]) };
    assert_eq!(Stage::new().host("go").ready(case).answer().head, "6");
}

/// What is not used is no package of a program.
#[test]
fn an_empty_loop_has_the_packages_of_what_runs_before_it_and_no_others() {
    let case = SnippetCase {
        needs: vec!["sort".to_string(), "math/rand/v2".to_string()],
        ..parts(&[
            (Part::Prelude, "var data = []int{3, 1, 2}"),
            (Part::BeforeEach, "data[0] = rand.Int()"),
            (Part::Code, ""),
        ])
    };
    Stage::new().host("go").ready(case).run(3);
}

#[test]
fn work_is_neither_hoisted_nor_deleted() {
    let stage = Stage::new();
    let chain =
        "x := 88172645463325252; for i := 0; i < 20_000; i++ { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }; return x";
    let mut host = stage.host("go");
    let once = host.shortest(snippet(chain), 1);
    // No machine makes a chain of six operations in less than 0.2 ns.
    assert!(once >= 4_000, "20000 steps in {once} ns");
    assert!(host.shortest(snippet(chain), 50) >= 25 * once, "50 iterations");
}

/// What `flag.Parse` would take for flags of its own.
#[test]
fn a_snippet_has_no_arguments() {
    let case = parts(&[
        (Part::Prelude, "import \"os\"\nvar early = len(os.Args)"),
        (Part::Code, "return early*10 + len(os.Args)"),
    ]);
    assert_eq!(Stage::new().host("go").ready(case).answer().head, "11");
}
