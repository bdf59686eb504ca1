//! What the JavaScript host does beyond what every worker must: answers in canonical form, parts in one scope, promises, and errors with their
//! lines.

use crate::stage::{Actor, Stage, parts, snippet};
use model::Check;
use protocol::{ErrorKind, Param, Part, Reply, Request, SnippetCase, WorkerError};
use std::collections::BTreeMap;

/// Values of JavaScript and their canonical form, exact and lenient.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    // Nothing, and what returns nothing.
    ("null", "null", "null"),
    ("const x = 1;", "null", "null"),
    // An expression may end with a semicolon and comments.
    ("[1, 2].length; // fast", "2", r#""2""#),
    ("';// '.length; /* four; */ // c\n", "4", r#""4""#),
    ("await 5; // c", "5", r#""5""#),
    ("const x = 1; x; // c", "null", "null"),
    ("[true, false, undefined]", "[true, false, null]", r#"["1", "", null]"#),
    // Whole numbers, and others by the fewest digits.
    ("-17", "-17", r#""-17""#),
    ("10n ** 30n", "1000000000000000000000000000000", r#""1000000000000000000000000000000""#),
    ("[1.0, -0.0, .1 + .2, 1 / 3]", "[1, 0, 0.30000000000000004, 0.3333333333333333]", r#"["1", "0", "0.30000000000000004", "0.3333333333333333"]"#),
    ("[1e17, 1e-7, Infinity, -Infinity, NaN]", "[1e+17, 1e-07, Inf, -Inf, NaN]", r#"["1e+17", "1e-07", "Inf", "-Inf", "NaN"]"#),
    ("[1000000000000000.25, 1000000000000000.75]", "[1000000000000000.2, 1000000000000000.8]", r#"["1000000000000000.2", "1000000000000000.8"]"#),
    // Texts and bytes.
    (r#"'say "é" \\ \n\t'"#, r#""say \"\xE9\" \\ \n\t""#, r#""say \"\xE9\" \\ \n\t""#),
    ("'☃é'", r#""\xE2\x98\x83\xC3\xA9""#, r#""\xE2\x98\x83\xC3\xA9""#),
    ("[Buffer.from([255]), new Uint8Array([97])]", r#"["\xFF", "a"]"#, r#"["\xFF", "a"]"#),
    // Lists, and what is in no order.
    ("[1, [2, []], new Float64Array(2)]", "[1, [2, []], [0, 0]]", r#"["1", ["2", []], ["0", "0"]]"#),
    ("new Set([3, 1, 2])", "[1, 2, 3]", r#"["1", "2", "3"]"#),
    // Tables have their keys in the order of bytes.
    ("({b: 1, a: [2], 10: 3, 9: 4})", r#"{"10": 3, "9": 4, "a": [2], "b": 1}"#, r#"{"10": "3", "9": "4", "a": ["2"], "b": "1"}"#),
    ("new Map([['b', 1], ['a', {}]])", r#"{"a": {}, "b": 1}"#, r#"{"a": {}, "b": "1"}"#),
    ("new Map([['1', 2], [1, 1]])", r#"{"1": 1, "1": 2}"#, r#"{"1": "1", "1": "2"}"#),
    // Objects.
    ("class Thing { x = 1 }; return new Thing()", r#"Thing {"x": 1}"#, r#"Thing {"x": "1"}"#),
    ("class Rows extends Array {}; return Rows.of(1)", "Rows [1]", r#"Rows ["1"]"#),
    ("/a+/i", r#"RegExp "/a+/i""#, r#"RegExp "/a+/i""#),
    ("[Object(5n), Object.create(null)]", "[BigInt 5, {}]", r#"[BigInt "5", {}]"#),
    // Promises are awaited.
    ("await 5", "5", r#""5""#),
    ("await (async () => 5)()", "5", r#""5""#),
    ("(async () => { let s = 0; for await (const x of [1, 2]) s += x; return s })()", "3", r#""3""#),
    ("((f) => f())(() => 'await (5)')", r#""await (5)""#, r#""await (5)""#),
    ("Promise.resolve([7])", "[7]", r#"["7"]"#),
];

#[test]
fn answers_have_the_canonical_form() {
    Stage::new().host("javascript").has_forms(FORMS);
}

#[test]
fn the_digest_is_that_of_the_whole_however_long_it_is() {
    let stage = Stage::new();
    stage
        .host("javascript")
        .digests_all_lengths(|length| format!("'x'.repeat({length})"), |length| format!("['x'.repeat({length})]"));
}

#[test]
fn answers_that_cannot_be_compared_are_refused() {
    let deep = "the answer is nested deeper than 1000 levels, or contains itself: return data".to_string();
    let refused = |kind| format!("the answer holds a {kind}, which cannot be compared: return data");
    let cases = [
        ("const list = []; list.push(list); return list", deep.clone()),
        ("const table = {}; table.self = table; return table", deep.clone()),
        ("class Thing {}; const thing = new Thing(); thing.self = thing; return thing", deep.clone()),
        ("class Table extends Map {}; const table = new Table(); return table.set('self', table)", deep),
        ("() => 1", refused("function")),
        ("[1, {code: console.log}]", refused("function")),
        ("Symbol('x')", refused("symbol")),
        // What they have lies where nothing can look.
        ("new URL('http://a')", refused("URL")),
        ("[1, 2].values()", refused("Array Iterator")),
        ("class Thing { #x = 1 }; return [new Thing()]", refused("Thing")),
    ];
    Stage::new().host("javascript").refuses(&cases);
}

#[test]
fn parts_share_one_scope_and_promises_are_awaited() {
    let stage = Stage::new();
    let mut host = stage.host("javascript").ready(parts(&[
        (Part::Prelude, "const f = async (n) => n ? n * await f(n - 1) : 1; let count = 0"),
        (Part::Setup, "let sum = await f(4)"),
        (Part::VariantSetup, "sum += 1"),
        (Part::BeforeEach, "count += 1"),
        (Part::Code, "const more = await f(0); return [sum * more, count]"),
    ]));
    assert_eq!(host.answer().head, "[25, 1]");
    host.run(3);
    assert_eq!(host.answer().head, "[25, 5]");
}

#[test]
fn fractions_of_many_digits_are_parameters() {
    let params = BTreeMap::from([("x".to_string(), Param::Float(0.30000000000000004))]);
    let mut host = Stage::new().host("javascript").ready(SnippetCase { params, ..snippet("[x, 1]") });
    assert_eq!(host.answer().head, "[0.30000000000000004, 1]");
}

#[test]
fn the_names_of_parts_are_free_for_variables() {
    let stage = Stage::new();
    let params = BTreeMap::from([("code".to_string(), Param::Integer(5))]);
    let prelude = "let teardown = 6, before_each = 7";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "[code, teardown, before_each]")]);
    let mut host = stage.host("javascript").ready(SnippetCase { params, ..case });
    assert_eq!(host.answer().head, "[5, 6, 7]");
}

/// One iteration says too little, so each value is looked at until a batch of several had no promise.
#[test]
fn values_are_looked_at_until_it_is_known_that_they_are_no_promises() {
    let stage = Stage::new();
    let code = "seen.push(new Error().stack.includes('oneSliceOfEither')); return seen";
    let mut host = stage.host("javascript").ready(parts(&[(Part::Prelude, "let seen = [];"), (Part::Code, code)]));
    for iterations in [1, 2, 1] {
        host.run(iterations);
    }
    assert_eq!(host.answer().head, "[true, true, true, false, false]");
}

#[test]
fn promises_that_come_later_are_awaited_all_the_same() {
    let stage = Stage::new();
    let code = "count++ < 5 ? 1 : Promise.resolve(7)";
    let mut host = stage.host("javascript").ready(parts(&[(Part::Prelude, "let count = 0"), (Part::Code, code)]));
    for iterations in [2, 2, 3] {
        host.run(iterations);
    }
    assert_eq!(host.answer().head, "7");
}

/// What they do when the code has ended is in no time, and few who forget to wait know it.
#[test]
fn promises_that_the_code_does_not_wait_for_are_noted() {
    let prelude = "
        const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
        const work = async (n) => { await sleep(1); return n; };
        const fs = require('fs'), { pipeline } = require('stream/promises'), timers = require('timers/promises');
        const late = (ms) => new Promise((_, refuse) => setTimeout(refuse, ms, new Error('late')));
        class Job { constructor() { this.done = new Promise(r => { this.finish = r; }); } }";
    let note = "the code starts promises that it does not wait for: what they do later is not in its time; `return` or `await` them";
    let unwaited = [
        "const n = 1; work(n);",
        "await work(1); work(2); return 3",
        "await null; eval('work(1)'); return 1",
        "async function init() { return work(1) } init(); return 1",
        "new Promise((wake) => { work(1); wake(); }); return 1",
        "[1, 2].forEach(async (n) => { await work(n) })",
        "fs.promises.readFile('/dev/null'); return 1",
    ];
    let awaited = [
        "await work(1)",
        "work(1).then((n) => n + 1).finally(() => 1)",
        "const all = []; for (const n of [1, 2]) all.push(work(n)); return Promise.all(all)",
        "Promise.any([work(1), Promise.reject(2)])",
        "Promise.resolve(1); return 2",
        "async function* g() { yield 1; yield await work(2) } let s = 0; for await (const n of g()) s += n; return s",
        "await fs.promises.readFile('/dev/null', 'utf8')",
        "let n = 0; for await (const line of (await fs.promises.open('/etc/passwd')).readLines()) n++; return 1",
        "await timers.setTimeout(1); let n = 0; for await (const _ of timers.setInterval(1)) if (++n > 2) break",
        "await pipeline(fs.createReadStream('/dev/null'), fs.createWriteStream('/dev/null'))",
        "await Promise.race([sleep(1), sleep(3000)])",
        "await Promise.race([sleep(1), (async () => { await sleep(3000); await work(2) })()])",
        "await Promise.race([work(1), late(3000)])",
        "new Job(); return 1",
        "const job = new Job(); setTimeout(() => job.finish(2), 1); return job.done",
    ];
    let stage = Stage::new();
    for (codes, notes) in [(&unwaited[..], vec![note.to_string()]), (&awaited[..], Vec::new())] {
        for code in codes {
            let mut host = stage.host("javascript").ready(parts(&[(Part::Prelude, prelude), (Part::Code, code)]));
            assert_eq!(host.checked_answer(Check::Exact).1, notes, "{code}");
        }
    }
}

#[test]
fn a_function_that_is_a_promise_is_awaited_in_batches_too() {
    let stage = Stage::new();
    let prelude =
        "let count = 0; const query = () => Object.assign(() => 1, { then(wake) { count++; wake(count); } });";
    let mut host = stage.host("javascript").ready(parts(&[(Part::Prelude, prelude), (Part::Code, "query()")]));
    assert_eq!(host.answer().head, "1");
    host.run(3);
    assert_eq!(host.answer().head, "5");
}

#[test]
fn a_promise_that_nothing_settles_is_told() {
    let stage = Stage::new();
    let error = stage.host("javascript").ready_error(snippet("await new Promise(() => {})"));
    let message = "the code waits for a promise that nothing settles";
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Died, message));
}

/// The first error that batches of one iteration tell: the loop of events turns around each.
fn told_of(host: &mut Actor) -> WorkerError {
    let run = Request::Run { iterations: 1, padding: 0, slices: 1, bare: false };
    let replies = std::iter::repeat_with(|| host.ask(&run).expect("it does not end")).take(3);
    let mut errors = replies.filter_map(|reply| if let Reply::Error(error) = reply { Some(error) } else { None });
    errors.next().expect("one of them tells it")
}

/// It is told while somebody waits for the snippet, or with the next request.
#[test]
fn what_is_thrown_outside_of_every_call_is_told_with_its_line() {
    let stage = Stage::new();
    let cases = [
        ("await new Promise(() =>\nsetTimeout(() => { throw new Error('late') }, 1))", "late"),
        ("const x = 1;\nPromise.reject(new TypeError('refused')); return x", "TypeError: refused"),
    ];
    for (code, message) in cases {
        let mut host = stage.host("javascript").ready(snippet(code));
        let error = told_of(&mut host);
        let place = (error.kind, error.part, error.line, error.message.as_str());
        assert_eq!(place, (ErrorKind::Died, Some(Part::Code), Some(2), message));
        assert_eq!(host.ask(&Request::Bye), Ok(Reply::Bye));
    }
    let listens = "process.on('uncaughtException', () => {})";
    let code = "Promise.reject(5); return 1";
    let mut host = stage.host("javascript").ready(parts(&[(Part::Setup, listens), (Part::Code, code)]));
    host.run(2);
    host.run(2);
    let mut host = stage.host("javascript").ready(snippet(code));
    assert_eq!(told_of(&mut host).message, "thrown: 5");
}

#[test]
fn a_setup_that_leaves_the_snippet_is_told() {
    let stage = Stage::new();
    let mut host = stage.host("javascript");
    for setup in ["return 5", "if (true) return []", "await 5; return"] {
        let error = host.prepare_error(parts(&[(Part::Setup, setup), (Part::Code, "1")]));
        let message = "the prelude or the setup leaves the snippet with return";
        assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Compile, message), "{setup}");
    }
}

/// What ends many a file that others require, and what is written where it is a module.
#[test]
fn what_files_have_around_them_is_there_or_told() {
    let stage = Stage::new();
    let prelude = "const f = () => 2; module.exports = { f }; exports.g = f; if (require.main === module) throw 1;";
    let case = parts(&[(Part::Prelude, prelude), (Part::Code, "module.exports.f() + exports.g()")]);
    assert_eq!(stage.host("javascript").ready(case).answer().head, "4");
    let case = parts(&[(Part::Prelude, "import fs from 'fs';"), (Part::Code, "1")]);
    let error = stage.host("javascript").prepare_error(case);
    assert!(
        error.message.ends_with("write `const fs = await import('fs')`, or name it in `needs`"),
        "{}",
        error.message
    );
}

#[test]
fn the_line_of_an_error_is_that_of_its_part() {
    let faults = [
        ("x y", ErrorKind::Compile, "Unexpected identifier"),
        ("throw new Error('broken')", ErrorKind::Died, "broken"),
        ("null.x", ErrorKind::Died, "TypeError: Cannot read properties of null"),
    ];
    Stage::new().host("javascript").tells_lines(&faults, |fault| format!("`\nhere\n`;\n{fault};"), "1;\n2;\n3;\n4;");
}

/// Where the code is an expression, V8 has its first word in the line of the `return` before it.
#[test]
fn an_expression_that_begins_with_an_unknown_name_has_its_line() {
    let error = Stage::new().host("javascript").ready_error(snippet("unknown(3)"));
    assert_eq!(
        (error.part, error.line, error.message.as_str()),
        (Some(Part::Code), Some(1), "ReferenceError: unknown is not defined")
    );
}

#[test]
fn what_is_needed_is_loaded_and_bound() {
    let stage = Stage::new();
    let mut host = stage.host("javascript");
    let needs = |name: &str| SnippetCase { needs: vec![name.to_string()], ..snippet("path.join('a', 'b')") };
    host.prepare(needs("node:path"));
    assert_eq!(host.answer().head, r#""a/b""#);
    let error = host.prepare_error(needs("no-such-module"));
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::Missing, "no-such-module"));
}

/// Half of a character is in no text that is sent.
#[test]
fn messages_are_whole_characters() {
    let stage = Stage::new();
    let mut host = stage.host("javascript");
    for (text, told) in [(r"'a\ud800b'", "a\u{fffd}b"), (r"'x'.repeat(8191) + '\u{1f600}'", "x\u{fffd}")] {
        let error = host.ready_error(snippet(&format!("throw new Error({text})")));
        assert!(error.message.contains(told), "{}", error.message);
    }
}

#[test]
fn a_parameter_that_javascript_cannot_name_is_told() {
    let stage = Stage::new();
    let mut host = stage.host("javascript");
    for name in ["new", "let", "arguments"] {
        let params = BTreeMap::from([(name.to_string(), Param::Integer(1))]);
        let error = host.prepare_error(SnippetCase { params, ..snippet("1") });
        assert_eq!((error.kind, error.part), (ErrorKind::Compile, None), "{name}");
        let expected = format!("the parameter `{name}` cannot have this name in JavaScript: ");
        assert!(error.message.starts_with(&expected), "{}", error.message);
    }
}

#[test]
fn what_is_needed_may_be_loaded_by_the_prelude_too() {
    let stage = Stage::new();
    let mut host = stage.host("javascript");
    for prelude in ["const fs = require('fs')", "const fs = await import('fs')"] {
        let case = parts(&[(Part::Prelude, prelude), (Part::Code, "typeof fs.readFileSync")]);
        host.prepare(SnippetCase { needs: vec!["fs".to_string()], ..case });
        assert_eq!(host.answer().head, r#""function""#, "{prelude}");
        let params = BTreeMap::from([("fs".to_string(), Param::Integer(1))]);
        let error = host.prepare_error(SnippetCase { params, ..parts(&[(Part::Prelude, prelude), (Part::Code, "1")]) });
        assert_eq!(error.message, "Identifier 'fs' has already been declared", "{prelude}");
    }
}

#[test]
fn its_folder_is_the_one_in_which_the_program_was_started() {
    let here = std::env::current_dir().unwrap().to_string_lossy().into_owned();
    let case =
        parts(&[(Part::Prelude, "const where = __dirname"), (Part::Code, "where + __filename.slice(where.length)")]);
    let mut host = Stage::new().host("javascript").ready(case);
    assert_eq!(host.answer(), protocol::text_answer(format!("{here}/cmpthese").as_bytes()));
}
