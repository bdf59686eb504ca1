//! What the Python host does beyond what every worker must: answers in canonical form, parts in one scope, and errors with their lines.

use crate::stage;
use crate::stage::{Stage, parts};
use model::{Check, Metric};
use protocol::{ErrorKind, Param, Part, SnippetCase};

/// Values of Python and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // Nothing, and what is no expression.
    ("None", "null", "null"),
    ("x = 1", "null", "null"),
    ("True, False", "[true, false]", r#"["1", ""]"#),
    // Whole numbers of any size, and others by the fewest digits.
    ("-17", "-17", r#""-17""#),
    ("10**30", "1000000000000000000000000000000", r#""1000000000000000000000000000000""#),
    ("[1.0, -0.0, .1 + .2, 1/3]", "[1, 0, 0.30000000000000004, 0.3333333333333333]", r#"["1", "0", "0.30000000000000004", "0.3333333333333333"]"#),
    ("[1e17, 1e-7, float('inf'), float('-inf'), float('nan')]", "[1e+17, 1e-07, Inf, -Inf, NaN]", r#"["1e+17", "1e-07", "Inf", "-Inf", "NaN"]"#),
    // Texts and bytes.
    ("'say \"é\" \\\\ \\n\\t'", r#""say \"\xE9\" \\ \n\t""#, r#""say \"\xE9\" \\ \n\t""#),
    ("'☃é'", r#""\xE2\x98\x83\xC3\xA9""#, r#""\xE2\x98\x83\xC3\xA9""#),
    ("b'\\xff', bytearray(b'a')", r#"["\xFF", "a"]"#, r#"["\xFF", "a"]"#),
    // Lists, and what is in no order.
    ("[1, (2, [])], range(2)", "[[1, [2, []]], [0, 1]]", r#"[["1", ["2", []]], ["0", "1"]]"#),
    ("{3, 1, 2}", "[1, 2, 3]", r#"["1", "2", "3"]"#),
    // Tables have their keys in the order of bytes.
    ("{'b': 1, 'a': [2], 10: 3, 9: 4}", r#"{"10": 3, "9": 4, "a": [2], "b": 1}"#, r#"{"10": "3", "9": "4", "a": ["2"], "b": "1"}"#),
    ("{'1': 2, 1: 1}", r#"{"1": 1, "1": 2}"#, r#"{"1": "1", "1": "2"}"#),
    // Objects.
    ("import enum\nclass Color(enum.Enum): RED = 1\nColor.RED", r#"Color "RED""#, r#"Color "RED""#),
    ("class Thing:\n  def __init__(self): self.x = 1\nThing()", r#"Thing {"x": 1}"#, r#"Thing {"x": "1"}"#),
    ("class Rows(list): pass\nRows([1])", "Rows [1]", r#"Rows ["1"]"#),
    (
        "class Own:\n  __slots__ = ('a', '__b')\n  def __init__(self): self.a = 1; self.__b = 2\nOwn()",
        r#"Own {"_Own__b": 2, "a": 1}"#,
        r#"Own {"_Own__b": "2", "a": "1"}"#,
    ),
    ("from pathlib import PurePosixPath\npath = PurePosixPath('a/b')\nhash(path)\npath", r#"PurePosixPath "a/b""#, r#"PurePosixPath "a/b""#),
    // Those of numpy are what they are in plain Python.
    ("class float64(float):\n  __module__ = 'numpy'\n  def tolist(self): return float(self)\n[float64(.5)]", "[0.5]", r#"["0.5"]"#),
];

#[test]
fn answers_have_the_canonical_form() {
    Stage::new().host("python").has_forms(FORMS);
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    stage.host("python").digests_all_lengths(|length| format!("'x' * {length}"), |length| format!("['x' * {length}]"));
}

/// Code that replaces what the host calls does so for itself.
#[test]
fn what_the_host_calls_is_its_own() {
    let stage = Stage::new();
    let setup = "import os, time, resource
for module, names in ((os, 'getpid read write pread _exit'), (time, 'perf_counter_ns'), (resource, 'getrusage')):
    for name in names.split(): setattr(module, name, lambda *given: 1)";
    let mut host = stage.host("python").ready(parts(&[(Part::Setup, setup), (Part::Code, "os.getpid()")]));
    assert_eq!(host.answer().head, "1");
    assert!(host.run(100).reading(Metric::Wall) > 0);
    assert_eq!(host.answer().head, "1");
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let deep = "the answer is nested deeper than 1000 levels, or contains itself: return data".to_string();
    let refused = |kind| format!("the answer holds a {kind}, which cannot be compared: return data");
    let cases = [
        ("a = []\na.append(a)\na", deep.clone()),
        ("a = {}\na['self'] = a\na", deep),
        ("lambda: 1", refused("function")),
        ("[1, {'code': print}]", refused("builtin_function_or_method")),
        ("(i for i in [1])", refused("generator")),
        ("int", refused("type")),
        ("object()", "the answer holds an object, which cannot be compared: return data".to_string()),
        ("import io\nio.StringIO('a')", refused("StringIO")),
        ("class Broken(Exception): pass\nBroken('a')", refused("Broken")),
    ];
    Stage::new().host("python").refuses(&cases);
}

/// What the setup binds is a local of the code, which may bind it anew; what the prelude binds is the module's.
#[test]
fn parts_share_one_scope() {
    let stage = Stage::new();
    let mut host = stage.host("python").ready(parts(&[
        (Part::Prelude, "from math import *\ndef f(n):\n  return n * f(n - 1) if n else 1\ncount = 0"),
        (Part::Setup, "    sum = f(4)"),
        (Part::VariantSetup, "sum += 1"),
        (Part::BeforeEach, "count += 1"),
        (Part::Code, "sum += floor(0.5)\n[sum, count, [sum for _ in range(2)]]"),
    ]));
    assert_eq!(host.answer().head, "[25, 1, [25, 25]]");
    host.run(3);
    assert_eq!(host.answer().head, "[25, 5, [25, 25]]");
}

#[test]
fn the_line_of_an_error_is_that_of_its_part() {
    let faults = [
        ("x y", ErrorKind::Compile, "invalid syntax"),
        ("break", ErrorKind::Compile, "'break' outside loop"),
        ("raise Exception('broken')", ErrorKind::Died, "broken"),
        ("raise ValueError('broken')", ErrorKind::Died, "ValueError: broken"),
    ];
    Stage::new().host("python").tells_lines(&faults, |fault| format!("text = '''\nhere\n'''\n{fault}"), "1\n2\n3\n4");
}

/// Python makes another exception of it, because a setup is part of a generator.
#[test]
fn a_setup_that_stops_an_iteration_is_told_as_it_is() {
    let setup = "\n\nnext(iter([]))";
    let case = parts(&[(Part::Setup, setup), (Part::Code, "1")]);
    let fault = (setup, ErrorKind::Died, "StopIteration");
    Stage::new().host("python").tells_fault(case, (Part::Setup, 3), fault);
}

/// A plan has it as it stands in the file.
#[test]
fn code_that_is_indented_as_a_whole_tells_its_own_errors() {
    let stage = Stage::new();
    let mut host = stage.host("python");
    let fault = ("\n    x = 1\n    y = ;\n", ErrorKind::Compile, "invalid syntax");
    host.tells_fault(parts(&[(Part::Code, fault.0)]), (Part::Code, 3), fault);
    let fault = ("    x = 1\n  y = 2\n", ErrorKind::Compile, "unexpected indent");
    host.tells_fault(parts(&[(Part::Code, fault.0)]), (Part::Code, 1), fault);
}

#[test]
fn what_is_needed_is_imported_and_bound() {
    let stage = Stage::new();
    let mut host = stage.host("python");
    let needs = |name: &str| SnippetCase { needs: vec![name.to_string()], ..stage::snippet("os.path.join('a', 'b')") };
    host.prepare(needs("os.path"));
    assert_eq!(host.checked_answer(Check::Exact).0.head, r#""a/b""#);
    let error = host.prepare_error(needs("no.such.module"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no.such.module"));
}

/// A byte that is no text is in no message.
#[test]
fn messages_are_whole_characters() {
    let stage = Stage::new();
    let code = "import os\nraise Exception('a' + os.fsdecode(b'\\xff') + 'b')";
    let error = stage.host("python").ready_error(parts(&[(Part::Code, code)]));
    assert!(error.message.contains("a?b"), "{}", error.message);
}

#[test]
fn a_function_of_the_setup_counts_what_is_global() {
    let setup = "count = 0\ndef f():\n    global count\n    count += 1";
    let mut host = Stage::new().host("python").ready(parts(&[(Part::Setup, setup), (Part::Code, "f()\ncount")]));
    assert_eq!([host.answer().head, host.answer().head], ["1", "2"]);
}

/// A setup is data for what the prelude defines.
#[test]
fn functions_of_the_prelude_find_what_the_setup_binds() {
    let stage = Stage::new();
    let cases = [
        ("def count(): return sum(1 for x in data if x)", "data = list(range(1000))", "count()", "999"),
        ("def add():\n  global total\n  total += 1", "total = 5", "add()\ntotal", "6"),
        ("size = lambda text: zlib.crc32(text)", "import zlib", "size(b'')", "0"),
        ("def largest(all): return max(all)", "max = 3", "largest([1, 2]), max", "[2, 3]"),
        // Names of a function are those of the functions in it.
        ("def add(n): return lambda x: x + n", "n: int = 5", "add(n)(1)", "6"),
        ("def add(n): return lambda x: x + n", "n = 0\ndef inc():\n  nonlocal n\n  n += 1\ninc()", "add(1)(n)", "2"),
    ];
    for (prelude, setup, code, form) in cases {
        let case = parts(&[(Part::Prelude, prelude), (Part::Setup, setup), (Part::Code, code)]);
        assert_eq!(stage.host("python").ready(case).answer().head, form, "{code}");
    }
}

#[test]
fn its_folder_is_the_one_in_which_the_program_was_started() {
    let code = "import os\nos.path.dirname(os.path.abspath(__file__)) == os.getcwd()";
    assert_eq!(Stage::new().host("python").ready(stage::snippet(code)).answer().head, "true");
}

/// The stack of the process is larger.
#[test]
fn threads_have_the_usual_stack() {
    assert_eq!(
        Stage::new().host("python").ready(stage::snippet("import threading\nthreading.stack_size()")).answer().head,
        "8388608"
    );
}

/// What is built in is everybody's, and the host's arithmetic is its own.
#[test]
fn code_may_replace_what_is_built_in() {
    let stage = Stage::new();
    let code = "import builtins\nbuiltins.max = lambda *a: 0\nbuiltins.round = builtins.sum = builtins.max\n[max(1, 2), sum([3])]";
    let mut host = stage.host("python").ready(stage::snippet(code));
    assert_eq!(host.answer().head, "[0, 0]");
    let sample = host.run(1000);
    assert!(
        sample.readings[&Metric::Wall] > 1000 && sample.readings[&Metric::Delayed] < sample.readings[&Metric::Wall]
    );
}

/// They have the CPU while the code is ready to run, but nobody else pays for that.
#[test]
fn what_processes_of_the_code_take_is_not_taken_off() {
    let stage = Stage::new();
    let setup = "import os, signal\nos.sched_setaffinity(0, [min(os.sched_getaffinity(0))])";
    let code = "if not os.fork():\n    while True: pass\n0";
    let mut host = stage.host("python").ready(stage::parts(&[(Part::Prelude, setup), (Part::Code, code)]));
    assert!(!host.run(20).readings.contains_key(&Metric::Delayed));
}

/// Setup and code are one function, so a function in the code may bind what the setup has bound.
#[test]
fn functions_of_the_code_bind_what_a_part_before_has_bound() {
    let stage = Stage::new();
    let code = "def more():\n    nonlocal count\n    count += 1\nmore()\ncount";
    let mut host = stage.host("python").ready(stage::parts(&[(Part::Setup, "count = 41"), (Part::Code, code)]));
    assert_eq!(host.answer().head, "42");
}

/// What may stand in no module may not stand beside such a function either.
#[test]
fn the_loop_of_the_host_is_not_left_beside_a_nonlocal_name() {
    let stage = Stage::new();
    let mut host = stage.host("python");
    for leaves in ["break", "return", "yield 1"] {
        let code = format!("def more():\n    nonlocal count\n    count += 1\nmore()\n{leaves}");
        host.prepare_error(parts(&[(Part::Setup, "count = 41"), (Part::Code, &code)]));
    }
}

/// What was made of a parameter may be all that is left of it.
#[test]
fn a_setup_may_delete_a_parameter() {
    let stage = Stage::new();
    let case = parts(&[(Part::Setup, "data = [n, m]\ndel n"), (Part::Code, "data")]);
    let params = [("n", 3), ("m", 4)].map(|(name, value)| (name.to_string(), Param::Integer(value)));
    let mut host = stage.host("python").ready(SnippetCase { params: params.into(), ..case });
    assert_eq!(host.answer().head, "[3, 4]");
    host.run(10);
}

#[test]
fn a_parameter_that_python_cannot_name_is_told() {
    let stage = Stage::new();
    let mut host = stage.host("python");
    for name in ["lambda", "None"] {
        let params = [(name.to_string(), Param::Integer(1))].into();
        let error = host.prepare_error(SnippetCase { params, ..stage::snippet("1") });
        assert_eq!((error.kind, error.part), (ErrorKind::Compile, None), "{name}");
        let expected = format!("the parameter `{name}` cannot have this name in Python: ");
        assert!(error.message.starts_with(&expected), "{}", error.message);
    }
}
