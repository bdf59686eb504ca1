//! The PHP host: how it writes answers, what a part is, and which lines it tells.

use crate::stage::{Stage, parts, snippet};
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, SnippetCase};
use std::collections::BTreeMap;

/// Values of PHP and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // What is the value of code.
    ("", "null", "null"),
    ("null", "null", "null"),
    ("1 + 1;", "2", r#""2""#),
    ("2 // a comment", "2", r#""2""#),
    ("2; // a; comment", "2", r#""2""#),
    ("'; //'; # one\n/* and another */\r\n", r#""; //""#, r#""; //""#),
    ("$x = 1; return $x;", "1", r#""1""#),
    ("$x = 1;", "1", r#""1""#),
    ("if (true) { $x = 1; }", "null", "null"),
    // Numbers.
    ("-17", "-17", r#""-17""#),
    ("-0.0", "0", r#""0""#),
    ("1e3", "1000", r#""1000""#),
    ("0.1 + 0.2", "0.30000000000000004", r#""0.30000000000000004""#),
    ("1 / 3", "0.3333333333333333", r#""0.3333333333333333""#),
    ("1e17", "1e+17", r#""1e+17""#),
    ("1.5e-7", "1.5e-07", r#""1.5e-07""#),
    ("0.0001", "0.0001", r#""0.0001""#),
    ("123456789012345.75", "123456789012345.75", r#""123456789012345.75""#),
    ("2.0 ** 64", "1.8446744073709552e+19", r#""1.8446744073709552e+19""#),
    ("[INF, -INF, NAN]", "[Inf, -Inf, NaN]", r#"["Inf", "-Inf", "NaN"]"#),
    // Texts.
    (r#""say \"hi\" \\ \n\t\r\0\x7f""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#, r#""say \"hi\" \\ \n\t\r\x00\x7F""#),
    (r#""é""#, r#""\xE9""#, r#""\xE9""#),
    (r#""é☺""#, r#""\xC3\xA9\xE2\x98\xBA""#, r#""\xC3\xA9\xE2\x98\xBA""#),
    (r#""é\xff""#, r#""\xC3\xA9\xFF""#, r#""\xC3\xA9\xFF""#),
    // Truth values, lists, tables.
    ("[1 == 1, 1 == 2]", "[true, false]", r#"["1", ""]"#),
    ("[]", "[]", "[]"),
    ("[1, 'a', null, [2]]", r#"[1, "a", null, [2]]"#, r#"["1", "a", null, ["2"]]"#),
    ("[10 => 1, 9 => 2, 'é' => 3]", r#"{"10": 1, "9": 2, "\xE9": 3}"#, r#"{"10": "1", "9": "2", "\xE9": "3"}"#),
    // Objects.
    ("(object) ['b' => 1, 'a' => 2]", r#"stdClass {"a": 2, "b": 1}"#, r#"stdClass {"a": "2", "b": "1"}"#),
    ("new ArrayObject([1])", "ArrayObject [1]", r#"ArrayObject ["1"]"#),
    ("SplFixedArray::fromArray([1])", "SplFixedArray [1]", r#"SplFixedArray ["1"]"#),
];

#[test]
fn answers_have_the_canonical_form() {
    let stage = Stage::new();
    stage.host("php").has_forms(FORMS);
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    let text = |length| format!("str_repeat('x', {length})");
    stage.host("php").digests_all_lengths(text, |length| format!("[{}]", text(length)));
}

/// Expressions of the host come to them too, and find nothing then.
#[test]
fn low_limits_of_regular_expressions_are_those_of_the_snippet_alone() {
    let stage = Stage::new();
    let setup = "ini_set('pcre.backtrack_limit', '1'); ini_set('pcre.recursion_limit', '1'); ini_set('pcre.jit', '0');";
    let code = "[ini_get('pcre.backtrack_limit'), \"a\\n\", 0.1, 1.5e300, (object) ['x' => \"\u{e9}\"]]";
    let mut host = stage.host("php").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    for _ in 0..2 {
        assert_eq!(host.answer().head, r#"["1", "a\n", 0.1, 1.5e+300, stdClass {"x": "\xE9"}]"#);
        assert!(host.run(2).readings.contains_key(&Metric::ReadCalls));
    }
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let stage = Stage::new();
    let refused = |what| format!("the answer holds {what}, which cannot be compared: return data");
    stage.host("php").refuses(&[
        (
            "$a = []; $a[0] = &$a; return $a;",
            "the answer is nested deeper than 1000 levels, or contains itself: return data".to_string(),
        ),
        ("fn() => 1", refused("an object of class Closure")),
        ("[new class {}]", refused("an object of class class@anonymous")),
        ("STDERR", refused("a resource (stream)")),
    ]);
}

#[test]
fn parameters_may_have_names_and_values_of_any_sort() {
    let stage = Stage::new();
    let long = format!("{}\n\u{e9}\u{1f600}", "\"\\\n".repeat(70_000));
    let params = [
        ("a", Param::Integer(i64::MAX)),
        ("_x", Param::Float(1e300)),
        ("argv", Param::Float(-2.5)),
        ("code", Param::Boolean(false)),
        ("N", Param::Integer(i64::MIN)),
        ("long", Param::Text(long.clone())),
    ];
    let params: BTreeMap<_, _> = params.map(|(name, value)| (name.to_string(), value)).into();
    let mut host = stage.host("php");
    host.prepare(SnippetCase { params, ..snippet("[$a, $_x, $argv, $code, $N, strlen($long)]") });
    let expected = format!("[9223372036854775807, 1e+300, -2.5, false, -9223372036854775808, {}]", long.len());
    assert_eq!(host.answer().head, expected);
    for name in ["this", "_SERVER", "GLOBALS"] {
        let params = BTreeMap::from([(name.to_string(), Param::Integer(1))]);
        let error = host.prepare_error(SnippetCase { params, ..snippet("1") });
        assert_eq!(error.kind, ErrorKind::Compile, "{name}");
        assert!(error.message.contains(name), "{}", error.message);
    }
}

#[test]
fn code_shares_what_it_names_and_the_rest_is_new_in_each_iteration() {
    let stage = Stage::new();
    let mut host = stage.host("php").ready(parts(&[
        (Part::Prelude, "$order = ['prelude']; function joined($words) { return implode(' ', $words); }"),
        (Part::Setup, "$order[] = 'setup'; # a comment at the end"),
        (Part::VariantSetup, "$order[] = 'variant';"),
        (Part::Code, "$order[] = 'called'; $own = ($own ?? 0) + 1; return joined($order) . $own;"),
    ]));
    assert_eq!(host.answer().head, r#""prelude setup variant called1""#);
    assert_eq!(host.answer().head, r#""prelude setup variant called called1""#);
    assert_eq!(host.answer_of("get_defined_vars()", Check::Exact), "[]");
}

#[test]
fn what_a_function_declares_as_global_is_what_the_parts_share() {
    let stage = Stage::new();
    let mut host = stage.host("php").ready(parts(&[
        (Part::Prelude, "$x = 5; function f() { global $x; return $x; }"),
        (Part::Code, "$x++; return f();"),
    ]));
    assert_eq!(host.answer().head, "6");
    assert_eq!(host.answer().head, "7");
}

#[test]
fn variables_that_code_reaches_by_name_are_shared() {
    let stage = Stage::new();
    let mut host = stage.host("php");
    let cases = [
        (r#""Hello ${name}""#, r#""Hello World""#),
        (r#""${names[0]}""#, r#""a""#),
        ("compact('name')", r#"{"name": "World"}"#),
        ("$own = 'name'; return $$own;", r#""World""#),
        ("eval('return $name;')", r#""World""#),
        ("array_keys(get_defined_vars())", r#"["name", "names"]"#),
    ];
    for (code, form) in cases {
        host.prepare(parts(&[(Part::Setup, "$name = 'World'; $names = ['a'];"), (Part::Code, code)]));
        assert_eq!(host.answer().head, form, "{code}");
    }
}

/// What goes wrong on the fourth line of a part, and how that is told.
#[test]
fn errors_tell_part_and_line() {
    let faults = [
        ("$y = ;", ErrorKind::Compile, "syntax error"),
        ("throw new Exception('broken');", ErrorKind::Died, "broken"),
        ("throw new LogicException;", ErrorKind::Died, "an exception of class LogicException"),
        ("intdiv(1, 0);", ErrorKind::Died, "Division by zero"),
        ("no_such();", ErrorKind::Died, "Call to undefined function no_such()"),
        ("eval('1 +');", ErrorKind::Died, "syntax error"),
        ("array_map(fn($x) => $x->y(), [1]);", ErrorKind::Died, "Call to a member function y() on int"),
        ("throw new Exception(\"\\xff\");", ErrorKind::Died, "\u{ff}"),
    ];
    Stage::new().host("php").tells_lines(
        &faults,
        |fault| format!("$text = <<<EOT\nhere\nEOT;\n{fault}"),
        "1;\n2;\n3;\n4;",
    );
}

/// PHP ends with these, and the worker says why before it does.
#[test]
fn fatal_errors_are_told_with_their_line() {
    let stage = Stage::new();
    let twice = "\nfunction twice() {} function twice() {}";
    let error = stage.host("php").prepare_error(parts(&[(Part::Prelude, twice), (Part::Code, "1")]));
    assert_eq!((error.kind, error.part.zip(error.line)), (ErrorKind::Compile, Some((Part::Prelude, 2))), "{error:?}");
    let error =
        stage.host("php").ready_error(snippet("\nini_set('memory_limit', '8M'); return str_repeat('x', 1 << 30);"));
    assert_eq!((error.kind, error.part.zip(error.line)), (ErrorKind::Died, Some((Part::Code, 2))), "{error:?}");
    assert!(error.message.starts_with("Allowed memory size"), "{}", error.message);
}

/// The counters of a batch hold what the code does, and not what the host does to read them.
#[test]
fn readings_are_those_of_the_code() {
    let stage = Stage::new();
    let setup = "$null = fopen('/dev/null', 'w');";
    let code = "fwrite($null, 'xyz'); fwrite($null, 'x');";
    let mut host = stage.host("php").ready(parts(&[(Part::Setup, setup), (Part::Code, code)]));
    for iterations in [1, 1000] {
        let batch = host.run(iterations);
        assert_eq!(batch.reading(Metric::WriteCalls), 2 * iterations);
        assert_eq!(batch.reading(Metric::WriteBytes), 4 * iterations);
    }
    host.prepare(snippet("1"));
    let batch = host.run(1);
    let calls = [Metric::ReadCalls, Metric::WriteCalls, Metric::WriteBytes];
    assert_eq!(calls.map(|metric| batch.reading(metric)), [0; 3]);
}

#[test]
fn teardown_runs_at_bye_and_may_fail() {
    let stage = Stage::new();
    let file = stage.text("torn-down");
    let teardown = format!("file_put_contents('{file}', 'done'); throw new Exception('broken');");
    let mut host = stage.host("php").ready(parts(&[(Part::Code, "1"), (Part::Teardown, &teardown)]));
    host.tears_down(&file);
}

#[test]
fn its_folder_is_the_one_in_which_the_program_was_started() {
    let here = std::env::current_dir().unwrap().to_string_lossy().into_owned();
    for case in [
        parts(&[(Part::Prelude, "$where = __DIR__;"), (Part::Code, "$where")]),
        parts(&[(Part::Code, "return __DIR__;")]),
    ] {
        let mut host = Stage::new().host("php");
        host.prepare(case);
        assert_eq!(host.answer(), protocol::text_answer(here.as_bytes()));
    }
}

/// PHP has a loop up to a number of its own, and none up to a reference: that took two to three times as long.
#[test]
fn loops_up_to_a_number_take_what_they_take_for_users() {
    let stage = Stage::new();
    let mut host = stage.host("php");
    let mut shortest = |code: &str| {
        let params = BTreeMap::from([("n".to_string(), Param::Integer(100_000))]);
        let setup = "for ($i = $s = 0; $i < 3; $i++) { $data[] = $i; $s += $i; } $max = 100000;";
        let before_each = "$data = range($n, $n + 3);";
        host.shortest(
            SnippetCase {
                params,
                ..parts(&[(Part::Setup, setup), (Part::Code, code), (Part::BeforeEach, before_each)])
            },
            1,
        )
    };
    let users = "$m = 100000; $s = 0; for ($j = 0; $j < $m; $j++) $s += $j; return $s;";
    for code in [
        "$s = 0; for ($i = 0; $i < $n; $i++) $s += $i; return $s;",
        "$s = $i = 0; while ($i < $n) { $s += $i; $i++; } return $s;",
        "$s = strlen(str_repeat('x', $max)); for ($i = 0; $i < $max; $i++) $s += $i; return $s;",
    ] {
        // A CPU that others share takes half as long again now and then; a loop up to a reference always takes longer than that.
        let tried: Vec<[u64; 2]> = (0..5).map(|_| [shortest(code), shortest(users)]).collect();
        assert!(tried.iter().any(|[ours, users]| *ours < users + users / 2), "{code}: {tried:?}");
    }
}

/// Where it is a value in code, it begins each iteration with that of the setup.
#[test]
fn a_variable_of_the_setup_that_something_may_change_is_shared() {
    let stage = Stage::new();
    let prelude = "
        function add(&$x) { return ++$x; }
        class Adder {
            public $x;
            function __construct(&$x = null) { if ($x !== null) add($x); }
            function add(&$x) { return ++$x; }
            function hold(&$x) { $this->x = &$x; }
            function count() { $this->x++; }
        }";
    let setup = "$n = 0; $text = ''; $none = null; $held = 0; $adder = new Adder; $adder->hold($held); $f = function () use (&$n) { $n++; };";
    let setup_without = &setup[..setup.find("$f").expect("it is there")];
    let shared = [
        "return ++$n;",
        "return add($n);",
        "return add(x: $n);",
        "return $adder->add($n);",
        "new Adder($n); return $n;",
        "$g = fn(&$x) => ++$x; return $g($n);",
        "$g = function () use (&$n) { $n++; }; $g(); return $n;",
        "$a = [&$n]; $a[0]++; return $n;",
        "[$q, $n] = [0, $n + 1]; return $n;",
        "foreach ([[0, $n + 1]] as [$q, $n]) {} return $n;",
        "$x = $n; foreach ([5 => $x + 1] as $k => $n) {} return $n;",
        "str_replace('a', 'b', str_repeat('a', $n + 1), $n); return $n;",
        "eval('$n++;'); return $n;",
        "$text[strlen($text)] = 'x'; return strlen($text);",
        "$none[] = 1; return count($none);",
        "$adder->count(); return $held;",
    ];
    for code in shared {
        let texts = [(Part::Prelude, prelude), (Part::Setup, setup_without), (Part::Code, code)];
        let mut host = stage.host("php").ready(parts(&texts));
        assert_eq!([host.answer().head, host.answer().head], ["1", "2"], "{code}");
    }
    let by_another = [
        ("$f(); return $n;", ""),
        ("return $n;", "$f();"),
        ("return $n;", "$n++;"),
        ("return $held;", "$adder->count();"),
    ];
    for (code, before_each) in by_another {
        let texts =
            [(Part::Prelude, prelude), (Part::Setup, setup), (Part::Code, code), (Part::BeforeEach, before_each)];
        let mut host = stage.host("php").ready(parts(&texts));
        assert_eq!([host.answer().head, host.answer().head], ["1", "2"], "{code} {before_each}");
    }
}

#[test]
fn a_parameter_stays_what_it_is_and_a_variable_of_a_loop_is_its_own() {
    let stage = Stage::new();
    let setup = "$k = 'kept'; foreach ([1, 2] as $i) { $sum = ($sum ?? 0) + $i; }";
    let cases = [
        ("settype($n, 'string'); return $n;", r#""3""#),
        ("foreach ([5] as $k => $i) {} return [$i, $k];", "[5, 0]"),
        ("$own = $k; foreach ([5] as $k => $i) {} return $own;", r#""kept""#),
        ("return [$i, $n & 2, $n <= 3];", "[2, 2, true]"),
        ("return ++$sum;", "4"),
    ];
    for (code, form) in cases {
        let case = with_n(parts(&[(Part::Setup, setup), (Part::Code, code)]));
        assert_eq!(stage.host("php").ready(case).answer().head, form, "{code}");
    }
}

/// A text may look like a statement, and a statement may stand where it is not reached.
#[test]
fn what_code_reads_of_the_setup_before_it_makes_it_is_shared() {
    let stage = Stage::new();
    let setup = "$k = 'a_'; $name = 'x'; $value = 1; $prev = -1; $a = 5; $c = false;";
    let cases = [
        ("return \"{$k}$name=$value\";", r#""a_x=1""#),
        ("$s = 0; for ($i = 0; $i < 3; $prev = $i++) { $s += $prev; } return $s;", "0"),
        ("if ($c): $k = 2; $a = 0; endif; return $a;", "5"),
    ];
    for (code, form) in cases {
        let case = parts(&[(Part::Setup, setup), (Part::Code, code)]);
        assert_eq!(stage.host("php").ready(case).answer().head, form, "{code}");
    }
}

fn with_n(case: SnippetCase) -> SnippetCase {
    SnippetCase { params: BTreeMap::from([("n".to_string(), Param::Integer(3))]), ..case }
}

#[test]
fn a_loop_has_a_variable_of_its_own_only_where_it_gives_it_a_value() {
    let stage = Stage::new();
    let setup = "$i = 2; $q = [7]; $it = new ArrayIterator([1, 2]);";
    let cases = [
        ("$s = 0; for ($it->rewind(); $it->valid(); $it->next()) { $s += $it->current(); } return $s;", "3"),
        ("for ($i; $i > 0; $i--) { $seen[] = $i; } return $seen;", "[2, 1]"),
        ("for ($i += 2; $i < 5; $i++) { $seen[] = $i; } return $seen;", "[4]"),
        ("for ($i = max(1, $i); $i < 4; $i++) { $seen[] = $i; } return $seen;", "[2, 3]"),
        ("for ($q[1] = 1; $q[1] < 2; $q[1]++) {} return $q;", "[7, 2]"),
        ("foreach ([5] as $q[1]) {} return $q;", "[7, 5]"),
        (
            "$f = function () { for ($i = 0; $i < 9; $i++) { $s = \"{$i}\"; } return $s; }; return [$f(), $i];",
            r#"["8", 2]"#,
        ),
        ("$f = function ($x) use ($i) { return $x + $i; }; return $f(1);", "3"),
        ("for ($i = 0; $i < 4; $i++) {} return $i;", "4"),
    ];
    for (code, form) in cases {
        let case = parts(&[(Part::Setup, setup), (Part::Code, code)]);
        assert_eq!(stage.host("php").ready(case).answer().head, form, "{code}");
    }
}

#[test]
fn a_parameter_that_something_may_change_is_shared() {
    let stage = Stage::new();
    let next = "function next_pair() { return [1, 7]; }";
    let cases = [
        (next, "", "return $n;", "[$k, $n] = next_pair();", "7"),
        (next, "", "return $n;", "list($k, $n) = next_pair();", "7"),
        (next, "", "return $n;", "settype($n, 'string');", r#""3""#),
        (next, "", "return $n;", "extract(['n' => 8]);", "8"),
        (next, "$alias = &$n;", "$alias = 5; return $n;", "", "5"),
        ("function f() { global $n; $n = 6; }", "", "f(); return $n;", "", "6"),
        (next, "", "[$k, $n] = next_pair(); return $n;", "", "7"),
        (next, "", "$a[$n] = 1; return $a;", "", r#"{"3": 1}"#),
    ];
    for (prelude, setup, code, before_each, form) in cases {
        let texts =
            [(Part::Prelude, prelude), (Part::Setup, setup), (Part::Code, code), (Part::BeforeEach, before_each)];
        let mut host = stage.host("php").ready(with_n(parts(&texts)));
        host.run(1);
        assert_eq!(host.answer().head, form, "{code} {before_each}");
    }
}
